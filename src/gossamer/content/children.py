"""Starting a Python of our own beside the service, with as little of the service as possible.

Nothing of the service's environment goes along, which holds its secrets; the folder it was
started in is not searched for modules; signals meant for its terminal do not arrive.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import IO, Any, Final, TypeAlias

from gossamer.core.errors import Overloaded

# A number of `asyncio.subprocess`, an open file, or None for what the service has itself.
Stream: TypeAlias = int | IO[Any] | None

_ROOT: Final = os.path.abspath(os.sep)  # noqa: PTH100 - a fixed folder, not a path to work with
# The parser of PDFs allocates with mimalloc, which reserves a gibibyte at once: as much as a reader may use. It takes
# steps of 64 MiB here, so that the limit counts memory that is used.
ENVIRONMENT: Final = {"PATH": os.defpath, "LANG": "C.UTF-8", "MIMALLOC_ARENA_RESERVE": "65536"}
_BUFFER: Final = 1024 * 1024


async def start(module: str, *arguments: str) -> Process:
    """Run *module* with pipes to its standard input and output.

    Raises Overloaded when the system gives no further process.
    """
    return await launch(module, *arguments, stdin=PIPE, stdout=PIPE)


async def launch(module: str, *arguments: str, stdin: Stream, stdout: Stream, stderr: Stream = None) -> Process:
    """Run *module* with these streams; otherwise as `start`."""
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-m",
            module,
            *arguments,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            limit=_BUFFER,
            env=ENVIRONMENT,
            cwd=_ROOT,
            start_new_session=True,
        )
    except OSError as error:
        raise Overloaded("No process could be started to read this page; try again in a moment.") from error


def kill(child: Process) -> None:
    """End *child* and all that it started, if it still runs; it is gone once its `wait` returns."""
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
