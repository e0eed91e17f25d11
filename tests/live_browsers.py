"""Browsers that are only remembered: what sessions ask of one, without a Chromium."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.sessions import Opening, StorageState
from gossamer.ports.live_pages import DevtoolsChannel, Frame, LivePage, LiveSession, UserInput


class MemoryChannel:
    """Says back what it is told."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()

    async def send(self, message: str) -> None:
        await self.said.put(message)

    async def messages(self) -> AsyncIterator[str]:
        while message := await self.said.get():
            yield message

    async def close(self) -> None:
        await self.said.put("")


@dataclass
class MemorySession:
    """A page that was opened, and what was done with it."""

    opening: Opening | None
    permits: Permits | None = None
    given: StorageState | None = None
    gone: bool = False
    closed: bool = False
    shown: list[Frame] = field(default_factory=list)
    used: list[UserInput] = field(default_factory=list)
    cookies: StorageState = StorageState(({"name": "seen", "value": "yes"},))

    @property
    def page(self) -> LivePage:
        return cast("LivePage", self)

    async def frames(self) -> AsyncIterator[Frame]:
        for frame in self.shown:
            yield frame

    def recording(self) -> Sequence[Frame]:
        return self.shown

    async def use(self, event: UserInput) -> None:
        self.used.append(event)

    async def devtools(self) -> DevtoolsChannel:
        return MemoryChannel()

    async def state(self) -> StorageState:
        return self.cookies

    async def close(self) -> None:
        self.closed = True


@dataclass
class MemoryBrowsers:
    """Opens pages in memory. *slow* holds them up until it is set; *failure* is raised in their place."""

    opened: list[MemorySession] = field(default_factory=list)
    parked: dict[str, MemorySession] = field(default_factory=dict)
    failure: Exception | None = None
    slow: asyncio.Event | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    available: bool = True

    async def open(
        self,
        opening: Opening,
        *,
        deadline: Deadline,
        permits: Permits | None,
        state: StorageState | None,
        team_id: str = "",
        recorded: bool = False,
    ) -> LiveSession:
        del deadline, team_id, recorded
        self.begun.set()
        if self.slow is not None:
            await self.slow.wait()
        if self.failure is not None:
            raise self.failure
        return self._add(MemorySession(opening, permits, state))

    async def adopt(self, scrape_id: str, *, permits: Permits | None) -> LiveSession | None:
        warm = self.parked.pop(scrape_id, None)
        if warm is None:
            return None
        warm.permits = permits
        return self._add(warm)

    def _add(self, session: MemorySession) -> LiveSession:
        self.opened.append(session)
        kept: Any = session
        return cast("LiveSession", kept)
