"""Admits what callers wait for, in this process; workers of jobs bound themselves."""

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import timedelta

from gossamer.core.access import Principal
from gossamer.core.deadlines import Deadline
from gossamer.operations.admission.bounds import Bound, of_deployment, of_key, of_team
from gossamer.operations.admission.slots import Places
from gossamer.operations.admission.wait_queue import WaitQueue


@dataclass(frozen=True, slots=True)
class Presence:
    """Scrapes and maps of a team in this process: those *under_way*, and those that wait in line."""

    under_way: int = 0
    waiting: int = 0


class Admission:
    """Places for scrapes and maps: *at_once* in this process, *team_at_once* of them for a team without a bound."""

    def __init__(self, *, at_once: int, team_at_once: int, places: Places) -> None:
        self._places = places
        self._process = of_deployment(at_once, "this service", "GOSSAMER_SCRAPES_AT_ONCE")
        self._team = of_deployment(team_at_once, "this team", "GOSSAMER_TEAM_SCRAPES_AT_ONCE")
        self._everybody = WaitQueue()
        self._lines: dict[str, WaitQueue] = {}

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
            with self._line(caller.team_id) as team, team.entering():
                waited |= await stack.enter_async_context(self._places.held(caller, deadline))
            # Last, so that who waits for others of its own team holds nothing that is for everybody.
            waited |= await stack.enter_async_context(self._everybody.place(self._process, deadline))
            yield timedelta(seconds=time.monotonic() - began) if waited else timedelta(0)

    def presence(self, team_id: str) -> Presence:
        """Return the counts of a team's scrapes and maps."""
        line = self._lines.get(team_id)
        return Presence() if line is None else Presence(line.taken - line.inside, line.waiting + line.inside)

    def _bounds(self, caller: Principal) -> Iterator[tuple[str, Bound]]:
        limits = caller.limits
        if limits.key_concurrency is not None:
            yield caller.key_id, of_key(limits.key_concurrency)
        team_concurrency = limits.team_concurrency
        yield caller.team_id, self._team if team_concurrency is None else of_team(team_concurrency)

    @contextmanager
    def _line(self, owner: str) -> Iterator[WaitQueue]:
        """Yield the line of *owner*; nobody stands in one that is forgotten."""
        line = self._lines.setdefault(owner, WaitQueue())
        line.users += 1
        try:
            yield line
        finally:
            line.users -= 1
            if not line.users:
                del self._lines[owner]
