"""A lock that allows one server per SQLite database.

Two servers would sweep, retry and schedule the same work twice. The server holds a lock on a
file beside the database; the kernel drops it when the server ends, however it ended. Commands
and the server's own workers do not take it: SQLite itself keeps their writes apart.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gossamer.store.database import database_file


class Occupied(Exception):
    """Another server uses the database; *pid* is its process, "" when it did not say."""

    def __init__(self, pid: str) -> None:
        super().__init__(pid)
        self.pid = pid


@contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Be the only server on the database at *url* while the block runs. Raises Occupied.

    A PostgreSQL database takes any number of servers.
    """
    file = database_file(url)
    held = None if file is None else _opened(file.with_name(f"{file.name}.lock"))
    if held is None:
        yield
        return
    try:
        _take(held)
        yield
    finally:
        os.close(held)


def _opened(lock: Path) -> int | None:
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
