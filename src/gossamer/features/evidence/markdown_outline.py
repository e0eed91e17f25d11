"""Reads Markdown into the outline that pages of HTML have: for documents that have no tree."""

from collections.abc import Iterator
from typing import Final

from gossamer.content.page_model.labels import counted, sentences, split
from gossamer.content.page_model.model import Block, Claim, Outline, OutlineLine
from gossamer.content.text.markdown_lines import MarkdownLine, read_lines

_MOST_LINES: Final = 20_000
_LONGEST_LINE: Final = 2_000
_PAIR: Final = 2


def outline_of(markdown: str) -> Outline:
    """Return the lines of *markdown* with their headings and labels; each list item is a record."""
    written = (line[:_LONGEST_LINE] for line in markdown.splitlines()[:_MOST_LINES])
    lines = tuple(outlined for line in read_lines(written) for outlined in _outlined(line))
    items = (Block(at, at + 1, is_record=True) for at, line in enumerate(lines) if line.is_item)
    return Outline(lines, (Block(0, len(lines), is_record=False), *items))


def _outlined(line: MarkdownLine) -> Iterator[OutlineLine]:
    text = line.text
    if not any(map(str.isalnum, text)):
        return
    if line.kind != "row":
        claims = () if line.level else tuple(_claims(text))
        yield OutlineLine(text, line.headings, line.level, claims, is_item=line.kind == "item")
        return
    # The first row of a table of pairs is a pair.
    columns = line.columns if len(line.columns) > _PAIR else ()
    for column, cell in enumerate(line.cells):
        heads = (line.cells[0] if column else "", columns[column] if column < len(columns) else "")
        labels = [head for head in heads if head and head != cell and not head[:1].isdigit()]
        table, row = line.place
        yield OutlineLine(
            cell, line.headings, claims=tuple(Claim(label, 0, len(cell)) for label in labels), cell=(table, row, column)
        )


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
