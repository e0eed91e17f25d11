"""What a process that reads hostile pages and files gives up.

It ends with its parent and has no network; limits on memory, processor time and files are set
by whoever knows what its work needs. Where the kernel does not offer one of these, the others
still hold.
"""

import contextlib
import ctypes
import os
import signal
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NO_NEW_PRIVS: Final = 38
# System calls, the same on all architectures; every right of its first version; to read files and list folders.
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_PATH: Final = 1
_LANDLOCK_ALL: Final = 0x1FFF
_LANDLOCK_READ_FILE: Final = 0x4
_LANDLOCK_READ: Final = 0xC


def give_up_network() -> None:
    """Keep no way to the network or to more rights, and die when the parent dies; on Linux."""
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # A network namespace without devices; a user namespace first where we are not root.
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
    # Last, because the kernel forgets it when rights change.
    die_with_parent()


def die_with_parent() -> None:
    """End when the parent ends; on Linux, where a process that was forked has to say so anew."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_wall_time(seconds: float) -> None:
    """End this process after *seconds* from now, whether it works or waits; nothing where there are no timers."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def limit_memory(size: int) -> None:
    """Let data grow to *size* bytes; macOS takes the limit and does not enforce it.

    Address space is not bound: allocators reserve more of it than they use.
    """
    _limit("RLIMIT_DATA", size, size)


def limit_processor_time(seconds: int) -> None:
    """End this process after *seconds* of processor time from now; a later call begins anew."""
    times = os.times()
    # The soft limit alone: a hard one could not be raised again.
    _limit("RLIMIT_CPU", int(times.user + times.system) + 1 + seconds, None)


def give_up_files() -> None:
    """Open no file and no socket from here on, and write none: everything needed is loaded before."""
    # The lowest free descriptor is the limit.
    free = os.dup(0)
    os.close(free)
    _limit("RLIMIT_NOFILE", free, free)
    write_no_file()
    leave_no_core()


def read_only_below(folders: Iterable[str]) -> None:
    """Open for reading what is below *folders*, and nothing else of the file system; on Linux with Landlock.

    Descriptors that are open stay so. See https://docs.kernel.org/userspace-api/landlock.html.
    """
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    handled = struct.pack("Q", _LANDLOCK_ALL)
    if (rules := libc.syscall(_LANDLOCK_CREATE, handled, len(handled), 0)) < 0:
        return
    for folder in folders:
        with contextlib.suppress(OSError):
            place = os.open(folder, os.O_PATH)
            allowed = _LANDLOCK_READ if Path(folder).is_dir() else _LANDLOCK_READ_FILE
            libc.syscall(_LANDLOCK_ADD, rules, _LANDLOCK_PATH, struct.pack("=Qi", allowed, place), 0)
            os.close(place)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.syscall(_LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)


def write_no_file() -> None:
    """Let no file on disk grow; pipes and sockets are none."""
    bound_files(0)


def bound_files(size: int) -> None:
    """Let no file on disk grow beyond *size* bytes."""
    _limit("RLIMIT_FSIZE", size, size)


def leave_no_core() -> None:
    """Write no memory image when killed: it would hold a caller's page."""
    _limit("RLIMIT_CORE", 0, 0)


def _limit(name: str, soft: int, hard: int | None) -> None:
    try:
        import resource  # noqa: PLC0415 - POSIX only
    except ImportError:
        return
    kind = getattr(resource, name)
    # macOS refuses some of them, and nobody may raise what an operator has set lower.
    with contextlib.suppress(ValueError, OSError):
        limit = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (soft, limit if hard is None else hard))
