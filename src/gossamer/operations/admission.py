"""How many scrapes and maps run at once: a place for each, counted by process and by team.

Who finds no place free waits in line, in order of arrival and within its own time.
When the line is full it is refused at once, so that a burst costs little more than its answers.
A team waits for a place of its own first: its line never stands before other teams.

Admitted here is what callers wait for. Workers of jobs bound themselves.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, Overloaded

# For each place so many may wait in line.
_WAITING = 4
# Who gets a place later than this would hardly get the page any more.
_WAITED_FOR = 2 / 3


class Admission:
    """Places for scrapes and maps: *at_once* in this process, *team_at_once* of them for one team."""

    def __init__(self, *, at_once: int, team_at_once: int) -> None:
        self._team_at_once = team_at_once
        self._process = _Line(at_once, "this service", "GOSSAMER_SCRAPES_AT_ONCE")
        self._teams: dict[str, _Line] = {}

    @asynccontextmanager
    async def place(self, team_id: str, deadline: Deadline) -> AsyncIterator[None]:
        """Hold a place while the block runs; wait for one during two thirds of the time that *deadline* gives.

        Raises NoPlaceFree when none became free in that time, and Overloaded when too many wait already.
        """
        team = self._teams.get(team_id)
        if team is None:
            team = self._teams[team_id] = _Line(self._team_at_once, "this team", "GOSSAMER_TEAM_SCRAPES_AT_ONCE")
        try:
            async with team.place(deadline), self._process.place(deadline):
                yield
        finally:
            if team.is_empty:
                self._teams.pop(team_id, None)


class _Line:
    """Some places, and the line before them."""

    def __init__(self, places: int, whose: str, setting: str) -> None:
        self._places = places
        self._whose = whose
        self._setting = setting
        self._free = asyncio.Semaphore(places)
        self._present = 0

    @property
    def is_empty(self) -> bool:
        """Return whether nobody holds a place or waits for one."""
        return self._present == 0

    @asynccontextmanager
    async def place(self, deadline: Deadline) -> AsyncIterator[None]:
        if self._present >= self._places * (1 + _WAITING):
            raise Overloaded(self._told("no more can wait in line. Try again in a moment"))
        self._present += 1
        try:
            await self._wait(deadline)
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._present -= 1

    async def _wait(self, deadline: Deadline) -> None:
        budget = deadline.budget.total_seconds()
        patience = deadline.remaining() - budget * (1 - _WAITED_FOR) if self._free.locked() else None
        try:
            async with asyncio.timeout(patience):
                await self._free.acquire()
        except TimeoutError as error:
            reason = f"none ended within two thirds of the timeout of {budget:g} seconds. Try again later"
            raise NoPlaceFree(self._told(reason)) from error

    def _told(self, reason: str) -> str:
        return (
            f"{self._places} scrapes and maps of {self._whose} are under way, which is the limit, and {reason}; "
            f"an operator can raise {self._setting}."
        )
