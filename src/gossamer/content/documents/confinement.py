"""What a reader of hostile files gives up before it looks at one.

Limits on memory, processor time and files; no network; death with its parent. Where the
kernel does not offer one of these, the others still hold.
"""

import contextlib
import ctypes
import os
import signal
import sys
from typing import Final

MEMORY: Final = 1_500_000_000
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NO_NEW_PRIVS: Final = 38


def confine(*, seconds: int) -> None:
    """Give up everything a parser does not need; everything it needs must be loaded before."""
    _give_up_network()
    _set_limits(seconds)


def _give_up_network() -> None:
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # A network namespace without devices; a user namespace first where we are not root.
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)


def _set_limits(seconds: int) -> None:
    try:
        import resource  # noqa: PLC0415 - POSIX only
    except ImportError:
        return
    # The lowest free descriptor is the limit: neither a file nor a socket can be opened from here on.
    free = os.dup(0)
    os.close(free)
    for limit, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, free),
    ):
        # macOS refuses some of them.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, value))
