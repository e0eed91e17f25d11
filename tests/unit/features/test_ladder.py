import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    ActionsUnsupported,
    NameNotResolved,
    NotConnected,
    Refused,
    SiteError,
    TimedOut,
    Unreachable,
)
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.specs import ProxyTier
from gossamer.core.urls import web_url
from gossamer.features.scrape.ladder import Accept, Attempt, Climb, Escalate, Verdict, climb, plan

PAGE = web_url("https://e.org/")


@dataclass
class Rung:
    """A fetcher that gives its name as the page, fails, or never answers."""

    name: str
    cost: int
    capabilities: frozenset[Capability] = frozenset()
    failure: SiteError | None = None
    silent: bool = False
    asked: list[FetchRequest] = field(default_factory=list)

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        self.asked.append(request)
        if self.silent:
            await asyncio.get_running_loop().create_future()
        if self.failure:
            raise self.failure
        return FetchedPage(PAGE, 200, {}, self.name.encode(), datetime.now(UTC), self.name)


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
) -> Climb[str]:
    async def judge(page: FetchedPage) -> Verdict[str]:
        return (bad or {}).get(page.fetcher) or Accept(page.fetcher)

    return await climb(plan(fetchers, ProxyTier.AUTO, needed), request(seconds), judge)


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
async def test_what_no_fetcher_can_help_ends_the_climb_at_once(failure: SiteError) -> None:
    last = browser()
    with pytest.raises(type(failure)):
        await reach([http(failure=failure), last], seconds=1)
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


async def test_a_silent_site_leaves_time_for_the_next_fetcher() -> None:
    first = http(silent=True)
    attempts = plan([first, browser()], ProxyTier.AUTO, frozenset())
    reached = await climb(attempts, request(5), _accept)
    assert reached.rejected == ("http: no complete answer in its share of the time",)


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
