"""Bodies of requests that are too large to be read on the event loop, where everybody would wait for them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, Overloaded, TimedOut, TooLarge

_T = TypeVar("_T")
# Of bodies from here on a team has one read at a time.
_LARGE_BYTES: Final = 1024 * 1024
_LASTS: Final = timedelta(minutes=1)
_TOO_MANY: Final = "Other large requests of this team are being read. Send them one after the other, or smaller ones."
_TOO_MUCH: Final = "The request has too much in it to be read. Send it in several smaller ones."


class LargeBodies:
    """Reads bodies in helper processes, the large ones of a team one after the other."""

    def __init__(self, offload: Offload) -> None:
        self._offload = offload
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, team_id: str, size: int) -> AsyncIterator[None]:
        """Hold the team's turn while a body of *size* bytes is read, if that is large. Raises Overloaded."""
        turn = self._turns.setdefault(team_id, asyncio.Lock()) if size > _LARGE_BYTES else asyncio.Lock()
        try:
            async with asyncio.timeout(_LASTS.total_seconds()):
                await turn.acquire()
        except TimeoutError as error:
            raise Overloaded(_TOO_MANY) from error
        try:
            yield
        finally:
            turn.release()

    async def run(self, team_id: str, function: Callable[..., _T], *arguments: Any) -> _T:
        """Return ``function(*arguments)``, which reads a body; CallerError when that takes too long or too much."""
        deadline = Deadline.after(_LASTS)
        try:
            return await self._offload.run(function, *arguments, owner=team_id, size=HEAVY_BYTES, deadline=deadline)
        except (TimedOut, TooLarge) as error:
            raise CallerError(_TOO_MUCH) from error
