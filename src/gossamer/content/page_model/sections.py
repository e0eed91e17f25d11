"""Parts of a page that are made alike: a heading, and records of one kind under it, as the courses of a menu are."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeAlias

from gossamer.content.page_model.model import Fact, Record, RecordList
from gossamer.content.page_model.naming import is_money
from gossamer.content.values.dates import only_date

Part: TypeAlias = tuple[str, tuple[Record, ...]]

_FEWEST: Final = 2
_LOOKS: Final = 6
_COLUMN: Final = "column "


def parts_of(lists: Sequence[RecordList]) -> list[list[Part]]:
    """Return the groups of such parts, each in the order of the page, with at least two different headings."""
    alike: dict[tuple[str, ...], list[Part]] = {}
    for one in lists:
        if one.is_aside:
            continue
        for heading, records in groupby(_called(one.records), key=_heading):
            told = tuple(records)
            if heading and told:
                alike.setdefault(_kind(one, told), []).append((heading, told))
    found = [_innermost(parts) for parts in alike.values()]
    return [parts for parts in found if len({heading for heading, _ in parts}) >= _FEWEST]


def _innermost(parts: Sequence[Part]) -> list[Part]:
    """Return *parts* without those whose records are the others, with their headings for titles."""
    headings = {heading for heading, _ in parts}
    return [(heading, records) for heading, records in parts if not any(_title(one) in headings for one in records)]


def _title(record: Record) -> str:
    return record.cells["title"].text if "title" in record.cells else ""


def _heading(record: Record) -> str:
    return next((fact.group for fact in record.cells.values()), "")


def _kind(one: RecordList, records: Sequence[Record]) -> tuple[str, ...]:
    """Return what tells lists of different things apart: how they are laid out, and what most of their records have."""
    cells = [name for name in ("title", "price", "date") if 2 * sum(name in r.cells for r in records) > len(records)]
    return one.place.partition(" ")[0], *cells


def _called(records: Sequence[Record]) -> Sequence[Record]:
    """Return the rows of a table without headings with its columns called by what stands in them."""
    looked = records[:_LOOKS]
    columns = [name for name in (looked[0].cells if looked else ()) if name.startswith(_COLUMN)]
    if not columns and looked and _is_row(looked[0]):
        # The first column of a table says what its rows are, whatever it is headed.
        return [replace(one, cells=_renamed(one, {next(iter(one.cells), ""): "title"})) for one in records]
    if not columns:
        return records
    names: dict[str, str] = {}
    for column in columns:
        texts = [fact.text for one in looked if (fact := one.cells.get(column)) is not None]
        names[column] = _name(texts, taken=frozenset(names.values()))
    return [replace(one, cells=_renamed(one, names)) for one in records]


def _is_row(record: Record) -> bool:
    """Return whether *record* is a row of a table whose first cell says something and is no amount."""
    first = next(iter(record.cells.values()), None)
    is_named = first is not None and any(map(str.isalpha, first.text)) and not is_money(first.text)
    return is_named and record.place.startswith("table") and "title" not in record.cells


def _name(texts: Sequence[str], *, taken: frozenset[str]) -> str:
    if texts and all(map(is_money, texts)):
        return "price"
    if texts and all(only_date(text) is not None for text in texts):
        return "date"
    if any(not any(map(str.isalpha, text)) for text in texts):
        return f"text {len(taken)}"
    return next((name for name in ("title", "description") if name not in taken), f"text {len(taken)}")


def _renamed(record: Record, names: dict[str, str]) -> dict[str, Fact]:
    return {names.get(name, name): replace(fact, label=names.get(name, name)) for name, fact in record.cells.items()}
