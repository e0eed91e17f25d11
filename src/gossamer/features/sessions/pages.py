"""Pages that are open for one piece of work, with what a profile kept: what a scrape needs of a session, and no more.

Nobody finds them, and they end with the work. The right to save a profile is claimed for as long as the work may take.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ProfileBusy, ServiceError
from gossamer.core.ids import new_id
from gossamer.core.sessions import Opening, ProfileClaim, StorageState
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import LiveBrowsers, LiveSession
from gossamer.store.sessions.sessions import SessionStore

# After the deadline the claim counts this much longer: a machine may stop a process for some seconds.
_SPARE: Final = timedelta(seconds=45)


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page that is open, and the right to save its profile; *claim* is None when nothing is to be saved."""

    live: LiveSession
    claim: ProfileClaim | None
    store: SessionStore
    clock: Clock

    async def save(self) -> tuple[str, ...]:
        """Save what the profile is to keep; return a sentence when that could not be done, else nothing."""
        if self.claim is None:
            return ()
        try:
            state = await self.live.state()
            if await self.store.save_claimed_profile(self.claim, state, now=self.clock.now()):
                return ()
        except ServiceError as error:
            return (f"The profile was not saved: {error.message}",)
        return ("The profile was not saved: this took so long that others may have saved it meanwhile.",)


class OpenPages:
    """Opens pages of *browsers*; profiles are in *store*."""

    def __init__(self, browsers: LiveBrowsers, store: SessionStore, clock: Clock) -> None:
        self._browsers = browsers
        self._store = store
        self._clock = clock

    @property
    def available(self) -> bool:
        """Return whether there is a browser at all."""
        return self._browsers.available

    @asynccontextmanager
    async def opened(
        self, opening: Opening, *, team_id: str, deadline: Deadline, permits: Permits | None
    ) -> AsyncIterator[OpenPage]:
        """Have the page open while the block runs, which asks for saving the profile itself.

        Raises ProfileBusy when somebody else saves the same one and it is not shared, and what opening a page raises.
        """
        async with self._claim_profile(opening, team_id, deadline) as claim:
            state = await self._read_state(opening, team_id)
            live = await self._browsers.open(opening, deadline=deadline, permits=permits, state=state, team_id=team_id)
            try:
                yield OpenPage(live, claim, self._store, self._clock)
            finally:
                await live.close()

    async def _read_state(self, opening: Opening, team_id: str) -> StorageState | None:
        use = opening.profile
        return None if use is None else await self._store.profile(team_id, use.name)

    @asynccontextmanager
    async def _claim_profile(
        self, opening: Opening, team_id: str, deadline: Deadline
    ) -> AsyncIterator[ProfileClaim | None]:
        use = opening.profile
        if use is None or not use.save:
            yield None
            return
        now = self._clock.now()
        until = now + timedelta(seconds=deadline.remaining()) + _SPARE
        claim = ProfileClaim(new_id(), team_id, use.name, until)
        try:
            yield claim if await self._has_claimed(claim, now, shared=use.shared) else None
        finally:
            # Should this fail, its time gives it back.
            with suppress(ServiceError):
                await asyncio.shield(self._store.release_profile(claim))

    async def _has_claimed(self, claim: ProfileClaim, now: datetime, *, shared: bool) -> bool:
        try:
            await self._store.claim_profile(claim, now=now)
        except ProfileBusy:
            if not shared:
                raise
            return False
        return True
