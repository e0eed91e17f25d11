"""Answers as bytes: encoded once, sent in two messages, or slice by slice when nobody can hold them whole."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.types import Receive, Scope, Send

from gossamer.api.client_presence import ClientGone, WhilePresent

Header = tuple[bytes, bytes]
_T = TypeVar("_T")
# Answers hold what one team may see: no cache on the way may keep them.
_NOT_KEPT: Header = (b"cache-control", b"no-store")


def _plain(value: Any) -> Any:
    """Return *value* as something JSON has a form for."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str):  # a kind of text, such as an address that knows how it was written
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """A whole HTTP answer; an ASGI application that sends itself."""

    status: int
    body: bytes
    headers: tuple[Header, ...]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's three
        """Send it."""
        await send({"type": "http.response.start", "status": self.status, "headers": [*self.headers]})
        await send({"type": "http.response.body", "body": self.body})


def bytes_answer(status: int, body: bytes, media_type: str, extra: tuple[Header, ...] = ()) -> RawAnswer:
    """Return *body* as it is."""
    length = (b"content-length", str(len(body)).encode())
    return RawAnswer(status, body, ((b"content-type", media_type.encode("latin-1")), length, *extra))


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def encode_json(value: Any) -> bytes:
    """Return *value* as JSON in UTF-8.

    A page's script can make text that is no Unicode text: half a surrogate pair. It cannot
    be sent; the slow way puts the replacement character in its place.
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        text = json.dumps(value, ensure_ascii=False, default=_plain, separators=(",", ":"))
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def json_answer(status: int, value: Any, extra: tuple[Header, ...] = ()) -> RawAnswer:
    """Return *value* as JSON."""
    return bytes_answer(status, encode_json(value), "application/json", (_NOT_KEPT, *extra))


@dataclass(frozen=True, slots=True)
class StreamedAnswer:
    """An answer with status 200 that is sent while it is made, as a rule JSON; an ASGI application that sends itself.

    A failure in the middle ends the connection, so that nobody takes half of it for the whole.
    """

    parts: AsyncGenerator[bytes]
    media_type: bytes = b"application/json"
    more_headers: tuple[Header, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's three
        """Send it, as long as the client is there."""
        headers = [(b"content-type", self.media_type), _NOT_KEPT, *self.more_headers]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with suppress(ClientGone):
            async with WhilePresent(receive), aclosing(self.parts) as parts:
                async for part in parts:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b""})


async def stream_list(slices: AsyncIterator[Sequence[_T]], form: Callable[[_T], Any]) -> AsyncIterator[bytes]:
    """Yield the inside of a JSON list of everything in *slices*, each entry in its *form*."""
    comma = b""
    async for entries in slices:
        if entries:
            yield comma + b",".join([encode_json(form(entry)) for entry in entries])
            comma = b","
