"""Answers as bytes: encoded once, sent in two messages."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

Header = tuple[bytes, bytes]


def _plain(value: Any) -> Any:
    """Return *value* as something JSON has a form for."""
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole HTTP answer; an ASGI application that sends itself."""

    status: int
    body: bytes
    headers: tuple[Header, ...]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's three
        """Send it."""
        await send({"type": "http.response.start", "status": self.status, "headers": [*self.headers]})
        await send({"type": "http.response.body", "body": self.body})


def bytes_answer(status: int, body: bytes, media_type: str, extra: tuple[Header, ...] = ()) -> Answer:
    """Return *body* as it is."""
    length = (b"content-length", str(len(body)).encode())
    return Answer(status, body, ((b"content-type", media_type.encode("latin-1")), length, *extra))


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def _encoded(value: Any) -> bytes:
    """Return *value* as JSON in UTF-8.

    A page's script can make text that is no Unicode text: half a surrogate pair. It cannot
    be sent; the slow way puts the replacement character in its place.
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=False, default=_plain, separators=(",", ":"))
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def json_answer(status: int, value: Any, extra: tuple[Header, ...] = ()) -> Answer:
    """Return *value* as JSON.

    Answers hold what one team may see, so no cache on the way may keep them.
    """
    headers = ((b"cache-control", b"no-store"), *extra)
    return bytes_answer(status, _encoded(value), "application/json", headers)
