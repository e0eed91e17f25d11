"""How things look: their colour, their size, where they stand."""

from collections.abc import Callable
from typing import Final

from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.page.colors import is_color
from gossamer.features.interact.planner.page.elements import Element

SIZES: Final = {
    "small": -1,
    "smaller": -1,
    "smallest": -1,
    "tiny": -1,
    "large": 1,
    "larger": 1,
    "largest": 1,
    "big": 1,
    "bigger": 1,
    "biggest": 1,
    "huge": 1,
    "little": -1,
}


def is_colored(element: Element, color: str) -> bool:
    """Return whether people would say that the element has this colour."""
    node = element.node
    return (
        color in element.classes
        or node.attributes.get("data-color", "") == color
        or is_color(node.background, color)
        or (is_color(node.color, color) and (node.background is None or element.kind == "shape"))
    )


def sized(found: list[Match], direction: int) -> list[Match]:
    """Return the largest of what was found, or the smallest when *direction* is negative."""

    def area(match: Match) -> float:
        return match.element.node.box.width * match.element.node.box.height

    wanted = max(map(area, found)) if direction > 0 else min(map(area, found))
    return [m for m in found if abs(area(m) - wanted) <= 0.2 * wanted]


def at_place(found: list[Match], place: str) -> list[Match]:
    """Return what was found in the order in which it stands nearest to a side of the page."""
    keys: dict[str, Callable[[Match], float]] = {
        "top": lambda m: m.element.node.box.center[1], "upper": lambda m: m.element.node.box.center[1],
        "bottom": lambda m: -m.element.node.box.center[1], "lower": lambda m: -m.element.node.box.center[1],
        "left": lambda m: m.element.node.box.center[0], "leftmost": lambda m: m.element.node.box.center[0],
        "right": lambda m: -m.element.node.box.center[0], "rightmost": lambda m: -m.element.node.box.center[0],
    }  # fmt: skip
    key = keys.get(place)
    return sorted(found, key=key) if key else found
