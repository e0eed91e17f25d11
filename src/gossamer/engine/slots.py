"""The identity of a process for the engine: unique, and the same after a restart.

Work that a process has begun is recorded under its executor id. A process that is started again
under the same id takes its work up at once; two that live at the same time must never share one.
So an id is a *slot* ("serve", "serve.1", "worker") of a data folder on a machine, and having the
slot is holding the lock on its file. The kernel drops the lock when the holder dies, however it
died: others on this machine see in an instant that the slot is free.
"""

import fcntl
import os
import secrets
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# Far more processes than run on one data folder: who finds none free has another problem.
_MOST: Final = 1000
# Others look whether a slot is free by taking it for a moment; that is no reason to take another.
_TRIES: Final = 3
_PAUSE_SECONDS: Final = 0.01


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot that is ours until it is released; *executor_id* stays the same for its next owner."""

    folder: Path
    name: str
    machine: str
    lock: int

    @property
    def executor_id(self) -> str:
        """Return the id under which work is recorded."""
        return f"{self.name}@{self.machine}"

    def release(self) -> None:
        """Let somebody else have it."""
        os.close(self.lock)

    def is_free(self, executor_id: str) -> bool:
        """Return whether that executor is one of this data folder's and certainly does not live any more."""
        name, _, machine = executor_id.partition("@")
        if machine != self.machine or name == self.name:
            return False
        lock = _lock(self.folder / f"{name}.lock", make=False)
        if lock is None:
            return False
        os.close(lock)
        return True


def take_slot(home: Path, name: str) -> Slot:
    """Return the slot *name* of the data folder *home*; the next free one ("name-2") when it is taken.

    Raises OSError when the folder cannot be written.
    """
    folder = home / "engine"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    machine = _machine(folder)
    for number in range(1, _MOST):
        numbered = name if number == 1 else f"{name}-{number}"
        lock = _lock(folder / f"{numbered}.lock", make=True, tries=_TRIES)
        if lock is not None:
            return Slot(folder, numbered, machine, lock)
    raise OSError(f"{folder} has no free slot left.")


def _machine(folder: Path) -> str:
    """Return this machine's name, with a part that tells its data folder from those of a namesake."""
    file = os.open(folder / "machine", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        # Two first starts at the same time agree: the second reads what the first wrote.
        fcntl.flock(file, fcntl.LOCK_EX)
        mark = os.read(file, 64).decode("ascii")
        if not mark:
            mark = secrets.token_hex(4)
            os.write(file, mark.encode("ascii"))
    finally:
        os.close(file)
    return f"{socket.gethostname()}-{mark}"


def _lock(file: Path, *, make: bool, tries: int = 1) -> int | None:
    """Return a descriptor that holds the lock on *file*; None when somebody else holds it, or there is no file."""
    try:
        lock = os.open(file, os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if make else 0), 0o600)
    except FileNotFoundError:
        return None
    for _ in range(tries):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_PAUSE_SECONDS)
        else:
            return lock
    os.close(lock)
    return None
