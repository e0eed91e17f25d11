"""What any page says of itself without marking it up: its heading, its first image, when and by whom it was written."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

import turbohtml

from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.naming import same_words
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.values import dates
from gossamer.content.extraction.vocabulary import Concept

_MAX_LOOKED_AT: Final = 30
_MAX_FOLLOWED: Final = 120
_SHORTEST: Final = 3
_LONGEST: Final = 60
_BY: Final = re.compile(r"\A(?:(?:written|posted|reviewed) )?(?:by|von|par|por|di|door|av|af)[: ]\s?", re.IGNORECASE)
_BY_SOMEONE: Final = re.compile(
    r"(?:(?:Written |Posted )?[Bb]y|BY|Von|Par|Por|Di|Door|Av|Af):? "
    r"((?:[A-Z][\w.'\u2019-]{0,20}\s?){2,4})(?:$|[,|\u00b7\u2022\u2013-]| on | in )"
)
# A template's own words, and accounts that nobody in particular writes under.
_NOBODY: Final = re.compile(
    r"(?:\w+\.){2,}\w+\Z|[{\[%<].*[}\]%>]\Z|(?:admin|administrator|webmaster|root|user|guest|author|unknown|anonymous|null"
    r"|undefined|none|n/a|by|read more|view all posts)\Z",
    re.IGNORECASE,
)
# "Jane RoeWriter".
_GLUED: Final = re.compile(r"[a-z]{2}[A-Z]")
_LATER: Final = re.compile(r"updat|modif|edited|aktualis|mis à jour|actualiz|aggiorn|bijgewerkt", re.IGNORECASE)
_BYLINES: Final = (
    '[rel~="author"], [class~="author-name"], [class~="author__name"], [class~="byline-name"], [class*="byline" i] a, '
    '[class~="author"] a, a[href*="/author/"], [class~="byline"], [class~="author"]'
)


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield what the page says of *concept* as a page."""
    match concept.name:
        case "name":
            yield from titles(reading)
        case "url":
            yield from _addresses(reading)
        case "language":
            if reading.language:
                yield Candidate(reading.language, "html lang", machine=True)
        case "body":
            if reading.page.text:
                yield Candidate(reading.page.text, "main content", quote=reading.page.text[:300])
        case "datePublished":
            yield from _dates(reading)
        case "author":
            yield from _authors(reading)
        case _:
            return


def titles(reading: Reading) -> Iterator[Candidate]:
    """Yield the heading that names the page, then its `<title>`."""
    if reading.heading is not None:
        yield Candidate(plain(reading.heading.text), "h1")
    if reading.title:
        yield Candidate(reading.title, "title")


def _addresses(reading: Reading) -> Iterator[Candidate]:
    link = reading.page.document.select_one('link[rel~="canonical" i]')
    if link is not None and link.attr("href"):
        yield Candidate(link.attr("href") or "", "link canonical", machine=True)
    yield Candidate(reading.page.url, "address of the page", machine=True)


def _dates(reading: Reading) -> Iterator[Candidate]:
    for element in _near(reading):
        if element.tag == "time":
            text = element.attr("datetime") or plain(element.text)
            if text:
                yield Candidate(text, "time", quote=plain(element.text) or text)
    for element in _near(reading):
        text = few_words(element, 2 * _LONGEST)
        if text and dates.moment(text, language=reading.language) is not None and not _LATER.search(text):
            yield Candidate(text, f'{element.tag} after the heading, "{text}"')


def credited(reading: Reading, marked: Iterable[Candidate], *, site_counts: bool) -> Iterator[Candidate]:
    """Yield those of *marked* who can be an author; a site that signs for its people comes after them.

    *site_counts*: the site may well be the author itself.

    Templates that were never filled in, and accounts of nobody, are no authors.
    """
    site = same_words(" ".join(reading.embedded.meta.get("og:site_name", ())[:1]))
    host = urlsplit(reading.page.url).hostname or ""
    signed: list[Candidate] = []
    for one in marked:
        name = plain(one.text)
        if _NOBODY.match(name) is not None:
            continue
        if not site_counts and _is_site(name, site, host):
            signed.append(one)
        else:
            yield one
    if signed:
        yield from _authors(reading)
        yield from signed


def _is_site(name: str, site: tuple[str, ...], host: str) -> bool:
    """Return whether *name* is what the site is called, by itself or by its host."""
    words = same_words(name)
    return bool(words) and (words == site or "".join(words) in {"".join(same_words(part)) for part in host.split(".")})


def _authors(reading: Reading) -> Iterator[Candidate]:
    # Of the whole page: what is main often begins after the byline.
    for element in reading.page.document.select(_BYLINES)[:_MAX_LOOKED_AT]:
        text = _BY.sub("", _first_words(element))
        if _is_name(text):
            yield Candidate(text, "byline")
    for element in _near(reading):
        if (match := _BY_SOMEONE.match(_first_words(element))) is not None and _is_name(match.group(1)):
            yield Candidate(match.group(1), f'{element.tag} after the heading, "{few_words(element, 2 * _LONGEST)}"')


def _first_words(element: turbohtml.Element) -> str:
    """Return what *element* says; of parts that stand side by side without a blank, as name and role do, the first."""
    text = few_words(element, 2 * _LONGEST)
    if not text or _GLUED.search(text) is None:
        return text
    parts = (" ".join(part.split()) for part in element.strings)
    return next((part for part in parts if _is_name(_BY.sub("", part))), "")


def _is_name(text: str) -> bool:
    return (
        _SHORTEST <= len(text) <= _LONGEST
        and not any(map(str.isdigit, text))
        and "@" not in text
        and _NOBODY.match(text) is None
    )


def _near(reading: Reading) -> list[turbohtml.Element]:
    """Return the elements that follow the page's heading soon."""
    if reading.heading is None:
        return []
    nodes = islice(reading.heading.following, _MAX_FOLLOWED)
    return [node for node in nodes if isinstance(node, turbohtml.Element)]
