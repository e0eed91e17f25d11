"""Reads Markdown into the outline that pages of HTML have: for documents that have no tree."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.page_model.labels import counted, sentences, split
from gossamer.content.page_model.model import Block, Claim, Outline, OutlineLine

_HEADING: Final = re.compile(r"(#{1,6})\s")
_ITEM: Final = re.compile(r"\s{0,12}(?:[-*+]|\d{1,3}[.)])\s")
_RULE: Final = re.compile(r"\s{0,3}\|?[\s:|-]{3,2000}\Z")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"!?\[([^\]\n]*)\]\(<?[^)\s>]+>?(?:\s+\"[^\"\n]*\")?\)")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~$])")
_MARKS: Final = re.compile(r"^\s*(?:(?:[>#|*+-]+|\d{1,3}[.)])\s+)+|[|*`]+|__")
_MOST_LINES: Final = 20_000
_LONGEST_LINE: Final = 2_000
_PAIR: Final = 2


def plain(markdown: str) -> str:
    """Return a line of Markdown as a reader sees it, without marks and link targets."""
    return " ".join(_ESCAPED.sub(r"\1", _MARKS.sub(" ", _LINK.sub(r"\1", markdown))).split())


def outline_of(markdown: str) -> Outline:
    """Return the lines of *markdown* with their headings and labels; each list item is a record."""
    lines = tuple(_Reader().lines(markdown))
    items = (Block(at, at + 1, is_record=True) for at, line in enumerate(lines) if line.is_item)
    return Outline(lines, (Block(0, len(lines), is_record=False), *items))


class _Reader:
    def __init__(self) -> None:
        self._above: list[tuple[int, str]] = []
        self._table = -1
        self._row = 0
        self._heads: list[str] = []
        self._first: list[str] = []
        self._in_table = False

    def lines(self, markdown: str) -> Iterator[OutlineLine]:
        for written in markdown.splitlines()[:_MOST_LINES]:
            if any(map(str.isalnum, written[:_LONGEST_LINE])):
                yield from self._line(written[:_LONGEST_LINE])
            elif self._in_table and "-" in written and _RULE.match(written):
                self._heads = self._first if len(self._first) > _PAIR else []
            else:
                self._in_table = False

    def _line(self, written: str) -> Iterator[OutlineLine]:
        stripped = written.strip()
        if stripped.startswith("|") and stripped.endswith("|"):
            yield from self._cells([plain(cell) for cell in _CELLS.split(stripped)[1:-1]])
            return
        self._in_table = False
        text = plain(written)
        heading = _HEADING.match(stripped)
        level = len(heading.group(1)) if heading else 0
        if level:
            self._above = [one for one in self._above if one[0] < level]
        claims = () if level else tuple(_claims(text))
        yield OutlineLine(text, self._headings, level, claims, is_item=_ITEM.match(written) is not None)
        if level:
            self._above.append((level, text))

    @property
    def _headings(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._above)

    def _cells(self, texts: list[str]) -> Iterator[OutlineLine]:
        if not self._in_table:
            self._in_table = True
            self._table, self._row, self._heads, self._first = self._table + 1, -1, [], texts
        for column, text in enumerate(texts):
            heads = (texts[0] if column else "", self._heads[column] if column < len(self._heads) else "")
            labels = [one for one in heads if one and one != text and not one[:1].isdigit()]
            claims = tuple(Claim(one, 0, len(text)) for one in labels)
            yield OutlineLine(text, self._headings, claims=claims, cell=(self._table, self._row, column))
        self._row += 1


def _claims(text: str) -> Iterator[Claim]:
    """Yield the labels in *text* with the part of it that each names."""
    for label, figure in counted(text):
        for quote, behind in ((f"{figure} {label}", 0), (f"{label} {figure}", len(label) + 1)):
            if (at := text.find(quote)) >= 0:
                yield Claim(label, at + behind, at + behind + len(figure))
                break
    for sentence in sentences(text):
        pair = split(sentence)
        if pair is not None and (at := text.find(sentence)) >= 0:
            start = at + sentence.rfind(pair[1])
            yield Claim(pair[0], start, start + len(pair[1]))
