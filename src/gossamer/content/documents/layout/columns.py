"""Columns of a page: regions in reading order, each of which is read from top to bottom.

Columns are seen by sentences that go on from line to line on both sides of a gutter. Those in cells of a table may too,
but their rows begin level with one another.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from gossamer.content.documents.layout.paragraphs import had_room
from gossamer.content.documents.layout.runs import Row, TextRun

# Lines of prose that each side of a gutter must have, those over whose end a sentence goes counted twice; one has so
# many characters.
_LEAST_LINES: Final = 3
_PROSE: Final = 20
# The share of the full lines of a side over whose end a sentence goes.
_FLOWING: Final = 0.2
# Each row that begins level on both sides weighs as much as so many lines that go on.
_LEVEL_ROWS: Final = 2
# The share of the width at either edge where no gutter is looked for.
_EDGE: Final = 0.18
# In heights of text: the most and the usual distance of two lines of a paragraph, and the least room above a row of a
# table. A distance that is hardly larger than usual.
_NEXT: Final = 2.2
_LINE: Final = 1.5
_CLOSE: Final = 1.1
_APART: Final = 0.25
# How far a hyphen may hang out of its column, in heights of text.
_HANGING: Final = 0.3
_MAX_DEPTH: Final = 6
# So many lines before and after one show how far it may reach.
_NEAR: Final = 2
# Of the places where a gutter may be so many are looked at.
_MOST_PLACES: Final = 6

# A full line and the next one that begins at the same place, and whether a sentence goes on from one to the other.
Step: TypeAlias = tuple[TextRun, TextRun, bool]


def regions(runs: Sequence[TextRun], depth: int = 0) -> Iterator[list[TextRun]]:
    """Yield *runs* by region, in reading order."""
    gutter = _gutter(runs) if depth < _MAX_DEPTH else None
    if gutter is None:
        if runs:
            yield sorted(runs, key=lambda run: (run.top, run.left))
        return
    x, zones = gutter
    for zone, support in zones:
        if support:
            yield from regions([run for run in zone if run.right <= x], depth + 1)
            yield from regions([run for run in zone if run.right > x], depth + 1)
        else:
            yield from regions(zone, depth + 1)


def _gutter(runs: Sequence[TextRun]) -> tuple[float, list[tuple[list[TextRun], int]]] | None:
    """Return the place of a gutter, and the zones from top to bottom with its support in each; None without any."""
    steps = list(_steps(runs))
    if len(steps) < 2:  # noqa: PLR2004 - one on each side
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    first, last = left + _EDGE * (right - left), right - _EDGE * (right - left)
    # A gutter begins where a line of its left column ends, a little beyond its hyphen.
    places = {round(above.right + _HANGING * above.size) for above, _, _ in steps if first <= above.right <= last}
    best = 0
    best_gutter = None
    for x in sorted(places, key=lambda x: (sum(run.left < x < run.right for run in runs), -x))[:_MOST_PLACES]:
        parted = [(zone, 0 if is_across else _support(zone, steps, x)) for zone, is_across in _zones(runs, x)]
        total = sum(support for _, support in parted)
        if total > best:
            best, best_gutter = total, (x, parted)
    return best_gutter


def _steps(runs: Sequence[TextRun]) -> Iterator[Step]:
    """Yield the lines that are full, as those of a paragraph are, with the next one."""
    ordered = sorted(runs, key=lambda run: (round(run.left), run.top))
    for index, (above, below) in enumerate(pairwise(ordered)):
        is_next = round(above.left) == round(below.left) and 0 < below.top - above.top < _NEXT * above.size
        if not is_next or len(above.text) < _PROSE or above.table is not None:
            continue
        near = ordered[max(index - _NEAR, 0) : index + _NEAR + 1]
        right = max(run.right for run in near if round(run.left) == round(above.left))
        if not had_room(Row((above,)), Row((below,)), right):
            letter = below.text.lstrip()[:1]
            yield above, below, letter.isalpha() and not letter.isupper()


def _support(zone: Sequence[TextRun], steps: Sequence[Step], x: float) -> int:
    """Return the number of lines of *zone* that show that *x* parts columns of prose in it; 0 when it does not."""
    top, bottom = zone[0].top, max(run.bottom for run in zone)
    inside = [step for step in steps if top <= step[0].top and step[1].bottom <= bottom]
    sides = (
        [step for step in inside if max(step[0].right, step[1].right) <= x],
        [step for step in inside if min(step[0].left, step[1].left) >= x],
    )
    rows = _LEVEL_ROWS * _level_rows(zone, x) if all(sides) else 0
    lines = [_count_lines_of_prose(side, rows) for side in sides]
    return sum(lines) if all(lines) else 0


def _count_lines_of_prose(side: Sequence[Step], rows: float) -> int:
    """Return the number of lines of prose on a side; 0 when too few flow on, or no more than there are *rows*."""
    flowing = sum(flows for _, _, flows in side)
    lines = len({id(run) for above, below, _ in side for run in (above, below) if len(run.text) >= _PROSE})
    is_prose = flowing > rows and flowing >= _FLOWING * len(side) and lines + flowing >= _LEAST_LINES
    return lines if is_prose else 0


def _level_rows(zone: Sequence[TextRun], x: float) -> int:
    """Return the number of lines that, after more room than usual, begin level on both sides of *x*."""
    tops: list[list[float]] = []
    for side in ([run for run in zone if run.right <= x], [run for run in zone if run.right > x]):
        ordered = sorted(side, key=lambda run: run.top)
        rooms = [(below.top - above.bottom, below) for above, below in pairwise(ordered) if len(below.text) >= _PROSE]
        least = min((room for room, _ in rooms), default=0.0)
        tops.append([below.top for room, below in rooms if room > least + _APART * below.size])
    return sum(any(abs(top - other) < 1 for other in tops[1]) for top in tops[0])


def _zones(runs: Sequence[TextRun], gutter: float) -> Iterator[tuple[list[TextRun], bool]]:
    """Yield stretches of *runs* from top to bottom, and whether they cross the gutter."""
    ordered = sorted(runs, key=lambda run: run.top)
    crossing = [run for run in ordered if run.left < gutter < run.right]
    # A last line of a paragraph may be short.
    crossing += [run for run in ordered if not run.left < gutter < run.right and _ends_one(run, crossing)]
    zone: list[TextRun] = []
    state = False
    for run in ordered:
        # A run beside a line that crosses belongs to that line.
        is_across = any(abs(run.middle - other.middle) < other.bottom - other.top for other in crossing)
        if zone and is_across != state:
            yield zone, state
            zone = []
        zone.append(run)
        state = is_across
    if zone:
        yield zone, state


def _ends_one(run: TextRun, lines: Sequence[TextRun]) -> bool:
    """Return whether *run* is the next line of a paragraph of *lines*, no farther below them than they are apart."""
    above = sorted(
        line.top
        for line in lines
        if line.top < run.top
        and abs(run.left - line.left) <= 1
        and (run.font_size or run.size) == (line.font_size or line.size)
    )
    usual = above[-1] - above[-2] if len(above) > 1 else _LINE * run.size
    return bool(above) and run.top - above[-1] <= _CLOSE * min(usual, _NEXT * run.size)
