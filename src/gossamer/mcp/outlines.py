"""The outline of a Markdown text: its headings and where each begins."""

import re
from dataclasses import dataclass
from typing import Final

_HEADING: Final = re.compile(r"^(#{1,6}) +(\S.*?) *#* *$|^(```|~~~)", re.MULTILINE)
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MOST: Final = 200
# So few headings say too little of a text with more than the most.
_FEW: Final = 20


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1, its text without links, and the offset of its line in characters."""

    level: int
    text: str
    offset: int


def outline(markdown: str) -> tuple[Heading, ...]:
    """Return the headings outside of code blocks, in their order; of very many the highest levels."""
    found: list[Heading] = []
    fence = ""
    for match in _HEADING.finditer(markdown):
        marks, text, opened = match.groups()
        if opened:
            fence = "" if fence == opened else fence or opened
        elif not fence:
            found.append(Heading(len(marks), _LINK.sub(r"\1", text)[:200], match.start()))
    return _highest(found)


def _highest(headings: list[Heading]) -> tuple[Heading, ...]:
    for deepest in range(5, 0, -1):
        fewer = [heading for heading in headings if heading.level <= deepest]
        if len(headings) <= _MOST or len(fewer) < _FEW:
            break
        headings = fewer
    return tuple(headings[:_MOST])
