"""What is known about each block before it is judged: one row of numbers per block, all read from the outline.

A row speaks of the block, of the sections around it, of its neighbours in reading order, of the headings it follows,
of its place and of the page. Amounts of text are characters, which works for scripts that put no spaces between words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.headings import HEADING_NAMES, mark_scopes, trails

Row = tuple[Any, ...]

NAMES: Final = (
    "text", "link_density", "stops", "ended", "level", "tag", "near", "far", "titled",
    "s1_text", "s1_density", "s2_text", "s2_density", "s2_blocks", "s3_text", "s3_density", "s3_blocks", "s5_share",
    "s5_density",
    "prose_share", "siblings", "depth", "scope",
    "core_up", "core_down", "core_side", "bulk_up", "bulk_down", "bulk_side", "title_up", "title_down", "title_side",
    "repeats", "repeat_share", "repeat_text", "outer_repeats", "outer_share", "outer_text",
    "prev_text", "next_text", "prev_density", "next_density", "prev_level", "next_level", "window_text",
    "window_density", "window_stops",
    "like_count", "like_share", "like_distinct", "copy",
    *HEADING_NAMES,
    "place", "since_title",
    "page_text", "page_density", "page_prose", "page_blocks", "page_repeat", "page_repeat_share", "page_prices",
)  # fmt: skip
MASKS: Final = ("near", "far")
_FAR: Final = 99
_LONG: Final = 80
_TAG_CODE: Final = {
    "": 0, "p": 1, "div": 2, "li": 3, "span": 4, "a": 5, "mixed": 6, "tr": 7, "td": 8, "th": 8, "dt": 9, "dd": 10,
    "pre": 11, "button": 12,
    "label": 13, "figcaption": 14, "blockquote": 15, "summary": 16, "select": 17, "legend": 18, "section": 19,
    "article": 20,
    "strong": 21, "b": 21, "em": 22, "i": 22, "caption": 23, "time": 24, "small": 25, "code": 26, "ul": 27,
}  # fmt: skip
_OTHER_TAG: Final = 30
_STOP: Final = re.compile(r"[.,;:!?。，、！？।؟،]")  # noqa: RUF001 - the stops of other scripts are meant
_ENDS: Final = ".!?…:。！？।"  # noqa: RUF001 - as above
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£₹]|USD|EUR|kr\b)")
_FEW: Final = 3
_LOWEST_TITLE: Final = 3
_SHORTEST_TITLE: Final = 6


def rows(page: Outline, title: str) -> list[Row]:
    """Return one row, named by `NAMES`, for each block of *page*; *title* is its title element's, in lower case."""
    if not page.blocks:
        return []
    _add_up(page)
    mark_scopes(page)
    most = _mark_repeats(page)
    anchor = title_block(page, title)
    stops = [_stops(block.words) for block in page.blocks]
    columns = zip(
        _of_blocks(page.blocks, stops, title),
        _of_sections(page, anchor),
        _of_neighbours(page.blocks, stops),
        _of_alikes(page),
        trails(page.blocks),
        _of_places(page, anchor),
        strict=True,
    )
    whole = _of_page(page, most)
    return [(*a, *b, *c, *d, *e, *f, *whole) for a, b, c, d, e, f in columns]


def title_block(page: Outline, title: str) -> int:
    """Return the number of the heading that repeats *title*, else of the first h1, or -1."""
    first = -1
    for number, block in enumerate(page.blocks):
        if 0 < block.level <= _LOWEST_TITLE:
            if block.text >= _SHORTEST_TITLE and block.words.lower() in title:
                return number
            if block.level == 1 and first < 0:
                first = number
    return first


def _stops(words: str) -> int:
    if words.isascii():
        return words.count(".") + words.count(",")
    return len(_STOP.findall(words))


def _add_up(page: Outline) -> None:
    for number, block in enumerate(page.blocks):
        section = block.section
        section.text += block.text
        section.linked += block.linked
        section.blocks += 1
        if block.text >= _LONG and block.linked * 3 < block.text:
            section.prose += block.text
        if section.first < 0:
            section.first = number
        section.last = number
    for section in reversed(page.sections):
        parent = section.parent
        if parent is None or section.first < 0:
            continue
        parent.text += section.text
        parent.linked += section.linked
        parent.prose += section.prose
        parent.blocks += section.blocks
        parent.children += 1
        if parent.first < 0 or section.first < parent.first:
            parent.first = section.first
        parent.last = max(parent.last, section.last)


def _mark_repeats(page: Outline) -> tuple[int, float]:
    """Mark sections that look alike under one parent: the items of a list, the posts of a thread."""
    groups: dict[tuple[Section | None, int], list[Section]] = {}
    for section in page.sections:
        if section.text:
            groups.setdefault((section.parent, section.signature), []).append(section)
    whole = page.sections[0].text
    most = (0, 0.0)
    for group in groups.values():
        if len(group) >= _FEW:
            text = sum([section.text for section in group])
            repeat = (len(group), text / whole, text / len(group))
            for section in group:
                section.repeat = repeat
            most = max(most, repeat[:2], key=lambda pair: pair[1])
    for section in page.sections:
        if section.parent is not None:
            above = section.parent
            section.outer = section.repeat if section.repeat[1] > above.outer[1] else above.outer
            if not section.repeat[1]:
                section.repeat = above.repeat
    return most


def _of_blocks(blocks: Sequence[Block], stops: Sequence[int], title: str) -> list[Row]:
    return [
        (
            block.text,
            block.linked / block.text,
            stop,
            block.words[-1] in _ENDS,
            block.level,
            _TAG_CODE.get(block.tag, _OTHER_TAG),
            block.section.near | block.own,
            block.section.bits | block.own,
            _SHORTEST_TITLE <= block.text < 2 * _LONG and block.words.lower() in title,
        )
        for block, stop in zip(blocks, stops, strict=True)
    ]


def _holders(page: Outline) -> tuple[Section, Section]:
    """Return the deepest sections that hold half of the page's prose and half of all its text."""
    core = bulk = top = page.sections[0]
    least_prose, least_text = top.prose / 2, top.text / 2
    for section in page.sections:
        if section.text >= least_text and section.depth > bulk.depth:
            bulk = section
        if section.prose >= least_prose and section.depth > core.depth and section.text:
            core = section
    return core, bulk


def _chain(section: Section) -> dict[Section, int]:
    chain: dict[Section, int] = {}
    node: Section | None = section
    while node is not None:
        chain[node] = len(chain)
        node = node.parent
    return chain


def _distance(section: Section, mark: Section, chain: dict[Section, int]) -> tuple[int, int, int]:
    """Return levels from *mark* up to the common ancestor, from there down to *section*, and the side it is on."""
    down = 0
    node: Section | None = section
    while node is not None and node not in chain:
        down += 1
        node = node.parent
    up = chain[node] if node is not None else _FAR
    if not up:
        return 0, down, 0
    return up, down, -1 if section.last < mark.first else 1 if section.first > mark.last else 0


def _of_sections(page: Outline, anchor: int) -> list[Row]:
    core, bulk = _holders(page)
    title = page.blocks[anchor].section if anchor >= 0 else page.sections[0]
    marks = [(mark, _chain(mark)) for mark in (core, bulk, title)]
    whole = page.sections[0].text
    known: dict[Section, Row] = {}
    result = []
    for block in page.blocks:
        section = block.section
        row = known.get(section)
        if row is None:
            row = known[section] = _of_section(section, marks, whole)
        result.append(row)
    return result


def _of_section(section: Section, marks: list[tuple[Section, dict[Section, int]]], whole: int) -> Row:
    second = section.parent or section
    third = second.parent or second
    fourth = third.parent or third
    fifth = fourth.parent or fourth
    (core, core_chain), (bulk, bulk_chain), (title, title_chain) = marks
    return (
        section.text, section.linked / section.text,
        second.text, second.linked / second.text, second.blocks,
        third.text, third.linked / third.text, third.blocks,
        fifth.text / whole, fifth.linked / fifth.text,
        section.prose / section.text, second.children, section.depth, section.scope,
        *_distance(section, core, core_chain), *_distance(section, bulk, bulk_chain),
        *_distance(section, title, title_chain),
        *section.repeat, *section.outer,
    )  # fmt: skip


def _of_neighbours(blocks: Sequence[Block], stops: Sequence[int]) -> list[Row]:
    edge = [0] * _FEW
    texts = edge + [block.text for block in blocks] + edge
    links = edge + [block.linked for block in blocks] + edge
    levels = edge + [block.level for block in blocks] + edge
    points = [*edge, *stops, *edge]
    result = []
    text, linked, point = sum(texts[:6]), sum(links[:6]), sum(points[:6])
    for number in range(len(blocks)):
        text += texts[number + 6]
        linked += links[number + 6]
        point += points[number + 6]
        before, after = texts[number + 2], texts[number + 4]
        result.append((
            before, after, links[number + 2] / before if before else 0.0, links[number + 4] / after if after else 0.0,
            levels[number + 2], levels[number + 4], text, linked / text, point,
        ))  # fmt: skip
        text -= texts[number]
        linked -= links[number]
        point -= points[number]
    return result


def _of_alikes(page: Outline) -> list[Row]:
    """Return how often the page has a block in the same place of the same kind of section, and with the same words."""
    counts: dict[tuple[int, str], list[int]] = {}
    told: dict[str, int] = {}
    keys = []
    copies = []
    for block in page.blocks:
        key = (block.section.signature, block.tag)
        copy = told[block.words] = told.get(block.words, 0) + 1
        like = counts.get(key)
        if like is None:
            like = counts[key] = [0, 0, 0]
        like[0] += 1
        like[1] += block.text
        like[2] += copy == 1
        keys.append(like)
        copies.append(copy)
    whole = page.sections[0].text
    return [(like[0], like[1] / whole, like[2] / like[0], copy) for like, copy in zip(keys, copies, strict=True)]


def _of_places(page: Outline, anchor: int) -> list[Row]:
    whole = page.sections[0].text
    result = []
    before = 0
    for number, block in enumerate(page.blocks):
        result.append((before / whole, number - anchor if anchor >= 0 else -_FAR))
        before += block.text
    return result


def _of_page(page: Outline, most: tuple[int, float]) -> Row:
    top = page.sections[0]
    prices = sum([1 for block in page.blocks if block.text < _LONG // 2 and _PRICE.search(block.words)])
    return (top.text, top.linked / top.text, top.prose / top.text, len(page.blocks), *most, prices)
