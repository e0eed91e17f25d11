"""A rendered page stays for a while, and a session goes on with it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from gossamer.browser import Browser
from gossamer.browser.live import LiveBrowserPool, OpenSession
from gossamer.browser.options import BrowserOptions
from gossamer.core.actions import Click, Write
from gossamer.core.errors import NotAllowed, SiteError
from gossamer.core.visit_identity import VisitIdentity, checking_pages, visiting_as
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import eventually, open_targets, running
from tests.integration.browser.live.conftest import asked, evaluated, soon
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def adopted(pool: LiveBrowserPool, name: str) -> OpenSession:
    session = await pool.adopt(name, permits=None)
    assert session is not None
    return session


async def test_a_page_is_gone_with_its_rendering_unless_it_is_to_be_kept(browser: Browser, site: TestSite) -> None:
    await browser.fetch(asked(site, "/static"))
    assert await open_targets(browser) == []
    await browser.fetch(asked(site, "/static", keep_as="kept"))
    assert await open_targets(browser) == [site.url("/static")]


async def test_a_session_goes_on_where_the_scrape_ended_once(
    browser: Browser, pool: LiveBrowserPool, site: TestSite
) -> None:
    actions = (Click("#name"), Write("Ada"))
    await browser.fetch(asked(site, "/form", actions=actions, keep_as="form"))
    session = await adopted(pool, "form")
    assert await evaluated(session, "document.getElementById('echo').textContent") == "Ada"
    assert await pool.adopt("form", permits=None) is None
    assert await pool.adopt("never", permits=None) is None
    await session.close()
    assert site.url("/form") not in await open_targets(browser)


async def test_a_parked_page_stands_still_and_goes_on_when_it_is_adopted(
    browser: Browser, pool: LiveBrowserPool, site: TestSite
) -> None:
    await browser.fetch(asked(site, "/never-quiet", keep_as="restless"))
    parked = browser._parking._parked["restless"][0].context.first
    length = (await parked.evaluate("document.body.textContent.length")).result.value
    await parked.rest(0.5)
    assert (await parked.evaluate("document.body.textContent.length")).result.value == length
    session = await adopted(pool, "restless")
    grown = "new Promise(ok => new MutationObserver(() => ok(1)).observe(document.body, {childList: true}))"
    assert await evaluated(session, grown) == 1
    assert await evaluated(session, "new Promise(ok => requestAnimationFrame(() => ok(document.visibilityState)))") == (
        "visible"
    )
    await session.close()


async def test_pictures_that_nobody_looked_at_are_loaded_then(
    browser: Browser, pool: LiveBrowserPool, site: TestSite
) -> None:
    await browser.fetch(asked(site, "/pictures", keep_as="pictures"))
    session = await adopted(pool, "pictures")
    loaded = "new Promise(ok => { const i = document.images[0]; i.naturalWidth ? ok(1) : i.onload = () => ok(1) })"
    assert await evaluated(session, loaded) == 1
    await session.close()


async def test_tabs_open_in_an_adopted_page(browser: Browser, pool: LiveBrowserPool, site: TestSite) -> None:
    await browser.fetch(asked(site, "/static", keep_as="tabs"))
    session = await adopted(pool, "tabs")
    assert await evaluated(session, "Boolean(open('/form'))")
    assert (await session.page.page(deadline=soon())).url.endswith("/form")
    await session.close()


async def test_what_failed_or_shows_what_may_not_be_seen_is_not_handed_over(
    browser: Browser, pool: LiveBrowserPool, site: TestSite
) -> None:
    with pytest.raises(SiteError):
        await browser.fetch(asked(site, "/broken", keep_as="broken"))
    assert await pool.adopt("broken", permits=None) is None
    await browser.fetch(asked(site, "/third-party", keep_as="alone"))
    assert await pool.adopt("alone", permits=lambda url: NotAllowed("no")) is None
    assert await pool.adopt("alone", permits=None) is None
    assert site.url("/third-party") not in await open_targets(browser)


async def test_a_page_goes_to_nobody_who_visits_under_another_identity_or_has_it_refused(
    browser: Browser, pool: LiveBrowserPool, site: TestSite
) -> None:
    async def refuse(url: str) -> NotAllowed | None:
        return NotAllowed("no") if url == site.url("/static?mine") else None

    await browser.fetch(asked(site, "/static?mine", keep_as="ordinary"))
    with visiting_as(VisitIdentity.HONEST):
        assert await pool.adopt("ordinary", permits=None) is None
    await browser.fetch(asked(site, "/static?mine", keep_as="refused"))
    with checking_pages(refuse):
        assert await pool.adopt("refused", permits=None) is None
    assert site.url("/static?mine") not in await open_targets(browser)


async def test_the_oldest_makes_room_and_none_stays_for_long(options: BrowserOptions, site: TestSite) -> None:
    few = replace(options, home=options.home.parent / "few", warm_pages=2, warm=timedelta(seconds=2))
    async with Browser(few, ManualClock()) as browser:
        for name in ("a", "b", "c"):
            await browser.fetch(asked(site, f"/static?{name}", keep_as=name))
        assert sorted(await open_targets(browser)) == [site.url("/static?b"), site.url("/static?c")]
        first = running(browser)
        await eventually(lambda: not first.contexts, 60)
        assert await open_targets(browser) == []


async def test_with_no_places_nothing_is_kept(options: BrowserOptions, site: TestSite) -> None:
    none = replace(options, home=options.home.parent / "no-places", warm_pages=0)
    async with Browser(none, ManualClock()) as browser:
        await browser.fetch(asked(site, "/static", keep_as="a"))
        assert await open_targets(browser) == []
