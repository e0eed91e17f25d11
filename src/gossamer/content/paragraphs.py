"""Text that is no page as a tree, so that what reads pages reads it too: headings, paragraphs, lists and tables.

The text is Markdown, our own or that of a file; what is no such mark is a paragraph.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

import turbohtml

from gossamer.content.text.markdown_lines import Kind, MarkdownLine, read_paragraphs

# A helper reads what is longer; nothing that people wrote is.
_MOST_CHARACTERS: Final = 4_000_000


def tree_of(text: str, *, title: str = "") -> turbohtml.Document:
    """Return the tree of *text*."""
    body = "".join(_markup(text[:_MOST_CHARACTERS]))
    head = f"<title>{escape(title)}</title>" if title else ""
    return turbohtml.parse(f"<html><head>{head}</head><body>{body}</body></html>", positions=False)


def _markup(text: str) -> Iterator[str]:
    for lines in read_paragraphs(text):
        for kind, run in groupby(lines, lambda line: line.kind):
            yield _element(kind, list(run))


def _element(kind: Kind, lines: Sequence[MarkdownLine]) -> str:
    words = [escape(line.text) for line in lines]
    match kind:
        case "heading":
            return "".join(f"<h{line.level}>{text}</h{line.level}>" for line, text in zip(lines, words, strict=True))
        case "row":
            has_head = any(line.columns for line in lines)
            return f"<table>{''.join(_row(line, is_head=has_head and line.place[1] < 0) for line in lines)}</table>"
        case "item":
            return f"<ul>{''.join(f'<li>{text}</li>' for text in words)}</ul>"
        case _:
            # The lines of a paragraph stay lines.
            return f"<p>{'<br>'.join(words)}</p>"


def _row(line: MarkdownLine, *, is_head: bool) -> str:
    tag = "th" if is_head else "td"
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in line.cells)}</tr>"
