"""Slots of this process, and the queue in front of them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import Overloaded
from gossamer.operations.admission.bounds import Bound, explanation, none_ended, patience

# For each place so many may wait in line.
_WAITING: Final = 4


class WaitQueue:
    """Places that are *taken*, and the line before them; how many there are may change from one to the next."""

    def __init__(self) -> None:
        self.taken = 0
        self.users = 0
        # Of those that are taken, by who waits for a place in the database.
        self.inside = 0
        self._places = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        """Return the number of those who wait."""
        return len(self._waiting)

    @contextmanager
    def entering(self) -> Iterator[None]:
        """Count who has a place here among those that wait, while the block runs."""
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    @asynccontextmanager
    async def place(self, bound: Bound, deadline: Deadline) -> AsyncIterator[bool]:
        """Hold a place, and yield whether it had to be waited for."""
        self._places = bound.places
        self._let_in()
        if self.taken + self.waiting >= bound.places * (1 + _WAITING):
            raise Overloaded(explanation(bound, "no more can wait in line. Try again in a moment"))
        waited = self.taken >= bound.places
        if waited:
            await self._wait(bound, deadline)
        else:
            self.taken += 1
        try:
            yield waited
        finally:
            self._leave()

    async def _wait(self, bound: Bound, deadline: Deadline) -> None:
        let_in = asyncio.get_running_loop().create_future()
        self._waiting.append(let_in)
        try:
            async with asyncio.timeout(patience(deadline)):
                await let_in
        except BaseException as error:
            if let_in in self._waiting:
                self._waiting.remove(let_in)
            elif not let_in.cancelled():
                # It came too late: the next one is to have it.
                self._leave()
            if isinstance(error, TimeoutError):
                raise none_ended(bound, deadline) from error
            raise

    def _leave(self) -> None:
        self.taken -= 1
        self._let_in()

    def _let_in(self) -> None:
        """Give free places to those who came first."""
        while self._waiting and self.taken < self._places:
            let_in = self._waiting.popleft()
            # A cancelled request is still in the line until it has its turn to leave.
            if not let_in.done():
                let_in.set_result(None)
                self.taken += 1
