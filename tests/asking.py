"""Ask again until an answer is there, where nobody tells when it changes.

Who asks without a pause takes a core from the work that is waited for.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import httpx

_Answer = TypeVar("_Answer")
_PAUSE_SECONDS: Final = 0.05


def ask_until(is_enough: Callable[[_Answer], object], ask: Callable[[], _Answer]) -> _Answer:
    """Return the first answer that *is_enough*."""
    while not is_enough(answer := ask()):
        time.sleep(_PAUSE_SECONDS)
    return answer


async def await_until(is_enough: Callable[[_Answer], object], ask: Callable[[], Awaitable[_Answer]]) -> _Answer:
    """Return the first answer that *is_enough*."""
    while not is_enough(answer := await ask()):  # noqa: ASYNC110 - nothing sets an event
        await asyncio.sleep(_PAUSE_SECONDS)
    return answer


async def ended_job(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    """Return the status of the job at *path* once it has ended."""

    async def ask() -> dict[str, Any]:
        return dict((await http.get(path)).json())

    return await await_until(is_ended, ask)


def is_ended(status: Mapping[str, object]) -> bool:
    """Return whether the job with *status*, as the API gives it, has ended."""
    return status["status"] not in {"scraping", "queued", "processing", "active"}
