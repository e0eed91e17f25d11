"""Running page work where it cannot stall the event loop, and can be stopped.

The parser holds the interpreter's lock, so a thread does not help: a small page is read in
line (a millisecond or two), a large one in a helper process that is killed when the deadline
passes. When several requests are under way the helper takes small pages too, whenever it is
free, so that two cores read. It is started when first needed and ends after a while without work.
"""

import asyncio
import pickle
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, ServiceError, TooLarge

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)

_HEADER = struct.Struct(">Q")
_IN_LINE_BYTES = 256 * 1024
# What is given as the size of work that must not be done in line, however small it looks.
HEAVY_BYTES = _IN_LINE_BYTES + 1
_IDLE_SECONDS = 60.0
_READ_LIMIT = 1024 * 1024


class Offload:
    """One helper process, used by one piece of work at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._retirement: asyncio.TimerHandle | None = None
        self._warming: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()

    async def run(
        self, function: Callable[..., _T], *arguments: Any, size: int, deadline: Deadline, busy: bool = False
    ) -> _T:
        """Return ``function(*arguments)``: in line when *size* (bytes to be parsed) is small.

        With *busy* a small one goes to the helper too, if that has nothing to do. *function* is a
        module's function; arguments and answer can be pickled. Raises what it raises, and
        TimedOut when the deadline passes first, with the work stopped.
        """
        if size <= _IN_LINE_BYTES and not (busy and self._is_free(function)):
            return function(*arguments)
        async with deadline.guard(), self._turn:
            return cast("_T", await self._ask(function, arguments))

    def _is_free(self, function: Callable[..., Any]) -> bool:
        """Return whether the helper could begin at once; one that is not there is started for later."""
        if self._process is None and self._warming is None:
            self._warming = asyncio.create_task(self._warm(function), name="offload-warm")
        return self._process is not None and self._warming is None and not self._turn.locked()

    async def _warm(self, function: Callable[..., Any]) -> None:
        """Start the helper and have it import what it will need."""
        try:
            async with self._turn:
                await self._ask(imported, (function,))
        except ServiceError as error:
            _log.warning("helper_did_not_start", error=error.message)
        finally:
            self._warming = None

    async def _ask(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        finished = False
        try:
            process = await self._started()
            assert process.stdin is not None  # noqa: S101 - started with pipes
            assert process.stdout is not None  # noqa: S101
            job = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
            process.stdin.write(_HEADER.pack(len(job)) + job)
            await process.stdin.drain()
            (length,) = _HEADER.unpack(await process.stdout.readexactly(_HEADER.size))
            answer = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 - our own helper's words
            finished = True
        except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError) as error:
            raise TooLarge("The page is too large or too deep to be read within the memory limit.") from error
        finally:
            # Work that was cut off would go on, and its answer would be taken for the next one's.
            if not finished:
                self._kill()
        self._retire_later()
        return _unwrap(answer)

    async def _started(self) -> Process:
        if self._retirement is not None:
            self._retirement.cancel()
            self._retirement = None
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gossamer.content.offload_child", stdin=PIPE, stdout=PIPE, limit=_READ_LIMIT
            )
        return self._process

    def _retire_later(self) -> None:
        self._retirement = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._kill)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()

    async def _stop(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.wait([self._warming])
        if self._retirement is not None:
            self._retirement.cancel()
        process = self._process
        self._kill()
        if process is not None:
            await process.wait()


def imported(_function: Callable[..., Any]) -> None:
    """Do nothing: to be handed a function, a process has to import its module."""


def _unwrap(answer: tuple[bool, Any]) -> Any:
    fine, value = answer
    if fine:
        return value
    if isinstance(value, ServiceError):
        raise value
    raise OwnError("The page could not be read.") from value
