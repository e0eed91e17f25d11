"""Markdown line by line, our own or that of a file: headings, items, rows of tables, quotes, code and text.

Whoever reads Markdown reads it here. Reading takes time in proportion to the text, whatever the text is.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["heading", "item", "row", "quote", "code", "text"]

# A title may also stand between single marks or in brackets; a sign behind "\" ends nothing.
_ADDRESS: Final = r"[^\s()<>\\]*+(?:\\\S?[^\s()<>\\]*+)*+"
_TITLE: Final = r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|\((?:[^()\\\n]|\\.)*+\)"
# The words of a link and its address, in which brackets come in pairs; that of a picture begins with "!". These
# patterns begin with characters that are looked for at the speed of memory, which the beginning of a line is not.
LINK: Final = re.compile(
    r"[!\[](?:(?<=!)\[|(?<=\[)(?<!\\\[))([^\[\]\\]*(?:\\.[^\[\]\\]*)*)\]"
    rf"\(<?({_ADDRESS}(?:\({_ADDRESS}\){_ADDRESS})*+)>?(?:\s++(?:{_TITLE}))?\)"
)
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_RULE: Final = r"(?:\|?(?:[ \t]*+:?-{2,}:?[ \t]*+\|)+[ \t]*+:?-*:?[ \t]*+|(?:[-*_][ \t]*+){3,})"
_OPENING: Final = re.compile(
    rf"\n[ \t]*+(?=[>#*+\d\-_|`~:])(?:(?:{_RULE}|(?:`{{3,}}|~{{3,}})[^\n`]*)(?=\n|\Z)|(?:>[ \t]*+)*"
    r"(?:#{1,6}(?=[ \t])|[-*+](?=[ \t])(?:[ \t]++\[[ xX]\](?=[ \t]))?|\d{1,9}[.)](?=[ \t]))?[ \t]*+)"
)
_SLANTED: Final = tuple(
    re.compile(rf"{sign}(?<![\w\\{sign}]{sign})(?=[^\s{sign}])([^{sign}\n]++)(?<![\s\\]){sign}(?![\w{sign}])")
    for sign in (r"\*", "_")
)
_SIGNS: Final = re.compile(rf"{_ESCAPED.pattern}|\\(?=\n|\Z)|\*\*+|~~|``*|__(?:(?<!\w__)(?=\S)|(?<=\S__)(?!\w))")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_FENCE: Final = re.compile(r"\s*(`{3,}(?=[^`]*\Z)|~{3,})")
_WHOLE_RULE: Final = re.compile(_RULE)
_KIND: Final = re.compile(r"(#{1,6})[ \t]+\S|((?:[-*+]|\d{1,9}[.)])[ \t]+\S)|>")


@dataclass(frozen=True, slots=True)
class MarkdownLine:
    """A line that says something: *written* as it is, at the position *number* of the text, from 0.

    *headings* are those it stands under, the outermost first; of a heading *level* is 1 to 6, else 0. A row of a table
    has *cells*, with the *columns* they stand in where the table has a head, and its *place*: the numbers of the table,
    from 0, and of the row, which is -1 for the first. The place of code is the line that opens its block.
    """

    number: int
    written: str
    kind: Kind
    headings: tuple[str, ...] = ()
    level: int = 0
    cells: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    place: tuple[int, int] = (0, 0)

    @property
    def heading(self) -> str:
        """Return the nearest heading above it, or an empty text."""
        return self.headings[-1] if self.headings else ""

    @property
    def text(self) -> str:
        """Return its words as a reader sees them."""
        return self.written.strip() if self.kind == "code" else plain(self.written)


def without_marks(markdown: str) -> str:
    """Return *markdown*, a line or a whole text, without its signs, and with links and pictures by their words."""
    for _ in range(1 + ("[![" in markdown) if "](" in markdown else 0):
        markdown = LINK.sub(r"\1", markdown)
    markdown = _OPENING.sub("\n", f"\n{markdown}")[1:]
    for slanted in _SLANTED:
        markdown = slanted.sub(r"\1", markdown)
    return _SIGNS.sub(r"\1", markdown).replace("|", " ")


def address_of(link: re.Match[str]) -> str:
    """Return the address of a *link* as it is fetched."""
    return _ESCAPED.sub(r"\1", link[2])


def plain(markdown: str) -> str:
    """Return *markdown* as one line of words."""
    return " ".join(without_marks(markdown).split())


def read_lines(lines: Iterable[str]) -> Iterator[MarkdownLine]:
    """Yield the *lines* of a Markdown text that say something; empty lines, fences and rules do not."""
    reader = _LineReader()
    for number, written in enumerate(lines):
        if (line := reader.read(number, written)) is not None:
            yield line


def read_paragraphs(markdown: str) -> Iterator[list[MarkdownLine]]:
    """Yield the lines of *markdown* in runs with nothing between them; a heading is apart from what is below it."""
    for _, run in groupby(enumerate(read_lines(markdown.splitlines())), _run_of):
        yield [line for _, line in run]


def _run_of(counted: tuple[int, MarkdownLine]) -> tuple[int, bool]:
    """Return the mark that the lines of a run share; there is a rule between the head of a table and its other rows."""
    count, line = counted
    return line.number - count - bool(line.columns), line.kind == "heading"


class _LineReader:
    def __init__(self) -> None:
        self._fence = ""
        self._opened = -1
        self._above: list[tuple[int, str]] = []
        self._headings: tuple[str, ...] = ()
        self._table = -1
        self._row = 0
        # Of the table that the lines before belong to: its first row, and the head of its columns.
        self._first: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()

    def read(self, number: int, written: str) -> MarkdownLine | None:
        stripped = written.strip()
        if self._is_fence(written, stripped):
            self._opened = number
            return None
        if self._fence:
            place = (self._opened, 0)
            return MarkdownLine(number, written, "code", self._headings, place=place) if stripped else None
        if _WHOLE_RULE.fullmatch(stripped):
            self._columns = self._first
            return None
        if stripped.startswith("|"):
            return self._cells(number, written, stripped)
        self._first = self._columns = ()
        return self._block(number, written, stripped) if stripped else None

    def _is_fence(self, written: str, stripped: str) -> bool:
        """Return whether the line opens or closes a block of code."""
        if self._fence:
            is_end = stripped.startswith(self._fence) and not stripped.strip(self._fence[0])
            self._fence = "" if is_end else self._fence
            return is_end
        if (mark := _FENCE.match(written)) is not None:
            self._fence, self._first, self._columns = mark[1], (), ()
        return mark is not None

    def _cells(self, number: int, written: str, stripped: str) -> MarkdownLine:
        cells = tuple(plain(cell) if cell.strip() else "" for cell in _CELLS.split(stripped.removesuffix("|"))[1:])
        if not self._first:
            self._table, self._row, self._first = self._table + 1, -1, cells
        place = (self._table, self._row)
        self._row += 1
        return MarkdownLine(number, written, "row", self._headings, 0, cells, self._columns, place)

    def _block(self, number: int, written: str, stripped: str) -> MarkdownLine:
        match = _KIND.match(stripped)
        if match is None or match[1] is None:
            return MarkdownLine(number, written, _kind(match), self._headings)
        level = len(match[1])
        self._above = [heading for heading in self._above if heading[0] < level]
        line = MarkdownLine(number, written, "heading", tuple(text for _, text in self._above), level)
        self._above.append((level, line.text))
        self._headings = (*line.headings, line.text)
        return line


def _kind(match: re.Match[str] | None) -> Kind:
    if match is None:
        return "text"
    return "quote" if match[2] is None else "item"
