"""Gaps: what stands between kept blocks of one container, or below the last, and seems to be no content.

A table, a list or a quotation between two paragraphs that are kept is part of what they say, however short it is. It
is dropped only for a reason: a name, a heading or links that make it navigation, advertising or a repeated widget. The
same holds for what ends the container of a text: the model trusts blocks less the lower they stand, and would cut a
long page off between two that are alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from turbohtml import Element

from gossamer.content.locales import words
from gossamer.content.main_content.blocks import Block, Outline, Section, common
from gossamer.content.main_content.headings import kind_of
from gossamer.content.main_content.vocabulary import BITS

_STRUCTURE: Final = frozenset(
    {"table", "dl", "ul", "ol", "menu", "dir", "blockquote", "figure", "pre", "details", "math"}
)
_TEXT: Final = frozenset({"p", "li", "dd", "td", "figcaption", ""})
# What may stand beside structure in one part of the page: its heading, its source, its caption.
_ALONGSIDE: Final = frozenset({"figcaption", "caption", "cite", "summary"})
_FORMULAS: Final = ("math", "mjx-container")
# A container of which less is kept is not one text.
_MOST: Final = 0.6
_LINKED: Final = 0.5
# What is mostly links, or a paragraph, has to be this likely.
_LIKELY: Final = 0.1
# A container with this share of all that is kept is where the text is.
_BULK: Final = 0.5
# Below the last kept block, what is like none that is kept has to be this likely.
_LIKELY_LAST: Final = 0.2
# A page with a smaller share of prose is no article. There a fact is often a line of its own (a price, a state, a
# date), which has to be this likely between others that are kept.
_PROSE: Final = 0.4
_LIKELY_LINE: Final = 0.25
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
_OVERLAY: Final = BITS["overlay"]
_CALL_OUTS: Final = words("main_content", "call_outs")
_DIALOGS: Final = words("main_content", "dialogs")
_NAME_PART: Final = re.compile(r"[a-z]+")
_NO_STRUCTURE: Final = "neither prose nor structure"
_UNLIKELY: Final = "unlikely to be content"
_BARE_HEADING: Final = "a heading without text"
_ANNOUNCED: Final = {1: "related pages", 2: "comments", 3: "the site's frame"}


def fill(page: Outline, keep: list[bool], chances: Sequence[float]) -> dict[int, str]:
    """Keep, in place, the content in gaps; return why the rest of each gap is dropped, by block number."""
    if not any(keep):
        return {}
    filling = _Filling(page, keep, chances)
    for first, last in _gaps(keep):
        filling.fill(first, last)
    filling.fill_end()
    return filling.reasons


class _Filling:
    """The gaps of one page; *reasons* has why blocks in them are dropped, by number."""

    def __init__(self, page: Outline, keep: list[bool], chances: Sequence[float]) -> None:
        self.reasons: dict[int, str] = {}
        self._blocks = page.blocks
        self._keep = keep
        self._chances = chances
        self._whole = page.sections[0]
        self._kept = _kept_text(page, keep)
        self._is_article = self._whole.prose >= _PROSE * self._whole.text
        # Both are those of the model and what belongs to it, without what is kept here.
        self._last = max(number for number, wanted in enumerate(keep) if wanted)
        self._places = {_place(block) for block, wanted in zip(page.blocks, keep, strict=True) if wanted}

    @cached_property
    def _copies(self) -> Counter[str]:
        return Counter([block.words for block in self._blocks if block.text <= _WIDGET])

    def fill(self, first: int, last: int) -> None:
        """Keep what is content between two kept blocks, from block *first* to block *last*."""
        blocks = self._blocks
        if self._is_article and not (_is_text(blocks[first - 1]) and _is_text(blocks[last + 1])):
            return
        container = common(blocks[first - 1].section, blocks[last + 1].section)
        if self._kept[container] < _MOST * container.text:
            return
        for numbers in reversed(_parts(blocks, first, last, container)):
            reason = self._reason(numbers, container, self._chance(numbers), followed=self._keep[numbers[-1] + 1])
            self._settle(numbers, reason)

    def fill_end(self) -> None:
        """Keep what stands below the last kept block in the container of the text, up to the first that is no content.

        What has the same place as kept blocks is content like them, however unlikely it is so far down.
        """
        container = self._container_of_text()
        if container is None:
            return
        heading: list[int] = []
        for numbers in _parts(self._blocks, self._last + 1, container.last, container):
            is_alike = all(_place(self._blocks[number]) in self._places for number in numbers)
            chance = 1.0 if is_alike else self._chance(numbers)
            reason = self._reason(numbers, container, chance, followed=True)
            if reason is None and chance < _LIKELY_LAST:
                reason = _UNLIKELY
            if reason is None and len(numbers) == 1 and self._blocks[numbers[0]].level:
                # It is kept with what follows it.
                heading.extend(numbers)
                continue
            self._settle([*heading, *numbers], reason)
            if reason is not None:
                return
            heading = []
        self._settle(heading, _BARE_HEADING)

    def _container_of_text(self) -> Section | None:
        """Return the section around the last kept block with most of what is kept; None if it is mostly other text."""
        section: Section | None = self._blocks[self._last].section
        while section is not None and self._kept[section] < _BULK * self._kept[self._whole]:
            section = section.parent
        return None if section is None or self._kept[section] < _MOST * section.text else section

    def _chance(self, numbers: Sequence[int]) -> float:
        lengths = [self._blocks[number].text for number in numbers]
        expected = [self._chances[number] * length for number, length in zip(numbers, lengths, strict=True)]
        return sum(expected) / sum(lengths)

    def _reason(self, numbers: Sequence[int], container: Section, chance: float, *, followed: bool) -> str | None:
        part = [self._blocks[number] for number in numbers]
        reason = _exception(part, container, self._copies, chance, followed=followed)
        is_line = not self._is_article and chance >= _LIKELY_LINE
        return None if reason == _NO_STRUCTURE and is_line else reason

    def _settle(self, numbers: Sequence[int], reason: str | None) -> None:
        for number in numbers:
            if reason is None:
                self._keep[number] = True
            else:
                self.reasons[number] = reason


def _place(block: Block) -> tuple[int, str]:
    return block.section.signature, block.tag


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
    call_out = _is_call_out(part[0], container)
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
    structured = structured or call_out
    names &= (_STRONG if structured and not linked else _ANY) & ~(_OVERLAY if call_out else 0)
    if names:
        return next(reason for reason, bits in _BITS.items() if names & bits)
    if announced := kind_of(part[0].words) if part[0].level else 0:
        return _ANNOUNCED[announced]
    if all(copies[block.words] > 1 and block.text > _LONG for block in part):
        return "repeated on the page"
    if part[0].level and len(part) == 1:
        return None if followed else _BARE_HEADING
    if chance < _LIKELY and (linked or not structured):
        return "mostly links" if linked else _UNLIKELY
    return None if structured or all(block.tag == "p" for block in part) else _NO_STRUCTURE


def _is_call_out(block: Block, container: Section) -> bool:
    """Return whether the child of *container* around *block* is named as a note or a warning of the text's author."""
    section = block.section
    node = block.nodes[0]
    while section is not container and section.parent is not None:
        node, section = section.node, section.parent
    names = node.attr("class") if isinstance(node, Element) else None
    parts = frozenset(_NAME_PART.findall(names.lower())) if names else frozenset()
    return not parts.isdisjoint(_CALL_OUTS) and parts.isdisjoint(_DIALOGS)


def _holds_formula(block: Block) -> bool:
    return any(
        isinstance(node, Element) and next(node.iter_elements(_FORMULAS), None) is not None for node in block.nodes
    )
