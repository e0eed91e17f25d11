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
# The share of the width at either edge where no gutter is looked for.
_EDGE: Final = 0.18
# The most room between two lines of a paragraph, in heights of text.
_LINE: Final = 0.6
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
    crossing += [run for run in ordered if run.right <= gutter and _is_last_line(run, crossing, ordered)]
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


def _is_last_line(run: Run, crossing: Sequence[Run], runs: Sequence[Run]) -> bool:
    """Return whether *run* is the end of a paragraph across both columns: below its lines, and alone at its height."""
    height = run.bottom - run.top
    return any(
        0 <= run.top - above.bottom < _LINE * height and abs(run.left - above.left) <= 1 and run.size == above.size
        for above in crossing
    ) and not any(other is not run and abs(other.middle - run.middle) < height for other in runs)


def _gutter(runs: Sequence[Run]) -> float | None:
    """Return where a gutter between two columns of prose is, or None."""
    prose = [run for run in runs if len(run.text) >= _PROSE]
    if len(prose) < 2 * _LEAST_LINES:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    first, last = left + _EDGE * (right - left), right - _EDGE * (right - left)
    # A gutter begins where a line of its left column ends.
    candidates = {round(run.right) + 1.0 for run in prose if first <= run.right <= last}
    scores = {x: _score(runs, prose, x, (left, right)) for x in sorted(candidates)}
    best = max(scores, key=lambda x: scores[x], default=None)
    return best if best is not None and scores[best] > 0 else None


def _score(runs: Sequence[Run], prose: Sequence[Run], x: float, edges: tuple[float, float]) -> float:
    """Return how well *x* parts two columns of prose; 0 when it does not."""
    left, right = edges
    full = (
        sum(run.right <= x and run.right - run.left >= _FULL * (x - left) for run in prose),
        sum(run.left >= x and run.right - run.left >= _FULL * (right - x) for run in prose),
    )
    if min(full) < _LEAST_LINES:
        return 0.0
    across = sum(run.left < x < run.right for run in runs)
    return len(runs) - 4 * across + 2 * sum(full) if across <= _ACROSS * len(runs) else 0.0
