"""What belongs together stays together: a title with its page, a heading with its text, a table, a list, a listing.

None of this changes how much right text is kept; it keeps the structure that the text stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from turbohtml import Element

from gossamer.content.main_content.blocks import Block, Section
from gossamer.content.main_content.vocabulary import BITS

# A heading this unlikely announces something else than the text after it.
_UNRELATED: Final = 0.12
_LIST_OF_LINKS: Final = 0.5
# So many sections that are alike are a listing; of which this share is kept, all is.
_MANY: Final = 4
_ENOUGH: Final = 1 / 3
_TABLE: Final = BITS["t_table"]


def settle(blocks: Sequence[Block], keep: list[bool], chances: Sequence[float], title: int) -> None:
    """Correct *keep* in place; *title* is the number of the block with the page's title, or -1."""
    if title >= 0 and any(keep):
        keep[title] = True
    _join_rows(blocks, keep)
    _join_cards(blocks, keep)
    for number in range(len(blocks) - 2, -1, -1):
        if not keep[number] and keep[number + 1] and blocks[number].level and chances[number] > _UNRELATED:
            keep[number] = True
    for number, block in enumerate(blocks):
        if block.tag == "pre" and not keep[number]:
            keep[number] = any(keep[max(0, number - 1) : number + 2])


def _join_rows(blocks: Sequence[Block], keep: list[bool]) -> None:
    """Keep or drop the items of a list, and the cells of a table, by most of their text or by what is around."""
    wholes: dict[Section, Section | None] = {}
    groups: dict[Section, list[int]] = {}
    for number, block in enumerate(blocks):
        section = block.section
        whole = section if block.tag == "li" else _table_of(section, wholes) if section.bits & _TABLE else None
        if whole is not None:
            groups.setdefault(whole, []).append(number)
    for numbers in groups.values():
        wanted = sum([blocks[number].text if keep[number] else -blocks[number].text for number in numbers]) > 0
        around = (numbers[0] - 1, numbers[-1] + 1)
        if not wanted and around[0] >= 0 and around[1] < len(blocks):
            # Between two kept paragraphs a table is part of what they say.
            wanted = all(keep[number] for number in around) and _linked(blocks, numbers) < _LIST_OF_LINKS
        for number in numbers:
            keep[number] = wanted


def _join_cards(blocks: Sequence[Block], keep: list[bool]) -> None:
    """Keep what stands at the same place in each of many like sections, where enough of it is kept."""
    places: dict[tuple[int, str], list[int]] = {}
    for number, block in enumerate(blocks):
        places.setdefault((block.section.signature, block.tag), []).append(number)
    for numbers in places.values():
        if len(numbers) < _MANY or sum([keep[number] for number in numbers]) < _ENOUGH * len(numbers):
            continue
        if len({blocks[number].section for number in numbers}) >= _MANY:
            for number in numbers:
                keep[number] = True


def _linked(blocks: Sequence[Block], numbers: Sequence[int]) -> float:
    return sum([blocks[number].linked for number in numbers]) / sum([blocks[number].text for number in numbers])


def _table_of(section: Section, known: dict[Section, Section | None]) -> Section | None:
    """Return the table that *section* is part of, unless it lays out the page."""
    if section in known:
        return known[section]
    found: Section | None = None
    if isinstance(section.node, Element) and section.node.tag == "table":
        found = None if _lays_out(section) else section
    elif section.parent is not None:
        found = _table_of(section.parent, known)
    known[section] = found
    return found


def _lays_out(table: Section) -> bool:
    return isinstance(table.node, Element) and table.node.select_one("table,h1,h2,h3,p+p,form") is not None
