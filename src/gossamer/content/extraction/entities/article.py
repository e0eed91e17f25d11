"""Articles, and any page without markup: its title, its author and the day it was published."""

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

import turbohtml

from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.entities.elements import after_heading, around, before_heading, is_comment, names
from gossamer.content.extraction.entities.page_titles import rank_titles
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept, named
from gossamer.content.locales import pattern, selector, words
from gossamer.content.text.names import phrase
from gossamer.content.values import dates, spans
from gossamer.content.values.names import drop_leading_by

_MAX_LOOKED_AT: Final = 30
_SHORTEST: Final = 3
_LONGEST: Final = 60
_BY_SOMEONE: Final = pattern("extraction", "article", "by_someone")
# A template's own words, and accounts that nobody in particular writes under.
_NOBODY: Final = pattern("extraction", "article", "nobody")
# "Jane RoeWriter".
_GLUED: Final = re.compile(r"[a-z]{2}[A-Z]")
_INLINE: Final = words("extraction", "article", "inline")
_LATER: Final = pattern("extraction", "article", "later")
_WRITTEN_AT: Final = pattern("extraction", "article", "written_at")
_PUBLISHED: Final = pattern("extraction", "article", "published")
# Names of an icon beside a date.
_DRAWN: Final = frozenset({"time", "clock", "calendar", "day"})
# Words for other things that happen on a day.
_TAKES_PLACE: Final = pattern("extraction", "article", "takes_place")
# Parts of a line: "6 May 2026 · Ada Krone".
_APART: Final = re.compile(r"[·•|]|\s[–—-]\s")  # noqa: RUF001
_SENTENCE: Final = re.compile(r"(?<=[^\W\d_]{4})[.!?;]\s")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
# "/2024/05/17/bread", "/2024-05-17-bread".
_DAY_OF_PATH: Final = re.compile(r"/((?:19|20)\d\d(?:/\d{1,2}/\d{1,2}|-\d\d-\d\d))(?!\d)")
_MOST_BESIDE: Final = 6
_AROUND: Final = 4
_CLASSED: Final = pattern("extraction", "article", "classed")
_INDEX: Final = re.compile(r"(?:directory listing for|index of) /", re.IGNORECASE)
_BYLINES: Final = selector("extraction", "article", "selectors", "bylines")


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield values for *concept* of the page as a page."""
    match concept.name:
        case "name":
            yield from () if is_index(reading) else rank_titles(reading)
        case "url":
            yield from _addresses(reading)
        case "language":
            if reading.language:
                yield Candidate(reading.language, "html lang", machine=True)
        case "body":
            if reading.page.text:
                yield Candidate(reading.page.text, "main content", quote=reading.page.text[:300])
        case "author":
            yield from _authors(reading)
        case _:
            return


def is_index(reading: Reading) -> bool:
    """Return whether the page is what a server shows of a folder."""
    return _INDEX.match(reading.title) is not None


def _before_update(text: str, language: str) -> str:
    """Return the part of *text* about publication, without when it was updated: "Published 3 May, updated 4 May"."""
    later = _LATER.search(text)
    written = text[: later.start()] if later is not None else ""
    is_stated = _PUBLISHED.search(written) is not None and dates.moment(written, language=language) is not None
    return written.rstrip(" .,;(|·–-").removesuffix(" Last") if is_stated else text  # noqa: RUF001


def _addresses(reading: Reading) -> Iterator[Candidate]:
    link = reading.page.document.select_one('link[rel~="canonical" i]')
    if link is not None and link.attr("href"):
        yield Candidate(link.attr("href") or "", "link canonical", machine=True)
    yield Candidate(reading.page.url, "address of the page", machine=True)


def find_dates(reading: Reading) -> Iterator[Candidate]:
    """Yield the dates beside the heading, then that of the address.

    A date after another label ("When", "Registration closes") is no day of publication.
    """
    near = [*after_heading(reading), *before_heading(reading)]
    for element in near:
        text = (element.attr("datetime") or plain(element.text)) if element.tag == "time" else ""
        quote = plain(element.text) or text
        if text and not _is_of_other_day(element, quote, reading):
            yield Candidate(text, "time", quote=quote)
    for element in near:
        text = _before_update(few_words(element, 2 * _LONGEST), reading.language)
        is_dated = text and dates.moment(text, language=reading.language) is not None and not _LATER.search(text)
        if not is_dated or _is_of_other_day(element, text, reading):
            continue
        if _PUBLISHED.search(_find_dated_sentence(text, reading.language)) is not None or (
            _is_dateline(text) and _stands_for(element, reading)
        ):
            yield Candidate(text, f'{element.tag} beside the heading, "{text}"')
    if (written := _DAY_OF_PATH.search(urlsplit(reading.page.url).path)) is not None:
        yield Candidate(written[1], "address of the page", machine=True)


def _is_dateline(text: str) -> bool:
    """Return whether *text* is a date with little more than its weekday and its author."""
    written = next((part for part in _APART.split(text) if dates.moment(part) is not None), text)
    return len(_LETTERS.findall(written)) <= _MOST_BESIDE and spans.days(text) is None


def _find_dated_sentence(text: str, language: str) -> str:
    """Return the first sentence of *text* that has a date; all of it where none has one by itself."""
    written = (sentence for sentence in _SENTENCE.split(text) if dates.moment(sentence, language=language) is not None)
    return next(written, text)


def _stands_for(element: turbohtml.Element, reading: Reading) -> bool:
    """Return whether a bare date at *element* is that of the page: by class, address, author, or in an article."""
    if any(
        _CLASSED.search(f"{names(outer_element)} {outer_element.attr('itemprop') or ''}")
        for outer_element in around(element, _AROUND - 1)
    ):
        return True
    if _WRITTEN_AT.search(urlsplit(reading.page.url).path) is not None:
        return True
    kinds = reading.embedded.meta.get("og:type", ())
    return "article" in kinds or element.closest("article") is not None or next(_authors(reading), None) is not None


def _is_of_other_day(element: turbohtml.Element, text: str, reading: Reading) -> bool:
    """Return whether the date that *element* says is another one than that of publication."""
    line = few_words(_around_date(element), 2 * _LONGEST) or text
    written = _find_dated_sentence(line, reading.language)
    published, happens = _PUBLISHED.search(written), _TAKES_PLACE.search(written)
    if published is not None and (happens is None or published.start() < happens.start()):
        return False
    if _TAKES_PLACE.search(line) is not None or spans.days(line) is not None:
        return True
    labels = named("datePublished").labels | _DRAWN
    facts = (fact for fact in reading.visible.facts if fact.text in text and phrase(fact.label) not in labels)
    return any(dates.moment(fact.text, language=reading.language) is not None for fact in facts)


def _around_date(element: turbohtml.Element) -> turbohtml.Element:
    """Return an element with more on the date at *element*: the paragraph of a `<time>`, a block of inline text."""
    if element.tag == "time":
        return element.closest("p, dd, td") or element
    return (element.closest("p, li, div, dd, td") if element.tag in _INLINE else None) or element


def find_authors(reading: Reading, marked: Iterable[Candidate], *, site_counts: bool) -> Iterator[Candidate]:
    """Yield those of *marked* who can be an author; a site that signs for its people comes after them.

    *site_counts*: the site may well be the author itself. Templates that were never filled in, and accounts of nobody,
    are no authors.
    """
    candidates = [candidate for candidate in marked if _NOBODY.match(plain(candidate.text)) is None]
    sites = [] if site_counts else [candidate for candidate in candidates if reading.is_site(plain(candidate.text))]
    yield from (candidate for candidate in candidates if candidate not in sites)
    if sites:
        yield from (*_authors(reading), *sites)


def _authors(reading: Reading) -> Iterator[Candidate]:
    # Of the whole page: what is main often begins after the byline.
    for element in reading.page.document.select(_BYLINES)[:_MAX_LOOKED_AT]:
        if is_comment(element, reading):
            continue
        text = drop_leading_by(_first_words(element))
        if _is_name(text):
            yield Candidate(text, "byline")
    for element in after_heading(reading):
        if (match := _BY_SOMEONE.match(_first_words(element))) is not None and _is_name(match.group(1)):
            yield Candidate(match.group(1), f'{element.tag} after the heading, "{few_words(element, 2 * _LONGEST)}"')


def _first_words(element: turbohtml.Element) -> str:
    """Return the text of *element*; the first of parts side by side without a blank, as name and role are."""
    text = few_words(element, 2 * _LONGEST)
    if not text or _GLUED.search(text) is None:
        return text
    parts = (" ".join(part.split()) for part in element.strings)
    return next((part for part in parts if _is_name(drop_leading_by(part))), "")


def _is_name(text: str) -> bool:
    return (
        _SHORTEST <= len(text) <= _LONGEST
        and not any(map(str.isdigit, text))
        and "@" not in text
        and _NOBODY.match(text) is None
    )
