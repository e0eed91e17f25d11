"""From a page to what it visibly says."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from turbohtml import Document, Node

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.extraction.material import PageMaterial
from gossamer.content.extraction.visible.cells import Cells
from gossamer.content.extraction.visible.layout import Box, Layout
from gossamer.content.extraction.visible.model import Fact, RecordList, Visible
from gossamer.content.extraction.visible.naming import can_be, guess
from gossamer.content.extraction.visible.pairs import Located, Pairs
from gossamer.content.extraction.visible.references import References
from gossamer.content.extraction.visible.repeated import Repeated
from gossamer.content.extraction.visible.tables import read_table

_MOST_FACTS: Final = 2_000
_MOST_TEXT: Final = 300
_LOOKS: Final = 40
_LOOKS_AT_RECORDS: Final = 6


def look(page: PageMaterial) -> Visible:
    """Return everything that can be read from *page* as a visitor sees it.

    The whole page is read, because shops keep prices and specifications beside what reads like content; what is in
    the main content comes first.
    """
    seen = read(_seen(page.document, page.base), page.base)
    lines = frozenset(_squeezed(line.lstrip("* ")) for line in page.main.to_text().split("\n"))
    return Visible(
        _main_first(seen.facts, lines),
        tuple(sorted(seen.records, key=lambda records: not _is_list_among(records, lines))),
        _main_first(seen.named, lines),
    )


def read(root: Node, base: Base) -> Visible:
    """Return what the tree under *root* says, in document order; hidden elements are taken to be gone."""
    layout = Layout(root)
    references = References(layout, base)
    taken = bytearray(len(layout.pieces) + 1)
    tabled, lists = _tables(layout, references, taken)
    pairs = Pairs(layout, bytearray(taken)).find()
    cells = Cells(layout, references, pairs)
    lists += Repeated(layout, cells, taken).find()
    located = sorted([*tabled, *pairs], key=lambda one: one.at)
    return Visible(
        _once(one.fact for one in located),
        tuple(records for _, records in sorted(lists, key=lambda one: one[0])),
        _once(_named(layout)),
    )


def _seen(document: Node, base: Base) -> Node:
    """Return a copy of *document* without what a visitor does not see."""
    seen = copy.copy(document)
    if isinstance(seen, Document):
        clean(seen, base, Sweep())
    return seen


def _tables(
    layout: Layout, references: References, taken: bytearray
) -> tuple[list[Located], list[tuple[int, RecordList]]]:
    """Return what the tables say, and mark their text as *taken*."""
    facts: list[Located] = []
    lists: list[tuple[int, RecordList]] = []
    number = 0
    for box in layout.boxes:
        if box.tag != "table" or box.start >= box.stop:
            continue
        number += 1
        table = read_table(layout, box, number, references)
        if table.is_data and not taken[box.start]:
            taken[box.start : box.stop] = b"\1" * (box.stop - box.start)
            facts += (Located(box.start, fact) for fact in table.facts)
            if table.records is not None:
                lists.append((box.start, table.records))
    return facts, lists


def _named(layout: Layout) -> Iterable[Fact]:
    """Yield what elements name by class, id or itemprop: the innermost of each name."""
    for box in layout.boxes:
        if box.around or box.start >= box.stop:
            continue
        name = guess(layout.names(box))
        if not name or _has_inner(layout, box, name):
            continue
        text = layout.short(box, _MOST_TEXT)
        if text and can_be(name, text):
            called = box.element.attr("itemprop") or box.element.attr("class") or box.element.attr("id") or ""
            yield Fact(name, text, f'element "{" ".join(called.split())[:60]}"', layout.heading(box), text)


def _has_inner(layout: Layout, box: Box, name: str) -> bool:
    return any(
        layout.boxes[at].start < layout.boxes[at].stop and guess(layout.names(layout.boxes[at])) == name
        for at in range(box.order + 1, min(box.end, box.order + _LOOKS))
    )


def _once(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return *facts*, each label with a value once, up to a limit."""
    seen: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        seen.setdefault((fact.label.lower(), fact.text), fact)
        if len(seen) >= _MOST_FACTS:
            break
    return tuple(seen.values())


def _main_first(facts: Sequence[Fact], lines: AbstractSet[str]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=lambda fact: not _is_among(fact, lines)))


def _is_among(fact: Fact, lines: AbstractSet[str]) -> bool:
    return _squeezed(fact.quote) in lines or _squeezed(fact.text) in lines


def _is_list_among(records: RecordList, lines: AbstractSet[str]) -> bool:
    looked = records.records[:_LOOKS_AT_RECORDS]
    among = sum(any(_is_among(fact, lines) for fact in record.cells.values()) for record in looked)
    return among * 2 > len(looked)


def _squeezed(text: str) -> str:
    return "".join(text.split())
