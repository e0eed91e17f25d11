"""Giving memory back to the system, and not looking for garbage where there is none.

A service that once read a 50 MB page should not keep its size for ever. glibc raises its
thresholds with every large block that is freed, and keeps an arena per thread; both are set to
fixed values here. Elsewhere nothing is done: other allocators do this well.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from gossamer.cli.late_methods import methods_compiled_late
from gossamer.net.client_loading import load_without_certificates

# From glibc's malloc.h; the values are part of its interface.
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8

_LARGE_BLOCK: Final = 512 * 1024
_TRIM_EVERY_SECONDS: Final = 20.0
# By then everything is loaded, and reading that much code has left several megabytes between what is kept of it.
_TRIM_FIRST_SECONDS: Final = 3.0


@contextmanager
def keeping_everything() -> Iterator[None]:
    """Load modules, which last as long as the process: nobody looks for garbage among them, now or later.

    Importing the service makes more than a hundred thousand; searching them again and again
    takes a sixth of the start, and later a pause in the middle of requests.
    """
    gc.disable()
    _load_logs_without_rich()
    load_without_certificates()
    try:
        with methods_compiled_late():
            yield
    finally:
        gc.freeze()
        gc.enable()


def _load_logs_without_rich() -> None:
    """Load structlog so that it does not find rich.

    It would load it, and pygments with it, for the colours of tracebacks, which our logs have as plain text. That
    takes 50 ms and 3 MB.
    """
    if "structlog" in sys.modules or "rich" in sys.modules:
        return
    # None stands for a module that cannot be imported (importlib's documentation).
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        import structlog  # noqa: F401, PLC0415
    finally:
        del sys.modules["rich"]


def return_freed_memory() -> None:
    """Have the allocator return large blocks as soon as they are freed; to be called before threads start."""
    if sys.platform != "linux":
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK)
    mallopt(_M_TRIM_THRESHOLD, 2 * _LARGE_BLOCK)
    mallopt(_M_ARENA_MAX, 2)


async def trim_now_and_then() -> None:
    """Return free memory that lies between blocks in use, soon and then every few seconds, until cancelled."""
    trim = _trimmer()
    pause = _TRIM_FIRST_SECONDS
    while trim is not None:
        await asyncio.sleep(pause)
        await asyncio.to_thread(trim, 0)
        pause = _TRIM_EVERY_SECONDS


def _trimmer() -> Callable[[int], int] | None:
    if sys.platform != "linux":
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    return trim
