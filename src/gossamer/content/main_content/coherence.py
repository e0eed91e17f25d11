"""What belongs together stays together: a title with its page, a heading with its text, a table, a list, a listing.

None of this changes how much right text is kept; it keeps the structure that the text stands in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from turbohtml import Element, Node

from gossamer.content.cleaning import choices
from gossamer.content.main_content import gaps
from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.vocabulary import BITS

# A heading this unlikely announces something else than the text after it.
_UNRELATED: Final = 0.12
_LIST_OF_LINKS: Final = 0.5
# So many sections that are alike belong together: the posts of a thread, the items of a listing. What stands at the
# same place in each is kept in all of them when it is in this share.
_MANY: Final = 2
_ENOUGH: Final = 1 / 2
_TABLE: Final = BITS["t_table"]
# What a thing costs, how good those who had it found it, and how many they were: lines below the title of what is sold.
_OFFERED: Final = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?(?:[€£₹]|USD\b|EUR\b|kr\b|zł)|[★☆⭐]"
    r"|\b[0-5](?:[.,]\d{1,2})? ?(?:/|(?:out )?of|von|sur|de|su|van) ?5\b|\b[0-5][.,]\d{1,2} ?\(\d"
)
_LONGEST_OFFER: Final = 80
_LINKED: Final = 0.5
# Of a definition list: an item may stand in a div, and its description in a section of its own.
_ITEMS: Final = frozenset({"dd", "dt", "div"})
_ITEM_DEPTH: Final = 4
_PICTURE: Final = '[role="img"]'
_BELOW: Final = 5


def settle(page: Outline, keep: list[bool], chances: Sequence[float], title: int) -> dict[int, str]:
    """Correct *keep* in place and return why blocks in gaps are dropped; *title* is the title's block, or -1."""
    blocks = page.blocks
    if title >= 0 and any(keep):
        keep[title] = True
    if title >= 0:
        _join_offer(blocks, keep, title)
    _join_rows(blocks, keep)
    _join_details(page, keep)
    _join_cards(blocks, keep)
    for number in range(len(blocks) - 2, -1, -1):
        if not keep[number] and keep[number + 1] and blocks[number].level and chances[number] > _UNRELATED:
            keep[number] = True
    for number, block in enumerate(blocks):
        if block.tag == "pre" and not keep[number]:
            keep[number] = any(keep[max(0, number - 1) : number + 2])
    reasons = gaps.fill(page, keep, chances)
    if title >= 0:
        # Last, so that a line of words does not speak for what stands around it.
        _join_choices(blocks, keep, title)
    return reasons


def _join_offer(blocks: Sequence[Block], keep: list[bool], title: int) -> None:
    """Keep the price and the rating that stand between the title and the first text that is kept behind it."""
    below = range(title + 1, min(title + 1 + _BELOW, len(blocks)))
    following = next((number for number in below if keep[number]), 0)
    for number in range(title + 1, following):
        keep[number] = is_offer(blocks[number])


def _join_choices(blocks: Sequence[Block], keep: list[bool], title: int) -> None:
    """Keep the sizes, colours and other choices of what the title names."""
    for number in range(title + 1, len(blocks)):
        block = blocks[number]
        if block.level and block.linked > _LINKED * block.text:
            # From here on other things are offered.
            return
        if isinstance(block.nodes[0], Element) and block.nodes[0].attr(choices.LINE) is not None:
            keep[number] = True


def is_offer(block: Block) -> bool:
    """Return whether *block* is a price, a rating or a number of ratings, and nothing else."""
    if block.text > _LONGEST_OFFER or block.linked > _LINKED * block.text or block.level:
        return False
    return _OFFERED.search(block.words) is not None and not any(map(_is_drawn, block.nodes))


def _is_drawn(node: Node) -> bool:
    """Return whether *node* stands for a picture: what it says is read out, and printed nowhere."""
    if not isinstance(node, Element):
        return False
    return node.closest(_PICTURE) is not None or node.select_one(_PICTURE) is not None


def _join_rows(blocks: Sequence[Block], keep: list[bool]) -> None:
    """Keep or drop the items of a list, and the cells of a table, by most of their text or by what is around."""
    tables: dict[Section, Section | None] = {}
    groups: dict[Section, list[int]] = {}
    for number, block in enumerate(blocks):
        section = block.section
        if block.tag == "li":
            whole: Section | None = section
        elif section.bits & _TABLE:
            whole = _table_of(section, tables)
        else:
            whole = _glossary_of(section)
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


def _join_details(page: Outline, keep: list[bool]) -> None:
    """Keep the summary of what folds out with what it says: the one tells when the other holds."""
    for section in page.sections:
        if section.node.tag == "details" and any(keep[section.first : section.last + 1]):
            for number in range(section.first, section.last + 1):
                block = page.blocks[number]
                # What folds out inside has a summary of its own.
                keep[number] = keep[number] or (block.tag == "summary" and block.section is section)


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
    if section.node.tag == "table":
        found = None if _lays_out(section) else section
    elif section.parent is not None:
        found = _table_of(section.parent, known)
    known[section] = found
    return found


def _glossary_of(section: Section) -> Section | None:
    """Return the definition list that *section* is, or is an item of."""
    for _ in range(_ITEM_DEPTH):
        if section.node.tag == "dl":
            return section
        if section.parent is None or section.node.tag not in _ITEMS:
            return None
        section = section.parent
    return None


def _lays_out(table: Section) -> bool:
    return table.node.select_one("table,h1,h2,h3,p+p,form") is not None
