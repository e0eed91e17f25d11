"""Alignment of two lists of texts: the regions in which they differ.

Texts that both lists have once are anchors (a patience diff); what is between two anchors is compared in full only
where it is short. So no input takes more than about linear time.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

# Of two texts between anchors, how many pairs are compared.
_MOST_PAIRS: Final = 40_000


@dataclass(frozen=True, slots=True)
class ChangedRegion:
    """Positions [start, end) in the list before and the list after; one of them may be empty."""

    before_start: int
    before_end: int
    after_start: int
    after_end: int


def regions(before: Sequence[str], after: Sequence[str]) -> list[ChangedRegion]:
    """Return the regions in which the lists differ, in order; outside of them they are equal pair by pair."""
    changed_regions: list[ChangedRegion] = []
    pending = [ChangedRegion(0, len(before), 0, len(after))]
    while pending:
        region = _trim_region(pending.pop(), before, after)
        if region.before_start == region.before_end and region.after_start == region.after_end:
            continue
        inner = _split(region, before, after)
        if inner is None:
            changed_regions.append(region)
        else:
            # The last first: the first is taken next.
            pending.extend(reversed(inner))
    return changed_regions


def _trim_region(region: ChangedRegion, before: Sequence[str], after: Sequence[str]) -> ChangedRegion:
    a, a_end, b, b_end = region.before_start, region.before_end, region.after_start, region.after_end
    while a < a_end and b < b_end and before[a] == after[b]:
        a, b = a + 1, b + 1
    while a < a_end and b < b_end and before[a_end - 1] == after[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
    return ChangedRegion(a, a_end, b, b_end)


def _split(region: ChangedRegion, before: Sequence[str], after: Sequence[str]) -> list[ChangedRegion] | None:
    """Return the smaller regions of one, None when nothing in it is equal."""
    pairs = _anchors(region, before, after) or _short_matches(region, before, after)
    if not pairs:
        return None
    inner: list[ChangedRegion] = []
    a, b = region.before_start, region.after_start
    for at, other in pairs:
        inner.append(ChangedRegion(a, at, b, other))
        a, b = at + 1, other + 1
    inner.append(ChangedRegion(a, region.before_end, b, region.after_end))
    return inner


def _anchors(region: ChangedRegion, before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    ours = range(region.before_start, region.before_end)
    theirs = range(region.after_start, region.after_end)
    counts, other_counts = Counter(before[at] for at in ours), Counter(after[at] for at in theirs)
    places = {after[at]: at for at in theirs if other_counts[after[at]] == 1}
    pairs = [(at, places[before[at]]) for at in ours if counts[before[at]] == 1 and before[at] in places]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most *pairs* whose second numbers rise; the first numbers do already."""
    tails: list[int] = []
    ends: list[int] = []
    links: list[int] = []
    for at, (_, other) in enumerate(pairs):
        length = bisect_left(tails, other)
        links.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [other]
        ends[length : length + 1] = [at]
    chosen: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chosen.append(pairs[at])
        at = links[at]
    return chosen[::-1]


def _short_matches(region: ChangedRegion, before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    ours = before[region.before_start : region.before_end]
    theirs = after[region.after_start : region.after_end]
    if not ours or not theirs or len(ours) * len(theirs) > _MOST_PAIRS:
        return []
    return [
        (region.before_start + a + step, region.after_start + b + step)
        for a, b, size in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
        for step in range(size)
    ]
