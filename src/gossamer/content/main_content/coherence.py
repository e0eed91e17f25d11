"""What belongs together stays together: a title with its page, a heading with its text, the rows of a table.

None of this changes how much right text is kept; it keeps the structure that the text stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from gossamer.content.main_content.blocks import Block

_ROWS: Final = frozenset({"tr", "li"})
# A heading this unlikely announces something else than the text after it.
_UNRELATED: Final = 0.12


def settle(blocks: Sequence[Block], keep: list[bool], chances: Sequence[float], title: int) -> None:
    """Correct *keep* in place; *title* is the number of the block with the page's title, or -1."""
    if title >= 0 and any(keep):
        keep[title] = True
    _join_rows(blocks, keep)
    for number in range(len(blocks) - 2, -1, -1):
        if blocks[number].level and keep[number + 1] and chances[number] > _UNRELATED:
            keep[number] = True


def _join_rows(blocks: Sequence[Block], keep: list[bool]) -> None:
    for _, group in groupby(enumerate(blocks), key=lambda entry: (entry[1].tag in _ROWS, id(entry[1].section))):
        rows = list(group)
        if len(rows) > 1 and rows[0][1].tag in _ROWS:
            kept = sum([block.text if keep[number] else -block.text for number, block in rows])
            for number, _ in rows:
                keep[number] = kept > 0
