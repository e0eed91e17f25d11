"""Reading a request: its headers once, its body under a limit of bytes and of time."""

import asyncio
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import parse_qs

from starlette.types import Receive, Scope

from gossamer.api.errors import RequestRefused
from gossamer.core.errors import AlreadyUsed
from gossamer.core.ids import is_id
from gossamer.wire.authorization import bearer_token
from gossamer.wire.bodies import decoded

MAX_BODY = 10 * 1024 * 1024
# A body of up to this many bytes is parsed on the event loop, and holds it up for a few milliseconds.
IN_LINE_BYTES = 64 * 1024
_OPTIONS_BYTES = 1024 * 1024
_MAX_PARAMETERS = 1000
# A body that is refused is still read up to here, so that a client that sends first and
# listens later hears why.
_POLITE_BYTES = 8 * MAX_BODY
_POLITE_SECONDS = 10.0
# Bodies are small; one that trickles in holds a connection for nothing.
_BODY_SECONDS = 30.0


def headers_of(scope: Scope) -> Mapping[str, str]:
    """Return the request's headers by lower-case name; of a repeated one the last counts."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def token_of(headers: Mapping[str, str]) -> str | None:
    """Return the bearer token: None without a header, empty when the header has none."""
    return bearer_token(headers.get("authorization"))


def idempotency_key(headers: Mapping[str, str]) -> str | None:
    """Return the key under which a request counts once; AlreadyUsed when it is no UUID."""
    key = headers.get("x-idempotency-key")
    if key is not None and not is_id(key):
        raise AlreadyUsed
    return None if key is None else key.lower()


def query_of(scope: Scope) -> Mapping[str, str]:
    """Return the parameters of the query; of a repeated one the last counts."""
    return {name: values[-1] for name, values in query_lists(scope).items()}


def query_lists(scope: Scope) -> Mapping[str, list[str]]:
    """Return the parameters of the query, with all values of repeated ones in their order."""
    try:
        return parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise RequestRefused(400, "The query has too many parameters") from error


async def read_json(headers: Mapping[str, str], receive: Receive) -> Any:
    """Return a body that has some options as a JSON value; InvalidBody when it is none, and as `read_body`."""
    return decoded(await read_body(headers, receive, most=_OPTIONS_BYTES))


async def read_body(headers: Mapping[str, str], receive: Receive, *, most: int | None = None) -> bytes:
    """Return a body of up to *most* bytes, None for `MAX_BODY`; RequestRefused when it cannot be read."""
    most = MAX_BODY if most is None else most
    if headers.get("content-encoding", "identity").lower() not in ("identity", ""):
        await _refuse(415, "Request bodies must not be compressed", headers, receive)
    if count_declared_bytes(headers) > most:
        await _refuse(413, "Request body is too large", headers, receive)
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            body = await _collect(receive, most)
    except TimeoutError as error:
        raise RequestRefused(408, "The request body did not arrive in time", close=True) from error
    if body is None:
        await _refuse(413, "Request body is too large", headers, receive)
    return body


async def _collect(receive: Receive, most: int) -> bytes | None:
    """Return the body, or None when it is too large."""
    parts = bytearray()
    while (message := await receive())["type"] == "http.request":
        parts += message.get("body", b"")
        if len(parts) > most:
            return None
        if not message.get("more_body"):
            return bytes(parts)
    raise RequestRefused(400, "The request body is incomplete", close=True)


def may_be_endless(headers: Mapping[str, str]) -> bool:
    """Return whether the body is longer than we would read, or does not say how long it is."""
    return "transfer-encoding" in headers or count_declared_bytes(headers) > MAX_BODY


def count_declared_bytes(headers: Mapping[str, str]) -> int:
    """Return the declared length of the body, 0 when there is none."""
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


async def _refuse(status: int, error: str, headers: Mapping[str, str], receive: Receive) -> NoReturn:
    if count_declared_bytes(headers) <= _POLITE_BYTES:
        await _discard(receive)
    raise RequestRefused(status, error, close=True)


async def _discard(receive: Receive) -> None:
    """Read and forget what is left of a body, within reason."""
    size = 0
    try:
        async with asyncio.timeout(_POLITE_SECONDS):
            while size <= _POLITE_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return
