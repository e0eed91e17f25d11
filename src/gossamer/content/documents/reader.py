"""Runs the reader of a document and ends it: at the deadline, on cancellation, or when it is done.

Pictures that it sends have their text recognised here, where another process can be started.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

import msgspec

from gossamer.content.documents.answers import ChildAnswer, Order, PageRead, Scan
from gossamer.content.documents.model import ParsedDocument, ReadingOptions
from gossamer.content.documents.recogniser import Recogniser
from gossamer.content.offload import Fork, Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TooLarge, Unsupported
from gossamer.core.extras import missing_extra

MAX_BODY: Final = 64_000_000
_MAX_ANSWER: Final = 96_000_000
_MODULE: Final = "gossamer.content.documents.child"
_TOO_MUCH_TEXT: Final = "The document holds more text than can be returned."

# Called with the number of pages read and the number of all pages (0 while that is not known), first when reading
# begins.
Progress = Callable[[int, int], None]


async def read(
    body: bytes,
    media_type: str,
    options: ReadingOptions,
    deadline: Deadline,
    *,
    offload: Offload,
    owner: str,
    recogniser: Recogniser | None = None,
    progress: Progress | None = None,
) -> ParsedDocument:
    """Return the document in *body*, read in *owner*'s turn at heavy work.

    Without a *recogniser* the text of scans is not read, and images are Unsupported.

    Raises Unsupported for a file that is of another type, damaged or protected by a password, TooLarge beyond the
    limits, and TimedOut at the deadline, also while waiting. The process that reads it is gone when this returns,
    raises or is cancelled.
    """
    if len(body) > MAX_BODY:
        raise TooLarge(f"The document is larger than {MAX_BODY // 1_000_000} MB.")
    if sentence := missing_extra("documents"):
        raise Unsupported(sentence)
    async with deadline.guard(), offload.turn(owner), offload.fork(_MODULE) as fork:
        order = Order(
            size=len(body),
            seconds=max(deadline.remaining(), 0.0),
            media_type=media_type[:200],
            name=options.name[-200:],
            max_pages=options.max_pages,
            mode=options.mode,
            whole_pages=options.whole_pages,
            recognises=recogniser is not None,
            charset=options.charset[:40],
        )
        if progress is not None:
            progress(0, 0)
        return await _ask(fork, order, body, _Replies(fork.sink, recogniser, deadline, progress))


class _Replies:
    """What is done when a page comes: it is counted, and the text of a picture is recognised and sent back."""

    def __init__(
        self,
        sink: asyncio.StreamWriter,
        recogniser: Recogniser | None,
        deadline: Deadline,
        progress: Progress | None,
    ) -> None:
        self._sink = sink
        self._recogniser = recogniser
        self._deadline = deadline
        self._progress = progress
        self._pages = 0

    async def to(self, line: PageRead | Scan) -> None:
        """React to *line*."""
        if isinstance(line, PageRead):
            self._count(self._pages + 1, line.total)
            return
        # A whole batch of pictures comes before the first of its pages.
        self._count(line.number - 1, line.total)
        text = b"" if self._recogniser is None else await self._recogniser.recognise(line, self._deadline)
        with suppress(ConnectionError):
            self._sink.write(b"%d\n" % len(text) + text)
            await self._sink.drain()

    def _count(self, pages: int, total: int) -> None:
        if pages > self._pages:
            self._pages = pages
            if self._progress is not None:
                self._progress(pages, total)


async def _ask(fork: Fork, order: Order, body: bytes, replies: _Replies) -> ParsedDocument:
    """Hand *order* and *body* over, and return the answer; reading and writing go on together."""
    # Not in a task group: that would wrap what receiving raises, and wait for a child that takes no more.
    handing_over = asyncio.create_task(_hand_over(fork.sink, order, body), name="document-body")
    try:
        return await _receive(fork.source, replies)
    finally:
        handing_over.cancel()
        await asyncio.wait([handing_over])


async def _hand_over(pipe: asyncio.StreamWriter, order: Order, body: bytes) -> None:
    # A child that dies early has closed its end; what it answered, or did not, says why.
    with suppress(ConnectionError):
        pipe.write(msgspec.json.encode(order) + b"\n")
        pipe.write(body)
        await pipe.drain()


async def _receive(pipe: asyncio.StreamReader, replies: _Replies) -> ParsedDocument:
    answer = ChildAnswer()
    size = 0
    with suppress(ConnectionError):
        async for line in _lines(pipe):
            taken = answer.take(line)
            # Pictures are not kept.
            size += 0 if isinstance(taken, Scan) else len(line)
            if size > _MAX_ANSWER:
                raise TooLarge(_TOO_MUCH_TEXT)
            if taken is not None:
                await replies.to(taken)
    return answer.document()


async def _lines(pipe: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield whole lines, however long; one that was cut off is none."""
    parts: list[bytes] = []
    size = 0
    while part := await pipe.read(1 << 18):
        size += len(part)
        if size > _MAX_ANSWER:
            raise TooLarge(_TOO_MUCH_TEXT)
        *whole_lines, rest = part.split(b"\n")
        for line in whole_lines:
            yield b"".join((*parts, line))
            parts = []
            size = len(rest)
        parts.append(rest)
