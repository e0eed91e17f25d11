"""Blocking calls off the event loop, in threads that nobody waits for in the end.

A call to a database that is away may block for long. The threads of an executor would be joined
when the loop ends and again when the interpreter does; a process that was asked to stop stops.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

_T = TypeVar("_T")


async def aside(function: Callable[..., _T], *arguments: Any) -> _T:
    """Return ``function(*arguments)``, run in a thread of its own; a cancelled caller leaves it running."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_T] = loop.create_future()

    def settle(deliver: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            deliver(value)

    def run() -> None:
        deliver: Callable[[Any], None]
        try:
            value: Any = function(*arguments)
            deliver = answer.set_result
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            value, deliver = error, answer.set_exception
        # The loop may be closed by now, and then nobody asks.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, deliver, value)

    threading.Thread(target=run, name="engine-aside", daemon=True).start()
    return await answer
