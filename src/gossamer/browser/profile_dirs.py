"""Temporary profile folders of browsers, and the removal of those whose owner died.

Each browser gets a folder of its own with a lock that its owner holds. The kernel drops the
lock when the owner dies, however it died, so a folder whose lock can be had belongs to nobody:
its processes are killed and it is removed. Process ids are not trusted, they are used again.
"""

import contextlib
import fcntl
import os
import secrets
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

import psutil

_LOCK = "owner.lock"
_PREFIX = "browser-"


@dataclass(frozen=True, slots=True)
class ProfileDir:
    """One browser's folder; *lock* is the descriptor that keeps it ours."""

    folder: Path
    lock: int

    @property
    def profile(self) -> Path:
        """Return the folder in which the browser keeps its profile."""
        return self.folder / "profile"

    @property
    def log(self) -> Path:
        """Return the file of the browser's error output."""
        return self.folder / "stderr.log"

    def clear(self) -> None:
        """Remove the folder and let go of the lock."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self.lock)


def lodge(home: Path) -> ProfileDir:
    """Make a folder under *home* and lock it."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder = home / f"{_PREFIX}{secrets.token_hex(8)}"
    folder.mkdir(mode=0o700)
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    profile_dir = ProfileDir(folder, lock)
    profile_dir.profile.mkdir(mode=0o700)
    return profile_dir


def reap_orphans(home: Path) -> int:
    """Kill browsers whose owner died, remove their folders, and return how many there were."""
    return sum(_reap(folder) for folder in sorted(home.glob(f"{_PREFIX}*")) if folder.is_dir())


def _reap(folder: Path) -> bool:
    try:
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        # Not locked yet: its owner is between making the folder and locking it, or it is already gone.
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _kill_inhabitants(folder)
        shutil.rmtree(folder, ignore_errors=True)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(lock)


def _kill_inhabitants(folder: Path) -> None:
    mark = f"--user-data-dir={folder}{os.sep}"
    own_group = os.getpgrp()
    for process in psutil.process_iter(["pid", "cmdline"]):
        if not any(word.startswith(mark) for word in process.info["cmdline"] or ()):
            continue
        with contextlib.suppress(OSError):
            group = os.getpgid(process.info["pid"])
            if group != own_group:
                os.killpg(group, signal.SIGKILL)
