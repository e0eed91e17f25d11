"""Blocks: the lines of a page's Markdown, each with what is compared of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gossamer.content.comparison.normal import normal, plain, target

_HEADING: Final = re.compile(r"\s*#{1,6}\s+\S")
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+\S")
_RULE: Final = re.compile(r"\s*(?:\|?(?:\s*:?-{2,}:?\s*\|)+\s*:?-*:?\s*|(?:[-*_]\s*){3,})")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Block:
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


def blocks_of(lines: list[str]) -> Iterator[Block]:
    """Yield the blocks of Markdown; empty lines, fences and rules are none."""
    section, fence = "", ""
    for at, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark is not None and (not fence or line.strip() == fence):
            fence = "" if fence else mark[1]
            continue
        if fence:
            if line.strip():
                yield Block(at, line, " ".join(normal("x " + line).split()[1:]), section)
            continue
        compared = "" if _RULE.fullmatch(line) else normal(line)
        if not compared:
            continue
        is_heading = _HEADING.match(line) is not None
        yield Block(at, line, compared, section, _entry(line, is_heading=is_heading), is_heading)
        if is_heading:
            section = plain(line)


def _entry(line: str, *, is_heading: bool) -> str:
    is_row = line.lstrip().startswith("|")
    if not (is_heading or is_row or _ITEM.match(line)):
        return ""
    if found := target(line):
        return found
    return plain(line.strip().strip("|").partition("|")[0]) if is_row else ""
