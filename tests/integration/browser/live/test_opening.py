"""A session is opened like a page is rendered, and stays."""

import asyncio
import contextlib
import os
import signal
from datetime import timedelta

import pytest

from gossamer.browser import Browser
from gossamer.browser.live import LiveBrowserPool
from gossamer.browser.options import BrowserOptions
from gossamer.core.actions import Click, Press, Write
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ActionFailed, NameNotResolved, NotAllowed, NotAvailable, SessionLost, TimedOut
from gossamer.core.interaction import GoTo
from gossamer.core.sessions import Opening, StorageState
from gossamer.core.specs import Location
from gossamer.core.urls import web_url
from gossamer.core.visit_identity import checking_pages
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import eventually, open_targets, renderers, running
from tests.integration.browser.live.conftest import Open, asked, evaluated, soon
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_the_visit_is_done_with_headers_cookies_waiting_and_actions(visit: Open, site: TestSite) -> None:
    site.seen.clear()
    session = await visit(
        "/form",
        headers={"x-own": "1", "cookie": "a=1"},
        wait_for=timedelta(milliseconds=10),
        actions=(Click("#name"), Write("Ada")),
    )
    assert await evaluated(session, "document.getElementById('echo').textContent") == "Ada"
    assert site.headers_of("/form")["x-own"] == "1"
    assert site.headers_of("/form")["cookie"] == "a=1"
    assert not session.gone


async def test_new_tabs_are_like_the_first_one(visit: Open) -> None:
    device = {"mobile": True, "location": Location("DE"), "headers": {"cookie": "a=1"}}
    session = await visit("/static", **device)
    await evaluated(session, "document.cookie = 'a=2'; open('/device')")
    seen = await session.page.page(deadline=soon())
    assert seen.url.endswith("/device")
    assert b"Europe/Berlin" in seen.body
    assert b"Android" in seen.body
    assert await evaluated(session, "document.cookie") == "a=2"
    assert await evaluated(session, "Boolean(opener)")


async def test_an_empty_session_goes_anywhere_later(visit: Open, site: TestSite) -> None:
    session = await visit()
    assert await evaluated(session, "location.href") == "about:blank"
    looked = Deadline.after(timedelta(minutes=2))
    assert (await session.page.snapshot(deadline=looked)).url == "about:blank"
    # There is nothing that it could have waited for.
    assert looked.remaining() > 60
    await session.page.perform(GoTo(site.url("/static")), deadline=soon())
    assert (await session.page.page(deadline=soon())).status == 200


async def test_a_check_that_comes_late_does_not_refuse_the_page_that_came_after(
    pool: LiveBrowserPool, site: TestSite
) -> None:
    begun, is_late = asyncio.Event(), asyncio.Event()

    async def check(url: str) -> NotAllowed | None:
        if url != site.url("/static"):
            return None
        begun.set()
        await is_late.wait()
        return NotAllowed("no")

    with checking_pages(check):
        session = await pool.open(Opening(url=web_url(site.url("/form"))), deadline=soon(), permits=None, state=None)
    await evaluated(session, "void setTimeout(() => location.href = '/static')")
    await begun.wait()
    [checking] = session._gate.checks
    await session.page.perform(GoTo(site.url("/pictures")), deadline=soon())
    is_late.set()
    await checking
    assert session._context.first.refusal is None
    assert await evaluated(session, "location.pathname") == "/pictures"
    await session.close()


async def test_pictures_are_loaded_for_those_who_look(visit: Open) -> None:
    session = await visit("/pictures")
    assert await evaluated(session, "document.images[0].naturalWidth") == 1


async def test_what_fails_is_told_and_leaves_nothing(
    visit: Open, pool: LiveBrowserPool, browser: Browser, site: TestSite
) -> None:
    kept = await visit("/static")
    before = await open_targets(browser)
    with pytest.raises(NameNotResolved):
        await visit("http://no-such-host.invalid/")
    with pytest.raises(ActionFailed, match="Action 0"):
        await visit("/static", actions=(Press("NoSuchKey"),))
    with pytest.raises(NotAllowed, match="not there"):
        await visit("/static", permits=lambda url: NotAllowed("not there"))
    hangs = Opening(url=web_url(site.url("/hang")))
    with pytest.raises(TimedOut):
        await pool.open(hangs, deadline=Deadline.after(timedelta(seconds=1)), permits=None, state=None)
    assert await open_targets(browser) == before
    assert not kept.gone


async def test_without_a_chromium_there_is_none(options: BrowserOptions) -> None:
    nowhere = BrowserOptions(home=options.home.parent / "none", chromium="/no/such/chromium")
    clock = ManualClock()
    async with Browser(nowhere, clock) as browser:
        pool = LiveBrowserPool(browser, nowhere, clock)
        assert not pool.available
        with pytest.raises(NotAvailable, match="could not be started"):
            await pool.open(Opening(), deadline=soon(), permits=None, state=None)


async def test_closing_takes_all_tabs_along_and_may_be_said_twice(
    visit: Open, browser: Browser, site: TestSite
) -> None:
    before = await open_targets(browser)
    session = await visit("/static")
    await evaluated(session, "open('/form')")
    assert len(await open_targets(browser)) == len(before) + 2
    await session.close()
    await session.close()
    assert session.gone
    assert await open_targets(browser) == before
    with pytest.raises(SessionLost):
        await evaluated(session, "1")
    with pytest.raises(SessionLost):
        await session.devtools()
    with pytest.raises(SessionLost):
        await session.state()


async def test_cancelling_while_it_is_opened_leaves_nothing(
    pool: LiveBrowserPool, browser: Browser, site: TestSite
) -> None:
    before = await open_targets(browser)
    state = StorageState(storage={site.url(""): {"k": "v"}})
    for turns in range(0, 40, 3):
        opening = asyncio.create_task(
            pool.open(Opening(url=web_url(site.url("/static"))), deadline=soon(), permits=None, state=state)
        )
        for _ in range(turns):
            await asyncio.sleep(0)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
    assert await open_targets(browser) == before


async def test_sessions_take_no_places_of_renderings(options: BrowserOptions, site: TestSite) -> None:
    narrow = BrowserOptions(home=options.home.parent / "narrow", pages=1)
    clock = ManualClock()
    async with Browser(narrow, clock) as browser:
        pool = LiveBrowserPool(browser, narrow, clock)
        for _ in range(2):
            await pool.open(Opening(), deadline=soon(), permits=None, state=None)
        assert (await browser.fetch(asked(site, "/static"))).status == 200


async def test_a_browser_with_sessions_is_neither_idle_nor_replaced(options: BrowserOptions, site: TestSite) -> None:
    impatient = BrowserOptions(
        home=options.home.parent / "impatient", idle=timedelta(seconds=0.01), recycle_pages=1, recycle_bytes=1
    )
    clock = ManualClock()
    async with Browser(impatient, clock) as browser:
        pool = LiveBrowserPool(browser, impatient, clock)
        session = await pool.open(Opening(url=web_url(site.url("/static"))), deadline=soon(), permits=None, state=None)
        first = running(browser)
        await eventually(lambda: first.worn, 60)
        assert (await browser.fetch(asked(site, "/form"))).status == 200
        assert running(browser) is not first
        assert await evaluated(session, "document.title") == "Test"
        await session.close()
        await eventually(lambda: not first.alive, 60)


async def test_a_renderer_that_is_killed_ends_its_session_alone(visit: Open, browser: Browser) -> None:
    kept = await visit("/static")
    known = {process.pid for process in renderers(browser)}
    session = await visit("/static")
    for process in renderers(browser):
        if process.pid not in known:
            process.kill()
    await eventually(lambda: session.gone, 60)
    with pytest.raises(SessionLost, match="destroyed"):
        await session.page.snapshot(deadline=soon())
    assert await evaluated(kept, "1") == 1


async def test_a_session_that_takes_too_much_memory_is_stopped(options: BrowserOptions, site: TestSite) -> None:
    small = BrowserOptions(home=options.home.parent / "small", renderer_bytes=300_000_000)
    clock = ManualClock()
    async with Browser(small, clock) as browser:
        pool = LiveBrowserPool(browser, small, clock)
        session = await pool.open(Opening(), deadline=soon(), permits=None, state=None)
        await session.page.perform(GoTo(site.url("/memory")), deadline=soon())
        await eventually(lambda: session.gone, 60)
        with pytest.raises(SessionLost):
            await evaluated(session, "1")


async def test_a_chromium_that_dies_takes_its_sessions_along(options: BrowserOptions, site: TestSite) -> None:
    mortal = BrowserOptions(home=options.home.parent / "mortal")
    clock = ManualClock()
    async with Browser(mortal, clock) as browser:
        pool = LiveBrowserPool(browser, mortal, clock)
        session = await pool.open(Opening(), deadline=soon(), permits=None, state=None)
        process = running(browser).process
        assert process is not None
        pictures = 0
        async for _ in session.frames():
            pictures += 1
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.group, signal.SIGKILL)
        assert pictures >= 1
        assert session.gone
        for lost in (session.state(), session.devtools(), evaluated(session, "1")):
            with pytest.raises(SessionLost):
                await lost
        await session.close()
        again = await pool.open(Opening(), deadline=soon(), permits=None, state=None)
        assert not again.gone
