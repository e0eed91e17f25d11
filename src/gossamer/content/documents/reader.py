"""Runs the reader of documents and ends it: at the deadline, on cancellation, or when it is done."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from gossamer.content.documents.parsed import ParsedDocument, ReadingOptions
from gossamer.content.sniffing import kind_of
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut, TooLarge, Unsupported

MAX_BODY: Final = 64_000_000
_ROOT: Final = Path(sys.executable).anchor or os.sep
_MAX_ANSWER: Final = 64_000_000
_MODULE: Final = "gossamer.content.documents.child"
_SUPPORTED: Final = "PDF is read; word processor, spreadsheet and presentation files are not read yet."


async def read(body: bytes, media_type: str, options: ReadingOptions, deadline: Deadline) -> ParsedDocument:
    """Return what *body* says.

    Raises Unsupported for a file that is no PDF, is damaged or is protected by a password,
    TooLarge beyond the limits, and TimedOut at the deadline. The process that reads it is
    gone when this returns, raises or is cancelled.
    """
    kind = kind_of(body, media_type)
    if kind != "pdf":
        raise Unsupported(f"This file ({media_type or kind}) cannot be read. {_SUPPORTED}")
    if len(body) > MAX_BODY:
        raise TooLarge(f"The document is larger than {MAX_BODY // 1_000_000} MB.")
    order = {"kind": kind, "max_pages": options.max_pages, "seconds": max(1, int(deadline.remaining()) + 1)}
    try:
        async with asyncio.timeout(deadline.remaining()), _child() as child:
            answer = await _ask(child, order, body)
    except TimeoutError as error:
        raise TimedOut("The document could not be read within the timeout.") from error
    return _parsed(answer)


@asynccontextmanager
async def _child() -> AsyncIterator[asyncio.subprocess.Process]:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        "-m",
        _MODULE,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": os.defpath, "LANG": "C.UTF-8"},
        cwd=_ROOT,
        start_new_session=True,
    )
    try:
        yield child
    finally:
        _kill(child)
        await asyncio.shield(child.wait())


def _kill(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()


async def _ask(child: asyncio.subprocess.Process, order: dict[str, Any], body: bytes) -> bytes:
    """Hand *order* and *body* over, and return the answer; reading and writing go on together."""
    if child.stdin is None or child.stdout is None:
        raise Unsupported("The document reader could not be started.")
    async with asyncio.TaskGroup() as group:
        group.create_task(_hand_over(child.stdin, json.dumps(order).encode() + b"\n" + body))
        answer = group.create_task(_receive(child.stdout))
    return answer.result()


async def _hand_over(pipe: asyncio.StreamWriter, data: bytes) -> None:
    # A child that dies early has closed its end; what it answered, or did not, says why.
    with suppress(BrokenPipeError, ConnectionResetError):
        pipe.write(data)
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


def _parsed(answer: bytes) -> ParsedDocument:
    try:
        found = json.loads(answer)
    except ValueError as error:
        # It ended without an answer: out of memory or time, or the parser crashed.
        raise Unsupported(
            "The document could not be read: it is damaged, or needs more memory than a reader may have."
        ) from error
    if "refusal" in found:
        raise Unsupported(str(found["refusal"]))
    return ParsedDocument(
        markdown=found["markdown"],
        title=found["title"] or None,
        num_pages=found["num_pages"],
        total_pages=found["total_pages"],
        pages=tuple(found["pages"]),
        truncated=found["truncated"],
    )
