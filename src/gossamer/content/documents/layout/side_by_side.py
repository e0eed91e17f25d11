"""Texts side by side: blocks whose lines are not level, such as the addresses and the totals of an invoice."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Final

from gossamer.content.documents.layout.rules import Rule, any_between
from gossamer.content.documents.layout.runs import Row, TextRun, rows_of

# Each side has so many lines.
_LEAST: Final = 3
# The least blank between two sides, and the gap that ends a zone, in heights of the text.
_BETWEEN: Final = 1.2
_FARTHEST: Final = 2.6
# A rule over so much of the width parts zones.
_WIDE: Final = 0.8
# Lines are level within so many heights of the text; of two sides fewer lines are level than this share.
_LEVEL: Final = 0.12
_MOST_LEVEL: Final = 0.5
# Lines of one table that are not level, as where cells are centred, are all apart by the same.
_UNEVEN: Final = 0.25


def parts(rows: Sequence[Row], rules: Sequence[Rule]) -> Iterator[list[Row]]:
    """Yield *rows* in reading order, those of texts side by side one text after the other."""
    if len(rows) < _LEAST:
        yield list(rows)
        return
    waiting: list[Row] = []
    for zone in _zones(rows, rules):
        sides = _sides(zone, rules)
        if sides is None:
            waiting.extend(zone)
            continue
        if waiting:
            yield waiting
            waiting = []
        for side in sides:
            yield from parts(side, rules)
    if waiting:
        yield waiting


def _zones(rows: Sequence[Row], rules: Sequence[Rule]) -> Iterator[list[Row]]:
    width = max(row.right for row in rows) - min(row.left for row in rows)
    wide = sorted(rule.height for rule in rules if rule.right - rule.left >= _WIDE * width)
    zone = [rows[0]]
    for above, below in pairwise(rows):
        if below.top - above.bottom > _FARTHEST * below.size or any_between(wide, above.middle, below.middle):
            yield zone
            zone = []
        zone.append(below)
    yield zone


def _sides(zone: Sequence[Row], rules: Sequence[Rule]) -> tuple[list[Row], list[Row]] | None:
    """Return the two sides of *zone*, None when its lines are those of one text or table."""
    runs = [run for row in zone for run in row.runs]
    if len(zone) < _LEAST or len(runs) < 2 * _LEAST:
        return None
    top, bottom, size = zone[0].top, zone[-1].bottom, zone[0].size
    inside = [rule for rule in rules if top + 2 < rule.height < bottom - 2]
    scored = []
    for x in _blanks(runs, _BETWEEN * size):
        sides = _cut_rows(runs, x)
        is_crossed = any(rule.left < x < rule.right for rule in inside)
        if not is_crossed and (level := _level(*sides, size)) is not None:
            scored.append((level, sides))
    return min(scored, key=itemgetter(0))[1] if scored else None


def _cut_rows(runs: Sequence[TextRun], x: float) -> tuple[list[Row], list[Row]]:
    """Return the rows of the *runs* to the left of *x*, and of those to its right."""
    return rows_of([run for run in runs if run.right <= x]), rows_of([run for run in runs if run.right > x])


def _blanks(runs: Sequence[TextRun], least: float) -> Iterator[float]:
    """Yield the middles of upright blanks of *least* width that no run crosses."""
    ordered = sorted(runs, key=lambda run: run.left)
    ends = accumulate((run.right for run in ordered), max)
    for end, run in zip(ends, ordered[1:], strict=False):
        if run.left - end >= least:
            yield (end + run.left) / 2


def _level(left: Sequence[Row], right: Sequence[Row], size: float) -> float | None:
    """Return the share of lines that are level with one of the other side, None when the sides make one table."""
    fewer, more = sorted((left, right), key=len)
    if len(fewer) < _LEAST:
        return None
    middles = [row.middle for row in more]
    apart = [min(abs(middle - row_middle) for middle in middles) for row_middle in (row.middle for row in fewer)]
    level = sum(distance <= _LEVEL * size for distance in apart) / len(apart)
    is_even = max(apart) - min(apart) <= _UNEVEN * size
    return None if is_even or level >= _MOST_LEVEL else level
