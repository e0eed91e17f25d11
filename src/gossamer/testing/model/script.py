"""The script of a model: its replies and faults."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A request to the model: its *body*, its *size* in bytes, and its *headers*, lower-case."""

    body: Mapping[str, Any]
    size: int
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        """Return all messages, oldest first."""
        return "\n".join(str(message.get("content") or "") for message in self.body.get("messages", ()))

    def ref(self, words: str) -> str:
        """Return the reference of the last element that was shown with these *words*. Raises LookupError."""
        for line in reversed(self.text.splitlines()):
            if words in line and (match := re.search(r"\[ref=([\w-]+)\]", line)):
                return match[1]
        raise LookupError(f"No element with {words!r} was shown.")


@dataclass(frozen=True, slots=True)
class Say:
    """Answer with text."""

    text: str


@dataclass(frozen=True, slots=True)
class CallTool:
    """Ask for a tool; *arguments* as text are sent as they are, however broken. *more* are asked for besides."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    more: tuple["CallTool", ...] = ()


@dataclass(frozen=True, slots=True)
class CutOff:
    """Answer with text that ends where there was no more room."""

    text: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """Decline, as OpenAI's models do."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Answer with an empty message."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Answer with an HTTP error."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "scripted error"


@dataclass(frozen=True, slots=True)
class Malformed:
    """Answer 200 with a body that is no JSON."""


@dataclass(frozen=True, slots=True)
class HangUp:
    """Close the connection without an answer."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Say nothing until the server ends."""


@dataclass(frozen=True, slots=True)
class Slow:
    """Say *turn* after *seconds*."""

    seconds: float
    turn: "Turn"


Turn: TypeAlias = Say | CallTool | CutOff | Refuse | Nothing | Fail | Malformed | HangUp | Silent | Slow
# A reply may depend on the request, as on the references that were shown.
Scripted: TypeAlias = Turn | Callable[[CompletionRequest], Turn]
