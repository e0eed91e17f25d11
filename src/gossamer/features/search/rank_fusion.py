"""One list from several: reciprocal rank fusion, each page once.

A page counts 1 / (60 + place) in every list it is in (Cormack, Clarke and Büttcher, 2009): what several found comes
first, and no list's own scores, which cannot be compared, are needed. The order does not depend on who answered first.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.canonical import fingerprint64
from gossamer.core.searches import Hit
from gossamer.core.urls import WebUrl

_DAMPING: Final = 60


def fuse_hits(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return all hits of *lists*, best first; the earlier list decides between equals and is shown where two differ."""
    values: dict[int, float] = {}
    merged: dict[int, Hit] = {}
    for hits in lists:
        for place, (key, hit) in enumerate(_once(hits), start=1):
            values[key] = values.get(key, 0.0) + 1 / (_DAMPING + place)
            merged[key] = _unite_hits(merged[key], hit) if key in merged else hit
    # Of equal value: as they were met, which `sorted` keeps.
    return [merged[key] for key in sorted(merged, key=lambda key: -values[key])]


def interleave_hits(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the first of each list, then the second of each, and so on; each page once."""
    longest = max(map(len, lists), default=0)
    turns = (hits[place] for place in range(longest) for hits in lists if place < len(hits))
    return [hit for _, hit in _once(list(turns))]


def _once(hits: Sequence[Hit]) -> list[tuple[int, Hit]]:
    """Return hits with what tells their pages apart, each page once; pictures of one page are several."""
    hits_by_id: dict[int, Hit] = {}
    for hit in hits:
        hits_by_id.setdefault(
            fingerprint64(WebUrl(hit.image_url or hit.url) if _is_picture(hit) else WebUrl(hit.url)), hit
        )
    return list(hits_by_id.items())


def _is_picture(hit: Hit) -> bool:
    return hit.image_width is not None


def _unite_hits(hit: Hit, other: Hit) -> Hit:
    """Return *hit* with what only *other* tells."""
    return replace(
        hit,
        title=hit.title or other.title,
        description=hit.description or other.description,
        published=hit.published or other.published,
        image_url=hit.image_url or other.image_url,
        category=hit.category or other.category,
        providers=tuple(dict.fromkeys((*hit.providers, *other.providers))),
    )
