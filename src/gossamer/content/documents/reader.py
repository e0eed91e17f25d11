"""Runs the reader of a document and ends it: at the deadline, on cancellation, or when it is done."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

import msgspec

from gossamer.content.documents.answers import Answer, Order
from gossamer.content.documents.model import ParsedDocument, ReadingOptions
from gossamer.content.offload import Fork, Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TooLarge

MAX_BODY: Final = 64_000_000
_MAX_ANSWER: Final = 96_000_000
_MODULE: Final = "gossamer.content.documents.child"
_TOO_MUCH_TEXT: Final = "The document holds more text than can be returned."

# Called with the number of pages read and the number of all pages (0 while that is not known).
Progress = Callable[[int, int], None]


async def read(
    body: bytes,
    media_type: str,
    options: ReadingOptions,
    deadline: Deadline,
    *,
    offload: Offload,
    owner: str,
    progress: Progress | None = None,
) -> ParsedDocument:
    """Return the document in *body*, read in *owner*'s turn at heavy work.

    Raises Unsupported for a file that is of another type, damaged or protected by a password, TooLarge beyond the
    limits, and TimedOut at the deadline, also while waiting. The process that reads it is gone when this returns,
    raises or is cancelled.
    """
    if len(body) > MAX_BODY:
        raise TooLarge(f"The document is larger than {MAX_BODY // 1_000_000} MB.")
    async with deadline.guard(), offload.turn(owner), offload.fork(_MODULE) as fork:
        order = Order(
            size=len(body),
            seconds=max(deadline.remaining(), 0.0),
            media_type=media_type[:200],
            name=options.name[-200:],
            max_pages=options.max_pages,
            mode=options.mode,
            whole_pages=options.whole_pages,
        )
        return await _ask(fork, order, body, progress)


async def _ask(fork: Fork, order: Order, body: bytes, progress: Progress | None) -> ParsedDocument:
    """Hand *order* and *body* over, and return the answer; reading and writing go on together."""
    # Not in a task group: that would wrap what receiving raises, and wait for a child that takes no more.
    handing_over = asyncio.create_task(_hand_over(fork.sink, order, body), name="document-body")
    try:
        return await _receive(fork.source, progress)
    finally:
        handing_over.cancel()
        await asyncio.wait([handing_over])


async def _hand_over(pipe: asyncio.StreamWriter, order: Order, body: bytes) -> None:
    # A child that dies early has closed its end; what it answered, or did not, says why.
    with suppress(ConnectionError):
        pipe.write(msgspec.json.encode(order) + b"\n")
        pipe.write(body)
        await pipe.drain()


async def _receive(pipe: asyncio.StreamReader, progress: Progress | None) -> ParsedDocument:
    answer = Answer()
    read = 0
    with suppress(ConnectionError):
        async for line in _lines(pipe):
            page = answer.take(line)
            if page is not None and progress is not None:
                read += 1
                progress(read, page.total)
    return answer.document()


async def _lines(pipe: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield whole lines, however long; one that was cut off is none."""
    parts: list[bytes] = []
    size = 0
    while part := await pipe.read(1 << 18):
        size += len(part)
        if size > _MAX_ANSWER:
            raise TooLarge(_TOO_MUCH_TEXT)
        *whole, rest = part.split(b"\n")
        for line in whole:
            yield b"".join((*parts, line))
            parts = []
        parts.append(rest)
