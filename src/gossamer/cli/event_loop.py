"""The event loop in which a command runs."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of *coroutine*, run in the fastest loop available; Ctrl-C cancels it and is raised."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run(coroutine)
    return uvloop.run(coroutine)
