"""How many scrapes and maps run at once: a place for each, counted by process, by team and by key.

Who finds no place free waits in line, in order of arrival and within its own time.
When the line is full it is refused at once, so that a burst costs little more than its answers.
A key waits for a place of its own first, and a team for one of its own: their lines never stand
before others.

Admitted here is what callers wait for, in this process. Workers of jobs bound themselves.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from gossamer.core.access import Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, Overloaded

# For each place so many may wait in line.
_WAITING: Final = 4
# Who gets a place later than this would hardly get the page any more.
_WAITED_FOR: Final = 2 / 3
_ASK_OPERATOR: Final = "an operator of this service can raise the team's concurrency"
_ASK_ADMIN: Final = "a team admin can raise it in the dashboard: API Keys, Restrictions (/dashboard/keys)"


@dataclass(frozen=True, slots=True)
class _Bound:
    """So many *places* of *whose*, and who can raise it, as a person is told."""

    places: int
    whose: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Presence:
    """Scrapes and maps of a team in this process: those *under_way*, and those that wait in line."""

    under_way: int = 0
    waiting: int = 0


class Admission:
    """Places for scrapes and maps: *at_once* in this process, *team_at_once* of them for a team without a bound."""

    def __init__(self, *, at_once: int, team_at_once: int) -> None:
        self._process = _Bound(at_once, "this service", "an operator can raise GOSSAMER_SCRAPES_AT_ONCE")
        self._team = _Bound(team_at_once, "this team", "an operator can raise GOSSAMER_TEAM_SCRAPES_AT_ONCE")
        self._everybody = _Line()
        self._lines: dict[str, _Line] = {}

    @asynccontextmanager
    async def place(self, caller: Principal, deadline: Deadline) -> AsyncIterator[timedelta]:
        """Hold a place while the block runs, and yield how long it was waited for; 0 when one was free.

        A place is waited for during two thirds of the time that *deadline* gives. Raises NoPlaceFree when
        none became free in that time, and Overloaded when too many wait already.
        """
        began = time.monotonic()
        async with AsyncExitStack() as stack:
            waited = False
            for owner, bound in self._bounds(caller):
                line = stack.enter_context(self._line(owner))
                waited |= await stack.enter_async_context(line.place(bound, deadline))
            waited |= await stack.enter_async_context(self._everybody.place(self._process, deadline))
            yield timedelta(seconds=time.monotonic() - began) if waited else timedelta(0)

    def presence(self, team_id: str) -> Presence:
        """Return what a team has here."""
        line = self._lines.get(team_id)
        return Presence() if line is None else Presence(line.taken, line.waiting)

    def _bounds(self, caller: Principal) -> Iterator[tuple[str, _Bound]]:
        limits = caller.limits
        if limits.key_concurrency is not None:
            yield caller.key_id, _Bound(limits.key_concurrency, "this API key", _ASK_ADMIN)
        own = limits.team_concurrency
        yield caller.team_id, self._team if own is None else _Bound(own, "this team", _ASK_OPERATOR)

    @contextmanager
    def _line(self, owner: str) -> Iterator["_Line"]:
        """Yield the line of *owner*; nobody stands in one that is forgotten."""
        line = self._lines.setdefault(owner, _Line())
        line.users += 1
        try:
            yield line
        finally:
            line.users -= 1
            if not line.users:
                del self._lines[owner]


class _Line:
    """Places that are *taken*, and the line before them; how many there are may change from one to the next."""

    def __init__(self) -> None:
        self.taken = 0
        self.users = 0
        self._places = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def place(self, bound: _Bound, deadline: Deadline) -> AsyncIterator[bool]:
        """Hold a place, and yield whether it had to be waited for."""
        self._places = bound.places
        self._let_in()
        if self.taken + self.waiting >= bound.places * (1 + _WAITING):
            raise Overloaded(_told(bound, "no more can wait in line. Try again in a moment"))
        waited = self.taken >= bound.places
        if waited:
            await self._wait(bound, deadline)
        else:
            self.taken += 1
        try:
            yield waited
        finally:
            self._leave()

    async def _wait(self, bound: _Bound, deadline: Deadline) -> None:
        budget = deadline.budget.total_seconds()
        let_in = asyncio.get_running_loop().create_future()
        self._waiting.append(let_in)
        try:
            async with asyncio.timeout(deadline.remaining() - budget * (1 - _WAITED_FOR)):
                await let_in
        except BaseException as error:
            if let_in in self._waiting:
                self._waiting.remove(let_in)
            elif not let_in.cancelled():
                # It came too late: the next one is to have it.
                self._leave()
            if isinstance(error, TimeoutError):
                reason = f"none ended within two thirds of the timeout of {budget:g} seconds. Try again later"
                raise NoPlaceFree(_told(bound, reason)) from error
            raise

    def _leave(self) -> None:
        self.taken -= 1
        self._let_in()

    def _let_in(self) -> None:
        """Give free places to those who came first."""
        while self._waiting and self.taken < self._places:
            let_in = self._waiting.popleft()
            # Who was cancelled is still in the line until it has its turn to leave.
            if not let_in.done():
                let_in.set_result(None)
                self.taken += 1


def _told(bound: _Bound, reason: str) -> str:
    return (
        f"{bound.places} scrapes and maps of {bound.whose} are under way, which is the limit, and {reason}; "
        f"{bound.remedy}."
    )
