"""Figures of a process and of the worker processes that it started.

Workers answer nobody: they write their figures into a folder of the parent's every few seconds, and the parent adds
them to its own. What a worker counted is kept when it ends; its memory and its browsers end with it.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import psutil
import structlog

from gossamer.core.metrics import CATALOGUE, Kind, Meters, Series, combine_series
from gossamer.core.metrics.catalogue import PROCESS_CPU, PROCESS_MEMORY
from gossamer.ports.clock import Clock

Source: TypeAlias = Callable[[], Awaitable[Sequence[Series]]]

_EVERY: Final = timedelta(seconds=5)
_FOLDER: Final = "metrics"
_log = structlog.get_logger(__name__)


class _Stored(msgspec.Struct, array_like=True):
    """A series in a file."""

    name: str
    labels: tuple[str, ...]
    value: float
    counts: tuple[int, ...] = ()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(list[_Stored])


class ProcessFigures:
    """What one process recorded and what can be read of it; *name* is its label."""

    def __init__(self, name: str, meters: Meters, sources: Sequence[Source]) -> None:
        self._process = psutil.Process()
        self._name = name
        self._meters = meters
        self._sources = sources

    async def series(self) -> Sequence[Series]:
        """Return everything as it is now."""
        read = [figure for source in self._sources for figure in await source()]
        return [*self._meters.series(), *self._own(), *read]

    def _own(self) -> Sequence[Series]:
        with self._process.oneshot():
            used = self._process.cpu_times()
            memory = self._process.memory_info().rss
        labels = (self._name,)
        return [Series(PROCESS_MEMORY, labels, memory), Series(PROCESS_CPU, labels, used.user + used.system)]


@asynccontextmanager
async def published(figures: ProcessFigures, home: Path, clock: Clock) -> AsyncIterator[None]:
    """Write *figures* for the parent process now and then until left, and at the end."""
    file = _folder(home, os.getppid()) / f"{os.getpid()}.json"

    async def write() -> None:
        content = _pack_series(await figures.series())
        with suppress(OSError):  # a full disk costs figures, not work
            await asyncio.to_thread(_replace, file, content)

    async def go_on() -> None:
        while True:
            await clock.sleep(_EVERY)
            await write()

    publishing = asyncio.create_task(go_on(), name="figures")
    try:
        yield
    finally:
        publishing.cancel()
        await asyncio.wait([publishing])
        await write()


class WorkerFigures:
    """Figures of the workers that this process started, from the files they write."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = _folder(home, os.getpid())
        self._ended: Sequence[Series] = ()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Make room for the files until left; those of processes that are gone are removed."""
        await asyncio.to_thread(_sweep, self._home)
        try:
            yield
        finally:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)

    async def series(self) -> Sequence[Series]:
        """Return the metrics of workers, those that have ended included."""
        return await asyncio.to_thread(self._read)

    def _read(self) -> Sequence[Series]:
        living: list[Series] = []
        for file in sorted(self._folder.glob("[0-9]*.json")):
            series = _read(file)
            if _is_alive(file.stem):
                living += series
                continue
            counted = [figure for figure in series if figure.metric.kind is not Kind.GAUGE]
            self._ended = combine_series([*self._ended, *counted])
            file.unlink(missing_ok=True)
        return [*living, *self._ended]


def _folder(home: Path, pid: int) -> Path:
    return home / _FOLDER / str(pid)


def _replace(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = file.with_suffix(".new")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def _pack_series(series: Sequence[Series]) -> bytes:
    return _encoder.encode(
        [_Stored(figure.metric.name, figure.labels, figure.value, figure.counts) for figure in series]
    )


def _read(file: Path) -> list[Series]:
    try:
        stored = _decoder.decode(file.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        _log.warning("figures_unreadable", file=file.name, error=type(error).__name__)
        return []
    known_figures = [figure for figure in stored if figure.name in CATALOGUE]
    return [Series(CATALOGUE[figure.name], figure.labels, figure.value, figure.counts) for figure in known_figures]


def _is_alive(pid: str) -> bool:
    return pid.isdecimal() and psutil.pid_exists(int(pid))


def _sweep(home: Path) -> None:
    """Remove the folders of processes that are gone, and our own from an earlier process with this id."""
    for folder in (home / _FOLDER).glob("[0-9]*"):
        if int(folder.name) == os.getpid() or not _is_alive(folder.name):
            shutil.rmtree(folder, ignore_errors=True)
