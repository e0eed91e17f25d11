"""Text that is no page as a tree, so that what reads pages reads it too: headings, paragraphs, lists and tables.

The text is Markdown, our own or that of a file; what is no such mark is a paragraph.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

import turbohtml

_BLOCKS: Final = re.compile(r"\n\s*\n")
_HEADING: Final = re.compile(r"(#{1,6})\s+(\S.*)")
_ENTRY: Final = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(\S.*)")
_RULE: Final = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*")
# A helper reads what is longer; nothing that people wrote is.
_MOST_CHARACTERS: Final = 4_000_000


def tree_of(text: str, *, title: str = "") -> turbohtml.Document:
    """Return the tree of *text*."""
    body = "".join(_markup(text[:_MOST_CHARACTERS]))
    head = f"<title>{escape(title)}</title>" if title else ""
    return turbohtml.parse(f"<html><head>{head}</head><body>{body}</body></html>", positions=False)


def _markup(text: str) -> Iterator[str]:
    for block in _BLOCKS.split(text):
        lines = [line for line in block.splitlines() if line.strip()]
        if lines and all(line.lstrip().startswith("|") for line in lines):
            yield _table(lines)
        elif lines and all(_ENTRY.fullmatch(line) for line in lines):
            yield f"<ul>{''.join(f'<li>{escape(_content(line))}</li>' for line in lines)}</ul>"
        else:
            yield from _paragraphs(lines)


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Yield headings as such and what stands between them as paragraphs, whose lines stay lines."""
    held: list[str] = []
    for line in lines:
        if match := _HEADING.fullmatch(line.strip()):
            yield from _paragraph(held)
            held = []
            level = len(match.group(1))
            yield f"<h{level}>{escape(match.group(2))}</h{level}>"
        else:
            held.append(line.strip())
    yield from _paragraph(held)


def _paragraph(lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"<p>{'<br>'.join(map(escape, lines))}</p>"


def _table(lines: Sequence[str]) -> str:
    rows = [line for line in lines if not _RULE.fullmatch(line)]
    has_head = len(lines) > 1 and _RULE.fullmatch(lines[1]) is not None
    return f"<table>{''.join(_row(row, 'th' if has_head and not at else 'td') for at, row in enumerate(rows))}</table>"


def _row(line: str, cell: str) -> str:
    cells = line.strip().strip("|").split("|")
    return f"<tr>{''.join(f'<{cell}>{escape(one.strip())}</{cell}>' for one in cells)}</tr>"


def _content(line: str) -> str:
    match = _ENTRY.fullmatch(line)
    return match.group(1) if match else line
