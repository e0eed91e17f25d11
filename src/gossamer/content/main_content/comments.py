"""Readers' comments: a zone of its own, left out where the page has a text of its own beside it.

A zone is a section with a name of comments. Its score counts what else shows that readers wrote it: items that are
alike, a form, people and times, a short heading that announces it. In a thread or below a question the zone stays, and
where there is little other prose: there the posts are the content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.headings import TALK
from gossamer.content.main_content.vocabulary import BITS

_COMMENT: Final = BITS["comment"]
_PEOPLE: Final = BITS["user"] | BITS["meta"]
_FORM: Final = BITS["t_form"]
_THREAD: Final = BITS["reply"]
_LEAST_EVIDENCE: Final = 2
# Characters of kept prose outside of all zones: an article has more, the first post of a thread hardly ever.
_OWN_TEXT: Final = 2_500
_LONG: Final = 80
_OPENING: Final = 3
_SHORT_HEADING: Final = 3


def readers_comments(page: Outline, keep: Sequence[bool], title: int) -> set[int]:
    """Return the numbers of the blocks that are readers' comments and no content; *title* is the title's block, or -1.

    Empty where *keep* has too little prose beside them for the page to be about anything else.
    """
    zones = [zone for zone in _candidates(page) if not zone.first <= title <= zone.last]
    if not zones:
        return set()
    inside = {number for zone in zones for number in range(zone.first, zone.last + 1)}
    own = sum([b.text for n, b in enumerate(page.blocks) if keep[n] and n not in inside and _is_prose(b)])
    if own < _OWN_TEXT:
        return set()
    proved = [zone for zone in zones if _evidence(page, zone) >= _LEAST_EVIDENCE]
    return {number for zone in proved for number in range(zone.first, zone.last + 1)}


def _candidates(page: Outline) -> Iterator[Section]:
    """Yield the outermost sections with a name of comments, but for those that are in a thread by a name."""
    for section in page.sections:
        around = section.parent.bits if section.parent is not None else 0
        if section.own & _COMMENT and not around & _COMMENT and not section.bits & _THREAD:
            yield section


def _is_prose(block: Block) -> bool:
    return block.text >= _LONG and block.linked * 3 < block.text


def _evidence(page: Outline, zone: Section) -> int:
    """Return how many kinds of signs *zone* has that readers wrote it."""
    blocks = page.blocks[zone.first : zone.last + 1]
    inner = [s for s in page.sections if s.depth > zone.depth and zone.first <= s.first and s.last <= zone.last]
    names = reduce(or_, [*(s.own for s in inner), *(b.own for b in blocks)], 0)
    signs = (
        (zone.own | names) & _FORM,
        names & _PEOPLE,
        any(section.own & _COMMENT or section.repeat[0] for section in inner),
        any(map(_announces, blocks[:_OPENING])),
    )
    return sum(map(bool, signs))


def _announces(block: Block) -> bool:
    return block.kind == TALK and len(block.words.split()) <= _SHORT_HEADING
