"""The outer shape of protocol messages; what is inside stays raw until somebody wants it."""

from typing import Any

import msgspec


class Nothing(msgspec.Struct):
    """What an event says that says no more than its name."""


class CommandFailure(msgspec.Struct):
    """Why a command was refused."""

    message: str = ""
    code: int = 0
    data: Any = None


class Envelope(msgspec.Struct, rename="camel"):
    """A reply (it has an *id*) or an event (it has a *method*)."""

    id: int | None = None
    session_id: str = ""
    method: str = ""
    params: msgspec.Raw = msgspec.Raw()
    result: msgspec.Raw = msgspec.Raw()
    error: CommandFailure | None = None


class CommandSent(msgspec.Struct, rename="camel", omit_defaults=True):
    """A command as it is sent."""

    id: int
    method: str
    params: dict[str, Any]
    session_id: str = ""


class CommandRefused(Exception):
    """The browser would not do what a command asked; the connection is fine."""

    def __init__(self, method: str, failure: CommandFailure) -> None:
        super().__init__(f"{method}: {failure.message}")
        self.method = method
        self.message = failure.message
        self.code = failure.code


class BrowserGone(Exception):
    """The connection ended: the browser left, was killed, or spoke nonsense."""
