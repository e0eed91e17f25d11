"""Sessions as callers have them: after a scrape and on their own, within the limits of their key."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select

from gossamer.core.access import Group, Limits, Permits, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    DatabaseUnavailable,
    NotAllowed,
    NotAvailable,
    NotFound,
    OutOfCredits,
    ReplayUnavailable,
    SessionBusy,
    SessionEnded,
    SessionLost,
)
from gossamer.core.ids import new_id
from gossamer.core.interaction import Budget, Click, Interaction, Performed
from gossamer.core.prices import PriceTable
from gossamer.core.restrictions.rules import NoModel, OnlyDomains, OnlyEndpoints, OnlyFormats, OnlyStored
from gossamer.core.sessions import (
    Access,
    Code,
    CodeOutcome,
    EndReason,
    Language,
    Opening,
    RecordedPage,
    SessionSpec,
    SessionState,
)
from gossamer.core.specs import TermsPolicy, TermsUse
from gossamer.core.urls import web_url
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.interact import Interacting
from gossamer.operations import Spending
from gossamer.operations.sessions import HeldByReplica, KeyInput, NavigationInput, SessionOperations, Tokens, channels
from gossamer.ports.live_pages import Frame, LivePage, LiveSession
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.database import Database
from gossamer.store.schema import activities
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock
from tests.contracts.credits import account, bound, make_team
from tests.threats import threat_watch
from tests.unit.features.sessions.world import KEY, MINUTE, SEALED, SECOND, TEAM, Process

URL = web_url("https://shop.e.org/list?q=1")
CALLER = Principal(TEAM, KEY)
STRANGER = Principal(new_id(), new_id())
CODE = Code("await page.title()")
STEP = Performed(Click("e1"), meant="click")


class Planner:
    """Does what the test says in the place of a planner, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.held_up: asyncio.Event | None = None
        self.begun = asyncio.Event()

    async def run(
        self, page: LivePage, prompt: str, *, budget: Budget, deadline: Deadline, use_model: bool = True
    ) -> Interaction:
        assert budget.seconds <= deadline.budget.total_seconds()
        assert page is not None
        self.asked.append((prompt, use_model))
        self.begun.set()
        if self.held_up is not None:
            await self.held_up.wait()
        return Interaction(done=True, output=f"Did: {prompt}", steps=(STEP,))


@dataclass
class Runner:
    """Runs no code, and says so."""

    why_not: str | None = None
    ran: list[tuple[Code, LiveSession]] = field(default_factory=list)

    def refusal(self) -> str | None:
        return self.why_not

    async def run(self, code: Code, session: LiveSession, *, session_id: str) -> CodeOutcome:
        self.ran.append((code, session))
        return CodeOutcome(result=session_id)


async def no_check(_key: str, _permits: Permits | None) -> None:
    """Obey no terms."""


async def no_identity(_: str) -> None:
    """Visit sites as the service does."""


class Desk:
    """Operations over one process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.planner = Planner()
        self.runner = Runner()
        spending = Spending(process.credits, process.clock, PriceTable())
        self.sessions = SessionOperations(
            sessions=process.sessions,
            interacting=cast("Interacting", self.planner),
            runner=self.runner,
            spending=spending,
            tokens=Tokens(lambda: "the secret of this deployment"),
            clock=process.clock,
            threats=threat_watch(),
            find_check=no_check,
            find_identity=no_identity,
        )
        self._scrapes = ScrapeStore(process.database, SEALED)

    async def scraped(self, team_id: str = TEAM, **changes: Any) -> str:
        """Record a scrape and return its id."""
        now = self.process.clock.now()
        done = FinishedScrape(
            scrape_id=new_id(),
            team_id=team_id,
            key_id=KEY,
            url=URL,
            credits=1,
            finished_at=now,
            expires_at=now + timedelta(days=1),
            opening=Opening(url=URL, headers={"cookie": "a=b"}),
        )
        done = replace(done, **changes)
        await self._scrapes.record(done)
        return done.scrape_id

    async def prompted(self, scrape_id: str, caller: Principal = CALLER, seconds: float = 30) -> Any:
        return await self.sessions.interact(caller, Group.BROWSER, scrape_id, "click", seconds, dialect="v2")

    async def opened(self, caller: Principal = CALLER, spec: SessionSpec | None = None) -> Any:
        return await self.sessions.create(caller, Group.BROWSER, spec or SessionSpec(), "v2")


@pytest.fixture
async def process(database: Database, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Process]:
    process = Process(database, clock, tmp_path)
    yield process
    await process.sessions.close()


@pytest.fixture
async def other(database: Database, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Process]:
    """Another process on the same database."""
    process = Process(database, clock, tmp_path, address="http://10.0.0.2:3002")
    yield process
    await process.sessions.close()


@pytest.fixture
def desk(process: Process) -> Desk:
    return Desk(process)


# After a scrape


async def test_a_scrape_is_continued_prompt_after_prompt_in_one_session(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    first = await desk.prompted(scrape_id)
    again = await desk.prompted(scrape_id.upper())
    assert first.interaction.output == "Did: click"
    assert first.opened.session.session_id == again.opened.session.session_id == scrape_id
    [live] = desk.process.browsers.opened
    assert live.opening == Opening(url=URL, headers={"cookie": "a=b"})
    done = await desk.sessions.steps(CALLER, Group.BROWSER, scrape_id, of_scrape=True)
    assert (done.url, done.steps) == (URL, [STEP, STEP])


async def test_the_whole_of_a_session_is_charged_at_its_end(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    await desk.process.pass_time(90 * SECOND)
    ended = await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    assert (ended.milliseconds, ended.credits) == (90_000, 11)


async def test_what_was_ended_is_over(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    with pytest.raises(SessionEnded, match=r"^Browser session has been destroyed\.$"):
        await desk.prompted(scrape_id)
    with pytest.raises(SessionEnded):
        await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)


async def test_a_scrape_that_nobody_continued_ends_for_nothing(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    ended = await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    assert (ended.milliseconds, ended.credits) == (0, 0)
    with pytest.raises(SessionEnded):
        await desk.prompted(scrape_id)


async def test_one_that_ended_by_itself_is_told_without_credits(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    await desk.process.pass_time(6 * MINUTE)
    ended = await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    assert (ended.milliseconds // 1000, ended.credits) == (300, None)


@pytest.mark.parametrize("scrape_id", ["nonsense", "", "0b5d6f3e-6e0c-4e5e-9d0a-3a4b1c2d3e4f"])
async def test_an_unknown_scrape_is_not_found(desk: Desk, scrape_id: str) -> None:
    with pytest.raises(NotFound, match="Job not found"):
        await desk.prompted(scrape_id)
    with pytest.raises(NotFound, match="Browser session not found"):
        await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)


async def test_another_teams_scrape_is_told_as_an_unknown_one(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    for ask in (
        desk.prompted(scrape_id, STRANGER),
        desk.sessions.run_code(STRANGER, Group.BROWSER, scrape_id, CODE),
        desk.sessions.steps(STRANGER, Group.BROWSER, scrape_id, of_scrape=True),
    ):
        with pytest.raises(NotFound, match="Job not found"):
            await ask
    with pytest.raises(NotFound, match="Browser session not found"):
        await desk.sessions.end_scrape(STRANGER, Group.BROWSER, scrape_id)
    assert len(desk.planner.asked) == 1


async def test_a_visit_that_was_not_kept_is_not_done_again(desk: Desk) -> None:
    with pytest.raises(ReplayUnavailable, match="Scrape it again"):
        await desk.prompted(await desk.scraped(opening=None))


async def test_code_runs_on_the_page_of_a_scrape(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    outcome, opened = await desk.sessions.run_code(CALLER, Group.BROWSER, scrape_id, CODE, "v2")
    assert outcome.result == opened.session.session_id == scrape_id
    ended = await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    assert ended.credits == 2


async def test_a_host_that_cannot_run_code_says_so_before_it_opens_anything(desk: Desk) -> None:
    desk.runner.why_not = "Install bubblewrap."
    with pytest.raises(NotAvailable, match="Install bubblewrap"):
        await desk.sessions.run_code(CALLER, Group.BROWSER, await desk.scraped(), CODE)
    assert desk.process.browsers.opened == []


async def test_a_second_caller_waits_no_longer_than_its_own_time(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    desk.planner.held_up = asyncio.Event()
    first = asyncio.create_task(desk.prompted(scrape_id))
    await desk.planner.begun.wait()
    with pytest.raises(SessionBusy):
        await desk.prompted(scrape_id, seconds=0.01)
    desk.planner.held_up.set()
    assert (await first).interaction.done


async def test_ending_ends_a_prompt_that_is_carried_out(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    desk.planner.held_up = asyncio.Event()
    prompt = asyncio.create_task(desk.prompted(scrape_id))
    await desk.planner.begun.wait()
    await desk.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id)
    with pytest.raises(SessionEnded):
        await prompt


async def test_what_was_asked_is_an_activity(desk: Desk) -> None:
    await desk.opened()
    await desk.prompted(await desk.scraped())
    rows = await desk.process.database.read(lambda c: c.execute(select(activities)).all())
    assert sorted((row.operation, row.target, row.dialect) for row in rows if row.operation != "scrape") == [
        ("browser", "", "v2"),
        ("interact", URL, "v2"),
    ]


# On their own


async def test_a_session_is_listed_with_its_tokens_and_ended_once(desk: Desk) -> None:
    made = await desk.opened()
    [listed] = await desk.sessions.sessions(CALLER, Group.BROWSER, SessionState.ACTIVE)
    assert listed.tokens == made.tokens
    assert len(set(made.tokens.values())) == len(Access)
    session_id = made.session.session_id
    assert (await desk.sessions.execute(CALLER, Group.BROWSER, session_id, CODE)).result == session_id
    assert (await desk.sessions.end(CALLER, Group.BROWSER, session_id)).credits == 2
    with pytest.raises(SessionEnded):
        await desk.sessions.end(CALLER, Group.BROWSER, session_id)
    with pytest.raises(SessionEnded):
        await desk.sessions.execute(CALLER, Group.BROWSER, session_id, CODE)
    assert await desk.sessions.sessions(CALLER, Group.BROWSER, SessionState.ACTIVE) == []
    assert len(await desk.sessions.sessions(CALLER, Group.BROWSER, SessionState.DESTROYED)) == 1


async def test_another_teams_sessions_are_not_there(desk: Desk) -> None:
    made = await desk.opened()
    assert await desk.sessions.sessions(STRANGER, Group.BROWSER, None) == []
    session_id = made.session.session_id
    for ask in (
        desk.sessions.execute(STRANGER, Group.BROWSER, session_id, CODE),
        desk.sessions.end(STRANGER, Group.BROWSER, session_id),
        desk.sessions.steps(STRANGER, Group.BROWSER, session_id),
        desk.sessions.replay(STRANGER, Group.BROWSER, session_id),
    ):
        with pytest.raises(NotFound, match="Browser session not found"):
            await ask


async def test_ending_a_session_whose_process_died_ends_it(desk: Desk, other: Process) -> None:
    made = await desk.opened()
    await other.pass_time(20 * SECOND)
    await other.clock.advance(MINUTE)
    ended = await Desk(other).sessions.end(CALLER, Group.BROWSER, made.session.session_id)
    assert ended.credits == 2
    stored = await desk.process.store.find(made.session.session_id, TEAM)
    assert stored is not None
    assert stored.end_reason is EndReason.ASKED


async def test_what_another_process_has_is_elsewhere(desk: Desk, other: Process) -> None:
    made = await desk.opened()
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    there, token = Desk(other), made.tokens[Access.CONTROL]
    session_id = made.session.session_id
    for ask in (
        there.prompted(scrape_id),
        there.sessions.end_scrape(CALLER, Group.BROWSER, scrape_id),
        there.sessions.execute(CALLER, Group.BROWSER, session_id, CODE),
        there.sessions.end(CALLER, Group.BROWSER, session_id),
        there.sessions.watch(session_id, token),
        there.sessions.control(session_id, token),
        there.sessions.devtools(session_id, made.tokens[Access.DEVTOOLS]),
    ):
        with pytest.raises(HeldByReplica):
            await ask
    # What is in the database is the same everywhere.
    assert (await there.sessions.shown(session_id, token)).access is Access.CONTROL
    assert (await there.sessions.steps(CALLER, Group.BROWSER, scrape_id, of_scrape=True)).steps == [STEP]


async def test_a_recording_is_told_page_by_page(desk: Desk) -> None:
    made = await desk.opened()
    session_id = made.session.session_id
    desk.process.browsers.opened[0].shown = [Frame(b"jpeg", 8, 6, desk.process.clock.now(), URL)]
    assert await desk.sessions.replay(CALLER, Group.BROWSER, session_id) == (made, ())
    await desk.sessions.end(CALLER, Group.BROWSER, session_id)
    _, [page] = await desk.sessions.replay(CALLER, Group.BROWSER, session_id)
    assert isinstance(page, RecordedPage)
    assert (await desk.sessions.replay_page(CALLER, Group.BROWSER, session_id, page.page_id))[1] == page
    assert await desk.sessions.recorded(session_id, made.tokens[Access.VIEW], page.page_id) == page
    with pytest.raises(NotFound, match="Replay page"):
        await desk.sessions.replay_page(CALLER, Group.BROWSER, session_id, "7")


# Steps, to be done again


async def test_steps_can_be_had_as_actions_and_as_a_script(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    script = await desk.sessions.export(CALLER, Group.BROWSER, scrape_id, of_scrape=True, form="playwright")
    actions = await desk.sessions.export(CALLER, Group.BROWSER, scrape_id, of_scrape=True, form="actions")
    assert str(URL) in script
    assert isinstance(actions, list)


async def test_a_scrape_that_nobody_continued_has_no_steps(desk: Desk) -> None:
    found = await desk.sessions.steps(CALLER, Group.BROWSER, await desk.scraped(), of_scrape=True)
    assert (found.url, found.steps) == (URL, ())


# Keys with limits


def limited(*rules: Any, key_id: str = KEY) -> Principal:
    return Principal(TEAM, key_id, restrictions=rules)


async def test_a_key_without_models_gets_the_planner_without_one(desk: Desk) -> None:
    await desk.prompted(await desk.scraped(), limited(NoModel()))
    assert desk.planner.asked == [("click", False)]


async def test_a_key_that_may_not_visit_sites_opens_nothing(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    for ask in (desk.prompted(scrape_id, limited(OnlyStored())), desk.opened(limited(OnlyStored()))):
        with pytest.raises(NotAllowed, match="only read stored pages"):
            await ask


async def test_a_key_for_other_domains_does_not_continue_a_scrape(desk: Desk) -> None:
    with pytest.raises(NotAllowed, match=r"shop\.e\.org"):
        await desk.prompted(await desk.scraped(), limited(OnlyDomains(frozenset({"other.org"}))))
    assert desk.process.browsers.opened == []


async def test_the_domains_of_a_key_go_with_its_session(desk: Desk) -> None:
    await desk.prompted(await desk.scraped(), limited(OnlyDomains(frozenset({"e.org"}))))
    permits = desk.process.browsers.opened[0].permits
    assert permits is not None
    assert permits("https://www.e.org/") is None
    assert "other.org" in str(permits("https://other.org/"))


async def test_a_key_with_formats_runs_no_code_and_gets_no_way_around_them(desk: Desk) -> None:
    caller = limited(OnlyFormats(("markdown",)))
    scrape_id = await desk.scraped()
    with pytest.raises(NotAllowed, match="executeJavascript"):
        await desk.sessions.run_code(caller, Group.BROWSER, scrape_id, CODE)
    made = await desk.opened(caller)
    assert made.tokens == {}
    with pytest.raises(NotAllowed, match="executeJavascript"):
        await desk.sessions.execute(caller, Group.BROWSER, made.session.session_id, Code("ls", Language.BASH))
    with pytest.raises(NotAllowed, match="screenshot"):
        await desk.sessions.replay(caller, Group.BROWSER, made.session.session_id)
    seeing = limited(OnlyFormats(("markdown", "screenshot")))
    assert set((await desk.opened(seeing)).tokens) == {Access.VIEW, Access.CONTROL}
    assert (await desk.prompted(scrape_id, caller)).opened.tokens == {}


async def test_a_key_with_domains_runs_no_code_and_gets_no_devtools_that_could_read_others(desk: Desk) -> None:
    caller = limited(OnlyDomains(frozenset({"e.org"})))
    with pytest.raises(NotAllowed, match="could read from others"):
        await desk.sessions.run_code(caller, Group.BROWSER, await desk.scraped(), CODE)
    assert set((await desk.opened(caller)).tokens) == {Access.VIEW, Access.CONTROL}


@pytest.mark.parametrize(
    "limits",
    [
        {"restrictions": (OnlyEndpoints((Group.BROWSER,)),)},
        {"terms": TermsUse((), TermsPolicy.OBEY)},
        {"identity": VisitIdentity.HONEST},
    ],
    ids=lambda limits: next(iter(limits)),
)
async def test_a_limited_key_uses_only_sessions_of_its_own(desk: Desk, limits: dict[str, Any]) -> None:
    made, scrape_id = await desk.opened(), await desk.scraped()
    await desk.prompted(scrape_id)
    caller = Principal(TEAM, new_id(), **limits)
    for ask in (
        desk.prompted(scrape_id, caller),
        desk.sessions.execute(caller, Group.BROWSER, made.session.session_id, CODE),
        desk.sessions.steps(caller, Group.BROWSER, scrape_id, of_scrape=True),
        desk.sessions.replay(caller, Group.BROWSER, made.session.session_id),
    ):
        with pytest.raises(NotAllowed, match="opened itself"):
            await ask
    assert [one.tokens for one in await desk.sessions.sessions(caller, Group.BROWSER, None)] == [{}, {}]


async def test_another_key_without_limits_may_use_its_teams_sessions(desk: Desk) -> None:
    scrape_id = await desk.scraped()
    await desk.prompted(scrape_id)
    await desk.prompted(scrape_id, Principal(TEAM, new_id()))
    assert len(desk.process.browsers.opened) == 1


# Credits


async def test_who_cannot_pay_a_minute_opens_nothing(desk: Desk) -> None:
    database, now = desk.process.database, desk.process.clock.now()
    team = await make_team(database)
    await bound(database, team, 6, now=now)
    caller = Principal(team, KEY, limits=Limits(metered=True))
    scrape_id = await desk.scraped(team, credits=0)
    with pytest.raises(OutOfCredits):
        await desk.prompted(scrape_id, caller)
    assert desk.process.browsers.opened == []
    await desk.sessions.run_code(caller, Group.BROWSER, scrape_id, CODE)
    assert await account(database, team) == (0, 2)


async def test_a_session_whose_check_is_not_found_sets_nothing_aside(desk: Desk) -> None:
    async def fail(_key: str, _permits: Permits | None) -> None:
        raise DatabaseUnavailable("gone")

    database, clock = desk.process.database, desk.process.clock
    team = await make_team(database)
    await bound(database, team, 6, now=clock.now())
    desk.sessions._find_check = fail
    with pytest.raises(DatabaseUnavailable):
        await desk.opened(Principal(team, KEY, limits=Limits(metered=True)))
    assert await account(database, team) == (0, 0)


# With a token


async def test_each_token_opens_what_it_is_for(desk: Desk) -> None:
    made = await desk.opened()
    session_id, tokens = made.session.session_id, made.tokens
    desk.process.browsers.opened[0].shown = [Frame(b"jpeg", 8, 6, desk.process.clock.now(), URL)]
    for access in (Access.VIEW, Access.CONTROL):
        frames = await desk.sessions.watch(session_id, tokens[access])
        assert [frame.data async for frame in frames] == [b"jpeg"]
    control = await desk.sessions.control(session_id, tokens[Access.CONTROL])
    await control(KeyInput("down", "a"))
    assert desk.process.browsers.opened[0].used == [KeyInput("down", "a")]
    with pytest.raises(NotAllowed):
        await desk.sessions.control(session_id, tokens[Access.VIEW])
    channel = await desk.sessions.devtools(session_id, tokens[Access.DEVTOOLS])
    await channel.send("{}")
    assert await anext(aiter(channel.messages())) == "{}"


async def test_a_session_of_another_process_is_dismissed_and_its_browser_closed(desk: Desk, other: Process) -> None:
    made = await desk.opened()
    await desk.process.clock.advance(90 * SECOND)
    await desk.process.keeper.look()
    there = Desk(other).sessions
    ended = await there.dismiss(CALLER, Group.ACCOUNT, made.session.session_id)
    assert (ended.milliseconds, ended.credits) == (90_000, 3)
    await desk.process.pass_time(10 * SECOND)
    [live] = desk.process.browsers.opened
    assert live.closed
    found = await desk.process.store.find(made.session.session_id, TEAM)
    assert found is not None
    assert (found.end_reason, found.credits) == (EndReason.ASKED, 3)


async def test_who_watches_goes_elsewhere_when_nobody_else_drives(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "_PATIENCE", timedelta(0))
    desk.planner.held_up = asyncio.Event()
    scrape_id = await desk.scraped()
    prompt = asyncio.create_task(desk.prompted(scrape_id))
    await desk.planner.begun.wait()
    tokens = (await desk.sessions.sessions(CALLER, Group.BROWSER, None))[0].tokens
    control = await desk.sessions.control(scrape_id, tokens[Access.CONTROL])
    with pytest.raises(SessionBusy):
        await control(NavigationInput("back"))
    # A hand on the mouse can always help.
    await control(KeyInput("down", "a"))
    desk.planner.held_up.set()
    await prompt
    await control(NavigationInput("reload"))
    assert desk.process.browsers.opened[0].used == [KeyInput("down", "a"), NavigationInput("reload")]


async def test_a_token_opens_nothing_else(desk: Desk) -> None:
    mine, yours = await desk.opened(), await desk.opened()
    session_id = mine.session.session_id
    wrong = ["", "x", yours.tokens[Access.DEVTOOLS], mine.tokens[Access.VIEW], "é\ud800"]
    for token in wrong:
        with pytest.raises(NotFound, match="Browser session not found"):
            await desk.sessions.devtools(session_id, token)
    for token in ["", "x", yours.tokens[Access.VIEW], mine.tokens[Access.DEVTOOLS]]:
        for ask in (
            desk.sessions.watch(session_id, token),
            desk.sessions.control(session_id, token),
            desk.sessions.recorded(session_id, token, "1"),
        ):
            with pytest.raises(NotFound, match="Browser session not found"):
                await ask
    for unknown in (new_id(), "nonsense"):
        with pytest.raises(NotFound, match="Browser session not found"):
            await desk.sessions.shown(unknown, mine.tokens[Access.VIEW])


async def test_a_session_that_is_not_to_be_seen_shows_nothing_but_its_recording(desk: Desk) -> None:
    made = await desk.opened(spec=SessionSpec(viewable=False))
    assert set(made.tokens) == {Access.DEVTOOLS, Access.VIEW}
    with pytest.raises(NotFound):
        await desk.sessions.watch(made.session.session_id, made.tokens[Access.VIEW])
    hidden = await desk.opened(spec=SessionSpec(viewable=False, recorded=False))
    assert set(hidden.tokens) == {Access.DEVTOOLS}


async def test_using_a_channel_is_using_the_session(desk: Desk) -> None:
    made = await desk.opened(spec=SessionSpec(idle=MINUTE))
    channel = await desk.sessions.devtools(made.session.session_id, made.tokens[Access.DEVTOOLS])
    for _ in range(4):
        await desk.process.pass_time(40 * SECOND)
        await channel.send("{}")
    assert len(desk.process.sessions.all) == 1


async def test_tokens_of_an_ended_session_show_that_it_ended(desk: Desk) -> None:
    made = await desk.opened()
    session_id = made.session.session_id
    control = await desk.sessions.control(session_id, made.tokens[Access.CONTROL])
    await desk.sessions.end(CALLER, Group.BROWSER, session_id)
    with pytest.raises(SessionEnded):
        await desk.sessions.devtools(session_id, made.tokens[Access.DEVTOOLS])
    with pytest.raises(SessionEnded):
        await control(KeyInput("down", "a"))
    assert (await desk.sessions.shown(session_id, made.tokens[Access.VIEW])).session.state is SessionState.DESTROYED


async def test_tokens_are_neither_stored_nor_shown_by_accident(desk: Desk) -> None:
    made = await desk.opened()
    stored = (desk.process.folder / "gossamer.db").read_bytes() + (desk.process.folder / "gossamer.db-wal").read_bytes()
    assert made.session.session_id.encode() in stored
    for token in made.tokens.values():
        assert token.encode() not in stored
        assert token not in repr(made)


async def test_a_browser_that_died_is_lost(desk: Desk) -> None:
    made = await desk.opened()
    desk.process.browsers.opened[0].gone = True
    await desk.process.pass_time(5 * SECOND)
    with pytest.raises(SessionLost):
        await desk.sessions.execute(CALLER, Group.BROWSER, made.session.session_id, CODE)


async def test_a_session_whose_process_is_gone_is_listed_as_ended_by_the_one_that_came_after_it(
    desk: Desk, tmp_path: Path
) -> None:
    made = await desk.opened()
    after = Desk(Process(desk.process.database, desk.process.clock, tmp_path))
    listed = await after.sessions.sessions(CALLER, Group.BROWSER, None)
    assert [(one.session.session_id, one.session.end_reason) for one in listed] == [
        (made.session.session_id, EndReason.LOST)
    ]
    assert await after.sessions.sessions(CALLER, Group.BROWSER, SessionState.ACTIVE) == []


async def test_a_session_that_was_found_to_be_lost_has_ended_once_its_caller_ends_it(
    desk: Desk, tmp_path: Path
) -> None:
    made = await desk.opened()
    after = Desk(Process(desk.process.database, desk.process.clock, tmp_path))
    assert await after.sessions.sessions(CALLER, Group.BROWSER, SessionState.ACTIVE) == []
    with pytest.raises(SessionLost):
        await after.sessions.execute(CALLER, Group.BROWSER, made.session.session_id, CODE)
    assert (await after.sessions.end(CALLER, Group.BROWSER, made.session.session_id)).credits is None
    with pytest.raises(SessionEnded):
        await after.sessions.execute(CALLER, Group.BROWSER, made.session.session_id, CODE)
    with pytest.raises(SessionEnded):
        await after.sessions.end(CALLER, Group.BROWSER, made.session.session_id)


async def test_a_lost_session_that_its_caller_ends_has_ended(desk: Desk, tmp_path: Path) -> None:
    made = await desk.opened()
    after = Desk(Process(desk.process.database, desk.process.clock, tmp_path))
    await after.sessions.end(CALLER, Group.BROWSER, made.session.session_id)
    with pytest.raises(SessionEnded):
        await after.sessions.execute(CALLER, Group.BROWSER, made.session.session_id, CODE)
