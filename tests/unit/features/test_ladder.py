import asyncio
import gc
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    ActionsUnsupported,
    ForbiddenTarget,
    NameNotResolved,
    NotConnected,
    ProxyFailed,
    Refused,
    ServiceError,
    TimedOut,
    TlsFailed,
    TooLarge,
    Unreachable,
    Unsupported,
)
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.specs import ProxyTier
from gossamer.core.urls import web_url
from gossamer.features.scrape.ladder import Accept, Attempt, Climb, Escalate, Verdict, climb, plan
from gossamer.testing.clock import ManualClock

PAGE = web_url("https://e.org/")


@dataclass(eq=False)
class Rung:
    """A fetcher that gives its name as the page, or fails; a *silent* one only once it is released."""

    name: str
    cost: int
    capabilities: frozenset[Capability] = frozenset()
    failure: ServiceError | None = None
    silent: bool = False
    asked: list[FetchRequest] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    given_up: bool = False

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        self.asked.append(request)
        self.begun.set()
        if self.silent:
            await self._released()
        if self.failure:
            raise self.failure
        return FetchedPage(PAGE, 200, {}, self.name.encode(), datetime.now(UTC), self.name)

    async def _released(self) -> None:
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.given_up = True
            raise


def http(**changes: object) -> Rung:
    return Rung("http", 1, **changes)  # type: ignore[arg-type]


def stealth(**changes: object) -> Rung:
    return Rung("stealth", 2, frozenset({Capability.STEALTH}), **changes)  # type: ignore[arg-type]


def browser(**changes: object) -> Rung:
    able = frozenset({Capability.RENDER, Capability.ACTIONS, Capability.SCREENSHOT, Capability.WAIT})
    return Rung("browser", 3, able, **changes)  # type: ignore[arg-type]


def request(seconds: float = 60) -> FetchRequest:
    return FetchRequest(PAGE, Deadline.after(timedelta(seconds=seconds)))


async def reach(
    fetchers: Sequence[Rung],
    bad: dict[str, Escalate[str]] | None = None,
    needed: frozenset[Capability] = frozenset(),
    seconds: float = 60,
    clock: ManualClock | None = None,
) -> Climb[str]:
    async def judge(page: FetchedPage) -> Verdict[str]:
        return (bad or {}).get(page.fetcher) or Accept(page.fetcher)

    attempts = plan(fetchers, ProxyTier.AUTO, needed)
    return await climb(attempts, request(seconds), judge, clock or ManualClock())


def named(attempts: Sequence[Attempt]) -> list[tuple[str, str]]:
    return [(attempt.fetcher.name, attempt.tier) for attempt in attempts]


async def test_the_cheapest_fetcher_that_is_accepted_wins_and_no_other_is_asked() -> None:
    first, last = http(), browser()
    assert await reach([last, first]) == Climb("http", ())
    assert last.asked == []


async def test_a_need_leaves_out_fetchers_that_cannot_meet_it() -> None:
    first, last = http(), browser()
    assert (await reach([first, last], needed=frozenset({Capability.ACTIONS}))).value == "browser"
    assert first.asked == []


async def test_a_rejected_page_sends_the_climb_on_with_its_reason() -> None:
    reached = await reach([http(), browser()], {"http": Escalate("challenge")})
    assert reached == Climb("browser", ("http: challenge",))


async def test_a_shell_goes_straight_to_a_fetcher_that_renders() -> None:
    middle = stealth()
    reached = await reach([http(), middle, browser()], {"http": Escalate("empty shell", Capability.RENDER)})
    assert reached.value == "browser"
    assert middle.asked == []


async def test_a_reset_connection_is_tried_by_stronger_means() -> None:
    assert (await reach([http(failure=Unreachable("reset")), stealth()])).rejected == ("http: reset",)


@pytest.mark.parametrize("failure", [NameNotResolved("no such name"), NotConnected("nobody there"), TimedOut("late")])
async def test_what_no_fetcher_can_help_ends_the_climb_at_once(failure: ServiceError) -> None:
    last = browser()
    with pytest.raises(type(failure)):
        await reach([http(failure=failure), last])
    assert last.asked == []


async def test_when_nothing_helps_the_error_names_each_fetcher_and_why() -> None:
    with pytest.raises(Refused) as caught:
        await reach([http(), browser(failure=Unreachable("reset"))], {"http": Escalate("challenge (cloudflare)")})
    assert "http: challenge (cloudflare)" in caught.value.message
    assert "browser: reset" in caught.value.message


async def test_a_last_resort_answers_when_nobody_gets_more() -> None:
    poor = {"http": Escalate("status 403", last_resort="poor"), "browser": Escalate("status 403", last_resort="other")}
    assert (await reach([http(), browser()], poor)).value == "poor"


async def test_when_nobody_answered_the_site_is_unreachable() -> None:
    with pytest.raises(Unreachable, match=r"http: refused; browser: reset"):
        await reach([http(failure=Unreachable("refused")), browser(failure=Unreachable("reset"))])


async def test_without_a_browser_a_need_for_one_is_the_callers_error() -> None:
    with pytest.raises(ActionsUnsupported, match="gossamer doctor"):
        await reach([http()], needed=frozenset({Capability.SCREENSHOT}))


async def test_without_a_browser_a_shell_says_so() -> None:
    with pytest.raises(Refused, match="No browser is available"):
        await reach([http()], {"http": Escalate("empty shell", Capability.RENDER)})


async def begun_beside(first: Rung, second: Rung, clock: ManualClock, share: float = 30) -> None:
    """Let *first* have its share of the time in vain, so that *second* begins."""
    await first.begun.wait()
    await clock.advance(timedelta(seconds=share))
    await second.begun.wait()


async def test_a_slow_page_that_comes_in_time_is_the_answer() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser(silent=True)
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    first.release.set()
    assert await climbing == Climb("http", ("browser: no answer in time",))
    assert (first.given_up, last.given_up) == (False, True)


async def test_a_stronger_fetcher_overtakes_a_page_that_does_not_come() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser()
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    assert await climbing == Climb("browser", ("http: no answer in time",))
    assert first.given_up


async def test_each_fetcher_has_half_of_the_time_that_is_left_to_itself() -> None:
    clock, rungs = ManualClock(), [http(silent=True), stealth(silent=True), browser()]
    climbing = asyncio.create_task(reach(rungs, clock=clock))
    await begun_beside(rungs[0], rungs[1], clock)
    assert rungs[2].asked == []
    # The time that is really left hardly changed, so half of it is 30 seconds again.
    await begun_beside(rungs[1], rungs[2], clock)
    assert (await climbing).value == "browser"
    assert [rung.given_up for rung in rungs] == [True, True, False]


async def test_what_is_under_way_goes_on_with_the_whole_time() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser()
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    await climbing
    assert first.asked[0].deadline == last.asked[0].deadline


async def test_a_slow_shell_brings_on_who_renders_past_who_does_not() -> None:
    clock, first, middle, last = ManualClock(), http(silent=True), stealth(silent=True), browser()
    bad: dict[str, Escalate[str]] = {"http": Escalate("empty shell", Capability.RENDER)}
    climbing = asyncio.create_task(reach([first, middle, last], bad, clock=clock))
    await begun_beside(first, middle, clock)
    first.release.set()
    assert (await climbing).value == "browser"
    assert middle.given_up


async def test_who_failed_beside_a_slow_page_is_followed_at_once() -> None:
    clock, first, middle, last = ManualClock(), http(silent=True), stealth(failure=Unreachable("reset")), browser()
    climbing = asyncio.create_task(reach([first, middle, last], clock=clock))
    await begun_beside(first, middle, clock)
    assert await climbing == Climb("browser", ("stealth (stealth): reset", "http: no answer in time"))


@pytest.mark.parametrize("failure", [Unsupported("a download"), TooLarge("too much"), TimedOut("late")])
async def test_a_fetcher_that_cannot_take_the_page_leaves_it_to_the_one_that_is_slow(failure: ServiceError) -> None:
    clock, first, middle, last = ManualClock(), http(silent=True), stealth(failure=failure), browser()
    climbing = asyncio.create_task(reach([first, middle, last], clock=clock))
    await begun_beside(first, middle, clock)
    first.release.set()
    assert (await climbing).value == "http"
    assert last.asked == []


async def test_when_the_slow_one_fails_too_the_error_stays() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser(failure=Unsupported("a download"))
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    first.failure = Unreachable("reset")
    first.release.set()
    with pytest.raises(Unsupported, match="a download"):
        await climbing


@pytest.mark.parametrize("failure", [TlsFailed("bad certificate"), NotConnected("nobody there"), ForbiddenTarget()])
async def test_what_is_said_of_the_address_ends_what_is_slow(failure: ServiceError) -> None:
    clock, first, last = ManualClock(), http(silent=True), browser(failure=failure)
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    with pytest.raises(type(failure)):
        await climbing
    assert first.given_up


async def test_a_proxy_that_fails_ends_its_tier_and_not_the_other() -> None:
    failure = ProxyFailed("The proxy p:1 does not answer in time.")
    spared = browser()
    with pytest.raises(ProxyFailed):
        await reach([http(failure=failure), spared])
    assert not spared.asked
    assert (await reach([http(failure=failure), stealth()])).value == "stealth"


async def test_the_deadline_ends_all_that_is_under_way() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser(silent=True)
    deadline = Deadline(time.monotonic() + 0.2, timedelta(seconds=60))
    attempts = plan([first, last], ProxyTier.AUTO, frozenset())
    climbing = asyncio.create_task(climb(attempts, FetchRequest(PAGE, deadline), _accept, clock))
    await begun_beside(first, last, clock)
    with pytest.raises(TimedOut):
        await climbing
    assert first.given_up
    assert last.given_up


async def test_a_cancelled_climb_leaves_nothing_running() -> None:
    clock, first, last = ManualClock(), http(silent=True), browser(silent=True)
    climbing = asyncio.create_task(reach([first, last], clock=clock))
    await begun_beside(first, last, clock)
    before = asyncio.all_tasks()
    climbing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await climbing
    assert first.given_up
    assert last.given_up
    assert {task for task in before if not task.done()} == {asyncio.current_task()}


async def test_a_last_resort_answers_when_who_is_stronger_fails_outright() -> None:
    poor = {"http": Escalate("status 403", last_resort="poor")}
    assert (await reach([http(), browser(failure=TooLarge("too much"))], poor)).value == "poor"


class Failing:
    """A fetcher that fails, with a new error each time."""

    name = "failing"
    cost = 1
    capabilities: frozenset[Capability] = frozenset()

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        raise Unreachable("reset")


async def test_what_a_failed_climb_knew_does_not_wait_for_the_garbage_collector() -> None:
    fetcher = Failing()
    known = weakref.ref(fetcher)
    gc.disable()
    try:
        with suppress(Unreachable):
            await climb(plan([fetcher], ProxyTier.AUTO, frozenset()), request(), _accept, ManualClock())
        del fetcher
        assert known() is None
    finally:
        gc.enable()


async def _accept(page: FetchedPage) -> Verdict[str]:
    return Accept(page.fetcher)


async def test_a_short_deadline_is_not_shared_out() -> None:
    last = browser()
    with pytest.raises(TimedOut):
        await reach([http(silent=True), last], seconds=0.05)
    assert last.asked == []


def test_auto_uses_the_stealth_tier_only_where_the_fetcher_is_for_it() -> None:
    attempts = plan([http(), stealth(), browser()], ProxyTier.AUTO, frozenset())
    assert named(attempts) == [("http", "basic"), ("stealth", "stealth"), ("browser", "basic")]


@pytest.mark.parametrize("proxy", [ProxyTier.AUTO, ProxyTier.STEALTH, ProxyTier.ENHANCED])
def test_a_deployment_without_stealth_proxies_calls_no_attempt_stealth(proxy: ProxyTier) -> None:
    attempts = plan([http(), stealth(), browser()], proxy, frozenset(), "basic")
    assert {tier for _, tier in named(attempts)} == {"basic"}


def test_basic_never_uses_stealth() -> None:
    assert named(plan([http(), stealth(), browser()], ProxyTier.BASIC, frozenset())) == [
        ("http", "basic"),
        ("browser", "basic"),
    ]


@pytest.mark.parametrize("tier", [ProxyTier.STEALTH, ProxyTier.ENHANCED])
def test_a_stealth_tier_holds_for_every_attempt(tier: ProxyTier) -> None:
    assert named(plan([http(), stealth(), browser()], tier, frozenset())) == [
        ("stealth", "stealth"),
        ("browser", "stealth"),
    ]
