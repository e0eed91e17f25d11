"""A fair queue for heavy work: all cores in use, and no owner behind another owner's backlog."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Places for heavy work, shared by owners.

    *places* pieces of work run at once, whoever they belong to. An owner of whom none runs
    need not wait for one of them: there are as many places again for the first work of each,
    and the system shares the cores. A place that becomes free goes to the waiting owner with
    the least work under way, among equals to who waited longest.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._taken: Counter[str] = Counter()
        self._waiting: dict[asyncio.Future[None], str] = {}

    def has_room(self, owner: str) -> bool:
        """Return whether work of *owner* could begin at once."""
        taken = self._taken.total()
        return taken < self._places or (taken < 2 * self._places and not self._taken[owner])

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place and hold it; nothing is waited for when there is room."""
        if self.has_room(owner):
            self._taken[owner] += 1
        else:
            await self._admitted(owner)
        try:
            yield
        finally:
            self._leave(owner)

    async def _admitted(self, owner: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = owner
        try:
            await turn
        except asyncio.CancelledError:
            # A place that was given in the same moment is handed on.
            if self._waiting.pop(turn, None) is None:
                self._leave(owner)
            raise

    def _leave(self, owner: str) -> None:
        self._taken[owner] -= 1
        if not self._taken[owner]:
            del self._taken[owner]
        while (turn := self._next()) is not None:
            self._taken[self._waiting.pop(turn)] += 1
            turn.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        # One that was cancelled stays among them until its task has run.
        able = [turn for turn, owner in self._waiting.items() if not turn.done() and self.has_room(owner)]
        return min(able, key=lambda turn: self._taken[self._waiting[turn]], default=None)
