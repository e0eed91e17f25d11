"""The process of a run: started with nothing of ours, talked to, watched, and ended with all that it started."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import msgspec
import psutil

from gossamer.sandbox.limits import MEMORY_BYTES

_GRACE = 10.0
_LOOK = 0.01
_LOOKS_PER_WEIGHING = 25
_DOORS = 2


class NotStarted(Exception):
    """The first program of a run ended before it was ready; its standard error says why."""


@dataclass(slots=True)
class Child:
    """A running child. *control* is our end of its control socket, *stdout* and *stderr* those of its outputs."""

    process: "subprocess.Popen[bytes]"
    control: socket.socket
    stdout: int
    stderr: int

    @classmethod
    def start(cls, command: Sequence[str], *, given: Sequence[bytes] = (), cwd: str = "/") -> "Child":
        """Start *command*; each "{}" in it becomes the descriptor from which the next of *given* can be read.

        To be called on the main thread: the kernel ends a child of this kind when the thread ends that started it.
        The loop's own subprocesses are not used, for uvloop's leave descriptors behind.
        """
        ours, theirs = socket.socketpair()
        with contextlib.ExitStack() as closing:
            closing.callback(theirs.close)
            readers = [_reader(content, closing) for content in given]
            numbers = iter(readers)
            words = [str(next(numbers)) if word == "{}" else word for word in command]
            (out, child_out), (err, child_err) = os.pipe(), os.pipe()
            closing.callback(os.close, child_out)
            closing.callback(os.close, child_err)
            try:
                process = subprocess.Popen(  # noqa: S603 - our own command line
                    words,
                    stdin=theirs.fileno(),
                    stdout=child_out,
                    stderr=child_err,
                    pass_fds=readers,
                    env={},
                    cwd=cwd,
                    start_new_session=True,
                )
            except OSError:
                ours.close()
                os.close(out)
                os.close(err)
                raise
        return cls(process, ours, out, err)

    async def prepare(self, request: object) -> list[socket.socket]:
        """Send the child what to do and return its listening sockets. Raises NotStarted when it ends before."""
        try:
            return await asyncio.to_thread(_exchange, self.control, msgspec.json.encode(request) + b"\n")
        except OSError as error:
            raise NotStarted(str(error)) from error

    @contextlib.asynccontextmanager
    async def outputs(self) -> AsyncIterator[list[asyncio.StreamReader]]:
        """Give streams of its standard output, standard error and result, which are closed when the block ends."""
        transports: list[asyncio.BaseTransport] = []
        try:
            streams = [await _stream(descriptor, transports) for descriptor in (self.stdout, self.stderr)]
            result, writer = await asyncio.open_unix_connection(sock=self.control)
            transports.append(writer.transport)
            yield [*streams, result]
        finally:
            for transport in transports:
                transport.close()
            # Transports close their descriptors in the loop's next round.
            await asyncio.sleep(0)

    async def ended(self) -> bool:
        """Wait until it ends, and return True, or takes too much memory with its children: False."""
        looks = 0
        while self.process.poll() is None:
            looks += 1
            if looks % _LOOKS_PER_WEIGHING == 0 and await asyncio.to_thread(self._weight) > MEMORY_BYTES:
                return False
            await asyncio.sleep(_LOOK)
        return True

    def _weight(self) -> int:
        members = self._members()
        resident = sum(_resident(process) for process in members)
        # Memory that processes share counts for each of them here; who shares what is asked only when that is too much.
        return sum(_share(process) for process in members) if resident > MEMORY_BYTES else resident

    def _members(self) -> list[psutil.Process]:
        try:
            first = psutil.Process(self.process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.Error:
            return []

    async def kill(self) -> None:
        """Kill it with all that it started and wait until that is gone; safe to call again."""
        members = await asyncio.to_thread(self._members)
        # The first process of a bubble takes the others with it; without a bubble they are killed one by one.
        for process in reversed(members):
            with contextlib.suppress(psutil.Error):
                process.kill()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        end = asyncio.get_running_loop().time() + _GRACE
        while asyncio.get_running_loop().time() < end:  # other processes set no event
            if self.process.poll() is not None and not any(_running(process) for process in members):
                break
            await asyncio.sleep(_LOOK)


def _reader(content: bytes, closing: contextlib.ExitStack) -> int:
    """Return a descriptor from which *content* can be read; it fits into the pipe's buffer."""
    reader, writer = os.pipe()
    closing.callback(os.close, reader)
    with os.fdopen(writer, "wb") as file:
        file.write(content)
    return reader


def _exchange(control: socket.socket, message: bytes) -> list[socket.socket]:
    control.sendall(message)
    ready, descriptors, _, _ = socket.recv_fds(control, 1, _DOORS)
    doors = [socket.socket(fileno=descriptor) for descriptor in descriptors]
    if not ready or len(doors) != _DOORS:
        for door in doors:
            door.close()
        raise ConnectionError("the first program ended")
    return doors


async def _stream(descriptor: int, transports: list[asyncio.BaseTransport]) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb", buffering=0)
    )
    transports.append(transport)
    return reader


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _share(process: psutil.Process) -> int:
    """Return the bytes of a process, those that it shares divided by those who do; all where that is not told."""
    try:
        memory = process.memory_full_info()
    except psutil.Error:
        return _resident(process)
    return int(getattr(memory, "pss", memory.rss))


def _running(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
