"""Lines that are drawn on a page, in points from its top left corner."""

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
