"""The database, opened at this release's schema, and a lock that allows one server per SQLite database.

Two servers would sweep, retry and schedule the same work twice. The server holds a lock on a
file beside the database; the kernel drops it when the server ends, however it ended. Commands
and the server's own workers do not take it: SQLite itself keeps their writes apart.
"""

import asyncio
import fcntl
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from itertools import count
from pathlib import Path

from gossamer.bootstrap.secrets import seal_of
from gossamer.core.metrics import Meters
from gossamer.settings import Settings
from gossamer.store.database import Database, database_file, database_url, open_engine
from gossamer.store.migration import migrate


class Occupied(Exception):
    """Another server uses the database; *pid* is its process, "" when it did not say."""

    def __init__(self, pid: str) -> None:
        super().__init__(pid)
        self.pid = pid


async def open_database(settings: Settings, stack: AsyncExitStack, meters: Meters | None = None) -> Database:
    """Open the database at this release's schema; *stack* closes it."""
    engine = open_engine(database_url(settings.database_url, settings.home), seal_of(settings))
    stack.callback(engine.dispose)
    await asyncio.to_thread(migrate, engine)
    database = Database(engine, meters)
    stack.push_async_callback(database.close)
    return database


@contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Be the only server on the database at *url* while the block runs. Raises Occupied.

    A PostgreSQL database takes any number of servers.
    """
    file = database_file(url)
    held = None if file is None else _open_lock(file.with_name(f"{file.name}.lock"))
    if held is None:
        yield
        return
    try:
        _take(held)
        yield
    finally:
        os.close(held)


def _open_lock(lock: Path) -> int | None:
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        # Where nothing can be written the database cannot be opened either, and that says why.
        return None


def _take(held: int) -> None:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Occupied(os.read(held, 20).decode("ascii", "replace").strip()) from None
    os.ftruncate(held, 0)
    os.write(held, f"{os.getpid()}\n".encode())


@contextmanager
def own_folder(below: Path) -> Iterator[Path]:
    """Give the first numbered folder in *below* that no other process uses; what an earlier one left is there."""
    with ExitStack() as held:
        yield next(home for number in count(1) if (home := _lock_folder(below / str(number), held)))


def _lock_folder(home: Path, held: ExitStack) -> Path | None:
    """Return *home* when it is ours until *held* is closed, None when another process uses it."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        held.enter_context(sole_server(database_url(None, home)))
    except Occupied:
        return None
    return home
