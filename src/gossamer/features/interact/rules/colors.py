"""Colours: whether an element looks as people would name its colour."""

import colorsys
import re
from typing import Final

from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.lexicon import colors

_SHADES: Final = (
    (16, "red"), (42, "orange"), (68, "yellow"), (165, "green"), (195, "cyan"), (255, "blue"), (290, "purple"),
    (335, "magenta"), (361, "red"),
)  # fmt: skip
_BLACK: Final = 0.12
_GREY: Final = 0.06
_WHITE: Final = 0.93
_BROWN: Final = 0.6
_SAME: Final = ({"gray", "grey"}, {"cyan", "aqua"}, {"magenta", "fuchsia", "pink"}, {"purple", "violet", "indigo"})


def has_color(element: Element, name: str) -> bool:
    """Return whether people would say that *element* has the colour *name*."""
    node = element.node
    if name in element.classes or node.attributes.get("data-color", "") == name:
        return True
    on_text = node.background is None or element.kind == "shape"
    return is_color(node.background, name) or (on_text and is_color(node.color, name))


def is_color(value: str | None, name: str) -> bool:
    """Return whether "#rrggbb" is what people call *name*; a shade of it is."""
    parts = _rgb(value or "")
    if parts is None or name not in colors():
        return False
    if parts == _rgb(colors()[name]):
        return True
    shade = _shade(parts)
    return shade == name or any({shade, name} <= same for same in _SAME)


def _rgb(value: str) -> tuple[int, int, int] | None:
    match = re.fullmatch(r"#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", value.strip().casefold())
    return (int(match[1], 16), int(match[2], 16), int(match[3], 16)) if match else None


def _shade(parts: tuple[int, int, int]) -> str:
    """Return the basic colour that these red, green and blue values are a shade of."""
    hue, saturation, brightness = colorsys.rgb_to_hsv(*(part / 255 for part in parts))
    if brightness < _BLACK:
        return "black"
    if saturation < _GREY:
        return "white" if brightness > _WHITE else "gray"
    found = next(name for upto, name in _SHADES if hue * 360 < upto)
    return "brown" if found == "orange" and brightness < _BROWN else found
