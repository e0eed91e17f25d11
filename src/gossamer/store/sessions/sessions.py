"""Browser sessions in SQL."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, case, delete, func, literal_column, or_, select, update

from gossamer.core.errors import AlreadyThere, TooManySessions
from gossamer.core.interaction import Performed
from gossamer.core.sessions import EndReason, Opening, ProfileClaim, RecordedPage, Session, SessionState, StorageState
from gossamer.core.urls import without_credentials
from gossamer.core.usage import Activity
from gossamer.store.credits import Charges
from gossamer.store.database import Database
from gossamer.store.job_walls import pass_walls
from gossamer.store.row_encoding import from_row, millis, to_row
from gossamer.store.schema import activities, browser_sessions, scrapes, session_profiles, session_steps
from gossamer.store.sessions.session_encoding import SealedSessions
from gossamer.store.sessions.session_end import end, release_of
from gossamer.store.sessions.writers import LIVING, check_free, claim, holds, keep_others_out, release

_STEPS_KEPT = 2000
_ACTIVE = browser_sessions.c.state == literal_column(f"'{SessionState.ACTIVE.value}'")
_OWN = browser_sessions.c.id == bindparam("of")
_FIND = select(browser_sessions).where(_OWN)
_OF_TEAM = (
    select(browser_sessions)
    .where(
        browser_sessions.c.team_id == bindparam("team"),
        or_(
            _ACTIVE,
            browser_sessions.c.created_at >= bindparam("since"),
            browser_sessions.c.ended_at >= bindparam("since"),
        ),
    )
    .order_by(browser_sessions.c.created_at.desc(), browser_sessions.c.id)
    .limit(bindparam("wanted"))
)
_IN_STATE = browser_sessions.c.state == bindparam("in_state")
_LATER = case(
    (browser_sessions.c.last_activity < bindparam("at"), bindparam("at")), else_=browser_sessions.c.last_activity
)
_TOUCH = update(browser_sessions).where(_OWN, _ACTIVE).values(last_activity=_LATER)
_PROMPT = _TOUCH.values(prompted=True)
_KEEP_ALIVE = (
    update(browser_sessions)
    .where(
        browser_sessions.c.id.in_(bindparam("ids", expanding=True)),
        browser_sessions.c.owner == bindparam("has_them"),
        _ACTIVE,
    )
    .values(alive_until=bindparam("until"))
    .returning(browser_sessions.c.id)
)
_LOST = select(browser_sessions).where(_ACTIVE, browser_sessions.c.alive_until < bindparam("now")).limit(500)
_ACCEPT_LOSS = (
    update(browser_sessions)
    .where(browser_sessions.c.id == bindparam("of"), browser_sessions.c.end_reason == EndReason.LOST.value)
    .values(end_reason=EndReason.ASKED.value)
)
_DISCARD = delete(browser_sessions).where(_OWN, _ACTIVE).returning(browser_sessions)
_OVER = (
    select(browser_sessions.c.id, browser_sessions.c.blobs)
    .where(browser_sessions.c.ended_at < bindparam("before"))
    .limit(bindparam("wanted"))
)
_FORGET = delete(browser_sessions).where(browser_sessions.c.id.in_(bindparam("ids", expanding=True)))
_FORGET_STEPS = delete(session_steps).where(session_steps.c.session_id.in_(bindparam("ids", expanding=True)))
_LAST_STEP = select(func.coalesce(func.max(session_steps.c.position), 0)).where(
    session_steps.c.session_id == bindparam("of")
)
_STEPS = (
    select(session_steps.c.step).where(session_steps.c.session_id == bindparam("of")).order_by(session_steps.c.position)
)
_RECORD = update(browser_sessions).where(_OWN)
_RECORDING = select(browser_sessions.c.recording).where(_OWN)
_PROFILE = select(session_profiles.c.state).where(
    session_profiles.c.team_id == bindparam("team"), session_profiles.c.name == bindparam("called")
)
_VISIT = select(scrapes.c.opening).where(
    scrapes.c.id == bindparam("of"),
    scrapes.c.team_id == bindparam("team"),
    scrapes.c.expires_at > bindparam("now"),
    scrapes.c.error_code.is_(None),
)
_EXISTING = select(browser_sessions.c.owner, browser_sessions.c.created_at).where(
    browser_sessions.c.id == bindparam("of")
)
# Those that are lost will never be used again.
_OTHERS = select(func.count()).where(LIVING)


@dataclass(frozen=True, slots=True)
class Visit:
    """The visit of a scrape's page; *opening* is None when it must not be kept."""

    opening: Opening | None


@dataclass(frozen=True, slots=True)
class ForgottenSessions:
    """The number of deleted sessions, and names of their blobs, which are to be deleted."""

    count: int
    blobs: tuple[str, ...]


class SessionStore:
    """Sessions, whichever process has their browser.

    A session whose owner has not kept it alive is lost, and is ended by the process that finds it. An ended session is
    charged in the transaction that ends it, and only once. What a session was opened
    with, what was done in it and what it showed are kept sealed.
    """

    def __init__(self, database: Database, sealed: SealedSessions) -> None:
        self._database = database
        self._sealed = sealed
        self._insert = database.insert(browser_sessions)
        self._insert_activity = database.insert(activities).on_conflict_do_nothing()
        self._charges = Charges(database)
        profile = database.insert(session_profiles)
        self._save_profile = profile.on_conflict_do_update(
            index_elements=[session_profiles.c.team_id, session_profiles.c.name],
            set_={name: profile.excluded[name] for name in ("state", "saved_at")},
        )

    async def create(
        self, session: Session, *, team_limit: int, reservation: str | None = None, activity: Activity | None = None
    ) -> None:
        """Record a session, and that the team asked for it; *reservation* is what was set aside for it.

        A session that has ended already is only recorded. Raises AlreadyThere when there is one of that id,
        TooManySessions when the team has *team_limit* others, and ProfileBusy when one of them saves the same
        profile, or a claim of it is there. Those that are lost do not count. Calls of several processes never exceed
        the limit.
        """

        def make(connection: Connection) -> None:
            if make_room(connection, self._database, session, team_limit=team_limit):
                connection.execute(self._insert, self._row(session) | {"reservation": reservation})
                self._note(connection, session.team_id, activity)

        await self._database.write(make)

    async def discard(self, session_id: str, *, now: datetime) -> None:
        """Forget a session whose page could not be opened, and give back what was set aside for it."""

        def forget(connection: Connection) -> None:
            release_of(connection, connection.execute(_DISCARD, {"of": session_id}).first(), now=now)

        await self._database.write(forget)

    async def find(self, session_id: str, team_id: str | None) -> Session | None:
        """Return a session of the team, or with None of any, for who has a token; None when there is none."""

        def look(connection: Connection) -> Session | None:
            row = connection.execute(_FIND, {"of": session_id}).first()
            return self._session(row) if row is not None and team_id in {None, row.team_id} else None

        return await self._database.read(look)

    async def of_team(
        self, team_id: str, state: SessionState | None, *, since: datetime, limit: int = 100
    ) -> Sequence[Session]:
        """Return a team's sessions that were opened, or ended, *since* then, or are active; youngest first."""
        query = _OF_TEAM if state is None else _OF_TEAM.where(_IN_STATE)
        parameters = {"team": team_id, "since": millis(since), "wanted": limit}
        if state is not None:
            parameters["in_state"] = state.value
        return await self._database.read(lambda c: [self._session(row) for row in c.execute(query, parameters).all()])

    async def touch(
        self, session: Session, *, prompted: bool = False, now: datetime, activity: Activity | None = None
    ) -> None:
        """Note that it is used, and what for; one that was prompted once stays so."""

        def note(connection: Connection) -> None:
            connection.execute(_PROMPT if prompted else _TOUCH, {"of": session.session_id, "at": millis(now)})
            self._note(connection, session.team_id, activity)

        await self._database.write(note)

    async def keep_alive(self, owner: str, session_ids: Collection[str], *, until: datetime) -> frozenset[str]:
        """Say that the process *owner* still has these; return those that are still active."""
        if not session_ids:
            return frozenset()
        parameters = {"ids": sorted(session_ids), "has_them": owner, "until": millis(until)}
        return await self._database.write(lambda c: frozenset(c.execute(_KEEP_ALIVE, parameters).scalars()))

    async def end(self, session_id: str, reason: EndReason, *, credits_used: int, now: datetime) -> Session | None:
        """End it, charge it and give back what was set aside for it; None when it had ended before."""

        def transact(connection: Connection) -> Session | None:
            row = end(connection, self._charges, session_id, reason, credits_used=credits_used, now=now)
            return None if row is None else self._session(row)

        return await self._database.write(transact)

    async def accept_loss(self, session_id: str) -> None:
        """Note that the team ended one that was lost: from then on it has ended as others do that were asked to."""
        await self._database.write(lambda connection: connection.execute(_ACCEPT_LOSS, {"of": session_id}))

    async def lost(self, *, now: datetime) -> Sequence[Session]:
        """Return active sessions whose owner does not keep them alive any more."""
        return await self._database.read(
            lambda c: [self._session(row) for row in c.execute(_LOST, {"now": millis(now)})]
        )

    async def forget(self, *, before: datetime, limit: int) -> ForgottenSessions:
        """Forget up to *limit* sessions that ended before, with what was done in them."""

        def transact(connection: Connection) -> ForgottenSessions:
            over = connection.execute(_OVER, {"before": millis(before), "wanted": limit}).all()
            if over:
                ids = {"ids": [row.id for row in over]}
                connection.execute(_FORGET_STEPS, ids)
                connection.execute(_FORGET, ids)
            return ForgottenSessions(len(over), tuple(name for row in over for name in row.blobs.split()))

        return await self._database.write(transact)

    async def add_steps(self, session_id: str, steps: Sequence[Performed]) -> None:
        """Add to what was done in it; the first 2000 steps are kept."""

        def add(connection: Connection) -> None:
            last = connection.execute(_LAST_STEP, {"of": session_id}).scalar_one()
            rows = [
                {"session_id": session_id, "position": position, "step": self._sealed.step(session_id, step)}
                for position, step in enumerate(steps[: max(0, _STEPS_KEPT - last)], last + 1)
            ]
            if rows:
                connection.execute(session_steps.insert(), rows)

        if steps:
            await self._database.write(add)

    async def steps(self, session_id: str) -> Sequence[Performed]:
        """Return the steps that were done in it, in order."""

        def look(connection: Connection) -> Sequence[Performed]:
            stored = connection.execute(_STEPS, {"of": session_id}).scalars()
            return [self._sealed.open_step(session_id, step) for step in stored]

        return await self._database.read(look)

    async def save_recording(self, session_id: str, pages: Sequence[RecordedPage]) -> None:
        """Keep what it showed, in place of what was kept before; the blobs expire with it."""
        blobs = " ".join(frame.name for page in pages for frame in page.frames)

        def save(connection: Connection) -> None:
            values = {"recording": self._sealed.recording(session_id, pages), "blobs": blobs}
            connection.execute(_RECORD, values | {"of": session_id})

        await self._database.write(save)

    async def recording(self, session_id: str) -> Sequence[RecordedPage]:
        """Return the pages that it showed; empty when nothing was kept."""

        def look(connection: Connection) -> Sequence[RecordedPage]:
            stored = connection.execute(_RECORDING, {"of": session_id}).scalar()
            return () if stored is None else self._sealed.open_recording(session_id, stored)

        return await self._database.read(look)

    async def profile(self, team_id: str, name: str) -> StorageState | None:
        """Return a profile; None when nothing was saved under this name."""

        def look(connection: Connection) -> StorageState | None:
            stored = connection.execute(_PROFILE, {"team": team_id, "called": name}).scalar()
            return None if stored is None else self._sealed.open_profile(team_id, name, stored)

        return await self._database.read(look)

    async def save_profile(self, team_id: str, name: str, state: StorageState, *, now: datetime) -> None:
        """Save a profile, sealed, in place of what was saved before; jobs that waited for it go on."""
        row = self._profile_row(team_id, name, state, now)

        def save(connection: Connection) -> None:
            connection.execute(self._save_profile, row)
            pass_walls(connection, team_id, profile=name, now=now)

        await self._database.write(save)

    async def claim_profile(self, profile: ProfileClaim, *, now: datetime) -> None:
        """Let nobody else save a profile until the claim's time is over; raises ProfileBusy when somebody may.

        Of calls of several processes one succeeds. Claiming it again with the same claim does nothing.
        """
        await self._database.write(lambda connection: claim(connection, self._database, profile, now=now))

    async def save_claimed_profile(self, claimed: ProfileClaim, state: StorageState, *, now: datetime) -> bool:
        """Save a profile as `save_profile`; False, and nothing is saved, when the claim is not there any more."""
        row = self._profile_row(claimed.team_id, claimed.name, state, now)

        def save(connection: Connection) -> bool:
            if not holds(connection, self._database, claimed, now=now):
                return False
            connection.execute(self._save_profile, row)
            return True

        return await self._database.write(save)

    async def release_profile(self, claimed: ProfileClaim) -> None:
        """Give a claim back; harmless when it is not there any more."""
        await self._database.write(lambda connection: release(connection, claimed))

    async def visit(self, scrape_id: str, team_id: str, *, now: datetime, key_id: str | None = None) -> Visit | None:
        """Return the visit of a scrape's page; None when the team has no such scrape, or not any more.

        With *key_id* only a scrape of this key counts.
        """
        query = _VISIT if key_id is None else _VISIT.where(scrapes.c.key_id == key_id)

        def look(connection: Connection) -> Visit | None:
            row = connection.execute(query, {"of": scrape_id, "team": team_id, "now": millis(now)}).first()
            if row is None:
                return None
            return Visit(None if row.opening is None else self._sealed.open_opening(scrape_id, row.opening))

        return await self._database.read(look)

    def _profile_row(self, team_id: str, name: str, state: StorageState, now: datetime) -> dict[str, Any]:
        sealed = self._sealed.profile(team_id, name, state)
        return {"team_id": team_id, "name": name, "state": sealed, "saved_at": millis(now)}

    def _note(self, connection: Connection, team_id: str, activity: Activity | None) -> None:
        if activity is None:
            return
        target = without_credentials(activity.target)
        row = to_row(activities, activity, id=activity.activity_id, team_id=team_id, target=target)
        connection.execute(self._insert_activity, row)

    def _row(self, session: Session) -> dict[str, Any]:
        spec = self._sealed.spec(session.session_id, session.spec)
        profile = saved_profile(session)
        return to_row(browser_sessions, session, id=session.session_id, spec=spec, saves_profile=profile)

    def _session(self, row: Row[Any]) -> Session:
        return from_row(Session, row, session_id=row.id, spec=self._sealed.open_spec(row.id, row.spec))


def make_room(connection: Connection, database: Database, session: Session, *, team_limit: int) -> bool:
    """Return whether *session* is to be inserted: False when that was done before, by this very call.

    Nobody else of its team comes in between until the transaction ends. Raises as `SessionStore.create`.
    """
    keep_others_out(connection, database, session.team_id)
    existing = connection.execute(_EXISTING, {"of": session.session_id}).first()
    if existing is not None:
        if existing == (session.owner, millis(session.created_at)):
            return False
        raise AlreadyThere("There is a session of this id.")
    if session.state is SessionState.ACTIVE:
        _check_room(connection, session, session.created_at, team_limit)
    return True


def _check_room(connection: Connection, session: Session, now: datetime, team_limit: int) -> None:
    parameters = {"team": session.team_id, "now": millis(now)}
    if connection.execute(_OTHERS, parameters).scalar_one() >= team_limit:
        raise TooManySessions(
            f"This team has {team_limit} browser sessions open, which is the limit; end one, "
            "or an operator can raise GOSSAMER_TEAM_SESSIONS."
        )
    profile = saved_profile(session)
    if profile is not None:
        check_free(connection, session.team_id, profile, now=now)


def saved_profile(session: Session) -> str | None:
    """Return the name of the profile that is written at the end of a session; None for none."""
    use = session.spec.opening.profile
    return use.name if use is not None and use.save else None
