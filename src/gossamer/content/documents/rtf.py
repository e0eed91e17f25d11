"""Headings of RTF: which paragraphs have an outline level, or a style that has one (RTF 1.9.1, paragraph formatting).

anydoc reads the text and leaves these levels out. Here the control words are read once more, just far enough to know
the text of each heading, and the paragraphs that hold it become headings.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gossamer.content.documents import markup
from gossamer.content.documents.model import Block

_TOKEN: Final = re.compile(rb"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'[0-9a-f]{2}|\\[^a-z]|([{}])|([^\\{}\r\n]+)")
_STYLE: Final = re.compile(rb"\{\\s(\d{1,5})\b([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_OUTLINE: Final = re.compile(rb"\\outlinelevel(\d)")
_HEADING_NAME: Final = re.compile(rb"heading (\d)\s*;", re.IGNORECASE)
_SKIPPED: Final = frozenset(
    {b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"header", b"footer", b"fldinst"}
)
_NO_LETTER: Final = re.compile(r"[^A-Za-z0-9]+")
_LAST_LEVEL: Final = 9


@dataclass(slots=True)
class _State:
    """The state that a group of RTF inherits: the *level* of its paragraph, and whether its text is *hidden*."""

    level: int | None = None
    hidden: bool = False


@dataclass(slots=True)
class _Paragraph:
    text: list[bytes] = field(default_factory=list)
    level: int | None = None


def with_headings(blocks: Sequence[Block], body: bytes) -> list[Block]:
    """Return *blocks* with the paragraphs that *body* marks as headings turned into headings."""
    headings = deque(_headings(body))
    if any(block.kind == "heading" for block in blocks):
        return list(blocks)
    written = []
    for block in blocks:
        level = _level(block, headings)
        written.append(block if level is None else _as_heading(block, level))
    return written


def _level(block: Block, headings: deque[tuple[str, int]]) -> int | None:
    """Return the level of *block* if it is the next heading; those before it that were not met are dropped with it."""
    if block.kind != "paragraph":
        return None
    key = _NO_LETTER.sub("", markup.plain(block.html))
    heading_index = next((index for index, (text, _) in enumerate(headings) if text and text == key), None)
    if heading_index is None:
        return None
    for _ in range(heading_index):
        headings.popleft()
    return headings.popleft()[1]


def _as_heading(block: Block, level: int) -> Block:
    content = block.html.removeprefix("<p>").removesuffix("</p>")
    return replace(block, kind="heading", html=f"<h{min(level, 6)}>{content}</h{min(level, 6)}>")


def _headings(body: bytes) -> Iterator[tuple[str, int]]:
    """Yield the letters and digits of each heading, with its level."""
    styles = _styles(body)
    stack, state, paragraph = [], _State(), _Paragraph()
    for token in _TOKEN.finditer(body):
        word, number, brace, plain = token.groups()
        if brace == b"{":
            stack.append(replace(state))
        elif brace == b"}":
            state = stack.pop() if stack else _State()
        elif word in {b"par", b"row", b"cell", b"sect"}:
            yield from _heading(paragraph)
            paragraph = _Paragraph()
        elif word is not None:
            _apply(word, int(number or 0), state, styles)
        elif token[0] == b"\\*":
            state.hidden = True
        elif plain is not None and not state.hidden:
            paragraph.text.append(plain)
            paragraph.level = state.level
    yield from _heading(paragraph)


def _apply(word: bytes, number: int, state: _State, styles: dict[int, int]) -> None:
    if word == b"pard":
        state.level = None
    elif word == b"s":
        state.level = styles.get(number)
    elif word == b"outlinelevel":
        state.level = number + 1 if number < _LAST_LEVEL else None
    elif word in _SKIPPED:
        state.hidden = True


def _heading(paragraph: _Paragraph) -> Iterator[tuple[str, int]]:
    if paragraph.level is not None:
        yield _NO_LETTER.sub("", b"".join(paragraph.text).decode("ascii", "ignore")), paragraph.level


def _styles(body: bytes) -> dict[int, int]:
    """Return the level of each style that has one."""
    levels = {}
    for number, definition in _STYLE.findall(body[:1_000_000]):
        outline, name = _OUTLINE.search(definition), _HEADING_NAME.search(definition)
        if outline:
            levels[int(number)] = int(outline[1]) + 1
        elif name:
            levels[int(number)] = int(name[1])
    return levels
