"""Lines that are drawn on a page, in points from its top left corner."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    left: float
    right: float
    height: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A vertical line."""

    x: float
    top: float
    bottom: float


def any_between(heights: Sequence[float], upper: float, lower: float) -> bool:
    """Return whether one of *heights*, which are sorted, is between two others or level with one of them."""
    first = bisect_left(heights, upper)
    return first < len(heights) and heights[first] <= lower
