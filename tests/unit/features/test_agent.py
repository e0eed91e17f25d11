"""The agent: what it brings back when all goes well, when not, and what that costs."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.actions import ActionOutcome, Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, NoPlaceFree, SessionLost, StepFailed, TimedOut
from gossamer.core.formats import Screenshot
from gossamer.core.interaction import Budget, Click, Interaction, Performed, StepResult
from gossamer.core.pages import FetchedPage
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import Opening
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.agent import Errand, Journey, NavigatingAgent, budgets
from gossamer.features.agent.journeys import has_grown
from gossamer.features.interact import Interacting
from gossamer.features.sessions import OpenPages
from gossamer.ports.live_pages import LiveBrowsers
from gossamer.store.sessions.sessions import SessionStore
from gossamer.testing.clock import ManualClock

DID = Performed(Click("e1"), StepResult("", ""))
FAILED = Performed(Click("e2"), error="The element is covered.")
DONE = Interaction(done=True, output="Done.", steps=(DID, FAILED, DID))
OUTCOME = ActionOutcome(addresses=("https://e.org/",))


def shown(number: int) -> FetchedPage:
    url = web_url(f"https://e.org/?page={number}")
    return FetchedPage(url, 200, {}, f"<p>{number}</p>".encode(), ManualClock().now(), "browser", rendered=True)


@dataclass
class Paper:
    """A live session, and its page: the *number*th of a series; nothing can be had of one that is *lost*."""

    number: int = 1
    lost: bool = False
    closed: int = 0
    outcome: ActionOutcome | None = OUTCOME
    shows: FetchedPage | None = None

    async def look(self, *, deadline: Deadline) -> FetchedPage:
        if self.lost:
            raise SessionLost("The browser session has been destroyed.")
        return self.shows or shown(self.number)

    async def screenshot(self, *, deadline: Deadline, full_page: bool, **wanted: Any) -> Captured:
        if self.lost:
            raise SessionLost("The browser session has been destroyed.")
        return Captured(f"{self.number} {full_page}".encode(), "image/png")

    async def close(self) -> None:
        self.closed += 1


class _Tab:
    """The part of a LivePage that an agent uses itself."""

    def __init__(self, paper: Paper) -> None:
        self.page = paper.look
        self.screenshot = paper.screenshot


@dataclass
class _Session:
    paper: Paper

    @property
    def page(self) -> _Tab:
        return _Tab(self.paper)

    @property
    def outcome(self) -> ActionOutcome | None:
        return self.paper.outcome

    async def close(self) -> None:
        await self.paper.close()


@dataclass
class Browsers:
    """Opens one session, and says that it was told to."""

    paper: Paper = field(default_factory=Paper)
    available: bool = True

    async def open(self, opening: Opening, **told: Any) -> _Session:
        return _Session(self.paper)


def pages_of(browsers: Browsers) -> OpenPages:
    # Without a profile nothing is asked of a store.
    return OpenPages(cast("LiveBrowsers", browsers), cast("SessionStore", None), ManualClock())


Script = Callable[[Paper, Callable[[], Awaitable[None]]], Awaitable[Interaction]]


class Scripted(Interacting):
    """Does what a test says in place of a planner."""

    def __init__(self, browsers: Browsers, script: Script) -> None:
        super().__init__(None)
        self._browsers = browsers
        self._script = script
        self.budgets: list[Budget] = []

    async def run(self, page: Any, prompt: str, *, budget: Budget, on_page: Any = None, **told: Any) -> Interaction:
        self.budgets.append(budget)
        return await self._script(self._browsers.paper, on_page)


async def turn_three_pages(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
    for number in (1, 2, 3):
        paper.number = number
        await on_page()
    # Once more at the end, where nothing has changed.
    await on_page()
    return DONE


async def travel(script: Script, *, deadline: float = 60, **errand: Any) -> tuple[Journey, Paper]:
    browsers = Browsers()
    agent = NavigatingAgent(pages_of(browsers), Scripted(browsers, script), at_once=1)
    asked = Errand(Opening(), "do it", **errand)
    journey = await agent.travel(asked, deadline=Deadline.after(timedelta(seconds=deadline)), permits=None)
    assert browsers.paper.closed == 1
    return journey, browsers.paper


async def test_each_page_that_was_reached_is_brought_back_once_and_in_order() -> None:
    journey, _ = await travel(turn_three_pages)
    assert [page.body for page in journey.pages] == [b"<p>1</p>", b"<p>2</p>", b"<p>3</p>"]
    assert journey.pages[0].outcome == OUTCOME
    assert journey.warnings == ()


async def test_steps_that_could_not_be_done_do_not_count() -> None:
    journey, _ = await travel(turn_three_pages)
    assert journey.steps == 2


async def test_the_picture_is_of_where_it_ended() -> None:
    journey, _ = await travel(turn_three_pages, picture=Screenshot(full_page=True))
    assert journey.pages[0].screenshot == Captured(b"3 True", "image/png")


async def test_no_more_pages_are_read_than_the_budget_has_and_that_is_told() -> None:
    journey, _ = await travel(turn_three_pages, budget=Budget(pages=2))
    assert len(journey.pages) == 2
    assert journey.warnings == ("More pages were reached than the 2 that are read.",)


async def test_time_is_left_to_read_what_was_reached() -> None:
    browsers = Browsers()
    scripted = Scripted(browsers, turn_three_pages)
    agent = NavigatingAgent(pages_of(browsers), scripted, at_once=1)
    errand = Errand(Opening(), "do it", Budget(seconds=float("inf")))
    await agent.travel(errand, deadline=Deadline.after(timedelta(seconds=50)), permits=None)
    assert scripted.budgets[0].seconds <= 40


async def test_what_was_not_done_is_named() -> None:
    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        return Interaction(
            done=False,
            output='Nothing on the page is "More".',
            not_understood=("frobnicate",),
            notices=("Instructions in the page were ignored.",),
        )

    journey, _ = await travel(script)
    assert [page.url for page in journey.pages] == [shown(1).url]
    assert journey.warnings == (
        'Not all of the agent\'s prompt was done. Nothing on the page is "More". Not understood: frobnicate.',
        "Instructions in the page were ignored.",
    )


@pytest.mark.parametrize("error", [TimedOut("Too late."), ModelFailed("The model said nothing.")])
async def test_what_breaks_off_leaves_what_was_reached(error: Exception) -> None:
    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        await on_page()
        paper.number = 2
        raise error

    journey, _ = await travel(script)
    assert [page.body for page in journey.pages] == [b"<p>1</p>", b"<p>2</p>"]
    assert not journey.interaction.done
    assert journey.warnings[0].endswith(str(error))


async def test_a_page_that_is_lost_leaves_those_before() -> None:
    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        await on_page()
        paper.lost = True
        raise SessionLost("The browser session has been destroyed.")

    journey, _ = await travel(script, picture=Screenshot())
    assert [page.body for page in journey.pages] == [b"<p>1</p>"]
    assert journey.pages[0].screenshot is None
    assert any("screenshot could not be taken" in warning for warning in journey.warnings)


async def test_a_page_that_is_lost_at_once_leaves_where_it_began() -> None:
    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        paper.lost = True
        raise SessionLost("The browser session has been destroyed.")

    journey, _ = await travel(script)
    assert [page.body for page in journey.pages] == [b"<p>1</p>"]


async def test_when_nothing_was_reached_that_is_an_error_and_the_page_is_closed() -> None:
    browsers = Browsers(Paper(lost=True))
    agent = NavigatingAgent(pages_of(browsers), Scripted(browsers, turn_three_pages), at_once=1)
    with pytest.raises(StepFailed, match="lost before the agent could use it"):
        await agent.travel(Errand(Opening(), "do it"), deadline=Deadline.after(timedelta(minutes=1)), permits=None)
    assert browsers.paper.closed == 1


async def test_who_finds_no_place_in_time_is_told_so_and_nothing_is_opened() -> None:
    began, release = asyncio.Event(), asyncio.Event()

    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        began.set()
        await release.wait()
        return DONE

    browsers = Browsers()
    agent = NavigatingAgent(pages_of(browsers), Scripted(browsers, script), at_once=1)
    errand = Errand(Opening(), "do it")
    first = asyncio.create_task(agent.travel(errand, deadline=Deadline.after(timedelta(minutes=1)), permits=None))
    await began.wait()
    with pytest.raises(NoPlaceFree, match="GOSSAMER_AGENTS_AT_ONCE"):
        await agent.travel(errand, deadline=Deadline.after(timedelta(0)), permits=None)
    release.set()
    await first
    assert browsers.paper.closed == 1


SPEC = ScrapeSpec(url=web_url("https://e.org/"))


def test_pages_and_every_five_steps_have_their_price() -> None:
    prices = PriceTable(scrape=2, agent_step=3)
    assert [prices.navigated(SPEC, pages=2, steps=steps) for steps in (0, 1, 5, 6)] == [4, 7, 7, 10]
    secret = replace(SPEC, zero_data_retention=True)
    assert prices.navigated(secret, pages=2, steps=0) == 6


@given(
    scrape=st.integers(0, 5),
    step=st.integers(0, 5),
    pages=st.integers(1, 50),
    steps=st.integers(1, 300),
    spare=st.integers(0, 500),
)
def test_who_has_little_is_never_charged_more(scrape: int, step: int, pages: int, steps: int, spare: int) -> None:
    prices, budget = PriceTable(scrape=scrape, agent_step=step), Budget(pages=pages, steps=steps)
    left = budgets.least(prices, SPEC) + spare
    cut = budgets.within(prices, SPEC, budget, left)
    assert 1 <= cut.pages <= pages
    assert 1 <= cut.steps <= steps
    assert budgets.most(prices, SPEC, cut) <= left
    assert left < budgets.most(prices, SPEC, budget) or cut == budget


def listed(*entries: str, of: str = "https://e.org/list", more: bool = True) -> FetchedPage:
    items = "".join(f"<li>{entry}</li>" for entry in entries)
    button = "<button>Show more</button>" if more else ""
    menu = "".join(f"<a href='/{word}'>{word}</a>" for word in ("Home", "Shop", "About us", "Terms", "Contact"))
    body = f"<html><nav>{menu}</nav><p>Showing {len(entries)} of 72</p><ul>{items}</ul>{button}</html>"
    return replace(shown(1), url=web_url(of), body=body.encode())


FIRST = [f"Lamp {number}" for number in range(10)]
SECOND = [f"Kettle {number}" for number in range(10)]


@pytest.mark.parametrize(
    ("before", "after", "grew"),
    [
        (listed(*FIRST), listed(*FIRST, *SECOND), True),
        (listed(*FIRST), listed(*FIRST, *SECOND, more=False), True),
        (listed(*FIRST), listed(*SECOND, *FIRST[1:], more=False), False),
        (listed(*FIRST), listed(*FIRST), False),
        (listed(*FIRST), listed(*SECOND), False),
        (listed(*FIRST), listed(*SECOND, *SECOND), False),
        # Entries that are told apart by their numbers alone, on pages of one address.
        (listed(*FIRST), listed(*(f"Lamp {number}" for number in range(10, 20))), False),
        (listed("Lamp 1"), listed("Lamp 2"), False),
        (listed("One quote."), listed("Another one."), False),
        (listed(*FIRST), listed(*FIRST, *SECOND, of="https://e.org/list?page=2"), False),
    ],
)
def test_a_page_that_has_grown_is_told_from_one_that_shows_something_else(
    before: FetchedPage, after: FetchedPage, grew: bool
) -> None:
    assert has_grown(before, after) is grew


async def test_a_list_that_was_loaded_on_is_one_page() -> None:
    async def script(paper: Paper, on_page: Callable[[], Awaitable[None]]) -> Interaction:
        pages = [listed(*FIRST[:size]) for size in (2, 6, 10)]
        for page in pages:
            paper.shows = page
            await on_page()
        return DONE

    journey, _ = await travel(script, budget=Budget(pages=1))
    assert [page.body for page in journey.pages] == [listed(*FIRST).body]
    assert journey.warnings == ()
