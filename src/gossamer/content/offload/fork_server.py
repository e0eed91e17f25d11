"""A process that has loaded a module once and forks a copy of itself for each job.

Starting Python and importing parsers takes a hundred times as long as reading most files, and a process that reads one
hostile file must not read another's. So a server that never sees a file loads everything and gives up the network;
each job runs in a fork of it, over a socket of its own, and the fork ends with the job.

The module's `load()` is called once; its `serve(source, sink)` in each fork, with binary streams. A fork is killed when
its `Fork` is left, and ends with the server.
"""

import asyncio
import os
import signal
import socket
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from gossamer.content import children
from gossamer.core.errors import Overloaded

_MODULE: Final = "gossamer.content.offload.fork_child"
_NO_PROCESS: Final = "No process could be started to read this document; try again in a moment."
_BUFFER: Final = 1024 * 1024
_PID: Final = 8


@dataclass(frozen=True, slots=True)
class Fork:
    """One job's process: what is written to *sink* it reads, what it answers comes from *source*."""

    source: asyncio.StreamReader
    sink: asyncio.StreamWriter


class ForkServer:
    """Forks of *module*, whose server is started with the first and again when it was lost."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._control: socket.socket | None = None
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def fork(self) -> AsyncIterator[Fork]:
        """Give a fresh process; it is gone, or about to be, when this is left. Overloaded when none can be had."""
        fork, kill = await self._fork_child()
        try:
            yield fork
        finally:
            kill()
            fork.sink.transport.abort()

    async def _fork_child(self) -> tuple[Fork, Callable[[], None]]:
        try:
            return await self._fork()
        except (OSError, asyncio.IncompleteReadError):
            # The server was lost a moment ago.
            await self.close()
        try:
            return await self._fork()
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Overloaded(_NO_PROCESS) from error

    async def _fork(self) -> tuple[Fork, Callable[[], None]]:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(await self._ready(), [b"f"], [theirs.fileno()])
            source, sink = await asyncio.open_connection(sock=ours, limit=_BUFFER)
        except BaseException:
            ours.close()
            raise
        try:
            return Fork(source, sink), _killer(int.from_bytes(await source.readexactly(_PID), "big"))
        except BaseException:
            sink.transport.abort()
            raise

    async def close(self) -> None:
        """End the server and all of its forks."""
        process, self._process = self._process, None
        control, self._control = self._control, None
        if control is not None:
            control.close()
        if process is not None:
            children.kill(process)
            await process.wait()

    async def _ready(self) -> socket.socket:
        async with self._starting:
            if self._control is not None and self._process is not None and self._process.returncode is None:
                return self._control
            control, theirs = socket.socketpair()
            control.settimeout(0)
            with theirs:
                self._process = await children.launch(
                    _MODULE, self._module, stdin=theirs.fileno(), stdout=DEVNULL, stderr=DEVNULL
                )
            self._control = control
            return control


def _killer(pid: int) -> Callable[[], None]:
    """Return a function that ends the process *pid*, never another with its number later, where the system can tell."""
    if not hasattr(os, "pidfd_open"):
        return lambda: _signal(pid)
    # It waits for its job, so it is alive.
    descriptor = os.pidfd_open(pid)

    def kill() -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        os.close(descriptor)

    return kill


def _signal(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
