"""The disk below the data: whether it can be written and has room, looked at now and then.

A file system that is full or was set read-only after an error still answers reads, so a service on it looks well until
something has to be stored. A look writes a few kilobytes into a file without a name.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gossamer.ports.clock import Clock

_MEGABYTE: Final = 1024 * 1024
# SQLite's log alone grows so far between two of its clean-ups.
_NEEDED_BYTES: Final = 64 * _MEGABYTE
_WRITTEN: Final = bytes(4096)
_LASTS_SECONDS: Final = 15.0


@dataclass(frozen=True, slots=True)
class Space:
    """What a file system says of itself: bytes that are free for us, and whether it may not be written."""

    free: int
    read_only: bool


def space_of(folder: Path) -> Space:
    """Ask the file system of *folder*. Raises OSError."""
    stats = os.statvfs(folder)
    return Space(stats.f_bavail * stats.f_frsize, bool(stats.f_flag & os.ST_RDONLY))


class DiskProbe:
    """Looks at folders, at most every 15 seconds, and never twice at once: a disk that hangs costs one thread."""

    def __init__(self, folders: Iterable[Path], clock: Clock, space: Callable[[Path], Space] = space_of) -> None:
        self._folders = tuple(dict.fromkeys(folders))
        self._clock = clock
        self._space = space
        self._looking: asyncio.Task[str] | None = None
        self._began = float("-inf")

    async def trouble(self) -> str:
        """Return the reason why nothing can be stored, without naming a path; "" when all is well."""
        now = self._clock.monotonic()
        if self._looking is None or (self._looking.done() and now - self._began >= _LASTS_SECONDS):
            self._began = now
            self._looking = asyncio.create_task(asyncio.to_thread(self._look), name="disk-probe")
        # A caller that gives up does not cancel the check for the others.
        return await asyncio.shield(self._looking)

    def _look(self) -> str:
        return next(filter(None, map(self._trouble_of, self._folders)), "")

    def _trouble_of(self, folder: Path) -> str:
        try:
            space = self._space(folder)
            if space.read_only:
                return "The file system of the data is read-only."
            if space.free < _NEEDED_BYTES:
                free, needed = space.free // _MEGABYTE, _NEEDED_BYTES // _MEGABYTE
                return f"The disk of the data is full: {free} MB are free, and {needed} MB are needed."
            with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
                file.write(_WRITTEN)
        except OSError as error:
            return f"The data folder cannot be written: {error.strerror}."
        return ""
