"""What was found for a description."""

from dataclasses import dataclass

from gossamer.features.interact.planner.page.elements import Element


@dataclass(frozen=True)
class Match:
    """An element and how much it is what was said; 100 is its very name."""

    element: Element
    score: float
