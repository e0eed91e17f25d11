"""Organization name: the name that a page has in several places, and that is no heading such as "About us"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.locales import entry, selector, words
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import same_words

_PARTS: Final = re.compile(r"\s+[|\-–—:·»]\s+")  # noqa: RUF001 - dashes as titles have them
_HOME: Final = selector("text_patterns", "selectors", "home")
_LONGEST: Final = 6
_MOST_LINKS: Final = 8
_MOST: Final = 60
_ENOUGH: Final = 2


def values(reading: Reading) -> Iterator[Candidate]:
    """Yield the name, as it is written where it stands alone; nothing where no two places agree."""
    if (candidate := reading.page.known(_Name).candidate) is not None:
        yield candidate


def heads_any(text: str) -> bool:
    """Return whether *text* heads a page of any organization, and is not its name: "About us", "About Brightloom"."""
    spoken = same_words(text)
    is_generic = (_words("generic") | _words("of_now")).issuperset(spoken)
    is_stated = len(spoken) > 1 and spoken[0] in _words("speakers")
    return is_generic or is_stated or _pattern("about").match(text) is not None


class _Name:
    """The name of the organization that a page is of, found once."""

    def __init__(self, page: PageMaterial) -> None:
        self.candidate = _elect_name(page.known(Reading))


def _words(key: str) -> frozenset[str]:
    return words("text_patterns", "names", key)


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(entry("text_patterns", "names", key))


def _elect_name(reading: Reading) -> Candidate | None:
    """Return the name in most places, at least two of them; None where others say something else as often."""
    names = [(text, place) for text, place in _places(reading) if _is_name(text)]
    votes: dict[tuple[str, ...], set[str]] = {}
    for text, place in names:
        votes.setdefault(_core(text), set()).add(place)
    best = max(votes, key=lambda core: len(votes[core]), default=())
    ties = [core for core in votes if len(votes[core]) == len(votes.get(best, ()))]
    # Any article is called so in its heading and its title.
    if not best or len(votes[best]) < _ENOUGH or len(ties) > 1 or votes[best] == {"h1", "title"}:
        return None
    # With "GmbH" behind it, it is the same; what stands in most places is shorter.
    text, place = next(named for named in names if _core(named[0]) == best)
    return Candidate(text, place, quote=text)


def _core(text: str) -> tuple[str, ...]:
    return same_words(_pattern("legal_forms").sub("", text))


def _is_name(text: str) -> bool:
    spoken = same_words(text)
    is_short = 0 < len(spoken) <= _LONGEST
    return is_short and not _words("generic").issuperset(spoken) and any(map(str.isalpha, text)) and "@" not in text


def _places(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield texts that may be the name, each with the kind of its place."""
    for text in reading.embedded.meta.get("og:site_name", ())[:1]:
        yield text.strip(), "meta og:site_name"
    heading = " ".join(reading.headings[0].text.split()) if reading.headings else ""
    yield _pattern("about").sub("", heading), "h1"
    yield from _of_title(reading)
    for element in reading.page.document.select(_HOME)[:_MOST_LINKS]:
        yield few_words(element, _MOST) or (element.attr("alt") or "").removesuffix(" logo").strip(), "logo"
    for line in lines.read(reading):
        if (written := _pattern("sentence").match(line)) is not None:
            yield written.group(1), "sentence of the page"
        elif len(line) <= _MOST and line != heading:
            yield line, "line of the page"
    for line in [line for line in reading.visible.lines() if len(line) <= lines.MOST][-lines.HEAD :]:
        for match in _pattern("copyright").finditer(line):
            yield _pattern("rights").sub("", match.group(1)).strip(), "copyright"


def _of_title(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the parts of the page's title, once more where its lines speak of them and no heading is called so."""
    parts = list(filter(str.strip, _PARTS.split(reading.title)))
    own_parts = [part for part in parts if not _words("generic").issuperset(same_words(part))]
    is_generic = len(parts) > 1 or (reading.heading is not None and heads_any(plain(reading.heading.text)))
    if len(own_parts) == 1 and is_generic:
        # "Contact us | Acme", or "Acme" above "About us": the organization, and what there is on the page.
        yield own_parts[0].strip(), "title of such a page"
    read = " | ".join(" ".join(same_words(line)) for line in lines.read(reading))
    headings = {same_words(heading.text) for heading in reading.headings}
    for name in (_shorn(_pattern("about").sub("", part.strip())) for part in parts):
        yield name, "title"
        spoken = same_words(name)
        if spoken and spoken not in headings and f" {' '.join(spoken)} " in f" {read} ":
            yield name, "lines of the page"


def _shorn(part: str) -> str:
    """Return *part* of a title without the words of any page that it ends with: "Acme careers"."""
    spoken = part.split()
    while spoken and spoken[-1].lower().strip(",") in _words("generic"):
        del spoken[-1]
    return " ".join(spoken)
