"""Slots of bounded teams and keys, kept in the database beside the pages of jobs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final

from gossamer.core.access import Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.core.ids import new_id
from gossamer.operations.admission.bounds import none_ended, of_key, of_team, patience
from gossamer.ports.clock import Clock
from gossamer.ports.slots import Slot, SlotStore, WaitPosition

# The first in line looks ten times a second; those behind, less often: a long line costs hardly more than a short one.
_LOOKS: Final = timedelta(milliseconds=100)
_LOOKS_AT_LEAST: Final = timedelta(seconds=2)
# No page is under way when a deadline has passed; the clocks of two machines may differ.
_SPARE: Final = timedelta(seconds=10)


class Places:
    """Takes them, and gives them back."""

    def __init__(self, store: SlotStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @asynccontextmanager
    async def held(self, caller: Principal, deadline: Deadline) -> AsyncIterator[bool]:
        """Hold a place of the caller's team and key, and yield whether it had to be waited for.

        Who has no bound needs none. Raises NoPlaceFree.
        """
        limits = caller.limits
        if limits.team_concurrency is None and limits.key_concurrency is None:
            yield False
            return
        now = self._clock.now()
        until = now + timedelta(seconds=deadline.remaining()) + _SPARE
        place = Slot(new_id(), caller.team_id, caller.key_id, since=now, until=until)
        try:
            line = await self._take(place)
            if line is not None:
                await self._wait(place, line, deadline)
            yield line is not None
        finally:
            # Should this fail, it is swept once its time is over.
            with suppress(ServiceError):
                await self._store.release(place.place_id)

    async def _wait(self, place: Slot, line: WaitPosition, deadline: Deadline) -> None:
        ahead: WaitPosition | None = line
        try:
            async with asyncio.timeout(patience(deadline)):
                while ahead is not None:
                    line = ahead
                    await self._clock.sleep(min(line.position * _LOOKS, _LOOKS_AT_LEAST))
                    ahead = await self._take(place)
        except TimeoutError as error:
            bound = of_team if line.owner_id == place.team_id else of_key
            raise none_ended(bound(line.bound), deadline) from error

    async def _take(self, place: Slot) -> WaitPosition | None:
        taking = asyncio.create_task(self._store.take(place, now=self._clock.now()))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            # Its commit may have begun: what is released next is to find it.
            await asyncio.wait([taking])
            raise
