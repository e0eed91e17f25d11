"""Markdown line by line, as the outline of a page of HTML is: for documents, of which there is nothing else."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gossamer.content.page_model.labels import counted, sentences, split
from gossamer.content.page_model.model import Block, Claim, Outline, OutlineLine

_HEADING: Final = re.compile(r"(#{1,6})\s")
_ITEM: Final = re.compile(r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s")
_RULE: Final = re.compile(r"\s{0,3}\|?[\s:|-]{3,2000}\Z")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_PAIR: Final = 2


class Reader:
    """Reads lines one after the other; what was read before tells what a line stands under."""

    def __init__(self) -> None:
        self._above: list[tuple[int, str]] = []
        self._table = -1
        self._row = 0
        self._heads: list[str] = []
        self._first: list[str] = []
        self._is_in_table = False

    def pause(self, written: str) -> None:
        """Take notice of a line that says nothing: one that ends a table, or ends its headings."""
        if self._is_in_table and _RULE.match(written) and "-" in written:
            self._heads = self._first if len(self._first) > _PAIR else []
            return
        self._is_in_table = False

    def read(self, written: str, unmarked: Callable[[str], str]) -> Iterator[OutlineLine]:
        """Yield what *written*, which says something, is: its cells, or one line."""
        stripped = written.strip()
        if stripped.startswith("|") and stripped.endswith("|"):
            yield from self._cells([unmarked(cell) for cell in _CELLS.split(stripped)[1:-1]])
            return
        self._is_in_table = False
        text = unmarked(written)
        match = _HEADING.match(stripped)
        level = len(match.group(1)) if match else 0
        if level:
            self._above = [one for one in self._above if one[0] < level]
        yield OutlineLine(text, self._headings, level, () if level else tuple(_claims(text)), is_item=_is_item(written))
        if level:
            self._above.append((level, text))

    @property
    def _headings(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._above)

    def _cells(self, texts: list[str]) -> Iterator[OutlineLine]:
        if not self._is_in_table:
            self._is_in_table = True
            self._table, self._row, self._heads, self._first = self._table + 1, -1, [], texts
        for column, text in enumerate(texts):
            heads = (texts[0] if column else "", self._heads[column] if column < len(self._heads) else "")
            labels = [one for one in heads if one and one != text and not one[:1].isdigit()]
            claims = tuple(Claim(one, 0, len(text)) for one in labels)
            yield OutlineLine(text, self._headings, claims=claims, cell=(self._table, self._row, column))
        self._row += 1


def outline_of(lines: Iterable[OutlineLine]) -> Outline:
    """Return the outline of *lines* of Markdown, in which nothing but an entry of a list is told from the rest."""
    told = tuple(lines)
    records = tuple(Block(at, at + 1, is_record=True) for at, line in enumerate(told) if line.is_item)
    return Outline(told, (Block(0, len(told), is_record=False), *records))


def _is_item(written: str) -> bool:
    return _ITEM.match(written) is not None


def _claims(text: str) -> Iterator[Claim]:
    """Yield what the labels in *text* claim of it."""
    for label, figure in counted(text):
        for quote, behind in ((f"{figure} {label}", 0), (f"{label} {figure}", len(label) + 1)):
            if (at := text.find(quote)) >= 0:
                yield Claim(label, at + behind, at + behind + len(figure))
                break
    for said in sentences(text):
        pair = split(said)
        if pair is not None and (at := text.find(said)) >= 0:
            start = at + said.rfind(pair[1])
            yield Claim(pair[0], start, start + len(pair[1]))
