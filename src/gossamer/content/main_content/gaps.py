"""Gaps: structure between kept blocks of one container, kept unless something shows that it is no content.

A table, a list or a quotation between two paragraphs that are kept is part of what they say, however short it is. It
is dropped only for a reason: a name, a heading or links that make it navigation, advertising or a repeated widget.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from turbohtml import Element

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.headings import kind_of
from gossamer.content.main_content.vocabulary import BITS

_STRUCTURE: Final = frozenset(
    {"table", "dl", "ul", "ol", "menu", "dir", "blockquote", "figure", "pre", "details", "math"}
)
_FACTS: Final = frozenset({"table", "dl"})
_TEXT: Final = frozenset({"p", "li", "dd", "td", "figcaption", ""})
# What may stand beside structure in one part of the page: its heading, its source, its caption.
_ALONGSIDE: Final = frozenset({"figcaption", "caption", "cite", "summary"})
_FORMULAS: Final = ("math", "mjx-container")
# A container of which less is kept is not one text.
_MOST: Final = 0.6
_LINKED: Final = 0.5
# What is mostly links, or a paragraph, has to be this likely.
_LIKELY: Final = 0.1
# Words of so many characters that the page has twice are a repeated widget.
_LONG: Final = 12
_WIDGET: Final = 300
_NAMES: Final = {
    "navigation": ("t_nav", "crumb", "pager"),
    "related pages": ("related",),
    "advertising": ("ad",),
    "sharing": ("social",),
    "comments": ("comment",),
    "a form or a dialog": ("overlay", "t_form", "t_dialog", "t_button"),
    # What these are called may be a tab, a column or a call-out that holds structure of the text.
    "named as navigation": ("nav", "toc"),
    "a control": ("signup", "tools", "t_label"),
    "tags": ("tags",),
    "a side bar": ("side", "t_aside", "widget"),
    "the site's frame": ("footer", "t_footer", "t_header", "t_inner_footer"),
}
_BITS: Final = {reason: sum(BITS[name] for name in names) for reason, names in _NAMES.items()}
_ANY: Final = sum(set(_BITS.values()))
# What speaks against structure as well.
_STRONG: Final = sum(list(_BITS.values())[:6])
_ANNOUNCED: Final = {1: "related pages", 2: "comments", 3: "the site's frame"}


def fill(page: Outline, keep: list[bool], chances: Sequence[float]) -> dict[int, str]:
    """Keep, in place, the structure in gaps; return why the rest of each gap is dropped, by block number."""
    blocks = page.blocks
    reasons: dict[int, str] = {}
    gaps = [(first, last) for first, last in _gaps(keep) if _is_text(blocks[first - 1]) and _is_text(blocks[last + 1])]
    _fill_end(blocks, keep)
    if not gaps:
        return reasons
    kept = _kept_text(page, keep)
    copies = Counter([block.words for block in blocks if block.text <= _WIDGET])
    for first, last in gaps:
        container = _common(blocks[first - 1].section, blocks[last + 1].section)
        if kept[container] < _MOST * container.text:
            continue
        for numbers in reversed(_parts(blocks, first, last, container)):
            part = [blocks[number] for number in numbers]
            chance = sum(chances[number] * blocks[number].text for number in numbers) / sum(b.text for b in part)
            reason = _exception(part, container, copies, chance, followed=keep[numbers[-1] + 1])
            for number in numbers:
                if reason is None:
                    keep[number] = True
                else:
                    reasons[number] = reason
    return reasons


def _fill_end(blocks: Sequence[Block], keep: list[bool]) -> None:
    """Keep the facts, a table or a definition list without links, that follow the last kept text in its own section."""
    last = max([number for number, wanted in enumerate(keep) if wanted], default=len(blocks))
    for number in range(last + 1, len(blocks)):
        block = blocks[number]
        if block.tag not in _FACTS or block.section is not blocks[last].section or block.linked or block.own & _STRONG:
            break
        keep[number] = True


def name_reason(block: Block) -> str | None:
    """Return what the names of *block* and of the sections around it make of it, or None when they say nothing."""
    near = block.own | block.section.near
    return next((reason for reason, bits in _BITS.items() if near & bits), None)


def _is_text(block: Block) -> bool:
    return block.level > 0 or block.tag in _TEXT or block.tag in _STRUCTURE


def _kept_text(page: Outline, keep: Sequence[bool]) -> dict[Section, int]:
    kept = dict.fromkeys(page.sections, 0)
    for block, wanted in zip(page.blocks, keep, strict=True):
        if wanted:
            kept[block.section] += block.text
    for section in reversed(page.sections):
        if section.parent is not None:
            kept[section.parent] += kept[section]
    return kept


def _gaps(keep: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the first and the last number of each run of dropped blocks that has a kept one on both sides."""
    gaps = []
    last = -1
    for number, wanted in enumerate(keep):
        if wanted:
            if 0 <= last < number - 1:
                gaps.append((last + 1, number - 1))
            last = number
    return gaps


def _common(one: Section, other: Section) -> Section:
    while one is not other:
        if one.depth >= other.depth and one.parent is not None:
            one = one.parent
        elif other.parent is not None:
            other = other.parent
    return one


def _parts(blocks: Sequence[Block], first: int, last: int, container: Section) -> list[list[int]]:
    """Return the numbers of a gap in groups, one for each child of *container*."""
    groups: list[list[int]] = []
    previous: Section | None = None
    for number in range(first, last + 1):
        section = blocks[number].section
        child = None
        while section is not container and section.parent is not None:
            child, section = section, section.parent
        if child is not None and child is previous:
            groups[-1].append(number)
        else:
            groups.append([number])
        previous = child
    return groups


def _exception(
    part: Sequence[Block], container: Section, copies: Counter[str], chance: float, *, followed: bool
) -> str | None:
    """Return why *part*, which fills a child of *container*, is no content; None when nothing speaks against it."""
    names = 0
    structured = True
    for block in part:
        names |= block.own
        inside = block.tag in _STRUCTURE or block.tag in _ALONGSIDE or _holds_formula(block)
        section = block.section
        while section is not container and section.parent is not None:
            names |= section.own
            if section.node.tag in _STRUCTURE:
                inside = True
            section = section.parent
        structured = structured and (inside or (block.level > 0 and len(part) > 1))
    linked = sum([block.linked for block in part]) > _LINKED * sum([block.text for block in part])
    names &= _STRONG if structured and not linked else _ANY
    if names:
        return next(reason for reason, bits in _BITS.items() if names & bits)
    if announced := kind_of(part[0].words) if part[0].level else 0:
        return _ANNOUNCED[announced]
    if all(copies[block.words] > 1 and block.text > _LONG for block in part):
        return "repeated on the page"
    if part[0].level and len(part) == 1:
        return None if followed else "a heading without text"
    if chance < _LIKELY and (linked or not structured):
        return "mostly links" if linked else "unlikely to be content"
    return None if structured or all(block.tag == "p" for block in part) else "neither prose nor structure"


def _holds_formula(block: Block) -> bool:
    return any(
        isinstance(node, Element) and next(node.iter_elements(_FORMULAS), None) is not None for node in block.nodes
    )
