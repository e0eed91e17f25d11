"""Scrapes for which an agent navigates first, by rules alone, in the assembled service over a real site."""

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pydantic import SecretStr

from gossamer.bootstrap import RunningService, open_service
from gossamer.browser import Missing, find_chromium
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM, Actor
from gossamer.core.actions import Click, RunScript
from gossamer.core.documents import Document
from gossamer.core.errors import (
    CallerError,
    ForbiddenTarget,
    NotAllowed,
    NotAvailable,
    NotFound,
    OutOfCredits,
    SiteError,
)
from gossamer.core.formats import Html, Links, Markdown, RawHtml, Screenshot
from gossamer.core.restrictions.rules import OnlyDomains, OnlyFormats, OnlyStored
from gossamer.core.specs import AgentOption, CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

THROUGH = "Go to the next page until there is none."
OPERATOR = Actor(name="operator", operator=True)
# A session of a key that is not there is ended by the next look at it.
CALLER = Principal(OPEN_TEAM, "cli")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory, site: Site) -> AsyncIterator[RunningService]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    home = tmp_path_factory.mktemp("agent")
    settings = Settings(home=home, egress_allow=site.host, api_key=SecretStr("fc-" + "0" * 32))
    async with open_service(settings) as service:
        yield service


@pytest.fixture(autouse=True)
def unheard(site: Site) -> None:
    site.happenings.clear()


def spec(site: Site, path: str, prompt: str, **changes: Any) -> ScrapeSpec:
    wanted = ScrapeSpec(url=web_url(site.url(path)), agent=AgentOption(prompt), timeout=timedelta(minutes=2))
    return replace(wanted, **changes)


async def scrape(service: RunningService, wanted: ScrapeSpec, caller: Principal = CALLER) -> Document:
    return (await service.operations.scrape(caller, Group.SCRAPE, wanted)).document


async def test_a_list_that_loads_more_is_scraped_whole(service: RunningService, site: Site) -> None:
    document = await scrape(service, spec(site, "/apps/catalogue", 'click "Show more products" until it is gone'))
    assert "Showing 72 of 72 products" in (document.markdown or "")
    assert (document.markdown or "").count("## ") == 72
    told = document.metadata["agent"]
    assert (told["done"], told["madeBy"], told["model"]) == (True, "deterministic", "AGENT-1")
    assert told["pages"] == [site.url("/apps/catalogue")]
    assert told["steps"] == 11
    assert document.metadata["creditsUsed"] == 1 + 3
    assert document.warning is None


async def test_pages_of_a_series_become_one_document(service: RunningService, site: Site) -> None:
    formats = (Markdown(), RawHtml(), Html(), Links())
    document = await scrape(service, spec(site, "/apps/archive", THROUGH, formats=formats))
    markdown = document.markdown or ""
    addresses = [site.url("/apps/archive"), *(site.url(f"/apps/archive?page={n}") for n in range(2, 7))]
    assert document.metadata["agent"]["pages"] == addresses
    marks = [f"<!-- Page {number} of 6: {address} -->" for number, address in enumerate(addresses, 1)]
    assert re.findall("<!-- Page .*?-->", markdown) == marks
    assert [f"[Entry {n}]" in markdown for n in (1, 15, 30)] == [True] * 3
    assert (document.raw_html or "").count("<!DOCTYPE html>") == 6
    assert len(document.links or ()) == len(set(document.links or ()))
    assert document.metadata["title"] == "Journal - page 1"
    assert document.metadata["creditsUsed"] == 6 + 1


async def test_it_reads_what_is_behind_a_sign_in_after_the_actions_were_done(
    service: RunningService, site: Site
) -> None:
    prompt = "log in with ada@example.org and password analytical-engine"
    document = await scrape(
        service, spec(site, "/apps/members", prompt, actions=(RunScript("document.title"),), formats=(Markdown(),))
    )
    assert "Balance: € 1,204.50" in (document.markdown or "")
    assert document.metadata["url"] == site.url("/apps/members/account")
    assert document.metadata["sourceURL"] == site.url("/apps/members")
    assert document.actions is not None
    assert document.actions["javascriptReturns"] == [{"type": "string", "value": "Sign in - Guild of Weavers"}]


async def test_what_could_not_be_done_is_named_and_what_was_reached_is_answered(
    service: RunningService, site: Site
) -> None:
    document = await scrape(
        service, spec(site, "/apps/kettle", "open the Delivery tab, then click the button Frobnicate")
    )
    assert "by bicycle" in (document.markdown or "")
    assert "Frobnicate" in (document.warning or "")
    assert not document.metadata["agent"]["done"]


async def test_a_picture_is_of_the_last_state(service: RunningService, site: Site) -> None:
    wanted = spec(site, "/apps/kettle", "open the Delivery tab", formats=(Screenshot(quality=50),))
    document = await scrape(service, wanted)
    assert document.screenshot is not None
    stored = await service.operations.blob(document.screenshot)
    assert stored is not None
    assert stored.media_type == "image/jpeg"


async def test_it_can_be_read_again_but_is_no_copy_for_other_scrapes(service: RunningService, site: Site) -> None:
    hour = CachePolicy(max_age=timedelta(hours=1))
    result = await service.operations.scrape(
        CALLER, Group.SCRAPE, spec(site, "/apps/kettle", "open the Delivery tab", cache=hour)
    )
    assert "cacheState" not in result.document.metadata
    again = await service.operations.stored_scrape(CALLER, Group.SCRAPE, result.scrape_id)
    assert again == result.document
    plain = replace(spec(site, "/apps/kettle", "", cache=hour), agent=None)
    assert (await scrape(service, plain)).metadata["cacheState"] == "miss"


async def test_without_retention_nothing_of_it_can_be_read_again(service: RunningService, site: Site) -> None:
    caller = replace(CALLER, zero_data_retention=True)
    wanted = spec(site, "/apps/kettle", "open the Delivery tab", zero_data_retention=True)
    result = await service.operations.scrape(caller, Group.SCRAPE, wanted)
    assert result.document.metadata["creditsUsed"] == 3
    with pytest.raises(NotFound):
        await service.operations.stored_scrape(caller, Group.SCRAPE, result.scrape_id)


async def test_a_domain_that_the_key_may_not_visit_is_not_reached_by_the_agent(
    service: RunningService, site: Site
) -> None:
    key = replace(CALLER, restrictions=(OnlyDomains(frozenset({"127.0.0.1"})),))
    document = await scrape(service, spec(site, "/links", "click the link scheme-relative"), key)
    assert document.metadata["url"] == site.url("/links")
    assert not document.metadata["agent"]["done"]
    with pytest.raises(NotAllowed):
        await scrape(service, spec(site, "/links", "click it", url=web_url("https://example.net/")), key)


async def test_a_private_address_stays_closed_to_it(service: RunningService, site: Site) -> None:
    with pytest.raises(ForbiddenTarget):
        await scrape(service, spec(site, "/", "read it", url=web_url("http://127.0.0.1:1/")))


async def test_a_key_that_reads_only_stored_pages_has_no_agent(service: RunningService, site: Site) -> None:
    key = replace(CALLER, restrictions=(OnlyStored(),))
    with pytest.raises(NotAllowed, match="may only read stored pages"):
        await scrape(service, spec(site, "/apps/kettle", "open the Delivery tab"), key)
    with pytest.raises(CallerError, match="`lockdown`"):
        await scrape(service, spec(site, "/apps/kettle", "open it", cache=CachePolicy(None, lockdown=True)))


async def test_a_key_without_text_formats_is_not_told_in_the_agents_words(service: RunningService, site: Site) -> None:
    key = replace(CALLER, restrictions=(OnlyFormats(("links",)),))
    wanted = spec(site, "/apps/kettle", "What is the price? Then click Frobnicate.", formats=(Links(),))
    document = await scrape(service, wanted, key)
    assert "€" not in str(document.metadata["agent"])
    assert document.warning == "Not all of the agent's prompt was done."


async def test_a_page_that_cannot_be_opened_is_an_error_and_free(service: RunningService, site: Site) -> None:
    with pytest.raises(SiteError):
        await scrape(service, spec(site, "/redirect/loop", "click around"))
    with pytest.raises(SiteError):
        await scrape(service, spec(site, "/apps/kettle", "click around", actions=(Click("###"),)))


async def test_who_has_few_credits_gets_as_far_as_they_go(service: RunningService, site: Site) -> None:
    made = await service.operations.members.create_team(OPERATOR, "Poor", credits=4)
    caller = await service.operations.authenticate(made.key.secret)
    document = await scrape(service, spec(site, "/apps/archive", THROUGH), caller)
    assert document.metadata["creditsUsed"] <= 4
    assert len(document.metadata["agent"]["pages"]) >= 1
    with pytest.raises(OutOfCredits):
        await scrape(service, spec(site, "/apps/archive", THROUGH), caller)


async def test_without_a_browser_there_is_no_agent(tmp_path: Path, site: Site) -> None:
    settings = Settings(home=tmp_path, egress_allow=site.host, api_key=SecretStr("fc-" + "0" * 32), chromium="none")
    async with open_service(settings, jobs=False) as service:
        with pytest.raises(NotAvailable, match="gossamer doctor"):
            await scrape(service, spec(site, "/apps/kettle", "open the Delivery tab"))
