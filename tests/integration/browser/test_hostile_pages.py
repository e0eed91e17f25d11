"""Pages that want to keep the browser: each ends in time and leaves nothing."""

import asyncio
import contextlib
import time
from datetime import timedelta

import pytest

from gossamer.browser import Browser
from gossamer.core.actions import RunScript, Wait
from gossamer.core.errors import ServiceError
from tests.integration.browser.conftest import Ask, eventually, open_targets, renderers, running
from tests.integration.browser.site import TestSite
from tests.stalls import Stalls

pytestmark = pytest.mark.browser

HOSTILE = (
    "/loop",
    "/loop-later",
    "/alert-flood",
    "/popups",
    "/print",
    "/busy-workers",
    "/navigates",
    "/reloads",
    "/grows",
    "/crash",
    "/hang",
    "/drips",
)


@pytest.mark.parametrize("path", HOSTILE)
async def test_a_hostile_page_ends_in_time_and_leaves_nothing(browser: Browser, ask: Ask, path: str) -> None:
    await browser.fetch(ask("/static"))
    before = len(renderers(browser))
    async with Stalls() as stalls:
        began = time.monotonic()
        with contextlib.suppress(ServiceError):
            await browser.fetch(ask(path, seconds=5))
        assert await stalls.elapsed(began) < 6
    assert await open_targets(browser) == []
    await eventually(lambda: len(renderers(browser)) <= before)


@pytest.mark.parametrize("path", ["/loop", "/loop-later"])
async def test_what_stood_there_before_a_script_got_stuck_is_kept(browser: Browser, ask: Ask, path: str) -> None:
    page = await browser.fetch(ask(path, seconds=6))
    assert b"BEFORE THE LOOP" in page.body
    assert "were stopped" in page.warnings[0]


async def test_windows_that_a_page_opens_load_nothing(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await browser.fetch(ask("/popups", seconds=20))
    assert b"<h1>Start</h1>" in page.body
    assert set(site.paths()) == {"/popups"}


WINDOWS = {
    "open": "open('/window')",
    "without-opener": "open('/window', '_blank', 'noopener')",
    "other-site": "open('{other}/window')",
    "led-on": "const w = open('about:blank'); setInterval(() => w.location = '/window', 50)",
    "post": "document.body.innerHTML = '<form method=post target=_blank action=/window>'; document.forms[0].submit()",
    "link": "document.body.innerHTML = '<a target=_blank href=/window>'; document.links[0].click()",
    "frame": "document.body.innerHTML = `<iframe srcdoc=\"<script>open('/window')</scr` + `ipt>\">`",
}


async def test_no_window_of_any_kind_asks_for_anything(browser: Browser, ask: Ask, site: TestSite) -> None:
    for name, script in WINDOWS.items():
        told = script.replace("{other}", site.other("")).replace("/window", f"/window-{name}")
        act = (RunScript(f"setTimeout(() => {{ {told} }}, 0)"), Wait(timedelta(milliseconds=400)))
        await browser.fetch(ask("/static", actions=act))
        # Also when the page ends while a window opens.
        await browser.fetch(ask("/static", actions=(RunScript(told),)))
    await browser.fetch(ask("/static"))
    assert set(site.paths()) == {"/static"}
    assert await open_targets(browser) == []
    assert not running(browser).connection._sessions.keys() - {""}


async def test_a_flood_of_dialogs_is_stopped_early(browser: Browser, ask: Ask) -> None:
    async with Stalls() as stalls:
        began = time.monotonic()
        await browser.fetch(ask("/alert-flood", seconds=30))
        assert await stalls.elapsed(began) < 8


async def test_a_page_that_navigates_for_ever_is_stopped_early(browser: Browser, ask: Ask) -> None:
    async with Stalls() as stalls:
        began = time.monotonic()
        await browser.fetch(ask("/navigates", seconds=30))
        assert await stalls.elapsed(began) < 15


async def test_pages_beside_a_stuck_one_are_rendered(browser: Browser, ask: Ask) -> None:
    stuck = asyncio.create_task(browser.fetch(ask("/loop", seconds=5)))
    pages = await asyncio.gather(*(browser.fetch(ask("/timer")) for _ in range(4)))
    assert all(b"FROM TIMER" in page.body for page in pages)
    await stuck
