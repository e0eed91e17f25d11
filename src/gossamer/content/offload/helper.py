"""One helper process as its parent sees it."""

import asyncio
import pickle
import signal
from asyncio.subprocess import Process
from collections.abc import Callable
from typing import Any, Final, Self

from gossamer.content import children
from gossamer.content.offload.framing import HEADER, Outcome
from gossamer.core.errors import OwnError, TooLarge

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
