"""Detail pages: whether a page is that of one thing, so that it is an entry of a list of such things.

A page that says so (`og:type`) is one. Without that, a page of one thing and a page that leads to many look alike to
rules: "Trail shoes (158 items), from $59". So it takes a request that reads several pages, each of which is to give
its own, and a page with one heading that is the thing's name, one amount that stands for itself, and nothing counted.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import Final

from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.locales import entry, words
from gossamer.content.page_model.naming import is_money
from gossamer.content.text.names import words_of
from gossamer.content.values import prices
from gossamer.content.values.availability import availability

# By what pages say that they are (https://ogp.me): the family of the thing.
_TYPES: Final[Mapping[str, str]] = entry("extraction", "detail_pages", "types")
_LISTED: Final = words("extraction", "detail_pages", "listed")
# Before an amount: it is the least of several.
_STARTING: Final = words("extraction", "detail_pages", "starting")
_COUNT: Final = re.compile(r"(?<![\w.,])\d{1,6}(?:[.,]\d{3})*\+? ([^\W\d_]+)")
_COMMON: Final = frozenset({Kind.URL, Kind.IMAGE, Kind.LONG})
# Fields that every page has: a name, who wrote it, when.
_GENERAL: Final = frozenset(
    {"name", "title", "author", "publisher", "language", "datePublished", "dateModified", "keywords", "description"}
)
_MOST_LINES: Final = 2_000
_MOST_LINE: Final = 80


def says_so(reading: Reading, family: Family | None) -> bool:
    """Return whether the page says that it is that of one thing of *family*."""
    stated_types = reading.embedded.meta.get("og:type", ())
    return family is not None and any(_TYPES.get(text.strip().lower()) == family.name for text in stated_types)


def may_be(reading: Reading, family: Family | None) -> bool:
    """Return whether the page, one of several that are read, may be that of one thing of *family*.

    It has one heading, which its title repeats, it marks up nothing else, nothing on it is counted or priced "from",
    and no more than one amount stands for itself.
    """
    own_headings = [
        heading
        for heading in reading.headings
        if not (reading.is_site(heading.text) or reading.names_site(heading.text))
    ]
    if len(own_headings) != 1 or not reading.is_called(reading.heading_text, elsewhere=True):
        return False
    if any(other_family is not family for other_family in reading.families) or _says_something_else(reading, family):
        return False
    lines = [line for line in islice(reading.visible.own_lines(), _MOST_LINES) if len(line) <= _MOST_LINE]
    if any(_counts(line, family) for line in lines):
        return False
    return len(set(_amounts(lines, reading.country))) <= 1 and not any(map(_is_least, lines))


def distinctive_fields(filled: Collection[str], concepts: Mapping[str, Concept | None]) -> list[Concept | None]:
    """Return the concepts of those *filled* fields that not every page has; None for one without a concept."""
    filled_concepts = (concepts.get(name) for name in filled)
    return [
        concept
        for concept in filled_concepts
        if concept is None or (concept.kind not in _COMMON and concept.name not in _GENERAL)
    ]


def is_enough(found: Collection[Concept | None]) -> bool:
    """Return whether what was *found* is that of a thing, on a page that does not say what it is of.

    What costs something is one; a place or a day alone is also that of how to get in touch.
    """
    return len(found) > 1 or any(field is not None and field.kind is Kind.PRICE for field in found)


def _says_something_else(reading: Reading, family: Family | None) -> bool:
    stated_families = [_TYPES.get(kind.strip().lower()) for kind in reading.embedded.meta.get("og:type", ())]
    return any(kind and (family is None or kind != family.name) for kind in stated_families)


def _counts(line: str, family: Family | None) -> bool:
    """Return whether *line* counts things of a list: "158 items", "24 products". "12 items in stock" are of one."""
    if availability(line) is not None:
        return False
    listed = _LISTED | (family.words if family is not None else frozenset())
    return any(not listed.isdisjoint(words_of(f"{count} ")) for count in _COUNT.findall(line.lower()))


def _amounts(lines: Collection[str], country: str) -> Iterator[Decimal]:
    """Yield the amount of each of *lines*, of an old price and a new price the new; nothing for an empty basket."""
    for line in lines:
        amounts = [price.amount for price in prices.prices(line, country=country)] if _is_amount(line, country) else []
        if amounts and (least := min(amounts)):
            yield least


def _is_amount(line: str, country: str) -> bool:
    return is_money(line) and not prices.is_of_else(line, country=country)


def _is_least(line: str) -> bool:
    return is_money(line) and line.split(maxsplit=1)[0].lower().rstrip(":") in _STARTING
