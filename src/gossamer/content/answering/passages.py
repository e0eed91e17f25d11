"""The text of a page in pieces that can be quoted: paragraphs, list items, rows of tables, under their headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal, TypeAlias

from turbohtml import Node

from gossamer.content.page_model import Record
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.others import others
from gossamer.content.page_model.reading import layout_of_main

Kind: TypeAlias = Literal["paragraph", "item", "row", "heading"]

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ITEMS: Final = frozenset({"li", "dd", "dt"})
_UP: Final = 6
_SHORT_ITEM: Final = 240
_MOST_PIECES: Final = 4_000
_MOST_HEADINGS: Final = 20
_MOST_TEXT: Final = 4_000
_MOST_NAME: Final = 120
_CALLED: Final = ("title", "name", "sku", "brand")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the page: *text* verbatim but for blanks, under *heading*.

    *beside* is what helps to find it and is not part of it: the headings of the columns of a row, the heading above the
    one that it stands under. *linked* is the share of its text that is links, 0 to 1. *is_of_others*: it is about other
    things than the page, or was written by visitors. *is_code*: it is an example for programs.
    """

    text: str
    place: str
    kind: Kind
    heading: str = ""
    beside: str = ""
    linked: float = 0.0
    is_of_others: bool = False
    is_code: bool = False


def pieces(page: PageMaterial) -> list[Piece]:
    """Return the pieces of the main content of *page*, in its order."""
    return page.known(_read)


def _read(page: PageMaterial) -> list[Piece]:
    return _PassageReader(page.known(layout_of_main)).read()


def title_of(document: Node) -> str:
    """Return the title of the page, with its first heading when that says something else."""
    title = next(document.iter_elements(("title",)), None)
    heading = next(document.iter_elements(("h1",)), None)
    texts = dict.fromkeys(" ".join(element.text[:400].split()) for element in (title, heading) if element is not None)
    return " ".join(text for text in texts if text)


def description_of(document: Node) -> str:
    """Return the description in the page's head, or an empty text."""
    for name in ("name", "property"):
        for element in document.iter_elements(("meta",)):
            if (element.attr(name) or "").lower() in {"description", "og:description"}:
                return " ".join((element.attr("content") or "")[:_MOST_TEXT].split())
    return ""


class _PassageReader:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._counts: dict[str, int] = {}
        self._columns: dict[int, str] = {}
        self._others = others(layout)

    def read(self) -> list[Piece]:
        """Return the pieces, up to a limit."""
        page_pieces: list[Piece] = []
        for start, box, texts in self._runs():
            piece = self._piece(box, " ".join(texts)[:_MOST_TEXT])
            page_pieces.append(replace(piece, is_of_others=bool(self._others[start]), is_code=box.tag == "pre"))
            if len(page_pieces) >= _MOST_PIECES:
                break
        return page_pieces

    def _runs(self) -> Iterator[tuple[int, LayoutBox, list[str]]]:
        """Yield lines that belong together, with where they begin: those of one paragraph, the cells of one row."""
        last: LayoutBox | None = None
        texts: list[str] = []
        began = 0
        for start, inner, line in self._layout.all_lines():
            box = self._holder(inner)
            if box is last and box.tag not in {"div", "section", "article", "main", "body"}:
                texts.append(line)
                continue
            if last is not None:
                yield began, last, texts
            last, texts, began = box, [line], start
        if last is not None:
            yield began, last, texts

    def _holder(self, box: LayoutBox) -> LayoutBox:
        """Return the row, short item, heading or block that *box* is the text of."""
        block_box: LayoutBox | None = None
        for around in box.upward(_UP):
            if around.tag == "tr":
                return around if _is_data(around) else block_box or box
            if around.tag == "li" and self._layout.size(around) <= _SHORT_ITEM:
                return around
            if block_box is None and around.block:
                block_box = around
        return block_box or box

    def _piece(self, box: LayoutBox, text: str) -> Piece:
        heading = self._layout.heading(box)
        if box.tag == "tr":
            table, number = self._row(box)
            return Piece(text, f"table {table}, row {number}", "row", heading, self._column_names(box))
        kind: Kind = "heading" if box.tag in _HEADINGS else "item" if box.tag in _ITEMS else "paragraph"
        above = "" if kind == "heading" else heading
        beside = "" if kind == "heading" else self._outer(box)
        return Piece(text, self._next(kind), kind, above, beside, self._measure_links(box, text))

    def _outer(self, box: LayoutBox) -> str:
        """Return the heading of the part in which the part of *box* is: "Peace lily" above "How to care for it"."""
        inner = box.heading
        if inner is None or inner.tag not in _HEADINGS:
            return ""
        outer = inner.heading
        for _ in range(_MOST_HEADINGS):
            if outer is None or (outer.tag in _HEADINGS and outer.tag < inner.tag):
                break
            outer = outer.heading
        return self._layout.short(outer, _SHORT_ITEM) if outer is not None and outer.tag < inner.tag else ""

    def _next(self, kind: str) -> str:
        self._counts[kind] = number = self._counts.get(kind, 0) + 1
        return f"{'list item' if kind == 'item' else kind} {number}"

    def _row(self, row: LayoutBox) -> tuple[int, int]:
        """Return the number of the table of *row* and its number in it, both from 1."""
        table = _table_of(row)
        key = f"table {table.order if table is not None else -1}"
        if key not in self._counts:
            self._counts["tables"] = self._counts.get("tables", 0) + 1
            self._counts[f"number of {key}"] = self._counts["tables"]
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[f"number of {key}"], self._counts[key]

    def _column_names(self, row: LayoutBox) -> str:
        """Return the headings of the columns of the table of *row*, unless this row holds them."""
        table = _table_of(row)
        if table is None:
            return ""
        column_names = self._columns.get(table.order)
        if column_names is None:
            column_names = self._columns[table.order] = self._layout.short(row, 400) if _heads(row) else ""
            return ""
        return column_names

    def _measure_links(self, box: LayoutBox, text: str) -> float:
        links = sum(
            self._layout.size(inner)
            for inner in self._layout.boxes[box.order + 1 : min(box.end, box.order + 60)]
            if inner.tag == "a"
        )
        return min(1.0, links / max(1, len(text)))


def _is_data(row: LayoutBox) -> bool:
    """Return whether *row* is one of a table of values, not of a page that is laid out in a table."""
    return len(row.boxes) > 1 and not any(
        next(cell.element.iter_elements(("p", "ul", "ol", "h1", "h2", "h3", "table")), None) is not None
        for cell in row.boxes[:20]
    )


def _heads(row: LayoutBox) -> bool:
    in_head = row.parent is not None and row.parent.tag == "thead"
    return in_head or all(cell.tag == "th" for cell in row.boxes)


def _table_of(row: LayoutBox) -> LayoutBox | None:
    return next((around for around in islice(row.upward(4), 1, None) if around.tag == "table"), None)


def name_of(record: Record) -> str:
    """Return the name of *record*: its title, its number, or its first cell of words."""
    names = [fact.text for name in _CALLED if (fact := record.cells.get(name)) is not None]
    cells = [fact.text for fact in record.cells.values()]
    worded = (text for text in cells[:3] if any(map(str.isalpha, text)) and not any(map(str.isdigit, text)))
    texts = names or [next(worded, cells[0])] if cells else []
    return " ".join(text for text in texts if len(text) <= _MOST_NAME)
