"""Axes of charts: ladders of numbers and the row of labels under them, which are no text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from gossamer.content.documents.layout.runs import TextRun, rows_of

_TICK: Final = re.compile(r"\s*[-\u2212\u2013]?\s*[$€£]?\s*\d(?:[\d.,]*\d)?\s?[%kMB]?\s*")
_LEAST: Final = 4
# How far ends of the ticks of one axis differ, in points.
_ALIGNED: Final = 1.5
# The share by which steps of an axis differ.
_EVEN: Final = 0.06
# How far under its axis the row of labels is, in heights of the text.
_UNDER: Final = 3.0


def without_axes(runs: Sequence[TextRun]) -> list[TextRun]:
    """Return *runs* without those that are ticks of charts.

    An upright axis is numbers that fall with equal steps, both in value and in place, which hardly anything stands
    beside: years and numbers of rows rise.
    """
    ticks = [run for run in runs if run.table is None and _TICK.fullmatch(run.text)]
    ladders = list(_ladders(ticks)) if len(ticks) >= _LEAST else []
    ladder_runs = {id(run) for ladder in ladders for run in ladder}
    axes = [ladder for ladder in ladders if _is_alone(ladder, runs, ladder_runs)]
    dropped = {id(run) for axis in axes for run in (*axis, *_labels_under(axis, runs))}
    return [run for run in runs if id(run) not in dropped]


def _ladders(ticks: Sequence[TextRun]) -> Iterator[list[TextRun]]:
    for end in ("right", "left"):
        column: list[TextRun] = []
        for run in sorted(ticks, key=lambda run: (getattr(run, end), run.top)):
            if column and getattr(run, end) - getattr(column[0], end) > _ALIGNED:
                yield from _even(column)
                column = []
            column.append(run)
        yield from _even(column)


def _even(column: Iterable[TextRun]) -> Iterator[list[TextRun]]:
    """Yield the stretches of *column* that go on with equal steps."""
    ladder: list[TextRun] = []
    for run in sorted(column, key=lambda run: run.top):
        if len(ladder) > 1 and not _is_next(ladder, run):
            if len(ladder) >= _LEAST:
                yield ladder
            ladder = ladder[-1:]
        ladder.append(run)
    if len(ladder) >= _LEAST:
        yield ladder


def _is_next(ladder: Sequence[TextRun], run: TextRun) -> bool:
    first_tick, second_tick = ladder[:2]
    place = second_tick.middle - first_tick.middle
    if abs(run.middle - ladder[-1].middle - place) > _EVEN * place:
        return False
    value = _value(second_tick) - _value(first_tick)
    return value < 0 and abs(_value(run) - _value(ladder[-1]) - value) <= _EVEN * abs(value)


def _value(run: TextRun) -> float:
    digits = re.sub(r"[^\d.]", "", run.text.replace(",", "."))
    integer_part, _, rest = digits.rpartition(".")
    is_negative = run.text.lstrip()[:1] in "-\u2212\u2013"
    number = float(f"{integer_part.replace('.', '')}.{rest}" if integer_part else digits or "0")
    return -number if is_negative else number


def _is_alone(axis: Sequence[TextRun], runs: Sequence[TextRun], ladder_runs: AbstractSet[int]) -> bool:
    """Return whether most ticks have nothing on their line, or ticks of other axes only, *ladder_runs* by id."""
    beside = sum(
        any(abs(run.middle - tick.middle) < tick.size / 2 and id(run) not in ladder_runs for run in runs)
        for tick in axis
    )
    return 2 * beside < len(axis)


def _labels_under(axis: Sequence[TextRun], runs: Sequence[TextRun]) -> Iterator[TextRun]:
    last = axis[-1]
    below = [run for run in runs if 0 < run.middle - last.middle < _UNDER * last.size and run.right > last.left]
    for row in rows_of(below):
        centres = [(run.left + run.right) / 2 for run in row.runs]
        steps = [after - before for before, after in pairwise(centres)]
        if len(steps) >= _LEAST - 1 and max(steps) - min(steps) <= 2 * _EVEN * max(steps):
            yield from row.runs
