"""Calls that many make at the same time, of which one is enough."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar, cast

_T = TypeVar("_T")


class SharedCalls:
    """Gives all who ask for the same thing at once what the first of them gets, and others for *seconds* after that."""

    def __init__(self, seconds: float = 0) -> None:
        self._seconds = seconds
        self._calls: dict[Hashable, asyncio.Task[Any]] = {}

    async def of(self, key: Hashable, call: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """Return the result of *call*, shared with others that use *key*; failures are shared, too."""
        if key not in self._calls:
            self._calls[key] = asyncio.create_task(call())
            self._calls[key].add_done_callback(lambda _: self._forget(key))
        # A caller that leaves does not cancel the call for the others.
        return cast("_T", await asyncio.shield(self._calls[key]))

    def _forget(self, key: Hashable) -> None:
        asyncio.get_running_loop().call_later(self._seconds, self._calls.pop, key, None)
