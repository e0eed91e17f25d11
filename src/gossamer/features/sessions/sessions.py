"""Browser sessions of this process: opened, driven by one caller at a time, and ended for one of many reasons.

The row in the store is written before a browser is asked for anything: who may have a session is decided there, for
all processes at once. It is ended after the browser is closed, in the transaction that charges it. In between
`Keeper` keeps it alive; a session whose process dies is found by the others.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from typing import Any, Final

import structlog

from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import AlreadyThere, ServiceError, SessionLost, Stopping, TooManySessions
from gossamer.core.sessions import EndReason, RecordedFrame, RecordedPage, Session, SessionState, StorageState
from gossamer.core.usage import Activity
from gossamer.features.sessions.local_session import Guard, LocalSession
from gossamer.features.sessions.metering import Meter
from gossamer.features.sessions.requests import HeldByReplica, Here, NewSession, SessionLimits, gone, lost
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import Frame, LiveBrowsers, LiveSession
from gossamer.store.sessions.sessions import SessionStore

_log = structlog.get_logger(__name__)
# A process that has not said so for this long is gone; a machine may stop all of them for some seconds.
ALIVE: Final = timedelta(seconds=45)
# Leftovers are not worth more time, and a browser that hangs is not waited for.
_LEAVING_SECONDS: Final = 10.0
# A page is shown for a moment at least, so that it can be looked at.
_LAST_FRAME: Final = timedelta(seconds=1)


class Sessions:
    """Sessions whose browser is here, by their ids."""

    def __init__(
        self,
        *,
        store: SessionStore,
        browsers: LiveBrowsers,
        meter: Meter,
        blobs: Blobs,
        clock: Clock,
        limits: SessionLimits,
        here: Here,
    ) -> None:
        self.store = store
        self.meter = meter
        self.here = here
        self._browsers = browsers
        self._blobs = blobs
        self._clock = clock
        self._limits = limits
        self._held: dict[str, LocalSession] = {}
        self._opening: set[str] = set()
        self._doors: dict[str, asyncio.Lock] = {}
        self._entering: Counter[str] = Counter()
        self._closed = False

    @property
    def all(self) -> Sequence[LocalSession]:
        """Return those that are open here now."""
        return tuple(self._held.values())

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of those that are open here, or about to be."""
        return frozenset(self._opening).union(self._held)

    async def open(self, new: NewSession, *, deadline: Deadline) -> LocalSession:
        """Open *new*, or return the session of that id when somebody here was faster.

        Raises TooManySessions, ProfileBusy, Elsewhere when another process was faster, and what opening a page raises;
        nothing is left of it then, and what was set aside is given back.
        """
        async with self._door(new.session_id):
            held = self._held.get(new.session_id)
            if held is not None:
                await self.meter.give_back(new.reservation)
                return held
            try:
                return await self._open(new, deadline)
            except AlreadyThere:
                await self.meter.give_back(new.reservation)
            except BaseException:
                await asyncio.shield(self.meter.give_back(new.reservation))
                raise
        session = await self.store.find(new.session_id, new.team_id)
        if session is None:
            raise lost()
        return await self.held(session)

    async def held(self, session: Session) -> LocalSession:
        """Return a session that is open here.

        Raises SessionEnded, SessionLost, and Elsewhere when a process that lives has it.
        """
        # It may be about to be opened.
        async with self._door(session.session_id):
            held = self._held.get(session.session_id)
        if held is not None:
            return held
        if session.state is SessionState.DESTROYED:
            raise gone(session.end_reason)
        if self.is_lost(session):
            raise lost()
        raise HeldByReplica(session.address)

    def is_lost(self, session: Session) -> bool:
        """Return whether a session that is active in the store has nobody who has its browser."""
        if session.state is SessionState.DESTROYED or session.session_id in self.ids:
            return False
        is_gone = session.owner == self.here.owner or session.alive_until < self._clock.now()
        # At this address is this process: the one that was there before it is not any more.
        return is_gone or session.address == self.here.address

    @asynccontextmanager
    async def driving(
        self, held: LocalSession, deadline: Deadline, *, prompted: bool = False, activity: Activity | None = None
    ) -> AsyncIterator[LiveSession]:
        """Drive it while the block runs, and note that the team asked for it.

        *deadline* is for waiting until nobody else does. Raises SessionBusy, SessionEnded, SessionLost, and
        OutOfCredits when it would have to become one with prompts.
        """
        try:
            async with held.turn(deadline):
                if prompted:
                    await self.meter.make_prompted(held)
                now = self._clock.now()
                # It may have waited for minutes, and who follows activities has read on.
                noted = None if activity is None else replace(activity, at=now)
                await self.store.touch(held.session, prompted=prompted, now=now, activity=noted)
                yield held.live
        except SessionLost:
            await self.end(held, EndReason.LOST)
            raise

    async def end(self, held: LocalSession, reason: EndReason) -> Session | None:
        """End it for *reason*, save what it leaves, and charge it; None when somebody else did.

        Its current driver gets an error.
        """
        if held.ending is None:
            held.ending = asyncio.create_task(self._end(held, reason), name="session-end")
        return await asyncio.shield(held.ending)

    async def bury(self, session: Session, reason: EndReason = EndReason.LOST) -> Session | None:
        """End a session that is lost, and charge it up to the moment when it was last known to live.

        Return it as it is then; None when somebody else was faster.
        """
        last_seen_at = max(session.created_at, session.alive_until - ALIVE)
        price = self.meter.price(session, last_seen_at - session.created_at)
        return await self.store.end(session.session_id, reason, credits_used=price, now=self._clock.now())

    async def dismiss(self, session: Session) -> Session | None:
        """End and charge a session that another process has, which closes its browser when it next says that it lives.

        Return it as it is then; None when somebody else was faster.
        """
        now = self._clock.now()
        price = self.meter.price(session, now - session.created_at)
        return await self.store.end(session.session_id, EndReason.ASKED, credits_used=price, now=now)

    async def close(self) -> None:
        """End all sessions, and open none any more."""
        self._closed = True
        await asyncio.gather(*(self.end(held, EndReason.STOPPED) for held in self.all), return_exceptions=True)

    async def _open(self, new: NewSession, deadline: Deadline) -> LocalSession:
        if self._closed:
            raise Stopping("This service is about to stop; open the session again in a moment.")
        if len(self.ids) >= self._limits.process:
            raise TooManySessions(
                f"This process has {self._limits.process} browser sessions open, which is the limit; try again later, "
                "or an operator can raise GOSSAMER_SESSIONS."
            )
        self._opening.add(new.session_id)
        try:
            return await self._open_session(new, deadline)
        finally:
            self._opening.discard(new.session_id)

    async def _open_session(self, new: NewSession, deadline: Deadline) -> LocalSession:
        session, opened_at = self._session(new), self._clock.monotonic()
        await self.store.create(
            session, team_limit=self._limits.team, reservation=new.reservation, activity=new.activity
        )
        guard = None if new.permits is None else Guard(new.permits)
        try:
            live = await self._page(new, guard, deadline)
        except BaseException:
            # Should this fail, it is found to be lost.
            await asyncio.shield(_try_work("discard", self.store.discard(new.session_id, now=self._clock.now())))
            raise
        reserved = self.meter.first_minute(prompted=new.prompted)
        held = LocalSession(
            session, live, guard, self._clock, opened_at=opened_at, reservation=new.reservation, reserved=reserved
        )
        self._held[new.session_id] = held
        return held

    async def _page(self, new: NewSession, guard: Guard | None, deadline: Deadline) -> LiveSession:
        if new.scrape_id is not None:
            warm = await self._browsers.adopt(new.scrape_id, permits=guard)
            if warm is not None:
                return warm
        return await self._browsers.open(
            new.spec.opening,
            deadline=deadline,
            permits=guard,
            state=await self._profile(new),
            team_id=new.team_id,
            recorded=new.spec.recorded,
        )

    async def _profile(self, new: NewSession) -> StorageState | None:
        use = new.spec.opening.profile
        return None if use is None else await self.store.profile(new.team_id, use.name)

    def _session(self, new: NewSession) -> Session:
        now = self._clock.now()
        return Session(
            session_id=new.session_id,
            team_id=new.team_id,
            key_id=new.key_id,
            scrape_id=new.scrape_id,
            state=SessionState.ACTIVE,
            spec=new.spec,
            created_at=now,
            last_activity=now,
            expires_at=now + new.spec.lifetime,
            owner=self.here.owner,
            address=self.here.address,
            alive_until=now + ALIVE,
            prompted=new.prompted,
        )

    async def _end(self, held: LocalSession, reason: EndReason) -> Session | None:
        session = held.session
        price, now = self.meter.price(session, held.lasted), self._clock.now()
        held.stop(reason)
        await _try_work("profile", save_profile(held, self.store, self._clock))
        await _try_work("close", held.live.close())
        await _try_work("recording", save_recording(held, self.store, self._blobs))
        # Until now a look at it finds it here, and that it has ended.
        self._held.pop(session.session_id, None)
        return await self.store.end(session.session_id, reason, credits_used=price, now=now)

    @asynccontextmanager
    async def _door(self, session_id: str) -> AsyncIterator[None]:
        """Let one after the other find or open a session."""
        lock = self._doors.setdefault(session_id, asyncio.Lock())
        self._entering[session_id] += 1
        try:
            async with lock:
                yield
        finally:
            self._entering[session_id] -= 1
            if not self._entering[session_id]:
                del self._doors[session_id], self._entering[session_id]


async def _try_work(what: str, work: Awaitable[Any]) -> None:
    """Wait for *work*, for a while; a session ends whatever fails on the way."""
    try:
        async with asyncio.timeout(_LEAVING_SECONDS):
            await work
    except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would end the session
        unexpected = None if isinstance(error, ServiceError | TimeoutError) else error
        _log.warning("session_leaves_nothing", of=what, error=type(error).__name__, exc_info=unexpected)


async def save_profile(held: LocalSession, store: SessionStore, clock: Clock) -> None:
    """Save the session's profile, if it has one that it writes. To be done before the browser is closed."""
    use = held.session.spec.opening.profile
    if use is None or not use.save or held.live.gone:
        return
    await store.save_profile(held.session.team_id, use.name, await held.live.state(), now=clock.now())


async def save_recording(held: LocalSession, store: SessionStore, blobs: Blobs) -> None:
    """Keep what the session showed, if it is recorded."""
    frames = held.live.recording() if held.session.spec.recorded else ()
    if not frames:
        return
    pages = [await _page(number, shown, blobs) for number, shown in enumerate(_pages(frames), 1)]
    ends = [page.started_at for page in pages[1:]] + [pages[-1].ended_at]
    recorded = [replace(page, ended_at=end) for page, end in zip(pages, ends, strict=True)]
    await store.save_recording(held.session.session_id, recorded)


def _pages(frames: Sequence[Frame]) -> Sequence[Sequence[Frame]]:
    return [list(shown) for _, shown in groupby(frames, key=lambda frame: frame.url)]


async def _page(number: int, shown: Sequence[Frame], blobs: Blobs) -> RecordedPage:
    recorded_frames = [
        RecordedFrame(frame.at, frame.width, frame.height, await blobs.put(Captured(frame.data, "image/jpeg")))
        for frame in shown
    ]
    return RecordedPage(str(number), shown[0].url, shown[0].at, shown[-1].at + _LAST_FRAME, tuple(recorded_frames))
