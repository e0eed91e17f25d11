"""What is known about each block before it is judged, all read from the outline.

Facts of the page, of the sections around a block and of the block itself stay apart, so that what many blocks share
is worked out and handed on once. Amounts of text are characters, which works for scripts without spaces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.headings import HEADING_NAMES, mark_scopes, trails
from gossamer.content.main_content.positions import POSITION_NAMES, positions

Row = tuple[Any, ...]

PAGE_NAMES: Final = (
    "page_text", "page_density", "page_prose", "page_blocks", "page_repeat_share", "page_prices",
)  # fmt: skip
SECTION_NAMES: Final = (
    "s1_text", "s2_text", "s3_text", "s3_density", "s3_blocks", "s5_share", "s5_density", "prose_share", "depth",
    "scope", "repeat_share", "repeat_text", "outer_share", "outer_text", *POSITION_NAMES,
)  # fmt: skip
# One group of names for each part of a block's row.
BLOCK_NAMES: Final = (
    ("text", "link_density", "stops", "ended", "tag", "near", "far"),
    ("next_text", "window_text", "window_density", "window_stops"),
    ("like_count", "like_share", "like_distinct", "copy"),
    HEADING_NAMES,
    ("place", "since_title"),
)
MASKS: Final = ("near", "far")
_FAR: Final = 99
_LONG: Final = 80
_TAG_CODE: Final = {
    "": 0, "p": 1, "div": 2, "li": 3, "span": 4, "a": 5, "mixed": 6, "tr": 7, "td": 8, "th": 8, "dt": 9, "dd": 10,
    "pre": 11, "button": 12, "label": 13, "figcaption": 14, "blockquote": 15, "summary": 16, "select": 17,
    "legend": 18, "section": 19, "article": 20, "strong": 21, "b": 21, "em": 22, "i": 22, "caption": 23, "time": 24,
    "small": 25, "code": 26, "ul": 27, "ol": 28, "table": 29, "dl": 31,
}  # fmt: skip
_OTHER_TAG: Final = 30
_STOPS: Final = b".,;:!?"
_OTHER_STOPS: Final = "。，、！？।؟،"  # noqa: RUF001 - the stops of other scripts are meant
# How those begin in UTF-8.
_LEADS: Final = frozenset(stop.encode()[:1] for stop in _OTHER_STOPS)
_ENDS: Final = frozenset(".!?…:。！？।")  # noqa: RUF001 - as above
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£₹]|USD|EUR|kr\b)")
_FEW: Final = 3
_LOWEST_TITLE: Final = 3
_SHORTEST_TITLE: Final = 6


@dataclass(frozen=True, slots=True)
class Facts:
    """A page's row, and for each block the row of its section and its own, in parts as in `BLOCK_NAMES`."""

    page: Row
    rows: Iterator[tuple[Row, ...]]


def facts(page: Outline, anchor: int) -> Facts:
    """Return what is known about the blocks of *page*, which has some; *anchor* is the number of its title, or -1."""
    blocks = page.blocks
    mark_scopes(page)
    most = _mark_repeats(page)
    stops = [_stops(block.words) for block in blocks]
    rows = zip(
        _of_sections(page, anchor),
        _of_blocks(blocks, stops),
        _of_neighbours(blocks, stops),
        _of_alikes(page),
        trails(blocks),
        _of_places(page, anchor),
        strict=True,
    )
    return Facts(_of_page(page, most), rows)


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
    # Bytes are gone through much faster than characters.
    raw = words.encode(errors="ignore")
    stops = len(raw) - len(raw.translate(None, _STOPS))
    return stops + sum(map(words.count, _OTHER_STOPS)) if any(lead in raw for lead in _LEADS) else stops


def _mark_repeats(page: Outline) -> float:
    """Mark sections that look alike under one parent: the items of a list, the posts of a thread."""
    groups: dict[tuple[Section, int], list[Section]] = {}
    for section in page.sections:
        parent = section.parent
        if parent is not None and parent.children >= _FEW:
            groups.setdefault((parent, section.signature), []).append(section)
    whole = page.sections[0].text
    most = 0.0
    for group in groups.values():
        if len(group) >= _FEW:
            text = sum([section.text for section in group])
            repeat = (text / whole, text / len(group))
            for section in group:
                section.repeat = repeat
            most = max(most, repeat[0])
    for section in page.sections:
        above = section.parent
        if above is not None:
            section.outer = section.repeat if section.repeat[0] > above.outer[0] else above.outer
            if not section.repeat[0]:
                section.repeat = above.repeat
    return most


def _of_blocks(blocks: Sequence[Block], stops: Sequence[int]) -> list[Row]:
    return [
        (
            block.text,
            block.linked / block.text,
            stop,
            block.words[-1] in _ENDS,
            _TAG_CODE.get(block.tag, _OTHER_TAG),
            block.section.near | block.own,
            block.section.bits | block.own,
        )
        for block, stop in zip(blocks, stops, strict=True)
    ]


def _of_sections(page: Outline, anchor: int) -> list[Row]:
    places = positions(page, anchor)
    whole = page.sections[0].text
    known: dict[Section, Row] = {}
    result = []
    for block in page.blocks:
        section = block.section
        row = known.get(section)
        if row is None:
            row = known[section] = _of_section(section, whole, places[section])
        result.append(row)
    return result


def _of_section(section: Section, whole: int, place: tuple[int, ...]) -> Row:
    second = section.parent or section
    third = second.parent or second
    fourth = third.parent or third
    fifth = fourth.parent or fourth
    depth = section.depth
    core_up, core_depth, core_side, bulk_up, bulk_depth, bulk_side, title_up, title_depth, title_side = place
    return (
        section.text, second.text, third.text, third.linked / third.text, third.blocks,
        fifth.text / whole, fifth.linked / fifth.text, section.prose / section.text, depth, section.scope,
        *section.repeat, *section.outer,
        core_up, depth - core_depth, core_side, bulk_up, depth - bulk_depth, bulk_side,
        title_up, depth - title_depth, title_side,
    )  # fmt: skip


def _of_neighbours(blocks: Sequence[Block], stops: Sequence[int]) -> list[Row]:
    edge = [0] * _FEW
    texts = edge + [block.text for block in blocks] + edge
    links = edge + [block.linked for block in blocks] + edge
    points = [*edge, *stops, *edge]
    result = []
    text, linked, point = sum(texts[:6]), sum(links[:6]), sum(points[:6])
    for number in range(len(blocks)):
        text += texts[number + 6]
        linked += links[number + 6]
        point += points[number + 6]
        result.append((texts[number + 4], text, linked / text, point))
        text -= texts[number]
        linked -= links[number]
        point -= points[number]
    return result


def _of_alikes(page: Outline) -> list[Row]:
    """Return how often the page has a block in the same place of the same kind of section, and with the same words."""
    counts: dict[tuple[int, str], list[int]] = {}
    seen_texts: dict[str, int] = {}
    # Words of a length that no others have are told once; long texts need not be hashed to know that.
    lengths = Counter([block.text for block in page.blocks])
    known = []
    for block in page.blocks:
        key = (block.section.signature, block.tag)
        copy = 1
        if lengths[block.text] > 1:
            copy = seen_texts[block.words] = seen_texts.get(block.words, 0) + 1
        like = counts.get(key)
        if like is None:
            like = counts[key] = [0, 0, 0]
        like[0] += 1
        like[1] += block.text
        like[2] += copy == 1
        known.append((like, copy))
    whole = page.sections[0].text
    return [(like[0], like[1] / whole, like[2] / like[0], copy) for like, copy in known]


def _of_places(page: Outline, anchor: int) -> list[Row]:
    whole = page.sections[0].text
    result = []
    before = 0
    for number, block in enumerate(page.blocks):
        result.append((before / whole, number - anchor if anchor >= 0 else -_FAR))
        before += block.text
    return result


def _of_page(page: Outline, most: float) -> Row:
    top = page.sections[0]
    prices = sum([1 for block in page.blocks if block.text < _LONG // 2 and _PRICE.search(block.words)])
    return (top.text, top.linked / top.text, top.prose / top.text, len(page.blocks), most, prices)
