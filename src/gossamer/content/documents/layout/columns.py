"""Columns of a page: regions in reading order, each of which is read from top to bottom."""

from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.documents.layout.runs import Run

# Lines of prose that each side of a gutter must have; one fills most of its side, and has so many characters.
_LEAST_LINES: Final = 3
_FULL: Final = 0.7
_PROSE: Final = 20
# The share of the runs that may cross a gutter.
_ACROSS: Final = 0.3
_STEP: Final = 3.0
# The share of the width at either edge where no gutter is looked for.
_EDGE: Final = 0.18
_MAX_DEPTH: Final = 4


def regions(runs: Sequence[Run], depth: int = 0) -> Iterator[list[Run]]:
    """Yield *runs* by region, in reading order."""
    gutter = _gutter(runs) if depth < _MAX_DEPTH else None
    if gutter is None:
        if runs:
            yield sorted(runs, key=lambda run: (run.top, run.left))
        return
    for zone, is_across in _zones(runs, gutter):
        if is_across:
            yield zone
            continue
        yield from regions([run for run in zone if run.right <= gutter], depth + 1)
        yield from regions([run for run in zone if run.right > gutter], depth + 1)


def _zones(runs: Sequence[Run], gutter: float) -> Iterator[tuple[list[Run], bool]]:
    """Yield stretches of *runs* from top to bottom, and whether they cross the gutter."""
    ordered = sorted(runs, key=lambda run: run.top)
    crossing = [run for run in ordered if run.left < gutter < run.right]
    zone: list[Run] = []
    state = False
    for run in ordered:
        # What stands beside a line that crosses belongs to that line.
        is_across = any(abs(run.middle - other.middle) < other.bottom - other.top for other in crossing)
        if zone and is_across != state:
            yield zone, state
            zone = []
        zone.append(run)
        state = is_across
    if zone:
        yield zone, state


def _gutter(runs: Sequence[Run]) -> float | None:
    """Return where a gutter between two columns of prose is, or None."""
    if len(runs) < 2 * _LEAST_LINES:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    width = right - left
    best, best_score = None, 0.0
    x = left + _EDGE * width
    while x < right - _EDGE * width:
        score = _score(runs, x, left, right)
        if score > best_score:
            best, best_score = x, score
        x += _STEP
    return best


def _score(runs: Sequence[Run], x: float, left: float, right: float) -> float:
    before = [run for run in runs if run.right <= x]
    after = [run for run in runs if run.left >= x]
    across = len(runs) - len(before) - len(after)
    if across > _ACROSS * len(runs):
        return 0.0
    full = _full(before, x - left), _full(after, right - x)
    return len(before) + len(after) - 3 * across + 2 * sum(full) if min(full) >= _LEAST_LINES else 0.0


def _full(runs: Sequence[Run], width: float) -> int:
    """Return how many of *runs* are lines of prose that fill *width*."""
    return sum(run.width >= _FULL * width and len(run.text) >= _PROSE for run in runs)
