"""Colours as people name them."""

import colorsys
import re
from typing import Final

# CSS names that people use, as #rrggbb.
NAMED: Final = {
    "red": "#ff0000", "green": "#008000", "lime": "#00ff00", "blue": "#0000ff", "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080", "pink": "#ffc0cb", "brown": "#a52a2a", "black": "#000000", "white": "#ffffff",
    "gray": "#808080",
    "grey": "#808080", "cyan": "#00ffff", "aqua": "#00ffff", "magenta": "#ff00ff", "fuchsia": "#ff00ff",
    "maroon": "#800000", "navy": "#000080", "olive": "#808000", "teal": "#008080", "silver": "#c0c0c0",
    "violet": "#ee82ee",
    "indigo": "#4b0082", "gold": "#ffd700", "turquoise": "#40e0d0", "coral": "#ff7f50", "salmon": "#fa8072",
    "crimson": "#dc143c", "beige": "#f5f5dc", "tan": "#d2b48c", "khaki": "#f0e68c", "lavender": "#e6e6fa",
}  # fmt: skip
_SAME: Final = ({"gray", "grey"}, {"cyan", "aqua"}, {"magenta", "fuchsia"}, {"purple", "violet", "indigo"})


def color_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of *words* that name a colour."""
    return tuple(word for word in words if word in NAMED)


def rgb(value: str) -> tuple[int, int, int] | None:
    """Return red, green and blue of "#rrggbb", "rgb(…)" or a name; None when it is no colour."""
    value = value.strip().casefold()
    value = NAMED.get(value, value)
    if match := re.fullmatch(r"#?([0-9a-f]{6})", value):
        return int(match[1][:2], 16), int(match[1][2:4], 16), int(match[1][4:], 16)
    if match := re.match(r"rgba?\((\d+),\s*(\d+),\s*(\d+)", value):
        return int(match[1]), int(match[2]), int(match[3])
    return None


def is_color(value: str | None, name: str) -> bool:
    """Return whether "#rrggbb" is what people call *name*; a shade of it is."""
    if value is None or (parts := rgb(value)) is None:
        return False
    exact = rgb(name)
    if exact == parts:
        return True
    found = family(parts)
    return any({found, name} <= same for same in _SAME) or found == _families().get(name, name)


def _families() -> dict[str, str]:
    return {
        "maroon": "maroon",
        "lime": "green",
        "crimson": "red",
        "navy": "navy",
        "gold": "yellow",
        "fuchsia": "magenta",
        "aqua": "cyan",
        "violet": "purple",
        "grey": "gray",
        "silver": "gray",
    }


def family(parts: tuple[int, int, int]) -> str:
    """Return the basic colour that these red, green and blue values are a shade of."""
    hue, saturation, brightness = colorsys.rgb_to_hsv(*(part / 255 for part in parts))
    if brightness < 0.12:  # noqa: PLR2004
        return "black"
    if saturation < 0.06:  # noqa: PLR2004
        return "white" if brightness > 0.93 else "gray"  # noqa: PLR2004
    degrees = hue * 360
    for upto, name in (
        (16, "red"),
        (42, "orange"),
        (68, "yellow"),
        (165, "green"),
        (195, "cyan"),
        (255, "blue"),
        (290, "purple"),
        (335, "magenta"),
        (361, "red"),
    ):
        if degrees < upto:
            return "brown" if name == "orange" and brightness < 0.6 else name  # noqa: PLR2004
    return "red"
