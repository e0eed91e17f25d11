"""Scrapes with a profile, in the assembled service over a real site: signed in once, signed in from then on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from pydantic import SecretStr

from gossamer.bootstrap import RunningService, open_service
from gossamer.browser import Missing, find_chromium
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.actions import Click, Scroll, WaitFor, Write
from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import NotAllowed, ProfileBusy, Refused
from gossamer.core.formats import Links, Markdown, Screenshot
from gossamer.core.jobs import JobKind
from gossamer.core.restrictions.rules import OnlyDomains
from gossamer.core.sessions import Opening, SessionSpec
from gossamer.core.specs import AgentOption, CachePolicy, ProfileUse, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations import JobArrival
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from gossamer.testing.site.applications.forms import EMAIL, PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
# A session of a key that is not there is ended by the next look at it.
CALLER = Principal(OPEN_TEAM, "cli")
ARRIVAL = JobArrival(called_at="http://api.example", dialect="v2")
SIGN_IN = (
    Click("[name=email]"),
    Write(EMAIL),
    Click("[name=password]"),
    Write(PASSWORD),
    Click("main button"),
    WaitFor("table"),
)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory, site: Site) -> AsyncIterator[RunningService]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    home = tmp_path_factory.mktemp("profiles")
    settings = Settings(home=home, egress_allow=site.host, api_key=SecretStr("fc-" + "0" * 32))
    async with open_service(settings) as service:
        yield service


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def signed_in(service: RunningService, site: Site) -> ScrapeResult:
    """A scrape that signed in with the profile "ada"."""
    formats = (Markdown(), Links(), Screenshot())
    wanted = spec(site, "/apps/members", actions=SIGN_IN, formats=formats, profile=ProfileUse("ada"))
    return await scrape(service, wanted)


def spec(site: Site, path: str = "/apps/members/account", **changes: Any) -> ScrapeSpec:
    return replace(ScrapeSpec(url=web_url(site.url(path)), timeout=timedelta(minutes=2)), **changes)


async def scrape(service: RunningService, wanted: ScrapeSpec, caller: Principal = CALLER) -> ScrapeResult:
    return await service.operations.scrape(caller, Group.SCRAPE, wanted)


async def test_who_signed_in_once_is_signed_in_from_then_on(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    assert "Balance: € 1,204.50" in (signed_in.document.markdown or "")
    assert signed_in.document.screenshot
    assert signed_in.document.metadata["creditsUsed"] == 1
    again = await scrape(service, spec(site, profile=ProfileUse("ada", save=False)))
    assert "Welcome back, Ada" in (again.document.markdown or "")
    assert again.document.metadata["url"] == site.url("/apps/members/account")
    # Nobody else is, nor is one who uses another profile.
    for profile in (None, ProfileUse("somebody else")):
        with pytest.raises(Refused, match="login wall"):
            await scrape(service, spec(site, profile=profile))


async def test_late_content_is_there_whatever_the_browser_was_asked_for(service: RunningService, site: Site) -> None:
    kinds: tuple[dict[str, Any], ...] = (
        {"formats": (Markdown(), Screenshot())},
        {"actions": (Scroll(),)},
        {"wait_for": timedelta(milliseconds=1)},
        {"profile": ProfileUse("late", save=False)},
    )
    done = await asyncio.gather(*(scrape(service, spec(site, "/rendered/late", **kind)) for kind in kinds))
    assert ["The late pear keeps" in (one.document.markdown or "") for one in done] == [True] * 4
    assert [one.document.warning for one in done] == [None] * 4


async def test_no_copy_of_such_a_page_is_kept_or_used(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    day = CachePolicy(max_age=timedelta(days=1))
    mine = await scrape(service, spec(site, cache=day, profile=ProfileUse("ada", save=False)))
    assert "cacheState" not in mine.document.metadata
    with pytest.raises(Refused):
        await scrape(service, spec(site, cache=day))
    mine = await scrape(service, spec(site, cache=day, profile=ProfileUse("ada", save=False)))
    assert "Welcome back, Ada" in (mine.document.markdown or "")


async def test_an_agent_begins_with_the_profile_and_what_it_did_is_kept(service: RunningService, site: Site) -> None:
    prompt = AgentOption(f"log in with {EMAIL} and password {PASSWORD}")
    await scrape(service, spec(site, "/apps/members", agent=prompt, profile=ProfileUse("agent")))
    again = await scrape(service, spec(site, profile=ProfileUse("agent", save=False)))
    assert "Welcome back, Ada" in (again.document.markdown or "")


async def test_a_session_that_goes_on_with_the_scrape_has_its_profile_and_saves_it(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    await scrape(service, spec(site, "/apps/members", actions=SIGN_IN, profile=ProfileUse("leaving")))
    seen = await scrape(service, spec(site, profile=ProfileUse("leaving")))
    sessions = service.operations.sessions
    made = await sessions.interact(CALLER, Group.BROWSER, seen.scrape_id, "what is the balance?", 60)
    assert "1,204.50" in made.interaction.output
    with pytest.raises(ProfileBusy):
        await scrape(service, spec(site, profile=ProfileUse("leaving")))
    await sessions.interact(CALLER, Group.BROWSER, seen.scrape_id, 'click "Sign out"', 60)
    await sessions.end_scrape(CALLER, Group.BROWSER, seen.scrape_id)
    with pytest.raises(Refused, match="login wall"):
        await scrape(service, spec(site, profile=ProfileUse("leaving")))


async def test_a_session_and_a_scrape_share_a_profile_one_after_the_other(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    opened = await service.operations.sessions.create(
        CALLER, Group.BROWSER, SessionSpec(Opening(profile=ProfileUse("ada")))
    )
    with pytest.raises(ProfileBusy, match="Another session"):
        await scrape(service, spec(site, profile=ProfileUse("ada")))
    reading = await scrape(service, spec(site, profile=ProfileUse("ada", save=False)))
    assert "Welcome back, Ada" in (reading.document.markdown or "")
    await service.operations.sessions.end(CALLER, Group.BROWSER, opened.session.session_id)
    assert (await scrape(service, spec(site, profile=ProfileUse("ada")))).document.markdown


async def test_all_pages_of_jobs_are_visited_with_the_profile(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    # A job asks what its key may do.
    caller = await service.operations.authenticate("fc-" + "0" * 32)
    members = spec(site, profile=ProfileUse("ada"))
    account = web_url(site.url("/apps/members/account"))
    batch = await ended(
        service, caller, await service.operations.batches.start(
            caller, Group.BATCH_SCRAPE, BatchSpec((account, account, account), members), ARRIVAL
        )
    )  # fmt: skip
    assert ["Welcome back, Ada" in (page.markdown or "") for page in batch] == [True, True, True]
    crawl = await ended(
        service, caller, await service.operations.crawls.start(
            caller, Group.CRAWL, CrawlSpec(account, replace(members, formats=(Markdown(),)), limit=2), ARRIVAL
        )
    )  # fmt: skip
    assert all("Ada" in (page.markdown or "") for page in crawl)
    assert crawl
    # Whoever scrapes with it afterwards finds it free, and signed in still.
    assert (await scrape(service, spec(site, profile=ProfileUse("ada")))).document.markdown


async def ended(service: RunningService, caller: Principal, job_id: str) -> list[Document]:
    """Return the documents of a job once it has ended."""
    jobs = service.operations.jobs
    reading = None
    while reading is None or not reading.job.state.final:
        if reading is not None:
            await jobs.changed(reading.job, seconds=20)
        reading = await jobs.read(
            caller, Group.BATCH_SCRAPE, job_id, frozenset(JobKind), after=0, limit=10, max_bytes=1_000_000
        )
    return [page.document for page in reading.pages]


async def test_a_profile_takes_nobody_where_the_key_may_not_go(
    service: RunningService, site: Site, signed_in: ScrapeResult
) -> None:
    key = replace(CALLER, restrictions=(OnlyDomains(frozenset({"e.org"})),))
    with pytest.raises(NotAllowed):
        await scrape(service, spec(site, profile=ProfileUse("ada")), key)
