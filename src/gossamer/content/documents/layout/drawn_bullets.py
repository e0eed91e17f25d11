"""Bullets that are drawn and not written: small filled shapes before the first words of lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.documents.layout.runs import Run, Span
from gossamer.content.documents.model import Box

# In heights of the text: the size of a bullet, how far its middle may be from that of the line, and how far it is
# from the words.
_SIZES: Final = (0.15, 0.6)
_BESIDE: Final = 0.3
_FARTHEST: Final = 1.5
# Shapes of which one side is so much longer are none.
_ROUND: Final = 1.3


def bullets(shapes: Sequence[Box], runs: Sequence[Run]) -> Iterator[Run]:
    """Yield a run for each of *shapes* that is the bullet of one of *runs*."""
    for left, top, width, height in shapes:
        if not 0 < max(width, height) < _ROUND * min(width, height):
            continue
        line = next((run for run in runs if _is_before(left + width, top + height / 2, max(width, height), run)), None)
        if line is not None and not any(_is_level(run, top + height / 2) and run.left < line.left for run in runs):
            yield Run((Span("\u2022"),), left, line.top, left + width, line.bottom, line.size)


def _is_before(right: float, middle: float, size: float, run: Run) -> bool:
    least, most = _SIZES
    is_small = least * run.size <= size <= most * run.size
    return is_small and _is_level(run, middle) and 0 < run.left - right <= _FARTHEST * run.size


def _is_level(run: Run, middle: float) -> bool:
    return abs(run.middle - middle) <= _BESIDE * run.size
