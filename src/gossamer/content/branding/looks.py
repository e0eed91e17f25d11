"""Looks: the styles of a page as samples of its elements, from a browser or from its style sheets.

Colours are "#rrggbb", or "" where there is none to be seen. Boxes are left, top, width and height in CSS pixels.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

_PARTS = 4


class Sample(msgspec.Struct, frozen=True):
    """The computed style of one element; *role* is its part in the page, *where* a selector that people can read."""

    role: str
    where: str = ""
    text: str = ""
    box: tuple[float, ...] = (0, 0, 0, 0)
    colour: str = ""
    background: str = ""
    border: str = ""
    radius: str = ""
    shadow: str = ""
    family: str = ""
    size: str = ""
    weight: str = ""
    line: str = ""
    padding: str = ""
    margin: str = ""
    gap: str = ""
    transition: str = ""
    widest: str = ""

    @property
    def area(self) -> float:
        """Return the size of its box in square pixels."""
        return self.box[2] * self.box[3] if len(self.box) == _PARTS else 0.0

    @property
    def top(self) -> float:
        """Return the distance from the top of the page."""
        return self.box[1] if len(self.box) == _PARTS else 0.0


class ColorAmount(msgspec.Struct, frozen=True):
    """The amount of a colour: pixels of a background, letters of a text, or icons; *where* has the most of it."""

    kind: str
    colour: str
    amount: float
    where: str = ""


class LogoCandidate(msgspec.Struct, frozen=True):
    """A picture that may be the logo: its *address*, or the *markup* of a drawing in the page.

    *names* are the names of the picture and what is just around it, *context* those of what is farther away.
    """

    where: str = ""
    address: str = ""
    markup: str = ""
    text: str = ""
    names: str = ""
    context: str = ""
    link: str = ""
    box: tuple[float, ...] = (0, 0, 0, 0)


class Looks(msgspec.Struct, frozen=True):
    """The styles of a page; *computed* says that a browser made them."""

    samples: tuple[Sample, ...] = ()
    amounts: tuple[ColorAmount, ...] = ()
    variables: dict[str, str] = {}
    logos: tuple[LogoCandidate, ...] = ()
    width: float = 1280
    computed: bool = True

    def of(self, *roles: str) -> Iterator[Sample]:
        """Yield the samples of these roles."""
        return (sample for sample in self.samples if sample.role in roles)


def read_looks(styles: Any) -> Looks | None:
    """Return the styles that a browser read; None when it read none, or the page made nonsense of it."""
    try:
        return msgspec.convert(styles, Looks)
    except msgspec.ValidationError:
        return None
