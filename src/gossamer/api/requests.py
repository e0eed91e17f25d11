"""Reading a request: its headers once, its body under a limit of bytes and of time."""

import asyncio
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import parse_qs

import msgspec
from starlette.types import Receive, Scope

from gossamer.api.errors import RequestRefused
from gossamer.core.errors import AlreadyUsed, UnstorableText
from gossamer.core.ids import is_id
from gossamer.wire.authorization import bearer_token

MAX_BODY = 10 * 1024 * 1024
_LARGE_BYTES = 256 * 1024
_MAX_PARAMETERS = 1000
# A body that is refused is still read up to here, so that a client that sends first and
# listens later hears why.
_POLITE_BYTES = 8 * MAX_BODY
_POLITE_SECONDS = 10.0
# Bodies are small; one that trickles in holds a connection for nothing.
_BODY_SECONDS = 30.0

_DECODER = msgspec.json.Decoder()
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


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
    """Return the body as a JSON value; RequestRefused when it is none or too large."""
    body = await _read(headers, receive)
    # Not of an escaped backslash: what is a text to a script, such as `\\u0000`, may be sent.
    if b"\\u0000" in body and b"\\u0000" in body.replace(b"\\\\", b""):
        raise UnstorableText
    try:
        return _DECODER.decode(body)
    except _MALFORMED as error:
        raise RequestRefused(400, "Bad request, malformed JSON", code="BAD_REQUEST_INVALID_JSON") from error


async def _read(headers: Mapping[str, str], receive: Receive) -> bytes:
    if headers.get("content-encoding", "identity").lower() not in ("identity", ""):
        await _refuse(415, "Request bodies must not be compressed", headers, receive)
    if _declared(headers) > MAX_BODY:
        await _refuse(413, "Request body is too large", headers, receive)
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            body = await _collect(receive)
    except TimeoutError as error:
        raise RequestRefused(408, "The request body did not arrive in time", close=True) from error
    if body is None:
        await _refuse(413, "Request body is too large", headers, receive)
    return body


async def _collect(receive: Receive) -> bytes | None:
    """Return the body, or None when it is too large."""
    parts = bytearray()
    while (message := await receive())["type"] == "http.request":
        parts += message.get("body", b"")
        if len(parts) > MAX_BODY:
            return None
        if not message.get("more_body"):
            return bytes(parts)
    raise RequestRefused(400, "The request body is incomplete", close=True)


def is_large(headers: Mapping[str, str]) -> bool:
    """Return whether reading the body's meaning may take so long that others would notice."""
    return "transfer-encoding" in headers or _declared(headers) > _LARGE_BYTES


def may_be_endless(headers: Mapping[str, str]) -> bool:
    """Return whether the body is longer than we would read, or does not say how long it is."""
    return "transfer-encoding" in headers or _declared(headers) > MAX_BODY


def _declared(headers: Mapping[str, str]) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


async def _refuse(status: int, error: str, headers: Mapping[str, str], receive: Receive) -> NoReturn:
    if _declared(headers) <= _POLITE_BYTES:
        await _discard(receive)
    raise RequestRefused(status, error, close=True)


async def _discard(receive: Receive) -> None:
    """Read and forget what is left of a body, within reason."""
    seen = 0
    try:
        async with asyncio.timeout(_POLITE_SECONDS):
            while seen <= _POLITE_BYTES:
                message = await receive()
                seen += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return
