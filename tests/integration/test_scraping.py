"""The assembled service, without a way in, over a real site."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import create_engine, text

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.actions import Click, Write
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import (
    ActionsUnsupported,
    ForbiddenTarget,
    LockdownMiss,
    NotFound,
    NotInStore,
    Overloaded,
    Refused,
    ServiceError,
    TimedOut,
)
from gossamer.core.formats import Html, Images, Links, Markdown, RawHtml, Screenshot
from gossamer.core.ids import new_id
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import CachePolicy, ProxyTier, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import Gather, Scraping
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from tests.integration.net.conftest import page, read_head, serving

CALLER = Principal(OPEN_TEAM, "key")
HOUR = CachePolicy(max_age=timedelta(hours=1))


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


def opened(home: Path, site: Site, **changes: Any) -> AbstractAsyncContextManager[RunningService]:
    settings = Settings(home=home, egress_allow=site.host, api_key=SecretStr("fc-" + "0" * 32), chromium="none")
    return open_service(settings.model_copy(update=changes))


@pytest.fixture
async def service(tmp_path: Path, site: Site) -> AsyncIterator[RunningService]:
    """A service without a browser: everything here needs none."""
    async with opened(tmp_path, site) as service:
        yield service


def spec(site: Site, path: str, **changes: Any) -> ScrapeSpec:
    return replace(ScrapeSpec(url=web_url(site.url(path))), **changes)


def recorded(home: Path, query: str) -> list[Any]:
    """Return the first column of *query* on the database that a service left in *home*."""
    engine = create_engine(f"sqlite:///{home / 'gossamer.db'}")
    with engine.connect() as connection:
        found = connection.execute(text(query)).scalars().all()
    engine.dispose()
    return list(found)


async def scrape(service: RunningService, wanted: ScrapeSpec) -> Document:
    return (await service.operations.scrape(CALLER, Group.SCRAPE, wanted)).document


async def test_one_scrape_gives_every_form_of_a_page(service: RunningService, site: Site) -> None:
    document = await scrape(service, spec(site, "/article", formats=(Markdown(), Html(), RawHtml(), Links(), Images())))
    assert document.markdown is not None
    assert document.markdown.startswith("# ")
    assert "Masthead" not in document.markdown
    assert "Masthead" in (document.raw_html or "")
    assert site.url("/docs") in (document.links or ())
    assert any(image.endswith("/img/web-2x.png") for image in document.images or ())
    assert document.metadata["statusCode"] == 200


async def test_a_scrape_can_be_read_again_by_its_team_alone(service: RunningService, site: Site) -> None:
    result = await service.operations.scrape(CALLER, Group.SCRAPE, spec(site, "/article"))
    again = await service.operations.stored_scrape(CALLER, Group.SCRAPE, result.scrape_id)
    assert again == result.document
    with pytest.raises(NotFound):
        await service.operations.stored_scrape(Principal(new_id(), "key"), Group.SCRAPE, result.scrape_id)


async def test_it_is_still_there_after_a_restart(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site) as service:
        result = await service.operations.scrape(CALLER, Group.SCRAPE, spec(site, "/article"))
    async with opened(tmp_path, site) as service:
        assert await service.operations.stored_scrape(CALLER, Group.SCRAPE, result.scrape_id) == result.document


async def test_a_young_copy_answers_without_a_visit(service: RunningService, site: Site) -> None:
    first = await scrape(service, spec(site, "/docs", cache=HOUR))
    seen = len(site.visits_of("/docs"))
    second = await scrape(service, spec(site, "/docs", cache=HOUR, formats=(Markdown(), Links())))
    assert len(site.visits_of("/docs")) == seen
    assert (first.metadata["cacheState"], second.metadata["cacheState"]) == ("miss", "hit")
    assert second.markdown == first.markdown
    assert "cachedAt" in second.metadata


async def test_without_a_max_age_the_store_is_not_asked(service: RunningService, site: Site) -> None:
    await scrape(service, spec(site, "/docs", cache=HOUR))
    again = await scrape(service, spec(site, "/docs"))
    assert "cacheState" not in again.metadata


async def test_a_page_with_its_advertisements_is_a_copy_of_its_own(service: RunningService, site: Site) -> None:
    states = [
        (await scrape(service, spec(site, "/docs?ads", cache=HOUR, block_ads=block_ads))).metadata["cacheState"]
        for block_ads in (True, False, False, True)
    ]
    assert states == ["miss", "miss", "hit", "hit"]


async def test_another_team_gets_its_own_copy(service: RunningService, site: Site) -> None:
    await scrape(service, spec(site, "/product", cache=HOUR))
    other = Principal(new_id(), "key")
    result = await service.operations.scrape(other, Group.SCRAPE, spec(site, "/product", cache=HOUR))
    assert result.document.metadata["cacheState"] == "miss"


@pytest.mark.parametrize(
    "changes", [{"headers": {"X-Me": "1"}}, {"cache": replace(HOUR, store=False)}], ids=["own headers", "not stored"]
)
async def test_what_must_not_be_kept_is_not(service: RunningService, site: Site, changes: dict[str, Any]) -> None:
    await scrape(service, spec(site, "/links", **{"cache": HOUR, **changes}))
    assert (await scrape(service, spec(site, "/links", cache=HOUR))).metadata["cacheState"] == "miss"


async def test_a_refusal_is_an_answer_but_never_kept(service: RunningService, site: Site) -> None:
    for _ in range(2):
        document = await scrape(service, spec(site, "/status/403", cache=HOUR))
        assert (document.metadata["statusCode"], document.metadata["cacheState"]) == (403, "miss")


async def test_lockdown_never_visits(service: RunningService, site: Site) -> None:
    locked = CachePolicy(max_age=None, lockdown=True)
    with pytest.raises(LockdownMiss):
        await scrape(service, spec(site, "/base", cache=locked))
    assert site.visits_of("/base") == []
    await scrape(service, spec(site, "/base"))
    document = await scrape(service, spec(site, "/base", cache=locked))
    assert (document.metadata["cacheState"], document.metadata["creditsUsed"]) == ("hit", 5)


async def test_lockdown_retains_nothing_and_is_charged(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site) as service:
        await scrape(service, spec(site, "/article"))
        locked = spec(site, "/article", cache=CachePolicy(max_age=None, lockdown=True))
        result = await service.operations.scrape(CALLER, Group.SCRAPE, locked)
        assert result.document.markdown
        with pytest.raises(NotFound):
            await service.operations.stored_scrape(CALLER, Group.SCRAPE, result.scrape_id)
    assert recorded(tmp_path, "SELECT credits FROM ledger ORDER BY credits") == [1, 5]


async def test_a_password_in_the_address_is_not_recorded(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site) as service:
        await scrape(service, spec(site, "/article", url=web_url(f"http://me:secret@{site.host}/article")))
    assert recorded(tmp_path, "SELECT url FROM scrapes") == [site.url("/article")]


async def test_a_copy_tells_the_tier_it_came_by(service: RunningService, site: Site) -> None:
    wanted = spec(site, "/docs", cache=HOUR, proxy=ProxyTier.STEALTH)
    first, second = await scrape(service, wanted), await scrape(service, wanted)
    assert (first.metadata["cacheState"], second.metadata["cacheState"]) == ("miss", "hit")
    assert (first.metadata["proxyUsed"], second.metadata["proxyUsed"]) == ("stealth", "stealth")


async def test_min_age_wants_a_copy_that_is_old_enough(service: RunningService, site: Site) -> None:
    await scrape(service, spec(site, "/shadow", fast=True))
    with pytest.raises(NotInStore):
        await scrape(service, spec(site, "/shadow", cache=CachePolicy(max_age=None, min_age=timedelta(hours=1))))


@pytest.mark.parametrize(("status", "reason"), [(404, "Not Found"), (500, "Internal Server Error")])
async def test_a_targets_error_status_is_an_answer(
    service: RunningService, site: Site, status: int, reason: str
) -> None:
    document = await scrape(service, spec(site, f"/status/{status}"))
    assert (document.metadata["statusCode"], document.metadata["error"]) == (status, reason)


async def test_a_page_without_anything_to_read_says_so(tmp_path: Path, site: Site) -> None:
    bodies = {
        "/none": b"",
        "/blank": b" \n",
        "/tags": b"<html><body><div></div></body></html>",
        "/text": b"<p>Some text.</p>",
    }

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (seen := await read_head(reader)) is not None:
            writer.write(page(bodies[seen.target]))

    async with serving(answer) as port, opened(tmp_path, site, egress_allow=f"127.0.0.1:{port}") as service:
        at = {path: ScrapeSpec(web_url(f"http://127.0.0.1:{port}{path}")) for path in bodies}
        warnings = {path: (await scrape(service, wanted)).warning for path, wanted in at.items()}
        selected = await scrape(service, replace(at["/text"], include_tags=("main",)))
        linked = await scrape(service, replace(at["/none"], formats=(Links(),)))
    assert warnings == {
        "/none": "The site answered 200 with an empty body.",
        "/blank": "The site answered 200 with an empty body.",
        "/tags": "The page has no text.",
        "/text": None,
    }
    assert selected.warning == "The parts of the page that were selected have no text."
    assert linked.warning == warnings["/none"]


async def test_redirects_are_followed_and_both_addresses_told(service: RunningService, site: Site) -> None:
    document = await scrape(service, spec(site, "/redirect?to=/article"))
    assert document.metadata["sourceURL"] == site.url("/redirect?to=/article")
    assert document.metadata["url"] == site.url("/article")


async def test_a_pdf_is_read_and_its_pages_are_charged(service: RunningService, site: Site) -> None:
    document = await scrape(service, spec(site, "/file.pdf"))
    assert document.metadata["contentType"].startswith("application/pdf")
    assert document.metadata["numPages"] == document.metadata["creditsUsed"]
    assert document.markdown


async def test_a_pdf_that_is_served_as_a_picture_is_called_a_pdf(tmp_path: Path, site: Site) -> None:
    async with httpx.AsyncClient() as web:
        pdf = (await web.get(site.url("/file.pdf"))).content
    head = f"HTTP/1.1 200 OK\r\ncontent-type: image/jp2\r\ncontent-length: {len(pdf)}\r\n\r\n".encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await read_head(reader) is not None:
            writer.write(head + pdf)

    async with serving(answer) as port, opened(tmp_path, site, egress_allow=f"127.0.0.1:{port}") as service:
        document = await scrape(service, ScrapeSpec(web_url(f"http://127.0.0.1:{port}/scan")))
    assert document.metadata["contentType"] == "application/pdf"
    assert document.markdown


async def test_a_private_address_is_refused_unless_it_was_opened(service: RunningService) -> None:
    with pytest.raises(ForbiddenTarget):
        await scrape(service, ScrapeSpec(url=web_url("http://127.0.0.1:1/")))


async def test_the_deadline_holds(service: RunningService, site: Site) -> None:
    with pytest.raises(TimedOut):
        await scrape(service, spec(site, "/slow?ms=20000", timeout=timedelta(seconds=1)))


async def test_the_time_of_a_scrape_begins_before_it_has_a_place(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[float, Deadline]] = []
    first, release = asyncio.Event(), asyncio.Event()

    scrape = Scraping.scrape

    async def held(scraping: Scraping, order: ScrapeOrder, *, gather: Gather | None = None) -> ScrapeResult:
        begun.append((time.monotonic(), order.due()))
        first.set()
        await release.wait()
        return await scrape(scraping, order, gather=gather)

    async with opened(tmp_path, site, scrapes_at_once=1) as service:
        monkeypatch.setattr(Scraping, "scrape", held)
        wanted = spec(site, "/article")
        scrapes = [asyncio.create_task(service.operations.scrape(CALLER, Group.SCRAPE, wanted)) for _ in range(2)]
        await first.wait()
        asked = time.monotonic()
        release.set()
        await asyncio.gather(*scrapes)
    at, deadline = begun[1]
    assert deadline.at - wanted.timeout.total_seconds() < asked < at


async def test_scrapes_beyond_the_limit_wait_and_then_are_refused(tmp_path: Path) -> None:
    release = asyncio.Event()

    async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        await release.wait()
        writer.write(page(b"<h1>Late</h1>"))

    async with serving(late) as port, opened(tmp_path, Site(port), scrapes_at_once=1) as service:
        wanted = ScrapeSpec(url=web_url(f"http://127.0.0.1:{port}/"))
        waiting = [asyncio.create_task(scrape(service, wanted)) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded, match="GOSSAMER_SCRAPES_AT_ONCE"):
            await scrape(service, wanted)
        release.set()
        assert [document.markdown for document in await asyncio.gather(*waiting)] == ["# Late"] * 5


async def test_without_a_browser_pictures_and_actions_are_refused_with_a_remedy(
    service: RunningService, site: Site
) -> None:
    for changes in ({"formats": (Screenshot(),)}, {"actions": (Click("a"), Write("x"))}):
        with pytest.raises(ActionsUnsupported, match="gossamer doctor"):
            await scrape(service, spec(site, "/form", **changes))


async def test_without_a_browser_a_scripted_page_is_refused_by_name(service: RunningService, site: Site) -> None:
    with pytest.raises(Refused, match=r"http: .*No browser is available"):
        await scrape(service, spec(site, "/rendered/timer"))


async def test_fast_mode_takes_what_http_brings(service: RunningService, site: Site) -> None:
    assert (await scrape(service, spec(site, "/rendered/timer", fast=True))).metadata["statusCode"] == 200


async def test_failures_are_recorded_free_of_charge(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site) as service:
        await scrape(service, spec(site, "/article"))
        with pytest.raises(ServiceError):
            await scrape(service, ScrapeSpec(url=web_url("http://127.0.0.1:1/")))
    assert recorded(tmp_path, "SELECT error_code FROM scrapes ORDER BY finished_at") == [None, "unsafe_domain_blocked"]
    assert recorded(tmp_path, "SELECT credits FROM ledger") == [1]
