"""Bar charts as values: where each bar, line and label stands.

Templates draw them as SVG. Colours are classes of the series, so that a strict Content-Security-Policy
and both colour schemes need nothing of this.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

# Distinguishable colours that the styles have; what comes later shares the last one.
SERIES: Final = 6
OTHERS: Final = SERIES

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 8, 10, 26
_TICKS = 4
_BAR_SHARE = 0.72
_WIDEST_BAR = 48.0
# Of a letter in a label, in the units of the drawing.
_LETTER = 7.0
_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class ColumnPart:
    """A piece of a column: its *value* (not negative), and the *series* whose colour it has."""

    value: int
    series: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """A bar, from the bottom up; *label* stands below it, *tooltip* is what it says in words."""

    label: str
    parts: tuple[ColumnPart, ...]
    tooltip: str
    href: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    series: int


@dataclass(frozen=True, slots=True)
class Stack:
    """A drawn column, and the whole strip it stands in, for the pointer."""

    x: float
    width: float
    bars: tuple[Bar, ...]
    tooltip: str
    href: str | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A text at a place: x of a label below, y of a line and its figure."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of *width* by *height*; bars stand on the line at *base*, between *left* and *right*."""

    width: int
    height: int
    left: float
    right: float
    top: float
    base: float
    stacks: tuple[Stack, ...]
    lines: tuple[Mark, ...]
    labels: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The same chart for a wide and a narrow screen, with a title and what it shows in one sentence."""

    name: str
    title: str
    description: str
    wide: Chart
    narrow: Chart


def drawing(
    name: str, columns: Sequence[Column], *, title: str, description: str, width: int = 880, height: int = 220
) -> Drawing:
    """Return *columns* drawn; *name* is unique on its page, *width* about the room there is on a wide screen."""
    return Drawing(
        name,
        title,
        description,
        chart(columns, width=width, height=height),
        chart(columns, width=340, height=min(height, 200)),
    )


def chart(columns: Sequence[Column], *, width: int, height: int) -> Chart:
    """Return *columns* drawn side by side on one scale that begins at 0."""
    base, right = float(height - _BOTTOM), float(width - _RIGHT)
    step = _step(max((_total(column) for column in columns), default=0))
    lines = _lines(columns, step)
    top_value = lines[-1] or 1
    scale = (base - _TOP) / top_value
    strip = (right - _LEFT) / max(1, len(columns))
    return Chart(
        width=width,
        height=height,
        left=_LEFT,
        right=right,
        top=_TOP,
        base=base,
        stacks=tuple(_stack(column, _LEFT + i * strip, strip, base, scale) for i, column in enumerate(columns)),
        lines=tuple(Mark(round(base - value * scale, 1), compact(value)) for value in lines),
        labels=tuple(_labels(columns, strip)),
    )


def compact(value: int) -> str:
    """Return *value* in few characters: 950, 1.2k, 3M."""
    amount, unit = float(value), ""
    for bigger in ("k", "M", "G"):
        if amount < _THOUSAND:
            break
        amount, unit = amount / _THOUSAND, bigger
    return f"{amount:.1f}".removesuffix(".0") + unit


def _total(column: Column) -> int:
    return sum(part.value for part in column.parts)


def _step(highest: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, … of which a few reach *highest*."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size * _TICKS >= highest:
                return factor * size
        size *= 10


def _lines(columns: Sequence[Column], step: int) -> list[int]:
    highest = max((_total(column) for column in columns), default=0)
    count = max(1, -(-highest // step))
    return [number * step for number in range(count + 1)]


def _stack(column: Column, x: float, strip: float, base: float, scale: float) -> Stack:
    width = min(strip * _BAR_SHARE, _WIDEST_BAR)
    left_edge = x + (strip - width) / 2
    return Stack(
        x=round(x, 1),
        width=round(strip, 1),
        bars=tuple(_bars(column, left_edge, width, base, scale)),
        tooltip=column.tooltip,
        href=column.href,
        chosen=column.chosen,
    )


def _bars(column: Column, x: float, width: float, base: float, scale: float) -> Iterator[Bar]:
    y = base
    for part in column.parts:
        height = part.value * scale
        y -= height
        if part.value:
            yield Bar(
                x=round(x, 1),
                y=round(y, 1),
                width=round(width, 1),
                height=round(height, 1),
                series=min(part.series, OTHERS),
            )


def _labels(columns: Sequence[Column], strip: float) -> Iterator[Mark]:
    """Yield as many labels as fit beside one another."""
    longest = max((len(column.label) for column in columns), default=0) * _LETTER
    every = max(1, -(-int(longest + _LETTER) // max(1, int(strip))))
    for number, column in enumerate(columns):
        if number % every == 0:
            yield Mark(round(_LEFT + (number + 0.5) * strip, 1), column.label)
