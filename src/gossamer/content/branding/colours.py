"""Colours: CSS notations read, and how colourful and how far apart two are."""

from math import sqrt
from typing import Final

from PIL import ImageColor

_CHANNELS: Final = 3
# Blue links and grey buttons of a page that styles neither, and the buttons of WordPress where a theme styles none.
DEFAULTS: Final = frozenset({"#0000ee", "#551a8b", "#efefef", "#32373c"})
_SEEN: Final = 128


def read_colour(written: str) -> str:
    """Return a CSS colour as "#rrggbb"; "" for what is none, or is not to be seen."""
    try:
        channels = ImageColor.getrgb(written.strip())
    except ValueError:
        return ""
    if len(channels) > _CHANNELS and channels[3] < _SEEN:
        return ""
    return "#{:02x}{:02x}{:02x}".format(*channels[:_CHANNELS])


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of a "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def chroma(colour: str) -> float:
    """Return the strength of a colour, from 0 for greys to 1."""
    parts = channels(colour)
    return (max(parts) - min(parts)) / 255


def luminance(colour: str) -> float:
    """Return the lightness of a colour, from 0 to 1."""
    red, green, blue = channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def distance(colour: str, other: str) -> float:
    """Return the distance of two colours, from 0 to 1."""
    squares = ((a - b) ** 2 for a, b in zip(channels(colour), channels(other), strict=True))
    return sqrt(sum(squares) / (3 * 255**2))
