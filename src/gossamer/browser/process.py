"""One Chromium process: started on a pipe, ended with everything it started.

The process that we start is a small shell that leads a process group of its own. It starts
the browser and then reads from a pipe whose other end only we hold. When we die, by whatever
signal, the kernel closes that end, the shell reads the end of the file and kills the group.
This works on Linux and macOS and needs no code between fork and exec.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import psutil

from gossamer.core.environment import minimal_environment

# The browser's debugging pipe is descriptors 3 and 4, as --remote-debugging-pipe wants them. The
# guard keeps neither, so that the pipe ends when the browser does; descriptor 2 is the life line.
_GUARD = """
log=$1; shift
exec 3<&0 4>&1
"$@" </dev/null >/dev/null 2>>"$log" &
exec </dev/null >/dev/null 3<&- 4>&-
read -r never <&2
kill -KILL 0
"""
_GRACE = 5.0


@dataclass(slots=True)
class ChromiumProcess:
    """A running group. *read_fd* and *write_fd* are our ends of the debugging pipe, to be taken over once."""

    guard: "subprocess.Popen[bytes]"
    read_fd: int
    write_fd: int
    lifeline: int

    @classmethod
    def start(cls, command: list[str], log: str, environment: Mapping[str, str]) -> "ChromiumProcess":
        """Start *command* with its error output appended to the file *log*; *environment* is what it has in addition.

        The event loop's own subprocess support is not used: uvloop leaks duplicates of the
        descriptors into the child, and the guard would then keep the debugging pipe open.
        """
        with _pipes() as pipes:
            guard = subprocess.Popen(  # noqa: S603 - our own command line
                ["/bin/sh", "-c", _GUARD, "gossamer-browser-guard", log, *command],
                stdin=pipes.commands[0],
                stdout=pipes.replies[1],
                stderr=pipes.life[0],
                env={**minimal_environment(), **environment},
                start_new_session=True,
            )
            return cls(guard, *pipes.take_ours())

    @property
    def group(self) -> int:
        """Return the process group's id."""
        return self.guard.pid

    def members(self) -> list[psutil.Process]:
        """Return the processes of the browser; those that end meanwhile are left out."""
        try:
            guard = psutil.Process(self.guard.pid)
            return [guard, *guard.children(recursive=True)]
        except psutil.Error:
            return []

    async def kill(self) -> None:
        """Kill the group and wait until it is gone; safe to call again."""
        members = await asyncio.to_thread(self.members)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, signal.SIGKILL)
        if self.lifeline >= 0:
            os.close(self.lifeline)
            self.lifeline = -1
        end = asyncio.get_running_loop().time() + _GRACE
        while asyncio.get_running_loop().time() < end and not self._is_buried(members):  # noqa: ASYNC110 - other processes set no event
            await asyncio.sleep(0.005)

    def _is_buried(self, members: list[psutil.Process]) -> bool:
        guard_left = self.guard.poll() is not None
        # As the first process of a container we inherit the browser's orphans and must reap them.
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-self.group, os.WNOHANG)[0]:
                pass
        return guard_left and not any(_running(process) for process in members)


def _running(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


@dataclass(slots=True)
class _Pipes:
    commands: tuple[int, int]
    replies: tuple[int, int]
    life: tuple[int, int]
    taken: bool = False

    def take_ours(self) -> tuple[int, int, int]:
        self.taken = True
        return self.replies[0], self.commands[1], self.life[1]


@contextlib.contextmanager
def _pipes() -> Iterator[_Pipes]:
    """Make three pipes; close the browser's ends afterwards, and ours too unless they were taken."""
    pipes = _Pipes(os.pipe(), os.pipe(), os.pipe())
    try:
        yield pipes
    finally:
        ours = (pipes.replies[0], pipes.commands[1], pipes.life[1])
        theirs = (pipes.replies[1], pipes.commands[0], pipes.life[0])
        for fd in theirs if pipes.taken else (*theirs, *ours):
            os.close(fd)
