"""Readers' comments and customers' reviews: zones of their own, left out of pages that are about something else.

A zone is a section with a name of comments or reviews. Its score counts what else shows that readers wrote it: items
that are alike, a form, people and times, a short heading that announces it. Comments are left out where the page has a
text of its own, reviews where it sells something. In a thread or below a question the posts are the content.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.coherence import is_offer
from gossamer.content.main_content.headings import TALK
from gossamer.content.main_content.vocabulary import BITS

_COMMENT: Final = BITS["comment"]
_REVIEW: Final = BITS["review"]
_PEOPLE: Final = BITS["user"] | BITS["meta"]
_FORM: Final = BITS["t_form"]
_THREAD: Final = BITS["reply"]
_PRODUCT: Final = BITS["product"] | BITS["t_product"]
# Signs that a zone must have. What is called reviews may be a shop's own words.
_COMMENT_SIGNS: Final = 2
_REVIEW_SIGNS: Final = 3
# Characters of kept prose outside of all zones: an article has more, the first post of a thread hardly ever.
_OWN_TEXT: Final = 2_500
_LONG: Final = 80
_OPENING: Final = 3
_SHORT_HEADING: Final = 3
# Blocks below the title that may hold the price.
_BELOW: Final = 15


def readers_words(page: Outline, keep: Sequence[bool], title: int) -> dict[int, str]:
    """Return why blocks are no content, by number: readers wrote them; *title* is the title's block, or -1."""
    named = [section for section in page.sections if section.own & (_COMMENT | _REVIEW)]
    if not named:
        return {}
    reasons = dict.fromkeys(_comments(page, _zones(named, _COMMENT, title), keep), "readers' comments")
    return reasons | dict.fromkeys(_reviews(page, _zones(named, _REVIEW, title), title), "customers' reviews")


def _comments(page: Outline, found: Iterable[Section], keep: Sequence[bool]) -> Iterable[int]:
    zones = [zone for zone in found if not zone.bits & _THREAD]
    if not zones:
        return ()
    inside = {number for zone in zones for number in _numbers(zone)}
    own = sum([b.text for n, b in enumerate(page.blocks) if keep[n] and n not in inside and _is_prose(b)])
    if own < _OWN_TEXT:
        return ()
    return [number for zone in zones if _signs(page, zone) >= _COMMENT_SIGNS for number in _numbers(zone)]


def _reviews(page: Outline, zones: Sequence[Section], title: int) -> Iterable[int]:
    if not zones or title < 0 or not _sells(page, title):
        return ()
    return [number for zone in zones if _signs(page, zone) >= _REVIEW_SIGNS for number in _numbers(zone)]


def _zones(sections: Iterable[Section], names: int, title: int) -> list[Section]:
    """Return the outermost of *sections* with one of *names* that do not hold the title."""
    return [
        section
        for section in sections
        if section.own & names
        and not (section.parent.bits if section.parent is not None else 0) & names
        and not section.first <= title <= section.last
    ]


def _numbers(zone: Section) -> range:
    return range(zone.first, zone.last + 1)


def _sells(page: Outline, title: int) -> bool:
    """Return whether the page is about a product: by a name or microdata, or a price or rating below its title."""
    below = page.blocks[title + 1 : title + 1 + _BELOW]
    return bool(page.blocks[title].section.bits & _PRODUCT) or any(map(is_offer, below))


def _is_prose(block: Block) -> bool:
    return block.text >= _LONG and block.linked * 3 < block.text


def _signs(page: Outline, zone: Section) -> int:
    """Return how many of the signs *zone* has that readers wrote it."""
    blocks = page.blocks[zone.first : zone.last + 1]
    inner = [s for s in page.sections if s.depth > zone.depth and zone.first <= s.first and s.last <= zone.last]
    names = reduce(or_, [*(s.own for s in inner), *(b.own for b in blocks)], 0)
    signs = (
        (zone.own | names) & _FORM,
        names & _PEOPLE,
        any(section.own & (_COMMENT | _REVIEW) or section.repeat[0] for section in inner),
        any(map(_announces, blocks[:_OPENING])),
    )
    return sum(map(bool, signs))


def _announces(block: Block) -> bool:
    return block.kind == TALK and len(block.words.split()) <= _SHORT_HEADING
