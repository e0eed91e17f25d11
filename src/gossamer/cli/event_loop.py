"""The event loop in which a command runs."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Return what *coroutine* gives, run in the fastest loop there is; Ctrl-C cancels it and is raised."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run(coroutine)
    return uvloop.run(coroutine)
