"""Messages of DevTools clients: protocol JSON with parameters and results left raw."""

from typing import Any

import msgspec


class CdpCommand(msgspec.Struct, rename="camel"):
    """A command of a client; *session_id* is "" for the browser itself."""

    id: int
    method: str
    params: dict[str, Any] | None = None
    session_id: str = ""


class CommandFailed(msgspec.Struct):
    """Why a command was not done."""

    message: str
    code: int = -32000


class CommandRefusal(Exception):
    """A command is not done; the text goes to the client."""

    def __init__(self, message: str, code: int = -32000) -> None:
        super().__init__(message)
        self.failed = CommandFailed(message, code)


class _Result(msgspec.Struct, rename="camel", omit_defaults=True):
    id: int
    result: msgspec.Raw
    session_id: str = ""


class _Error(msgspec.Struct, rename="camel", omit_defaults=True):
    id: int | None
    error: CommandFailed
    session_id: str = ""


class _ClientEvent(msgspec.Struct, rename="camel", omit_defaults=True):
    method: str
    params: msgspec.Raw
    session_id: str = ""


_ASKED = msgspec.json.Decoder(CdpCommand)
NOTHING = msgspec.Raw(b"{}")
SESSION_UNKNOWN = CommandRefusal("Session with given id not found.", -32001)


def read(message: str) -> CdpCommand:
    """Return the command in *message*. Raises Refusal when there is none."""
    try:
        return _ASKED.decode(message)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CommandRefusal("The message is not a command of the DevTools protocol.", -32600) from error


def raw(value: Any) -> msgspec.Raw:
    """Return *value* as raw JSON."""
    return msgspec.Raw(msgspec.json.encode(value))


def result(command: CdpCommand, value: msgspec.Raw) -> bytes:
    """Return the reply to a command that was done."""
    return msgspec.json.encode(_Result(command.id, value if bytes(value) else NOTHING, command.session_id))


def error(command: CdpCommand | None, failed: CommandFailed) -> bytes:
    """Return the reply to a command that was not done; *command* None when it could not be read."""
    return msgspec.json.encode(_Error(command.id if command else None, failed, command.session_id if command else ""))


def event(method: str, params: msgspec.Raw, session_id: str) -> bytes:
    """Return an event."""
    return msgspec.json.encode(_ClientEvent(method, params if bytes(params) else NOTHING, session_id))
