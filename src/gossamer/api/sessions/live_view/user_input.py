"""Input events of a live view's user, as the page sends them.

Text that no key made, as from the clipboard or an input method, comes as a whole and is put in at once.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from gossamer.operations.sessions import KeyInput, MouseInput, NavigationInput, UserInput

# The longest text that fits into a client's message, with room for escapes.
_LONGEST_TEXT = 10_000
_Far = Annotated[float, Meta(ge=-100_000, le=100_000)]
_Modifiers = Annotated[int, Meta(ge=0, le=15)]
_Name = Annotated[str, Meta(max_length=50)]


class UnreadableInput(Exception):
    """The message is not a known event; the text says why."""


class _Mouse(Struct, tag="mouse", frozen=True):
    kind: Literal["move", "down", "up", "wheel"]
    x: _Far
    y: _Far
    button: Literal["none", "left", "middle", "right"] = "none"
    clicks: Annotated[int, Meta(ge=0, le=3)] = 0
    dx: _Far = 0
    dy: _Far = 0
    modifiers: _Modifiers = 0

    def input(self) -> UserInput:
        return MouseInput(
            self.kind, self.x, self.y, self.button, self.clicks, dx=self.dx, dy=self.dy, modifiers=self.modifiers
        )


class _Key(Struct, tag="key", frozen=True):
    kind: Literal["down", "up"]
    key: _Name
    code: _Name = ""
    # Of one key; what is longer comes as text.
    text: Annotated[str, Meta(max_length=4)] = ""
    modifiers: _Modifiers = 0

    def input(self) -> UserInput:
        return KeyInput(self.kind, self.key, self.code, self.text, self.modifiers)


class _Text(Struct, tag="text", frozen=True):
    text: Annotated[str, Meta(max_length=_LONGEST_TEXT)]

    def input(self) -> UserInput:
        return KeyInput("down", "", text=self.text)


class _Navigation(Struct, tag="navigate", frozen=True):
    kind: Literal["go", "back", "forward", "reload"]
    url: Annotated[str, Meta(max_length=_LONGEST_TEXT)] = ""

    def input(self) -> UserInput:
        return NavigationInput(self.kind, self.url)


_DECODER = msgspec.json.Decoder(_Mouse | _Key | _Text | _Navigation)


def input_of(message: str) -> UserInput:
    """Return the input that *message* stands for; raises Unreadable."""
    try:
        event: _Mouse | _Key | _Text | _Navigation = _DECODER.decode(message)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise UnreadableInput(f"This event cannot be read: {error}") from error
    return event.input()
