"""The line of pages that wait to be rendered: a limited number at once, with turns by team.

A page works or rests. It rests while it only waits, for its site or for a time that was asked for, and then leaves its
place to another. A place that becomes free goes to the team with the fewest working pages. A team has two places of its
own, beyond the limit if need be, so that no other team can keep it out by whatever its pages do.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import BrowserBusy

# Places of a team that other teams cannot take, as long as all together have at most so many times the limit.
_OWN: Final = 2
_EXCEPTIONAL: Final = 3
# Pages that work or rest at once, in times of the limit: each takes some 30 MB.
_OPEN: Final = 4
# Seconds after which a wait counts as rest.
_SHORT: Final = 0.5
# A page that gets a place later than this part of its time would hardly be rendered any more.
_WAITED_FOR: Final = 2 / 3

_Waiting: TypeAlias = "asyncio.Future[None]"
_Line: TypeAlias = "OrderedDict[str, deque[_Waiting]]"


@dataclass(frozen=True, slots=True)
class LineState:
    """How many pages work, rest and wait, and how many may work at once."""

    working: int
    resting: int
    waiting: int
    places: int


class RenderLine:
    """Lets so many pages work at once as there are *places*."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._own = min(_OWN, places)
        self._working: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        # By team, in the order of their turns. Those that rested come before those that are new.
        self._rested: _Line = OrderedDict()
        self._new: _Line = OrderedDict()

    @property
    def state(self) -> LineState:
        """Return the numbers of pages now."""
        working = self._working.total()
        waiting = sum(map(len, (*self._new.values(), *self._rested.values())))
        return LineState(working, self._open.total() - working, waiting, self._places)

    @asynccontextmanager
    async def turn(self, team_id: str, deadline: Deadline) -> AsyncIterator["Turn"]:
        """Hold a place for a page of a team.

        Raises BrowserBusy when none is free for two thirds of the time that *deadline* gives.
        """
        seconds = deadline.remaining() - deadline.budget.total_seconds() * (1 - _WAITED_FOR)
        try:
            async with asyncio.timeout(seconds):
                await self._enter(team_id, self._new)
        except TimeoutError:
            raise self._refusal(deadline) from None
        turn = Turn(self, team_id)
        try:
            yield turn
        finally:
            self._open[team_id] -= 1
            if turn.is_working:
                self.leave(team_id)
            else:
                self._let_in()

    async def return_from_rest(self, team_id: str) -> None:
        """Wait for a place for a page that gave its own back."""
        await self._enter(team_id, self._rested)

    def leave(self, team_id: str) -> None:
        """Give a place back."""
        self._working[team_id] -= 1
        self._let_in()

    async def _enter(self, team_id: str, line: _Line) -> None:
        waiting = asyncio.get_running_loop().create_future()
        line.setdefault(team_id, deque()).append(waiting)
        self._let_in()
        try:
            await waiting
        except BaseException:
            if waiting.cancelled():
                self._remove(team_id, waiting, line)
            else:
                # The place came too late: the next one is to have it.
                self._open[team_id] -= line is self._new
                self.leave(team_id)
            raise

    def _has_room(self, team_id: str, line: _Line) -> bool:
        working, is_new = self._working.total(), line is self._new
        own = self._open[team_id] if is_new else self._working[team_id]
        if own < self._own and working < self._places * _EXCEPTIONAL:
            return True
        return working < self._places and (not is_new or self._open.total() < self._places * _OPEN)

    def _let_in(self) -> None:
        """Give free places to those whose turn it is."""
        for line in (self._rested, self._new):
            while (team_id := self._next(line)) is not None:
                waiting = line[team_id][0]
                line.move_to_end(team_id)
                self._remove(team_id, waiting, line)
                # One that was cancelled just now has not left the line yet.
                if not waiting.done():
                    waiting.set_result(None)
                    self._working[team_id] += 1
                    self._open[team_id] += line is self._new

    def _remove(self, team_id: str, waiting: _Waiting, line: _Line) -> None:
        if waiting in line.get(team_id, ()):
            line[team_id].remove(waiting)
            if not line[team_id]:
                del line[team_id]

    def _next(self, line: _Line) -> str | None:
        able = (team_id for team_id in line if self._has_room(team_id, line))
        return min(able, key=self._working.__getitem__, default=None)

    def _refusal(self, deadline: Deadline) -> BrowserBusy:
        state = self.state
        return BrowserBusy(
            f"{state.working} pages are rendered, which is the limit, and none ended within two thirds of the timeout "
            f"of {deadline.budget.total_seconds():g} seconds. Try again later; an operator can raise "
            "GOSSAMER_BROWSER_PAGES."
        )


class Turn:
    """The place of one page."""

    def __init__(self, line: RenderLine, team_id: str) -> None:
        self._line = line
        self._team_id = team_id
        self.is_working = True

    @asynccontextmanager
    async def resting(self) -> AsyncIterator[None]:
        """Give the place back while the block waits for long, and have one again at its end."""
        timer = asyncio.get_running_loop().call_later(_SHORT, self._rest)
        try:
            yield
        finally:
            timer.cancel()
        if not self.is_working:
            await self._line.return_from_rest(self._team_id)
            self.is_working = True

    def _rest(self) -> None:
        self.is_working = False
        self._line.leave(self._team_id)
