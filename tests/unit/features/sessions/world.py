"""Sessions of some processes on one database, with browsers that are only remembered."""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import Session, SessionSpec
from gossamer.features.sessions import (
    Here,
    Keeper,
    LocalSession,
    Meter,
    NewSession,
    SessionAuthorization,
    SessionLimits,
    Sessions,
)
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database
from gossamer.store.sealing import Seal
from gossamer.store.sessions import SealedSessions, SessionStore
from gossamer.testing.clock import ManualClock
from tests.live_browsers import MemoryBrowsers

TEAM, KEY = new_id(), new_id()
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SEALED = SealedSessions(Seal(lambda: "the secret of this deployment"))


def soon(seconds: float = 60) -> Deadline:
    return Deadline.after(timedelta(seconds=seconds))


@dataclass
class Process:
    """One process: its browsers, and what keeps its sessions. *leave* is what keys may do now."""

    database: Database
    clock: ManualClock
    folder: Path
    limits: SessionLimits = SessionLimits()
    address: str = "http://10.0.0.1:3002"
    leave: dict[str, SessionAuthorization] = field(default_factory=dict)
    browsers: MemoryBrowsers = field(default_factory=MemoryBrowsers)

    def __post_init__(self) -> None:
        self.store = SessionStore(self.database, SEALED)
        self.credits = SqlCreditStore(self.database)
        self.blobs = ObjectBlobs(str(self.folder / "blobs"), self.clock)
        self.sessions = Sessions(
            store=self.store,
            browsers=self.browsers,
            meter=Meter(self.credits, self.clock, PriceTable()),
            blobs=self.blobs,
            clock=self.clock,
            limits=self.limits,
            here=Here(new_id(), self.address),
        )
        self.keeper = Keeper(self.sessions, self.blobs, self.clock, self._authorize)

    async def _authorize(self, session: Session) -> SessionAuthorization:
        return self.leave.get(session.key_id, SessionAuthorization())

    async def open(self, **changes: Any) -> LocalSession:
        """Open a session of the team."""
        told = {"session_id": new_id(), "team_id": TEAM, "key_id": KEY, "spec": SessionSpec()}
        return await self.sessions.open(NewSession(**{**told, **changes}), deadline=soon())

    async def stored(self, held: LocalSession) -> Session:
        """Return a session as the database has it."""
        found = await self.store.find(held.session.session_id, None)
        assert found is not None
        return found

    async def pass_time(self, duration: timedelta, *, steps: timedelta = 5 * SECOND) -> None:
        """Let time pass as it does: with looks in between."""
        while duration > timedelta(0):
            await self.clock.advance(min(steps, duration))
            duration -= steps
            await self.keeper.look()
