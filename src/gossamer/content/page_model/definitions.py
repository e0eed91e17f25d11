# ruff: noqa: RUF001 - dashes as pages have them
"""Definition lists as records: each term with what is said of it."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.page_model.labels import MOST_LABEL, MOST_VALUE
from gossamer.content.page_model.layout import Box, Layout
from gossamer.content.page_model.model import Fact, Record, RecordList
from gossamer.content.page_model.naming import is_money
from gossamer.content.page_model.pairs import terms_and_definitions

_FEWEST: Final = 2
_MOST: Final = 500
# What a sentence of a definition labels: "Default: 3.".
_SAID: Final = re.compile(r"(?:\A|[.;!?)]\s)([A-Z][^\W\d_]{2,20}):\s([^;!?]{1,60}?)\.?(?=\s[A-Z]|\s?[;!?]|\Z)")
_MOST_SAID: Final = 6
# "Bruschetta €6.50": what a term costs stands behind it.
_COSTS: Final = re.compile(r"(\S.{1,60}?)\s(?:[–—-]\s)?([£€$]\s?\d[\d.,]{0,8}|\d[\d.,]{0,8}\s?(?:€|EUR|USD|GBP|CHF))")
_WORDS: Final = 4
# Amounts under such terms are all of one thing.
_OF_ONE: Final = re.compile(
    r"\b(?:price|total|subtotal|shipping|delivery|deposit|fee|fees|tax|vat|rent|cost|costs|discount|was|now|salary|budget"
    r"|from)\b",
    re.IGNORECASE,
)


def defined(layout: Layout) -> Iterator[tuple[int, RecordList]]:
    """Yield the definition lists of the page that define several terms, each with the piece that it begins with."""
    lists = (box for box in layout.boxes if box.tag == "dl" and not box.around)
    for number, box in enumerate(lists, 1):
        records = _records(layout, box, f"definition list {number}")
        # Labels with values of a word or two describe one thing, and are no list of several.
        # What has a price is a thing, however little is said of it.
        told = sum(
            "price" in record.cells or len(record.cells["description"].text.split()) >= _WORDS for record in records
        )
        if len(records) >= _FEWEST and told * 2 >= len(records):
            yield box.start, RecordList(f"definition list {number}", layout.heading(box), tuple(records))


def _records(layout: Layout, box: Box, place: str) -> list[Record]:
    found: list[Record] = []
    term = ""
    group = layout.heading(box)
    for part in terms_and_definitions(box):
        text = layout.short(part, MOST_LABEL if part.tag == "dt" else MOST_VALUE)
        if part.tag == "dt":
            term = text
        elif term and text:
            at = f"{place}, item {len(found) + 1}"
            found.append(Record(_cells(term, text, at, group), f"{term} {text}", place=at))
            term = ""
        if len(found) >= _MOST:
            break
    return found


def _cells(term: str, text: str, place: str, group: str) -> dict[str, Fact]:
    costs = _COSTS.fullmatch(term)
    name = costs.group(1) if costs is not None else term
    is_priced = costs is None and is_money(text) and _OF_ONE.search(term) is None
    said = "price" if is_priced else "description"
    cells = {
        "title": Fact("title", name, f"{place}, title", group, name),
        said: Fact(said, text, f"{place}, {said}", group, text),
    }
    if costs is not None:
        cells["price"] = Fact("price", costs.group(2), f"{place}, price", group, costs.group(2))
    for match in list(_SAID.finditer(text))[:_MOST_SAID]:
        name, value = match.groups()
        cells.setdefault(name, Fact(name, value, f"{place}, {name}", group, match.group().strip(".;!?) ")))
    return cells
