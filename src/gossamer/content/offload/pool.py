"""Where a piece of page work runs, and the helper processes for what must not run in line.

The parser holds the interpreter's lock, so a thread does not help: a small page is read in
line (a millisecond or two), a large one in a helper process that is killed when the deadline
passes or its processor time is used up. When several requests are under way a helper that has
nothing to do takes small pages too, so that two cores read. Helpers are started when needed
and end after a while without work.
"""

import asyncio
import os
import pickle
import signal
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from types import TracebackType
from typing import Any, Final, Self, TypeVar, cast

import structlog

from gossamer.content import children
from gossamer.content.offload.fork_server import Fork, ForkServer
from gossamer.content.offload.framing import HEADER, Broken, Outcome, OutOfMemory, WorkDone, WorkRefused
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, ServiceError, TooLarge
from gossamer.core.turns import Turns

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)

_IN_LINE_BYTES: Final = 256 * 1024
# The size to give for work that must not be done in line, however small it looks.
HEAVY_BYTES: Final = _IN_LINE_BYTES + 1
# The largest page that is read at all takes some five seconds; what takes this long never ends.
_PROCESSOR_TIME: Final = timedelta(seconds=30)
_IDLE: Final = timedelta(minutes=1)

_MODULE: Final = "gossamer.content.offload.child"


class Helper:
    """A process that does one piece of work at a time and is kept for the next."""

    def __init__(self, process: Process, seconds: int) -> None:
        self._process = process
        self._seconds = seconds

    @classmethod
    async def start(cls, seconds: int) -> Self:
        """Start one whose work may use *seconds* of processor time each; Overloaded if none can be had."""
        return cls(await children.start(_MODULE, str(seconds)), seconds)

    @property
    def alive(self) -> bool:
        """Return whether it still runs, as far as is known."""
        return self._process.returncode is None

    async def ask(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
        """Return the outcome of ``function(*arguments)`` in that process.

        Raises TooLarge when the process does not survive it. Who cancels this must `kill` it:
        work that was cut off would go on, and its answer would be taken for the next one's.
        """
        source, sink = self._process.stdout, self._process.stdin
        if source is None or sink is None:
            raise OwnError("The page could not be read.")
        job = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        try:
            sink.write(HEADER.pack(len(job)))
            sink.write(job)
            await sink.drain()
            (length,) = HEADER.unpack(await source.readexactly(HEADER.size))
            answer: Outcome = pickle.loads(await source.readexactly(length))  # noqa: S301 - our own helper's words
        except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError) as error:
            raise TooLarge(self._obituary(await self._process.wait())) from error
        return answer

    def kill(self) -> None:
        """End it, whatever it does."""
        children.kill(self._process)

    async def gone(self) -> None:
        """Return when the process has ended."""
        await self._process.wait()

    def _obituary(self, status: int) -> str:
        if status == -getattr(signal, "SIGXCPU", 0):
            return (
                f"Reading this page takes more than {self._seconds} seconds of processor time. "
                "Ask for fewer formats, or with simpler selectors."
            )
        return "The page is too large or too deep to be read within the memory limit."


class Offload:
    """Runs page work in line or in helper processes.

    *cores* pieces of work run in helpers at once, and one more for each owner of whom none
    runs (`Turns`); by default the cores this process may use. Each may use *processor_time*,
    in whole seconds. A helper that had nothing to do for *idle* is ended.
    """

    def __init__(
        self, *, cores: int | None = None, processor_time: timedelta = _PROCESSOR_TIME, idle: timedelta = _IDLE
    ) -> None:
        self._turns = Turns(cores or _usable_cores())
        self._seconds = max(1, int(processor_time.total_seconds()))
        self._patience = idle.total_seconds()
        self._helpers: set[Helper] = set()
        # The most recently used is last, and taken first: what is not needed gets old.
        self._idle: dict[Helper, asyncio.TimerHandle] = {}
        self._warming: asyncio.Task[None] | None = None
        self._fork_servers: dict[str, ForkServer] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()

    async def run(
        self,
        function: Callable[..., _T],
        *arguments: Any,
        owner: str,
        size: int,
        deadline: Deadline,
        busy: bool = False,
        patient: bool = False,
    ) -> _T:
        """Return ``function(*arguments)``: in line when *size* (bytes to be parsed) is small.

        With *busy* a small one goes to a helper too, if one has nothing to do or the work is *patient*. *owner* is the
        team whose work it is. *function* is a module's function; arguments and answer can be
        pickled. Raises what it raises, TooLarge when it needs more memory or processor time
        than a reading may have, and TimedOut when the deadline passes first; the work has then
        been stopped.
        """
        if size <= _IN_LINE_BYTES and not (busy and (self._is_free(owner, function) or patient)):
            return function(*arguments)
        async with deadline.guard(), self._turns.turn(owner):
            return cast("_T", _value(await self._ask(function, arguments)))

    def turn(self, owner: str) -> AbstractAsyncContextManager[None]:
        """Wait for *owner*'s turn to let another process than a helper work, and hold it."""
        return self._turns.turn(owner)

    def fork(self, module: str) -> AbstractAsyncContextManager[Fork]:
        """Give a fresh process that serves one job by *module* (see `fork_server`), in a turn that the caller holds."""
        return self._fork_servers.setdefault(module, ForkServer(module)).fork()

    def _is_free(self, owner: str, function: Callable[..., Any]) -> bool:
        """Return whether a helper could begin at once; if there is none at all, one is started for later."""
        if self._warming is None and not any(helper.alive for helper in self._helpers):
            self._warming = asyncio.create_task(self._warm(function), name="offload-warm")
        return bool(self._idle) and self._turns.has_room(owner)

    async def _warm(self, function: Callable[..., Any]) -> None:
        """Start a helper and have it import what it will need."""
        try:
            await self._ask(imported, (function,))
        except ServiceError as error:
            _log.warning("helper_did_not_start", error=error.message)
        finally:
            self._warming = None

    async def _ask(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
        helper = self._take_rested() or await self._start_helper()
        try:
            outcome = await helper.ask(function, arguments)
        except BaseException:
            helper.kill()
            raise
        self._rest(helper)
        return outcome

    def _take_rested(self) -> Helper | None:
        while self._idle:
            helper, retirement = self._idle.popitem()
            retirement.cancel()
            if helper.alive:
                return helper
        return None

    async def _start_helper(self) -> Helper:
        helper = await Helper.start(self._seconds)
        self._helpers = {live_helper for live_helper in self._helpers if live_helper.alive} | {helper}
        return helper

    def _rest(self, helper: Helper) -> None:
        self._idle[helper] = asyncio.get_running_loop().call_later(self._patience, self._retire, helper)

    def _retire(self, helper: Helper) -> None:
        del self._idle[helper]
        helper.kill()

    async def _stop(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.wait([self._warming])
        for retirement in self._idle.values():
            retirement.cancel()
        self._idle.clear()
        for helper in self._helpers:
            helper.kill()
            await helper.gone()
        for server in self._fork_servers.values():
            await server.close()


def imported(_function: Callable[..., Any]) -> None:
    """Do nothing: to be handed a function, a process has to import its module."""


def _value(outcome: Outcome) -> Any:
    match outcome:
        case WorkDone(value):
            return value
        case WorkRefused(error):
            raise error
        case OutOfMemory():
            raise TooLarge("The page is too large or too deep to be read within the memory limit.")
        case Broken(trace):
            _log.error("reading_broke", trace=trace)
            raise OwnError("The page could not be read.")


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
