"""A fair queue for heavy work: all places in use, and no owner behind another owner's backlog."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Places for heavy work, shared by owners.

    *places* pieces of work run at once, whoever they belong to. An owner of whom fewer than *least* run need not wait
    for one of them: there are places beyond those for the first work of each, *most* times as many in all. A place that
    becomes free goes to the waiting owner with the least work under way, among equals to who waited longest.
    """

    def __init__(self, places: int, *, least: int = 1, most: int = 2) -> None:
        self.places = places
        self._own = min(least, places)
        self._most = most * places
        self._taken: Counter[str] = Counter()
        self._waiting: dict[asyncio.Future[None], str] = {}

    @property
    def taken(self) -> int:
        """Return the number of places that are taken."""
        return self._taken.total()

    @property
    def waiting(self) -> int:
        """Return the number of those that wait."""
        return len(self._waiting)

    def has_room(self, owner: str) -> bool:
        """Return whether work of *owner* could begin at once."""
        taken = self.taken
        return taken < self.places or (taken < self._most and self._taken[owner] < self._own)

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place and hold it; nothing is waited for when there is room."""
        await self.enter(owner)
        try:
            yield
        finally:
            self.leave(owner)

    async def enter(self, owner: str) -> None:
        """Take a place, which is to be given back by `leave`; wait for one when there is no room."""
        if self.has_room(owner):
            self._taken[owner] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = owner
        try:
            await turn
        except asyncio.CancelledError:
            # A place that was given in the same moment is handed on.
            if self._waiting.pop(turn, None) is None:
                self.leave(owner)
            raise

    def leave(self, owner: str) -> None:
        """Give a place back."""
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
