"""Sessions in the store: how many there may be, how they end and are charged, and that nothing of them lies open."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, text

from gossamer.core.actions import Click as ClickSelector
from gossamer.core.actions import RunScript, Wait
from gossamer.core.errors import AlreadyThere, ProfileBusy, SecretUnreadable, TooManySessions
from gossamer.core.ids import new_id
from gossamer.core.interaction import Click, Locator, Performed, StepResult, Type, Upload
from gossamer.core.sessions import (
    EndReason,
    Opening,
    ProfileClaim,
    RecordedFrame,
    RecordedPage,
    Session,
    SessionSpec,
    SessionState,
    StorageState,
)
from gossamer.core.specs import Location, ProfileUse
from gossamer.core.urls import web_url
from gossamer.core.usage import Activity
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database
from gossamer.store.schema import activities, browser_sessions, ledger, scrapes, session_profiles, session_steps
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.sealing import Seal
from gossamer.store.sessions import SealedSessions, SessionStore
from gossamer.store.sessions.sessions import Visit
from tests.contracts.credits import account, bound, make_team, sums
from tests.contracts.jobs import DAY, HOUR, MINUTE, NOON, SECOND, answers_lost

TEAM, OTHER, KEY = new_id(), new_id(), new_id()
OWNER = new_id()
ALIVE = timedelta(seconds=45)
SECRET = "hunter2-is-nobodys-business"
OPENING = Opening(
    url=web_url("https://e.org/page?q=1"),
    headers={"authorization": SECRET},
    wait_for=timedelta(milliseconds=250),
    actions=(Wait(SECOND), ClickSelector("#more"), RunScript(f"'{SECRET}'")),
    mobile=True,
    location=Location("DE", ("de",)),
    tier="stealth",
)
SEALED = SealedSessions(Seal(lambda: "the secret of this deployment"))


@pytest.fixture
def store(database: Database) -> SessionStore:
    return SessionStore(database, SEALED)


def session(**changes: Any) -> Session:
    made = Session(
        session_id=new_id(),
        team_id=TEAM,
        key_id=KEY,
        scrape_id=None,
        state=SessionState.ACTIVE,
        spec=SessionSpec(OPENING),
        created_at=NOON,
        last_activity=NOON,
        expires_at=NOON + HOUR,
        owner=OWNER,
        address="http://10.0.0.1:3002",
        alive_until=NOON + ALIVE,
    )
    return replace(made, **changes)


async def opened(store: SessionStore, limit: int = 20, **changes: Any) -> Session:
    made = session(**changes)
    await store.create(made, team_limit=limit)
    return made


def saving(name: str) -> SessionSpec:
    return SessionSpec(Opening(profile=ProfileUse(name)))


async def everything(database: Database) -> str:
    """Return all that the database holds of sessions and scrapes, as text."""
    tables = (browser_sessions, session_steps, session_profiles, scrapes, activities)

    def read(connection: Connection) -> str:
        return repr([connection.execute(select(table)).all() for table in tables])

    return await database.read(read)


# Beginning


async def test_a_session_comes_back_as_it_was(store: SessionStore) -> None:
    made = await opened(
        store, prompted=True, spec=SessionSpec(replace(OPENING, profile=ProfileUse("shop", save=False)))
    )
    assert await store.find(made.session_id, TEAM) == made
    assert await store.find(made.session_id, None) == made


async def test_another_team_does_not_find_it(store: SessionStore) -> None:
    made = await opened(store)
    assert await store.find(made.session_id, OTHER) is None
    assert await store.find(new_id(), None) is None


async def test_a_team_has_no_more_than_its_limit(store: SessionStore) -> None:
    await opened(store, limit=2)
    await opened(store, limit=2)
    with pytest.raises(TooManySessions, match="2 browser sessions"):
        await opened(store, limit=2)
    await opened(store, limit=2, team_id=OTHER)


async def test_sessions_that_ended_or_are_lost_make_room(store: SessionStore) -> None:
    first = await opened(store, limit=1)
    await store.end(first.session_id, EndReason.ASKED, credits_used=0, now=NOON)
    await opened(store, limit=1)
    later = NOON + ALIVE + SECOND
    await opened(store, limit=1, created_at=later, alive_until=later + ALIVE)


async def test_creating_at_once_never_exceeds_the_limit(database: Database, store: SessionStore) -> None:
    others = [SessionStore(database, SEALED) for _ in range(12)]
    made = await asyncio.gather(*(opened(one, limit=5) for one in [store, *others]), return_exceptions=True)
    assert sum(isinstance(one, Session) for one in made) == 5
    assert sum(isinstance(one, TooManySessions) for one in made) == 8


async def test_one_session_at_a_time_saves_a_profile(store: SessionStore) -> None:
    first = await opened(store, spec=saving("shop"))
    with pytest.raises(ProfileBusy):
        await opened(store, spec=saving("shop"))
    await opened(store, spec=SessionSpec(Opening(profile=ProfileUse("shop", save=False))))
    await opened(store, spec=saving("bank"))
    await opened(store, spec=saving("shop"), team_id=OTHER)
    await store.end(first.session_id, EndReason.ASKED, credits_used=0, now=NOON)
    await opened(store, spec=saving("shop"))


async def test_there_is_one_session_of_an_id(store: SessionStore) -> None:
    made = await opened(store)
    with pytest.raises(AlreadyThere):
        await opened(store, session_id=made.session_id, owner=new_id())


async def test_a_session_whose_answer_was_lost_is_created_once(database: Database, store: SessionStore) -> None:
    made = session()
    with answers_lost(database, 1):
        await store.create(made, team_limit=1)
    assert await store.of_team(TEAM, None, since=NOON) == [made]


async def test_that_it_was_asked_for_is_noted_without_credentials(database: Database, store: SessionStore) -> None:
    made = session()
    await store.create(made, team_limit=1, activity=Activity(made.session_id, KEY, "browser", "v2", "", NOON))
    target = f"https://ada:{SECRET}@e.org/page"
    await store.touch(made, now=NOON, activity=Activity(new_id(), KEY, "interact", "v2", target, NOON + SECOND))
    rows = await database.read(lambda c: c.execute(select(activities).order_by(activities.c.at)).all())
    assert [(row.operation, row.dialect, row.target) for row in rows] == [
        ("browser", "v2", ""),
        ("interact", "v2", "https://e.org/page"),
    ]


async def test_a_discarded_session_gives_back_what_was_set_aside(database: Database, store: SessionStore) -> None:
    team = await make_team(database)
    await bound(database, team, 10)
    credit_store = SqlCreditStore(database)
    reservation = await credit_store.reserve(team, KEY, 7, now=NOON, until=NOON + HOUR)
    made = session(team_id=team)
    await store.create(made, team_limit=1, reservation=reservation)
    await store.discard(made.session_id, now=NOON)
    assert await store.find(made.session_id, team) is None
    assert await account(database, team) == (0, 0)


# Being used


async def test_use_moves_the_last_activity_forward_only(store: SessionStore) -> None:
    made = await opened(store)
    await store.touch(made, prompted=True, now=NOON + MINUTE)
    await store.touch(made, now=NOON + SECOND)
    found = await store.find(made.session_id, TEAM)
    assert found is not None
    assert (found.last_activity, found.prompted) == (NOON + MINUTE, True)


async def test_a_team_sees_its_sessions_youngest_first(store: SessionStore) -> None:
    old = await opened(store, created_at=NOON - 2 * DAY)
    await store.end(old.session_id, EndReason.IDLE, credits_used=0, now=NOON - 2 * DAY + MINUTE)
    long = await opened(store, created_at=NOON - 2 * DAY + SECOND)
    first, second = await opened(store), await opened(store, created_at=NOON + SECOND)
    await opened(store, team_id=OTHER)
    await store.end(first.session_id, EndReason.ASKED, credits_used=0, now=NOON + MINUTE)

    async def ids(state: SessionState | None) -> list[str]:
        return [found.session_id for found in await store.of_team(TEAM, state, since=NOON - DAY)]

    assert await ids(None) == [second.session_id, first.session_id, long.session_id]
    assert await ids(SessionState.ACTIVE) == [second.session_id, long.session_id]
    assert await ids(SessionState.DESTROYED) == [first.session_id]


async def test_keeping_alive_tells_which_are_still_there(store: SessionStore) -> None:
    mine, ended, foreign = await opened(store), await opened(store), await opened(store, owner=new_id())
    await store.end(ended.session_id, EndReason.LOST, credits_used=0, now=NOON)
    until = NOON + HOUR
    kept = await store.keep_alive(OWNER, [one.session_id for one in (mine, ended, foreign)], until=until)
    assert kept == {mine.session_id}
    assert await store.lost(now=NOON + MINUTE) == [foreign]
    assert await store.keep_alive(OWNER, [], until=until) == frozenset()


async def test_a_session_is_lost_when_nobody_keeps_it_alive(store: SessionStore) -> None:
    made = await opened(store)
    assert await store.lost(now=NOON + ALIVE - SECOND) == []
    assert await store.lost(now=NOON + ALIVE + SECOND) == [made]
    await store.end(made.session_id, EndReason.LOST, credits_used=0, now=NOON + HOUR)
    assert await store.lost(now=NOON + HOUR) == []


# Ending


async def test_a_loss_that_is_accepted_is_an_end_that_was_asked_for_and_no_other_reason_changes(
    store: SessionStore,
) -> None:
    told = {}
    for reason in (EndReason.LOST, EndReason.IDLE):
        made = await opened(store)
        await store.end(made.session_id, reason, credits_used=0, now=NOON)
        await store.accept_loss(made.session_id)
        found = await store.find(made.session_id, None)
        told[reason] = None if found is None else (found.end_reason, found.ended_at)
    assert told == {EndReason.LOST: (EndReason.ASKED, NOON), EndReason.IDLE: (EndReason.IDLE, NOON)}


async def test_an_ended_session_is_charged_once_whoever_ends_it(database: Database, store: SessionStore) -> None:
    team = await make_team(database)
    made = await opened(store, team_id=team)
    reasons = [EndReason.ASKED, EndReason.LOST, EndReason.IDLE] * 3
    ended = await asyncio.gather(*(store.end(made.session_id, r, credits_used=4, now=NOON + MINUTE) for r in reasons))
    assert len({one.end_reason for one in ended if one is not None}) == 1
    assert await sums(database, team) == {"entries": 1, "entered": 4, "charges": 1, "summed": 4}
    found = await store.find(made.session_id, team)
    assert found is not None
    assert (found.state, found.ended_at, found.credits) == (SessionState.DESTROYED, NOON + MINUTE, 4)


async def test_an_end_whose_answer_was_lost_is_told_and_charged_once(database: Database, store: SessionStore) -> None:
    team = await make_team(database)
    made = await opened(store, team_id=team)
    with answers_lost(database, 1):
        ended = await store.end(made.session_id, EndReason.ASKED, credits_used=4, now=NOON)
    assert ended is not None
    assert (await sums(database, team))["entries"] == 1


async def test_the_end_gives_back_what_was_set_aside(database: Database, store: SessionStore) -> None:
    team = await make_team(database)
    await bound(database, team, 100)
    reservation = await SqlCreditStore(database).reserve(team, KEY, 14, now=NOON, until=NOON + HOUR)
    made = session(team_id=team)
    await store.create(made, team_limit=1, reservation=reservation)
    assert await account(database, team) == (0, 14)
    await store.end(made.session_id, EndReason.ASKED, credits_used=9, now=NOON + MINUTE)
    assert await account(database, team) == (9, 0)


@pytest.mark.parametrize(("continues", "operation"), [(False, "browser"), (True, "interact")])
async def test_the_ledger_tells_what_kind_of_session_it_was(
    database: Database, store: SessionStore, *, continues: bool, operation: str
) -> None:
    session_id = new_id()
    made = await opened(store, session_id=session_id, scrape_id=session_id if continues else None)
    await store.end(made.session_id, EndReason.ASKED, credits_used=2, now=NOON)
    [entry] = await database.read(lambda c: c.execute(select(ledger)).all())
    assert (entry.operation, entry.key_id, entry.credits) == (operation, KEY, 2)


async def test_a_session_and_its_scrape_are_both_charged(database: Database, store: SessionStore) -> None:
    team = await make_team(database)
    done = scrape(team_id=team)
    pages = ScrapeStore(database, SEALED)
    await pages.record(done)
    made = await opened(store, session_id=done.scrape_id, scrape_id=done.scrape_id, team_id=team)
    await store.end(made.session_id, EndReason.ASKED, credits_used=7, now=NOON)
    assert (await sums(database, team))["entered"] == 8


async def test_what_costs_nothing_is_not_in_the_ledger(database: Database, store: SessionStore) -> None:
    made = await opened(store)
    assert await store.end(made.session_id, EndReason.ASKED, credits_used=0, now=NOON) is not None
    assert await database.read(lambda c: c.execute(select(ledger)).all()) == []


async def test_a_session_can_be_recorded_as_ended(store: SessionStore) -> None:
    made = await opened(
        store, limit=0, state=SessionState.DESTROYED, ended_at=NOON, end_reason=EndReason.ASKED, credits=0
    )
    assert await store.find(made.session_id, TEAM) == made


async def test_sessions_are_forgotten_with_all_that_was_theirs(database: Database, store: SessionStore) -> None:
    old, young, active = await opened(store), await opened(store), await opened(store)
    await store.add_steps(old.session_id, [STEP])
    await store.save_recording(old.session_id, [PAGE])
    await store.end(old.session_id, EndReason.ASKED, credits_used=0, now=NOON)
    await store.end(young.session_id, EndReason.ASKED, credits_used=0, now=NOON + HOUR)
    forgotten = await store.forget(before=NOON + MINUTE, limit=10)
    assert (forgotten.count, forgotten.blobs) == (1, ("one.jpg", "two.jpg"))
    assert await store.find(old.session_id, TEAM) is None
    assert await database.read(lambda c: c.execute(select(session_steps)).all()) == []
    assert {one.session_id for one in await store.of_team(TEAM, None, since=NOON)} == {
        young.session_id,
        active.session_id,
    }


# What is left of them

STEP = Performed(
    Type("e7", SECRET),
    StepResult(
        "https://e.org/a", "https://e.org/b", Locator("#pw", "textbox", "Password", ("#frame",)), navigated=True
    ),
    meant="type it",
)
PAGE = RecordedPage(
    "1",
    f"https://e.org/?t={SECRET}",
    NOON,
    NOON + SECOND,
    (RecordedFrame(NOON, 800, 600, "one.jpg"), RecordedFrame(NOON + SECOND, 800, 600, "two.jpg")),
)
STATE = StorageState(({"name": "sid", "value": SECRET, "expires": 1.5},), {"https://e.org": {"k": SECRET}})


async def test_steps_come_back_in_order(store: SessionStore) -> None:
    made = await opened(store)
    failed = Performed(Click("e1"), error="It is covered.")
    upload = Performed(Upload("e2", "a.txt", b"\x00\xff"), StepResult("https://e.org/", "https://e.org/"))
    await store.add_steps(made.session_id, [STEP, failed])
    await store.add_steps(made.session_id, [])
    await store.add_steps(made.session_id, [upload])
    assert await store.steps(made.session_id) == [STEP, failed, upload]
    assert await store.steps(new_id()) == []


async def test_a_session_keeps_a_bounded_number_of_steps(store: SessionStore) -> None:
    made = await opened(store)
    await store.add_steps(made.session_id, [STEP] * 1999)
    await store.add_steps(made.session_id, [STEP] * 3)
    assert len(await store.steps(made.session_id)) == 2000


async def test_a_recording_comes_back_and_takes_the_place_of_the_one_before(store: SessionStore) -> None:
    made = await opened(store)
    assert await store.recording(made.session_id) == ()
    await store.save_recording(made.session_id, [replace(PAGE, frames=())])
    await store.save_recording(made.session_id, [PAGE])
    assert await store.recording(made.session_id) == (PAGE,)


async def test_a_profile_is_its_teams_and_the_last_one_counts(store: SessionStore) -> None:
    assert await store.profile(TEAM, "shop") is None
    await store.save_profile(TEAM, "shop", StorageState(), now=NOON)
    await store.save_profile(TEAM, "shop", STATE, now=NOON)
    assert await store.profile(TEAM, "shop") == STATE
    assert await store.profile(OTHER, "shop") is None


def scrape(**changes: Any) -> FinishedScrape:
    done = FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id=KEY,
        url="https://e.org/page",
        credits=1,
        finished_at=NOON,
        expires_at=NOON + DAY,
        opening=OPENING,
    )
    return replace(done, **changes)


async def test_how_a_page_was_visited_lasts_as_long_as_its_scrape(database: Database, store: SessionStore) -> None:
    pages, done = ScrapeStore(database, SEALED), scrape()
    await pages.record(done)
    assert await store.visit(done.scrape_id, TEAM, now=NOON) == Visit(OPENING)
    assert await store.visit(done.scrape_id, OTHER, now=NOON) is None
    assert await store.visit(new_id(), TEAM, now=NOON) is None
    assert await store.visit(done.scrape_id, TEAM, now=NOON + DAY) is None


async def test_a_visit_that_must_not_be_kept_or_failed_cannot_be_repeated(
    database: Database, store: SessionStore
) -> None:
    pages = ScrapeStore(database, SEALED)
    unkept, failed = scrape(opening=None), scrape(opening=None, error_code="SCRAPE_TIMEOUT")
    await pages.record(unkept)
    await pages.record(failed)
    assert await store.visit(unkept.scrape_id, TEAM, now=NOON) == Visit(None)
    assert await store.visit(failed.scrape_id, TEAM, now=NOON) is None


# Profiles of scrapes


def claim(name: str = "shop", **changes: Any) -> ProfileClaim:
    return replace(ProfileClaim(new_id(), TEAM, name, NOON + MINUTE), **changes)


async def test_a_claimed_profile_is_saved_by_nobody_else(store: SessionStore) -> None:
    mine = claim()
    await store.claim_profile(mine, now=NOON)
    await store.claim_profile(mine, now=NOON)
    with pytest.raises(ProfileBusy, match="A scrape that is under way"):
        await store.claim_profile(claim(), now=NOON)
    with pytest.raises(ProfileBusy, match="A scrape that is under way"):
        await opened(store, spec=saving("shop"))
    await opened(store, spec=SessionSpec(Opening(profile=ProfileUse("shop", save=False))))
    await store.claim_profile(claim("bank"), now=NOON)
    await store.claim_profile(claim(team_id=OTHER), now=NOON)
    await store.release_profile(mine)
    await opened(store, spec=saving("shop"))


async def test_a_profile_that_a_session_saves_cannot_be_claimed(store: SessionStore) -> None:
    made = await opened(store, spec=saving("shop"))
    with pytest.raises(ProfileBusy, match="Another session"):
        await store.claim_profile(claim(), now=NOON)
    await store.end(made.session_id, EndReason.ASKED, credits_used=0, now=NOON)
    await store.claim_profile(claim(), now=NOON)


async def test_claiming_at_once_succeeds_once(database: Database) -> None:
    others = [SessionStore(database, SEALED) for _ in range(8)]
    made = await asyncio.gather(*(one.claim_profile(claim(), now=NOON) for one in others), return_exceptions=True)
    assert [one for one in made if one is None] == [None]
    assert sum(isinstance(one, ProfileBusy) for one in made) == 7


async def test_a_claim_is_void_when_its_time_is_over(store: SessionStore) -> None:
    dead, later = claim(), NOON + MINUTE
    await store.claim_profile(dead, now=NOON)
    next_one = claim(until=later + MINUTE)
    await store.claim_profile(next_one, now=later)
    # Who was taken for dead comes back.
    await store.release_profile(dead)
    assert not await store.save_claimed_profile(dead, STATE, now=later)
    assert await store.profile(TEAM, "shop") is None
    assert await store.save_claimed_profile(next_one, STATE, now=later)
    assert await store.profile(TEAM, "shop") == STATE


async def test_nothing_is_saved_by_a_claim_whose_time_is_over(store: SessionStore) -> None:
    mine = claim()
    await store.claim_profile(mine, now=NOON)
    assert not await store.save_claimed_profile(mine, STATE, now=NOON + MINUTE)
    assert await store.save_claimed_profile(mine, STATE, now=NOON)


async def test_a_claim_that_is_saved_twice_because_the_answer_was_lost_counts(
    database: Database, store: SessionStore
) -> None:
    mine = claim()
    with answers_lost(database, 2):
        await store.claim_profile(mine, now=NOON)
        assert await store.save_claimed_profile(mine, STATE, now=NOON)
    assert await store.profile(TEAM, "shop") == STATE


async def test_nothing_secret_is_stored_in_clear(database: Database, store: SessionStore) -> None:
    made = await opened(store)
    await store.add_steps(made.session_id, [STEP])
    await store.save_recording(made.session_id, [PAGE])
    await store.save_profile(TEAM, "shop", STATE, now=NOON)
    await ScrapeStore(database, SEALED).record(scrape())
    stored = await everything(database)
    assert made.session_id in stored
    assert SECRET not in stored


async def test_what_was_sealed_for_one_cannot_be_read_as_anothers(database: Database, store: SessionStore) -> None:
    mine, yours = await opened(store), await opened(store)
    await store.add_steps(mine.session_id, [STEP])
    moved = text("UPDATE session_steps SET session_id = :to")
    await database.write(lambda c: c.execute(moved, {"to": yours.session_id}))
    with pytest.raises(SecretUnreadable):
        await store.steps(yours.session_id)


async def test_another_deployments_secret_opens_nothing(
    database: Database, store: SessionStore, tmp_path: Path
) -> None:
    made = await opened(store)
    stranger = SessionStore(database, SealedSessions(Seal.of(None, tmp_path)))
    with pytest.raises(SecretUnreadable):
        await stranger.find(made.session_id, TEAM)


# What is set aside


async def test_a_reservation_grows_as_far_as_there_is_something_left(database: Database) -> None:
    team = await make_team(database)
    await bound(database, team, 10)
    credit_store = SqlCreditStore(database)
    reservation = await credit_store.reserve(team, KEY, 2, now=NOON, until=NOON + MINUTE)
    assert reservation is not None
    assert await credit_store.raise_to(reservation, 9, now=NOON, until=NOON + HOUR)
    assert await account(database, team) == (0, 9)
    assert not await credit_store.raise_to(reservation, 11, now=NOON, until=NOON + 2 * HOUR)
    assert await credit_store.raise_to(reservation, 4, now=NOON, until=NOON + HOUR)
    assert await account(database, team) == (0, 9)
    assert await credit_store.sweep(now=NOON + HOUR - SECOND) == 0
    assert await credit_store.sweep(now=NOON + HOUR) == 1
    assert not await credit_store.raise_to(reservation, 4, now=NOON, until=NOON + HOUR)
