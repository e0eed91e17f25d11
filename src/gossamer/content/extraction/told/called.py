# ruff: noqa: E501, RUF001 - words kept as tables, dashes as pages have them
"""What a firm is called: the name that its page has in several places, and that is no heading of a page such as "About us"."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate, few_words
from gossamer.content.extraction.material import PageMaterial
from gossamer.content.extraction.naming import same_words, word_set
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines

_PARTS: Final = re.compile(r"\s+[|\-–—:·»]\s+")
_ABOUT: Final = re.compile(
    r"(?:about|contact|welcome to|our story|meet|who is|visit|team|imprint|jobs at|careers at|working at)\s+(?=[A-Z\d])",
    re.IGNORECASE,
)
_COPYRIGHT: Final = re.compile(
    r"(?:©|\(c\)|copyright)\s{0,2}(?:©\s{0,2})?(?:\d{4}(?:\s?[-–]\s?\d{4})?)?,?\s{0,2}(?:by )?([^\W\d_][^.|·,©]{1,50})",
    re.IGNORECASE,
)
_RIGHTS: Final = re.compile(r"\s?\b(?:all rights|alle rechte|tous droits).*\Z", re.IGNORECASE)
_LEGAL: Final = re.compile(
    r",? (?:ltd|limited|gmbh|inc|llc|ag|plc|corp|b\.?v|n\.?v|s\.?a|s\.?r\.?l|oy|ab|as|aps|kg|se|e\.?v|co)\.?\Z",
    re.IGNORECASE,
)
_HOME: Final = 'header a[href="/"], a[class*="logo" i], a[class*="brand" i], [class*="site-title" i], [class*="site-name" i], a[rel~="home"], header img[alt], img[class*="logo" i]'
# What pages are called whoever they are of.
_GENERIC: Final = word_set(
    "about us our we the a an and of in to at for home homepage welcome contact contacts team people staff story history company who are is what how imprint "
    "legal notice privacy careers career jobs job vacancies get touch find visit meet menu carte menus drinks food prices pricing plans services service "
    "products shop store news blog press media events event calendar faq help support locations location opening hours book booking reservations official "
    "impressum kontakt über uns startseite datenschutz anfahrt karriere mentions légales contacto contatti aviso legal nosotros propos "
    "website site page index directory listing facts figures investors partners customers clients courses classes rooms rates gallery portfolio projects mission values leadership management board with you your "
    "logo overview profile work"
)
# "We bake the north" is what a firm says, and not what it is called.
_SPEAKERS: Final = word_set("we welcome let hello wir willkommen nous bienvenue")
_LONGEST: Final = 6
_MOST_LINKS: Final = 8
_MOST: Final = 60
_ENOUGH: Final = 2
# What the page says of itself in a sentence.
_REACHED: Final = re.compile(
    r"@[\w-]+\.\w|\b\d{4,5} [A-Z]|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\+\d[\d ]{6,}|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\b.{0,20}\d"
)
_SAID: Final = re.compile(
    r"\A(.{2,60}?)(?:,? (?:is|was|are|has|makes?|builds?|offers?|designs?|sells?|brews?|provides?|develops?|helps?|operates?)\b)"
)


def values(reading: Reading) -> Iterator[Candidate]:
    """Yield the name, as it is written where it stands alone; nothing where no two places agree."""
    if (one := reading.page.known(_Called).name) is not None:
        yield one


def heads_any(text: str) -> bool:
    """Return whether *text* heads a page of the firm, and is not its name: "About us", "About Brightloom"."""
    words = same_words(text)
    return _GENERIC.issuperset(words) or _ABOUT.match(text) is not None or (len(words) > 1 and words[0] in _SPEAKERS)


class _Called:
    """The name of the firm that a page is of, found once."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        told = [(text, place) for text, place in _places(reading) if _is_name(text)]
        votes: dict[tuple[str, ...], set[str]] = {}
        for text, place in told:
            votes.setdefault(_core(text), set()).add(place)
        best = max(votes, key=lambda core: len(votes[core]), default=())
        if votes.get(best) == {"h1", "title"} and not _is_of_a_firm(reading, best):
            # So is any article called.
            best = ()
        ties = [core for core in votes if len(votes[core]) == len(votes.get(best, ()))]
        self.name = None
        if best and len(votes[best]) >= _ENOUGH and len(ties) == 1:
            # With "GmbH" behind it, it is the same; what stands in most places is shorter.
            text, place = next(one for one in told if _core(one[0]) == best)
            self.name = Candidate(text, place, quote=text)


def _is_of_a_firm(reading: Reading, core: tuple[str, ...]) -> bool:
    """Return whether nothing else is in the title that is a name, and the page says how to reach somebody."""
    others = [part for part in _PARTS.split(reading.title) if _core(part) != core and _is_name(part)]
    return not others and any(_REACHED.search(line) is not None for line in lines.read(reading))


def _core(text: str) -> tuple[str, ...]:
    return same_words(_LEGAL.sub("", text))


def _is_name(text: str) -> bool:
    words = same_words(text)
    return (
        0 < len(words) <= _LONGEST
        and not _GENERIC.issuperset(words)
        and any(map(str.isalpha, text))
        and "@" not in text
    )


def _places(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield what may be the name, with what kind of place it stands in."""
    for text in reading.embedded.meta.get("og:site_name", ())[:1]:
        yield text.strip(), "meta og:site_name"
    heading = " ".join(reading.headings[0].text.split()) if reading.headings else ""
    yield _ABOUT.sub("", heading), "h1"
    yield from _of_title(reading)
    for element in reading.page.document.select(_HOME)[:_MOST_LINKS]:
        yield few_words(element, _MOST) or (element.attr("alt") or "").removesuffix(" logo").strip(), "logo"
    for line in lines.read(reading):
        if (said := _SAID.match(line)) is not None:
            yield said.group(1), "sentence of the page"
        elif len(line) <= _MOST and line != heading:
            yield line, "line of the page"
    for line in [line for line in reading.visible.lines() if len(line) <= lines.MOST][-lines.HEAD :]:
        for match in _COPYRIGHT.finditer(line):
            yield _RIGHTS.sub("", match.group(1)).strip(), "copyright"


def _of_title(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the parts of the page's title, once more where its lines speak of them and no heading is called so."""
    parts = [part for part in _PARTS.split(reading.title) if part.strip()]
    own = [part for part in parts if not _GENERIC.issuperset(same_words(part))]
    if len(own) == 1 and len(parts) > 1:
        # "Contact us | Acme": whose page it is, and what there is on it.
        yield own[0].strip(), "title of such a page"
    told = [f" {' '.join(same_words(line))} " for line in lines.read(reading)]
    headings = {same_words(one.text) for one in reading.headings}
    for part in parts:
        name = _shorn(_ABOUT.sub("", part.strip()))
        yield name, "title"
        words = " ".join(same_words(name))
        if words and same_words(name) not in headings and any(f" {words} " in line for line in told):
            yield name, "lines of the page"


def _shorn(part: str) -> str:
    """Return *part* of a title without the words of any page that it begins or ends with: "Acme careers"."""
    words = part.split()
    while words and words[-1].lower().strip(",") in _GENERIC:
        del words[-1]
    return " ".join(words)
