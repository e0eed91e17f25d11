"""Runs the reader of documents and ends it: at the deadline, on cancellation, or when it is done."""

import asyncio
import json
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from gossamer.content import children
from gossamer.content.documents.answers import unpacked
from gossamer.content.documents.parsed import ParsedDocument, ReadingOptions
from gossamer.content.media_type import document_kind
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, TooLarge, Unsupported

MAX_BODY: Final = 64_000_000
# Three times the text a reader gives, as much as escaping may add.
_MAX_ANSWER: Final = 64_000_000
_MODULE: Final = "gossamer.content.documents.child"
_SUPPORTED: Final = "PDF is read; word processor, spreadsheet and presentation files are not read yet."


async def read(body: bytes, media_type: str, options: ReadingOptions, deadline: Deadline) -> ParsedDocument:
    """Return what *body* says.

    Raises Unsupported for a file that is no PDF, is damaged or is protected by a password,
    TooLarge beyond the limits, and TimedOut at the deadline. The process that reads it is
    gone when this returns, raises or is cancelled.
    """
    kind = document_kind(body, media_type)
    if kind != "pdf":
        raise Unsupported(f"This file ({media_type or kind or 'of unknown type'}) cannot be read. {_SUPPORTED}")
    if len(body) > MAX_BODY:
        raise TooLarge(f"The document is larger than {MAX_BODY // 1_000_000} MB.")
    order = {"max_pages": options.max_pages, "seconds": int(deadline.remaining()) + 1}
    async with deadline.guard(), _child() as child:
        answer = await _ask(child, order, body)
    return unpacked(answer)


@asynccontextmanager
async def _child() -> AsyncIterator[Process]:
    # Parsers complain of every second file.
    child = await children.start(_MODULE, quiet=True)
    try:
        yield child
    finally:
        children.kill(child)
        await asyncio.shield(child.wait())


async def _ask(child: Process, order: dict[str, Any], body: bytes) -> bytes:
    """Hand *order* and *body* over, and return the answer; reading and writing go on together."""
    if child.stdin is None or child.stdout is None:
        raise OwnError("The document could not be read.")
    # Not in a task group: that would wrap what receiving raises, and wait for a child that takes no more.
    handing_over = asyncio.create_task(_hand_over(child.stdin, order, body), name="document-body")
    try:
        return await _receive(child.stdout)
    finally:
        handing_over.cancel()
        await asyncio.wait([handing_over])


async def _hand_over(pipe: asyncio.StreamWriter, order: dict[str, Any], body: bytes) -> None:
    # A child that dies early has closed its end; what it answered, or did not, says why.
    with suppress(BrokenPipeError, ConnectionResetError):
        pipe.write(json.dumps(order).encode() + b"\n")
        pipe.write(body)
        await pipe.drain()
    pipe.close()


async def _receive(pipe: asyncio.StreamReader) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := await pipe.read(1 << 18):
        size += len(part)
        if size > _MAX_ANSWER:
            raise TooLarge("The document holds more text than can be returned.")
        parts.append(part)
    return b"".join(parts)
