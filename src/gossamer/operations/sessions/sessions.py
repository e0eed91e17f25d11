"""Browser sessions: opened, prompted, given code, shown, ended.

A session belongs to its team, and its limits to the key that opened it. So a key that is limited uses only
sessions of its own: else it would get around its limits in one that another key opened. A session's id is that of
the scrape it continues. Another team's session gets the same error as a missing one.

Who has a token of a session needs no key: the token is shown to who may have it, and opens one session.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from gossamer.core import errors
from gossamer.core.access import AccessRequest, Group, Permits, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import is_id, new_id
from gossamer.core.interaction import Budget, Performed
from gossamer.core.sessions import (
    Access,
    Code,
    CodeOutcome,
    EndReason,
    RecordedPage,
    Session,
    SessionSpec,
    SessionState,
)
from gossamer.core.specs import TermsUse
from gossamer.core.usage import Activity
from gossamer.core.visit_identity import IdentityFinder, PageCheck, checking_pages, visiting_as
from gossamer.features.interact import Interacting
from gossamer.features.sessions import KEPT, HeldByReplica, LocalSession, NewSession, Sessions, gone
from gossamer.features.sessions.exporting import as_actions, as_playwright
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_session, no_scrape, own_key, refusals
from gossamer.operations.sessions.channels import UsedChannel, control_of
from gossamer.operations.sessions.results import EndedSession, OpenedSession, PromptResult, SessionSteps, Shown
from gossamer.operations.sessions.tokens import Tokens
from gossamer.operations.threats import ThreatWatch
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import DevtoolsChannel, Frame, LiveSession, UserInput
from gossamer.ports.sandbox import CodeRunner

# A page is opened within this, however short the time for what is to be done on it.
_OPENING: Final = timedelta(seconds=60)
# For a planner whose time is over to tell what it did until then.
_SUMMING_UP: Final = timedelta(seconds=3)
_NO_SESSION: Final = "Browser session not found."
_NO_SCRAPE: Final = "Job not found."
# Code that runs in a page, or beside it, can read all of it.
_CODE: Final = frozenset({"executeJavascript"})
_SIGHT: Final = AccessRequest(Group.BROWSER, formats=frozenset({"screenshot"}))
# Each access as a request that restrictions can judge.
_ASKS: Final = {
    Access.DEVTOOLS: AccessRequest(Group.BROWSER, actions=_CODE),
    Access.VIEW: _SIGHT,
    Access.CONTROL: _SIGHT,
}
_MILLISECOND: Final = timedelta(milliseconds=1)


class SessionOperations:
    """Sessions for all ways in. Built once by `bootstrap`.

    Whatever a session is asked for raises NotFound when the team has none of that id, SessionEnded and SessionLost
    when it is over, and HeldByReplica when another process has it.
    """

    def __init__(
        self,
        *,
        sessions: Sessions,
        interacting: Interacting,
        runner: CodeRunner,
        spending: Spending,
        tokens: Tokens,
        clock: Clock,
        threats: ThreatWatch,
        find_check: Callable[[str, Permits | None], Awaitable[PageCheck | None]],
        find_identity: IdentityFinder,
    ) -> None:
        self._sessions = sessions
        self._threats = threats
        self._find_check = find_check
        self._find_identity = find_identity
        self._interacting = interacting
        self._runner = runner
        self._spending = spending
        self._tokens = tokens
        self._clock = clock

    # On their own

    async def create(self, caller: Principal, group: Group, spec: SessionSpec, dialect: str = "") -> OpenedSession:
        """Open a session that stands alone; *dialect* is the API version that asks.

        Raises OutOfCredits, TooManySessions, ProfileBusy, and NotAvailable without a browser.
        """
        url = spec.opening.url
        admit(caller, AccessRequest(group, urls=() if url is None else (url,), live=True))
        session_id = new_id()
        activity = self._activity(session_id, caller, "browser", dialect, url or "")
        new = NewSession(session_id, caller.team_id, caller.key_id, spec, activity=activity)
        return await self._show_session(caller, (await self._open(caller, new)).session)

    async def sessions(self, caller: Principal, group: Group, state: SessionState | None) -> Sequence[OpenedSession]:
        """Return the team's sessions that are open, or were in the last day; those in *state* alone, if given."""
        admit(caller, AccessRequest(group))
        sessions = await self._list_sessions(caller, state)
        if lost := [session for session in sessions if self._sessions.is_lost(session)]:
            for session in lost:
                await self._sessions.bury(session)
            sessions = await self._list_sessions(caller, state)
        return [await self._show_session(caller, session) for session in sessions]

    async def read(self, caller: Principal, group: Group, session_id: str) -> OpenedSession:
        """Return a session of the team, ended or not."""
        admit(caller, AccessRequest(group))
        session = await self._session(caller, session_id)
        if self._sessions.is_lost(session):
            await self._sessions.bury(session)
            session = await self._session(caller, session_id)
        return await self._show_session(caller, session)

    async def execute(self, caller: Principal, group: Group, session_id: str, code: Code) -> CodeOutcome:
        """Run *code* in a session. Raises NotAvailable where none can be run, and SessionBusy."""
        await self._check_code(caller, group)
        session = await self._own(caller, await self._session(caller, session_id))
        return await self._run(await self._sessions.held(session), code, None)

    async def end(self, caller: Principal, group: Group, session_id: str) -> EndedSession:
        """End a session. SessionEnded when it was ended before; one that ended by itself is reported as ended."""
        admit(caller, AccessRequest(group))
        return await self._end(await self._session(caller, session_id))

    async def dismiss(self, caller: Principal, group: Group, session_id: str) -> EndedSession:
        """End a session for a door that leads to no other process: a browser elsewhere is closed within seconds."""
        try:
            return await self.end(caller, group, session_id)
        except HeldByReplica:
            session = await self._session(caller, session_id)
        ended = await self._sessions.dismiss(session)
        return _describe_end(ended or session, None if ended is None else ended.credits)

    # After a scrape

    async def interact(
        self, caller: Principal, group: Group, scrape_id: str, prompt: str, seconds: float, *, dialect: str = ""
    ) -> PromptResult:
        """Carry out *prompt* on the page of a scrape, which is opened now when it is not open.

        It has *seconds* once the page is there and nobody else drives it. Raises OutOfCredits, TooManySessions,
        ReplayUnavailable, SessionBusy, and what opening a page raises.
        """
        admit(caller, ask_of_session(group))
        # A key that may not use models still has the planner without one.
        use_model = not refusals(caller, AccessRequest(group, model=True))
        held = await self._of_scrape(caller, group, scrape_id, prompted=True)
        waits = Deadline.after(timedelta(seconds=seconds))
        async with self._driving(caller, held, waits, dialect, prompted=True) as live:
            result = await self._interacting.run(
                live.page,
                prompt,
                budget=Budget(seconds=seconds),
                deadline=Deadline.after(timedelta(seconds=seconds) + _SUMMING_UP),
                use_model=use_model,
            )
            await self._note(held, result.steps)
        return PromptResult(result, await self._show_session(caller, held.session))

    async def run_code(
        self, caller: Principal, group: Group, scrape_id: str, code: Code, dialect: str = ""
    ) -> tuple[CodeOutcome, OpenedSession]:
        """Run *code* on the page of a scrape, which is opened now when it is not open; raises as `interact`."""
        await self._check_code(caller, group)
        held = await self._of_scrape(caller, group, scrape_id, prompted=False)
        activity = self._activity(new_id(), caller, "interact", dialect, held.session.spec.opening.url or "")
        outcome = await self._run(held, code, activity)
        return outcome, await self._show_session(caller, held.session)

    async def end_scrape(self, caller: Principal, group: Group, scrape_id: str) -> EndedSession:
        """End the session of a scrape. When nothing was ever done in it, it is as if it had been open for no time."""
        admit(caller, AccessRequest(group))
        session = await self._find_continued(caller, scrape_id)
        if session is not None:
            return await self._end(session)
        await self._find_visit(caller, scrape_id, _NO_SESSION)
        try:
            await self._sessions.store.create(self._make_unused_session(caller, scrape_id.lower()), team_limit=0)
        except errors.AlreadyThere:
            return await self._end(await self._session(caller, scrape_id))
        return EndedSession(0, 0)

    # Steps and pictures

    async def steps(self, caller: Principal, group: Group, session_id: str, *, of_scrape: bool = False) -> SessionSteps:
        """Return the steps of a session, or of the page of a scrape; they can be read for a day after its end."""
        admit(caller, AccessRequest(group))
        session = await (self._find_continued if of_scrape else self._session)(caller, session_id)
        if session is None:
            visit = await self._find_visit(caller, session_id)
            return SessionSteps(None if visit is None else visit.url, ())
        await self._own(caller, session)
        return SessionSteps(session.spec.opening.url, await self._sessions.store.steps(session.session_id))

    async def export(
        self,
        caller: Principal,
        group: Group,
        session_id: str,
        *,
        of_scrape: bool = False,
        form: Literal["actions", "playwright"],
    ) -> list[dict[str, Any]] | str:
        """Return the steps of a session as actions of a scrape, or as a script for Playwright."""
        done = await self.steps(caller, group, session_id, of_scrape=of_scrape)
        return as_actions(done.steps) if form == "actions" else as_playwright(done.steps, done.url or "")

    async def replay(
        self, caller: Principal, group: Group, session_id: str
    ) -> tuple[OpenedSession, Sequence[RecordedPage]]:
        """Return a session, and what it showed; that is empty while it is open, and when it was not recorded."""
        admit(caller, replace(_SIGHT, group=group))
        session = await self._own(caller, await self._session(caller, session_id))
        recording = await self._sessions.store.recording(session.session_id)
        return await self._show_session(caller, session), recording

    async def replay_page(
        self, caller: Principal, group: Group, session_id: str, page_id: str
    ) -> tuple[OpenedSession, RecordedPage]:
        """Return a session, and a page of its recording; NotFound when it has no such page."""
        opened, recording = await self.replay(caller, group, session_id)
        return opened, _page_of(recording, page_id)

    # With a token of the session

    async def shown(self, session_id: str, token: str) -> Shown:
        """Return which session it is, ended or not, and what *token* opens; NotFound when it opens nothing."""
        session, access = await self._find_by_token(session_id, token)
        return Shown(session, access)

    async def recorded(self, session_id: str, token: str, page_id: str) -> RecordedPage:
        """Return a page of a recording to who may see the session."""
        session = await self._find_viewed(session_id, token)
        return _page_of(await self._sessions.store.recording(session.session_id), page_id)

    async def devtools(self, session_id: str, token: str) -> DevtoolsChannel:
        """Open a channel of the DevTools protocol to a session's tabs."""
        session, access = await self._find_by_token(session_id, token)
        if access is not Access.DEVTOOLS:
            raise errors.NotFound(_NO_SESSION)
        held = await self._here(session)
        return UsedChannel(await held.live.devtools(), held)

    async def watch(self, session_id: str, token: str) -> AsyncIterator[Frame]:
        """Return pictures of a session's active tab as it changes, until the session ends."""
        held = await self._here(_viewable(await self._find_viewed(session_id, token)))
        return held.live.frames()

    async def control(self, session_id: str, token: str) -> Callable[[UserInput], Awaitable[None]]:
        """Return a function that performs a watcher's input; NotAllowed with a token that only shows the session."""
        session = _viewable(await self._find_viewed(session_id, token))
        if self._tokens.access(session.session_id, token) is not Access.CONTROL:
            raise errors.NotAllowed("This address only shows the browser session; use its interactive one.")
        return control_of(await self._here(session))

    # Finding

    async def _session(self, caller: Principal, session_id: str) -> Session:
        session = await self._sessions.store.find(session_id.lower(), caller.team_id) if is_id(session_id) else None
        if session is None:
            raise errors.NotFound(_NO_SESSION)
        return session

    async def _find_continued(self, caller: Principal, scrape_id: str) -> Session | None:
        """Return the session of a scrape, None when it was never used."""
        try:
            session = await self._session(caller, scrape_id)
        except errors.NotFound:
            return None
        return session

    async def _find_visit(self, caller: Principal, scrape_id: str, missing: str = _NO_SCRAPE) -> Any:
        """Return the opening with which the page of a scrape was visited, None when that is not kept.

        How includes headers and cookies, so a restricted key continues its own scrapes alone; NotFound without one.
        """
        visit = self._sessions.store.visit
        if not is_id(scrape_id):
            raise errors.NotFound(missing)
        scrape_visit = await visit(scrape_id.lower(), caller.team_id, now=self._clock.now(), key_id=own_key(caller))
        if scrape_visit is None:
            raise no_scrape(caller, missing)
        return scrape_visit.opening

    async def _list_sessions(self, caller: Principal, state: SessionState | None) -> Sequence[Session]:
        return await self._sessions.store.of_team(caller.team_id, state, since=self._clock.now() - KEPT)

    async def _own(self, caller: Principal, session: Session) -> Session:
        """Return *session* if the caller's key may use it."""
        if await self._is_withheld(caller, session):
            raise errors.NotAllowed(
                "This API key is restricted and can only use browser sessions that it opened itself."
            )
        return session

    async def _is_withheld(self, caller: Principal, session: Session) -> bool:
        """Return whether the caller's key would get around what holds for it in a *session* of another key."""
        if session.key_id == caller.key_id:
            return False
        is_limited = bool(caller.restrictions) or caller.terms != TermsUse() or await self._spending.has_budget(caller)
        # People of the team have no identity: what they look at is visited as it was.
        is_other = caller.identity is not None and caller.identity != await self._find_identity(session.key_id)
        return is_limited or is_other

    async def _of_scrape(self, caller: Principal, group: Group, scrape_id: str, *, prompted: bool) -> LocalSession:
        session = await self._find_continued(caller, scrape_id)
        if session is not None:
            return await self._sessions.held(await self._own(caller, session))
        opening = await self._find_visit(caller, scrape_id)
        if opening is None:
            raise errors.ReplayUnavailable(
                "How this page was visited is not kept: it was scraped with zero data retention or `lockdown`, or by a "
                "crawl or batch. Scrape it again without these."
            )
        actions = frozenset(action.kind for action in opening.actions)
        admit(caller, AccessRequest(group, actions=actions, urls=(opening.url,), live=True))
        new = NewSession(
            scrape_id.lower(),
            caller.team_id,
            caller.key_id,
            SessionSpec(opening, recorded=False),
            scrape_id=scrape_id.lower(),
            prompted=prompted,
        )
        return await self._open(caller, new)

    async def _find_by_token(self, session_id: str, token: str) -> tuple[Session, Access]:
        session = await self._sessions.store.find(session_id.lower(), None) if is_id(session_id) else None
        access = None if session is None else self._tokens.access(session.session_id, token)
        if session is None or access is None:
            raise errors.NotFound(_NO_SESSION)
        return session, access

    async def _find_viewed(self, session_id: str, token: str) -> Session:
        session, access = await self._find_by_token(session_id, token)
        if access is Access.DEVTOOLS:
            raise errors.NotFound(_NO_SESSION)
        return session

    async def _here(self, session: Session) -> LocalSession:
        held = await self._sessions.held(session)
        held.check()
        return held

    # Doing

    async def _open(self, caller: Principal, new: NewSession) -> LocalSession:
        watch = await self._threats.of(caller, None)
        check = await self._find_check(caller.key_id, watch.permits)
        price = self._sessions.meter.first_minute(prompted=new.prompted)
        reservation = await self._spending.set_aside(caller, price, Deadline.after(_OPENING + timedelta(minutes=2)))
        with visiting_as(caller.identity), checking_pages(check):
            return await self._sessions.open(
                replace(new, permits=watch.permits, reservation=reservation), deadline=Deadline.after(_OPENING)
            )

    @asynccontextmanager
    async def _driving(
        self, caller: Principal, held: LocalSession, waits: Deadline, dialect: str, *, prompted: bool
    ) -> AsyncIterator[LiveSession]:
        activity = self._activity(new_id(), caller, "interact", dialect, held.session.spec.opening.url or "")
        async with self._sessions.driving(held, waits, prompted=prompted, activity=activity) as live:
            yield live

    async def _run(self, held: LocalSession, code: Code, activity: Activity | None) -> CodeOutcome:
        waits = Deadline.after(timedelta(seconds=code.seconds))
        async with self._sessions.driving(held, waits, activity=activity) as live:
            return await self._runner.run(code, live, session_id=held.session.session_id)

    async def _note(self, held: LocalSession, steps: Sequence[Performed]) -> None:
        # It was done, recorded or not: a caller that gets a failure would do it again.
        with suppress(errors.DatabaseUnavailable):
            await self._sessions.store.add_steps(held.session.session_id, steps)

    async def _end(self, session: Session) -> EndedSession:
        if session.state is SessionState.DESTROYED:
            if session.end_reason is EndReason.ASKED:
                raise gone(session.end_reason)
            return await self._over(session)
        try:
            ended = await self._sessions.end(await self._sessions.held(session), EndReason.ASKED)
        except errors.SessionLost:
            ended = await self._sessions.bury(session, EndReason.ASKED)
        except errors.SessionEnded:
            ended = None
        if ended is not None:
            return _describe_end(ended, ended.credits)
        latest = await self._sessions.store.find(session.session_id, session.team_id)
        return await self._over(latest or session)

    async def _over(self, session: Session) -> EndedSession:
        """Return the report on a session that had ended already."""
        if session.end_reason is EndReason.LOST:
            # Its caller knows now: who asks for it again asks for what was ended.
            await self._sessions.store.accept_loss(session.session_id)
        return _describe_end(session, None)

    # Permissions of the caller's key

    async def _check_code(self, caller: Principal, group: Group) -> None:
        admit(caller, ask_of_session(group, code=True))
        # The first time it is found out by trying.
        if (refusal := await asyncio.to_thread(self._runner.refusal)) is not None:
            raise errors.NotAvailable(refusal)

    async def _show_session(self, caller: Principal, session: Session) -> OpenedSession:
        if await self._is_withheld(caller, session):
            return OpenedSession(session, {})
        accesses = [access for access in _list_accesses(session.spec) if not refusals(caller, _ASKS[access])]
        return OpenedSession(session, self._tokens.of(session.session_id, accesses))

    def _activity(self, activity_id: str, caller: Principal, operation: str, dialect: str, target: str) -> Activity:
        return Activity(activity_id, caller.key_id, operation, dialect, target, self._clock.now())

    def _make_unused_session(self, caller: Principal, scrape_id: str) -> Session:
        """Return the session of a scrape that is ended before anything was done in it."""
        now = self._clock.now()
        replica = self._sessions.here
        return Session(
            session_id=scrape_id,
            team_id=caller.team_id,
            key_id=caller.key_id,
            scrape_id=scrape_id,
            state=SessionState.DESTROYED,
            spec=SessionSpec(recorded=False),
            created_at=now,
            last_activity=now,
            expires_at=now,
            owner=replica.owner,
            address=replica.address,
            alive_until=now,
            ended_at=now,
            end_reason=EndReason.ASKED,
            credits=0,
        )


def _list_accesses(spec: SessionSpec) -> Iterator[Access]:
    """Yield the accesses that a session's tokens give; a holder who may see the session may see its recording."""
    yield Access.DEVTOOLS
    if spec.viewable or spec.recorded:
        yield Access.VIEW
    if spec.viewable:
        yield Access.CONTROL


def _viewable(session: Session) -> Session:
    if not session.spec.viewable:
        raise errors.NotFound(_NO_SESSION)
    return session


def _page_of(pages: Sequence[RecordedPage], page_id: str) -> RecordedPage:
    recorded_page = next((page for page in pages if page.page_id == page_id), None)
    if recorded_page is None:
        raise errors.NotFound("Replay page not found.")
    return recorded_page


def _describe_end(session: Session, credits_used: int | None) -> EndedSession:
    until: datetime = session.ended_at or session.last_activity
    return EndedSession((until - session.created_at) // _MILLISECOND, credits_used)
