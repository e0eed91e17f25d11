"""Scrapes with a profile: what they are given, what they leave, and who may save at a time."""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, cast

import pytest

from gossamer.core.actions import ActionOutcome, Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ProfileBusy, SessionLost, TimedOut, Unreachable
from gossamer.core.formats import Markdown, Screenshot
from gossamer.core.pages import FetchedPage
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import Opening, SessionSpec, StorageState
from gossamer.core.specs import ProfileUse, ProxyTier, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import GatheredPages
from gossamer.features.sessions import OpenPages, ProfileScraping
from gossamer.ports.live_pages import LiveSession
from tests.live_browsers import MemoryBrowsers, MemorySession
from tests.unit.features.sessions.world import TEAM, Process, soon

SPEC = ScrapeSpec(web_url("https://e.org/"), profile=ProfileUse("shop"))
READ_ONLY = replace(SPEC, profile=ProfileUse("shop", save=False))
OUTCOME = ActionOutcome(addresses=("https://e.org/",))


@dataclass
class ReadSession(MemorySession):
    """A page that can be read, and pictured."""

    outcome: ActionOutcome | None = OUTCOME

    @property
    def page(self) -> Any:
        return _Page()


class _Page:
    async def page(self, *, deadline: Deadline) -> FetchedPage:
        return FetchedPage(SPEC.url, 200, {}, b"<p>Hello</p>", cast("Any", None), "browser", rendered=True)

    async def screenshot(self, *, deadline: Deadline, full_page: bool, **wanted: Any) -> Captured:
        return Captured(f"{full_page}".encode(), "image/png")


class ReadBrowsers(MemoryBrowsers):
    async def open(self, opening: Opening, *, permits: Any, state: StorageState | None, **told: Any) -> LiveSession:
        await super().open(opening, permits=permits, state=state, **told)
        self.opened[-1] = ReadSession(opening, permits, state)
        return cast("LiveSession", self.opened[-1])


@pytest.fixture
def browsers() -> ReadBrowsers:
    return ReadBrowsers()


@pytest.fixture
def scraping(process: Process, browsers: ReadBrowsers) -> ProfileScraping:
    return ProfileScraping(OpenPages(browsers, process.store, process.clock), PriceTable(), at_once=2)


async def gathered(scraping: ProfileScraping, spec: ScrapeSpec = SPEC, *, seconds: float = 60) -> GatheredPages:
    return await scraping.gathering(spec, team_id=TEAM, deadline=soon(seconds), permits=None)()


async def test_the_next_scrape_begins_with_what_the_one_before_kept(
    scraping: ProfileScraping, browsers: ReadBrowsers
) -> None:
    await gathered(scraping)
    await gathered(scraping, READ_ONLY)
    assert [one.given for one in browsers.opened] == [None, browsers.opened[0].cookies]
    assert all(one.closed for one in browsers.opened)


async def test_the_page_comes_with_its_picture_its_outcome_and_its_price(scraping: ProfileScraping) -> None:
    wanted = replace(SPEC, formats=(Markdown(), Screenshot(full_page=True)), proxy=ProxyTier.STEALTH)
    found = await gathered(scraping, wanted)
    [page] = found.pages
    assert (page.screenshot, page.outcome, page.tier) == (Captured(b"True", "image/png"), OUTCOME, "stealth")
    assert (found.credits, found.warnings) == (PriceTable().scraped(wanted), ())


async def test_a_profile_that_is_only_read_stays_as_it_was(scraping: ProfileScraping, process: Process) -> None:
    await process.store.save_profile(TEAM, "shop", StorageState(), now=process.clock.now())
    await gathered(scraping, READ_ONLY)
    assert await process.store.profile(TEAM, "shop") == StorageState()


async def test_while_one_saves_it_another_may_only_read_it(
    scraping: ProfileScraping, browsers: ReadBrowsers, process: Process
) -> None:
    browsers.slow = asyncio.Event()
    first = asyncio.create_task(gathered(scraping))
    await browsers.begun.wait()
    with pytest.raises(ProfileBusy):
        await gathered(scraping)
    with pytest.raises(ProfileBusy):
        await process.open(spec=SessionSpec(Opening(profile=ProfileUse("shop"))))
    browsers.slow.set()
    await gathered(scraping, READ_ONLY)
    await first
    await gathered(scraping)


async def test_pages_that_share_a_profile_read_it_while_one_of_them_saves_it(
    scraping: ProfileScraping, browsers: ReadBrowsers, process: Process
) -> None:
    shared = replace(SPEC, profile=ProfileUse("shop", shared=True))
    browsers.slow = asyncio.Event()
    first = asyncio.create_task(gathered(scraping, shared))
    await browsers.begun.wait()
    browsers.begun.clear()
    second = asyncio.create_task(gathered(scraping, shared))
    await browsers.begun.wait()
    browsers.slow.set()
    assert [found.warnings for found in (await first, await second)] == [(), ()]
    assert await process.store.profile(TEAM, "shop") == browsers.opened[0].cookies
    # And it is free again.
    await gathered(scraping)


async def test_a_scrape_that_fails_saves_nothing_and_gives_the_profile_back(
    scraping: ProfileScraping, browsers: ReadBrowsers, process: Process
) -> None:
    browsers.failure = Unreachable("Nobody answers.")
    with pytest.raises(Unreachable):
        await gathered(scraping)
    assert await process.store.profile(TEAM, "shop") is None
    browsers.failure = None
    await gathered(scraping)


async def test_a_scrape_that_is_cancelled_gives_the_profile_back(
    scraping: ProfileScraping, browsers: ReadBrowsers
) -> None:
    browsers.slow = asyncio.Event()
    first = asyncio.create_task(gathered(scraping))
    await browsers.begun.wait()
    first.cancel()
    await asyncio.wait([first])
    browsers.slow.set()
    await gathered(scraping)


async def test_the_profile_of_a_scrape_whose_process_died_is_free_after_its_time(
    scraping: ProfileScraping, browsers: ReadBrowsers, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(claim: object) -> None:
        """What a process does that was killed."""

    monkeypatch.setattr(process.store, "release_profile", nothing)
    await gathered(scraping)
    with pytest.raises(ProfileBusy):
        await gathered(scraping)
    await process.clock.advance(timedelta(seconds=60 + 46))
    await gathered(scraping)


async def test_what_could_not_be_saved_is_told_and_the_page_is_answered(
    scraping: ProfileScraping, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(self: object) -> StorageState:
        raise SessionLost("The page is gone.")

    monkeypatch.setattr(ReadSession, "state", refuse)
    found = await gathered(scraping)
    assert found.pages[0].body == b"<p>Hello</p>"
    assert found.warnings == ("The profile was not saved: The page is gone.",)


async def test_no_more_pages_are_open_at_once_than_there_are_places(
    scraping: ProfileScraping, browsers: ReadBrowsers
) -> None:
    browsers.slow = asyncio.Event()
    under_way = [asyncio.create_task(gathered(scraping, READ_ONLY)) for _ in range(2)]
    await browsers.begun.wait()
    third = soon(0)
    with pytest.raises(TimedOut):
        async with third.guard():
            await scraping.gathering(READ_ONLY, team_id=TEAM, deadline=third, permits=None)()
    browsers.slow.set()
    await asyncio.gather(*under_way)
    assert len(browsers.opened) == 2
