"""Worker processes beside the one that was started: one core each, started when there is work for them.

A child has a pipe as its standard input, its life line, and ends when that closes: when we die, by
whatever signal, the kernel closes it. On Linux the child also has the kernel kill it outright. The first line in the
pipe is what the service's environment has of settings and secrets: the environment that a process is started with
can be read by others.
"""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import Final, Self

import structlog

from gossamer.core.environment import private_environment, python_environment

_log = structlog.get_logger(__name__)
_LOOK_SECONDS: Final = 0.5
_IDLE: Final = timedelta(minutes=1)
# A child needs two seconds of a core before it can help: work that is over by then is done sooner without it.
_WORTH: Final = timedelta(seconds=1.5)
# A process leaves in five seconds at most, whatever hangs; after that it is not asked any more.
_STOP_SECONDS: Final = 6.0
_POLL_SECONDS: Final = 0.05
# A child that ends so soon has not worked: the next attempt waits, longer each time.
_SOON_SECONDS: Final = 20.0
_LONGEST_PAUSE_SECONDS: Final = 60.0


def command(slot: str) -> Sequence[str]:
    """Return the command that starts a child in *slot*."""
    # -P: the folder that the service was started in is not searched for modules.
    return (sys.executable, "-P", "-m", "gossamer", "worker", "--child", slot)


@dataclass(slots=True)
class _Place:
    """A child's place: *process* is None while it is empty; *not_before* is when it may be filled, monotonic."""

    slot: str
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    not_before: float = 0.0
    pause: float = 0.0

    def is_filled(self) -> bool:
        """Return whether there is a child in it that lives."""
        return self.process is not None and self.process.poll() is None


class Workers:
    """Up to *most* children of the process in *slot*, as many as the lanes that are open can use.

    *open_lanes* says how many lanes wait or run anywhere. The first is the parent's own; each
    further one is worth a process, once several have been open for the time *worth*. A child that dies is replaced;
    when nothing was open for a while, all are sent away, and what they still have in hand goes to others.

    To be opened in the main thread: the kernel kills children with the thread that started them.
    """

    def __init__(
        self,
        *,
        slot: str,
        most: int,
        open_lanes: Callable[[], int],
        command: Callable[[str], Sequence[str]] = command,
        idle: timedelta = _IDLE,
        worth: timedelta = _WORTH,
    ) -> None:
        self._idle_seconds = idle.total_seconds()
        self._worth_seconds = worth.total_seconds()
        self._alone_at = time.monotonic()
        self._open_lanes = open_lanes
        self._command = command
        self._places = [_Place(f"{slot}.{number}") for number in range(1, most + 1)]
        self._busy_at = float("-inf")
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        if self._places:
            self._watching = asyncio.create_task(self._watch(), name="workers")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Start no more children, and return when those that there are have left."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        await self._send_away()

    @property
    def pids(self) -> Sequence[int]:
        """Process ids of the children that live."""
        return [place.process.pid for place in self._places if place.process is not None and place.is_filled()]

    async def _watch(self) -> None:
        while True:
            try:
                await self._adjust(self._open_lanes(), time.monotonic())
            except OSError as error:
                _log.warning("worker_not_started", error=error.strerror)
            await asyncio.sleep(_LOOK_SECONDS)

    async def _adjust(self, open_lanes: int, now: float) -> None:
        if open_lanes:
            self._busy_at = now
        if open_lanes <= 1:
            self._alone_at = now
        self._note_deaths(now)
        useful = open_lanes - 1 if now - self._alone_at >= self._worth_seconds else 0
        for place in self._places[: max(0, useful)]:
            if not place.is_filled() and now >= place.not_before:
                _fill(place, self._command(place.slot), now)
        if now - self._busy_at >= self._idle_seconds:
            await self._send_away()

    def _note_deaths(self, now: float) -> None:
        for place in self._places:
            if place.process is None or place.is_filled():
                continue
            early = now - place.started_at < _SOON_SECONDS
            place.pause = min(max(1.0, 2 * place.pause), _LONGEST_PAUSE_SECONDS) if early else 0.0
            place.not_before = now + place.pause
            _log.warning("worker_died", slot=place.slot, code=place.process.returncode, again_in=place.pause)
            _close(place)

    async def _send_away(self) -> None:
        """Ask all children to leave, and see to it that they do."""
        leaving = [place for place in self._places if place.process is not None]
        for place in leaving:
            _tell(place, signal.SIGTERM)
        end = time.monotonic() + _STOP_SECONDS
        while time.monotonic() < end and any(place.is_filled() for place in leaving):  # noqa: ASYNC110 - other processes set no event
            await asyncio.sleep(_POLL_SECONDS)
        for place in leaving:
            _tell(place, signal.SIGKILL)
            _close(place)


def _fill(place: _Place, words: Sequence[str], now: float) -> None:
    # In the loop's own thread, and not by the loop: see `Workers`, and uvloop lets children inherit
    # descriptors of the other children's life lines. It takes a millisecond or two.
    place.process = subprocess.Popen(words, stdin=subprocess.PIPE, env=python_environment())  # noqa: S603 - our own command line
    place.started_at = now
    _hand_over(place.process, private_environment())
    _log.info("worker_started", slot=place.slot, pid=place.process.pid)


def _hand_over(process: "subprocess.Popen[bytes]", environment: Mapping[str, str]) -> None:
    """Write *environment* into the life line. A pipe takes 64 KiB at once; more waits until the child reads."""
    if process.stdin is None:
        return
    # A child that died at once is noticed where all deaths are.
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(environment).encode() + b"\n")
        process.stdin.flush()


def _tell(place: _Place, number: signal.Signals) -> None:
    if place.process is not None and place.is_filled():
        place.process.send_signal(number)


def _close(place: _Place) -> None:
    if place.process is not None:
        if place.process.stdin is not None:
            place.process.stdin.close()
        place.process.wait()
        place.process = None
