"""Blocks: the lines of a page's Markdown, each with what is compared of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gossamer.content.comparison.normal import normal, plain, target
from gossamer.content.text.markdown_lines import MarkdownLine, read_lines


@dataclass(frozen=True, slots=True)
class ComparedBlock:
    """One line of text. *line* is its position in the Markdown, *normal* what is compared; *entry* names an entry.

    *entry* is "" for what is no entry: the address that a list item, a table row or a heading links to, or the first
    cell of a row.
    """

    line: int
    text: str
    normal: str
    section: str = ""
    entry: str = ""
    is_heading: bool = False

    @property
    def words(self) -> str:
        """Return the text without marks of Markdown."""
        return plain(self.text)


def blocks_of(lines: Iterable[str]) -> Iterator[ComparedBlock]:
    """Yield the blocks of Markdown; empty lines, fences and rules are none."""
    for line in read_lines(lines):
        compared = normal(line.written)
        if line.kind == "code":
            compared = " ".join(normal("x " + line.written).split()[1:])
        if compared:
            yield ComparedBlock(line.number, line.written, compared, line.heading, _entry(line), line.kind == "heading")


def _entry(line: MarkdownLine) -> str:
    if line.kind not in {"heading", "row", "item"}:
        return ""
    return target(line.written) or next(iter(line.cells), "")
