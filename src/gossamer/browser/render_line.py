"""The line of pages that wait to be rendered: a limited number at once, with turns by team.

A page is open until it was read. It works, or it rests while it only waits, for its site or for a time that was asked
for, and then leaves its place to another. A team has two places of its own, beyond the limit if need be, so that no
other team can keep it out by whatever its pages do. A team whose page had to be stopped has one page at a time for a
while, as long as other teams render: what such pages do to the browser grows with their number.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import BrowserBusy
from gossamer.core.turns import Turns

# Places of a team that other teams cannot take, as long as all together have at most so many times the limit.
_OWN: Final = 2
_EXCEPTIONAL: Final = 3
# Pages that work or rest at once, in times of the limit: each takes some 30 MB.
_OPEN: Final = 4
# Seconds for which a team has one page at a time, and for which it counts as rendering after its last page.
_PENALTY: Final = 30.0
_LATELY: Final = 10.0
# Seconds after which a wait counts as rest.
_SHORT: Final = 0.5
# A page that gets a place later than this part of its time would hardly be rendered any more.
_WAITED_FOR: Final = 2 / 3


@dataclass(frozen=True, slots=True)
class LineState:
    """Numbers of pages that work, rest and wait, and of those that may work at once."""

    working: int
    resting: int
    waiting: int
    places: int


class _OpenPages(Turns):
    """Places for open pages: more than may work at once."""

    def __init__(self, places: int) -> None:
        super().__init__(places * _OPEN, least=_OWN)
        # By team: the time until which it has one page at a time, and the time of its last page.
        self._penalties: dict[str, float] = {}
        self._latest: dict[str, float] = {}

    def has_room(self, owner: str) -> bool:
        """Return whether a page of the team *owner* may be opened."""
        return super().has_room(owner) and not (self._taken[owner] and self._is_penalized(owner))

    def leave(self, owner: str) -> None:
        """Count a page out."""
        self._latest[owner] = asyncio.get_running_loop().time()
        super().leave(owner)

    def penalize(self, owner: str) -> None:
        """Let the team *owner* have one page at a time for a while."""
        self._penalties[owner] = asyncio.get_running_loop().time() + _PENALTY

    def _is_penalized(self, owner: str) -> bool:
        now = asyncio.get_running_loop().time()
        teams = self._taken.keys() | {team for team, moment in self._latest.items() if moment > now - _LATELY}
        return self._penalties.get(owner, 0.0) > now and teams != {owner}


class RenderLine:
    """Lets so many pages work at once as there are *places*."""

    def __init__(self, places: int) -> None:
        self._open = _OpenPages(places)
        self._working = Turns(places, least=_OWN, most=_EXCEPTIONAL)

    @property
    def state(self) -> LineState:
        """Return the numbers of pages now."""
        working, returning = self._working.taken, self._working.waiting
        resting = self._open.taken - working - returning
        return LineState(working, resting, self._open.waiting + returning, self._working.places)

    @asynccontextmanager
    async def turn(self, team_id: str, deadline: Deadline) -> AsyncIterator["Turn"]:
        """Hold a place for a page of a team.

        Raises BrowserBusy when none is free for two thirds of the time that *deadline* gives.
        """
        seconds = deadline.remaining() - deadline.budget.total_seconds() * (1 - _WAITED_FOR)
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(seconds):
                    await stack.enter_async_context(self._open.turn(team_id))
                    await self._working.enter(team_id)
            except TimeoutError:
                raise self._refusal(deadline) from None
            turn = Turn(self._working, team_id)
            try:
                yield turn
            finally:
                if turn.is_working:
                    self._working.leave(team_id)

    def penalize(self, team_id: str) -> None:
        """Let a team have one page at a time for a while: one of its pages had to be stopped."""
        self._open.penalize(team_id)

    def _refusal(self, deadline: Deadline) -> BrowserBusy:
        return BrowserBusy(
            f"{self.state.working} pages are rendered, which is the limit, and none ended within two thirds of the "
            f"timeout of {deadline.budget.total_seconds():g} seconds. Try again later; an operator can raise "
            "GOSSAMER_BROWSER_PAGES."
        )


class Turn:
    """The place of one page among those that work."""

    def __init__(self, working: Turns, team_id: str) -> None:
        self._working = working
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
            await self._working.enter(self._team_id)
            self.is_working = True

    def _rest(self) -> None:
        self.is_working = False
        self._working.leave(self._team_id)
