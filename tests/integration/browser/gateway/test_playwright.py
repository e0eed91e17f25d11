"""Playwright drives a session over its gateway as it drives any browser."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Error, Page, Playwright, async_playwright

from gossamer.browser.contexts import Context
from gossamer.browser.running_browser import RunningBrowser
from tests.integration.browser.gateway.conftest import Door, door, session_context
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as playwright:
        yield playwright


@pytest_asyncio.fixture(loop_scope="module")
async def client(playwright: Playwright, own: Door) -> AsyncIterator[PlaywrightBrowser]:
    browser = await playwright.chromium.connect_over_cdp(own.address)
    yield browser
    await browser.close()


def only_page(client: PlaywrightBrowser) -> Page:
    [context] = client.contexts
    [page] = context.pages
    return page


async def test_the_sessions_page_is_there(client: PlaywrightBrowser, site: TestSite) -> None:
    assert only_page(client).url == site.url("/form")


async def test_the_page_is_driven(client: PlaywrightBrowser, site: TestSite) -> None:
    page = only_page(client)
    await page.fill("#name", "Ada")
    await page.locator("#city").press_sequentially("London")
    await page.click("#send")
    await page.wait_for_url("**/submitted*")
    assert "Ada" in page.url
    assert "London" in page.url
    await page.goto(site.url("/static"))
    assert await page.evaluate("document.querySelector('h1').textContent") == "Plain"
    assert (await page.screenshot()).startswith(b"\x89PNG")
    assert (await page.pdf()).startswith(b"%PDF")


async def test_tabs_are_opened_and_closed_beside_the_first(
    client: PlaywrightBrowser, context: Context, site: TestSite
) -> None:
    page = await client.contexts[0].new_page()
    await page.goto(site.url("/static"))
    assert len(context.tabs) == 2
    await page.close()
    assert list(context.tabs) == [context.first.frame_id]


async def test_when_the_last_tab_is_closed_an_empty_one_is_there(client: PlaywrightBrowser, context: Context) -> None:
    page = only_page(client)
    async with client.contexts[0].expect_page() as waiting:
        await page.close()
    assert (await waiting.value).url == "about:blank"
    assert len(context.tabs) == 1


async def test_a_page_that_opens_a_window_shows_it(client: PlaywrightBrowser, site: TestSite) -> None:
    page = only_page(client)
    async with page.expect_popup() as waiting:
        await page.evaluate(f"void window.open({site.url('/static')!r})")
    popup = await waiting.value
    await popup.wait_for_selector("h1")
    assert popup.url == site.url("/static")


async def test_requests_are_routed(client: PlaywrightBrowser, site: TestSite) -> None:
    page = only_page(client)
    await page.route("**/static", lambda route: route.fulfill(body="<p>made up</p>", content_type="text/html"))
    await page.goto(site.url("/static"))
    assert await page.inner_text("p") == "made up"


async def test_frames_workers_and_dialogs_are_followed(client: PlaywrightBrowser, site: TestSite) -> None:
    page = only_page(client)
    await page.goto(site.url("/frames"))
    assert len(page.frames) > 1
    async with page.expect_worker() as waiting:
        await page.evaluate("void new Worker(URL.createObjectURL(new Blob(['self.answer = 42'])))")
    worker = await waiting.value
    assert await worker.evaluate("answer") == 42


async def test_the_clients_own_files_are_uploaded(client: PlaywrightBrowser, tmp_path: Path) -> None:
    page = only_page(client)
    await page.set_content("<input type=file>")
    (tmp_path / "a.txt").write_text("hello")
    await page.set_input_files("input", tmp_path / "a.txt")
    assert await page.evaluate("document.querySelector('input').files[0].text()") == "hello"


async def test_cookies_are_those_of_the_session(client: PlaywrightBrowser, site: TestSite) -> None:
    context = client.contexts[0]
    await context.add_cookies([{"name": "a", "value": "1", "url": site.url("/")}])
    assert [cookie.get("name") for cookie in await context.cookies()] == ["a"]
    await context.clear_cookies()
    assert await context.cookies() == []


async def test_a_raw_session_reaches_the_page_alone(client: PlaywrightBrowser) -> None:
    raw = await client.contexts[0].new_cdp_session(only_page(client))
    assert (await raw.send("Runtime.evaluate", {"expression": "6 * 7"}))["result"]["value"] == 42
    with pytest.raises(Error, match="not available"):
        await raw.send("Page.crash")
    await raw.detach()


async def test_the_page_outlives_its_client(playwright: Playwright, own: Door, context: Context) -> None:
    browser = await playwright.chromium.connect_over_cdp(own.address)
    await only_page(browser).evaluate("document.title = 'kept'")
    await browser.close()
    async for _ in own.channels[0].messages():
        pass
    assert (await context.first.evaluate("document.title")).result.value == "kept"
    again = await playwright.chromium.connect_over_cdp(own.address)
    assert await only_page(again).title() == "kept"
    await again.close()


async def test_two_clients_work_side_by_side(playwright: Playwright, own: Door) -> None:
    one, other = await asyncio.gather(*(playwright.chromium.connect_over_cdp(own.address) for _ in range(2)))
    await only_page(one).evaluate("globalThis.said = 'hello'")
    assert await only_page(other).evaluate("said") == "hello"
    await one.close()
    assert await only_page(other).evaluate("said") == "hello"
    await other.close()


async def test_a_channel_ends_with_its_context(playwright: Playwright, running: RunningBrowser) -> None:
    async with session_context(running) as context, door(running, context) as opened:
        browser = await playwright.chromium.connect_over_cdp(opened.address)
        gone = asyncio.Event()
        browser.on("disconnected", lambda _: gone.set())
        await context.dispose()
        await gone.wait()


async def test_nothing_of_another_session_is_seen(
    playwright: Playwright, running: RunningBrowser, own: Door, site: TestSite
) -> None:
    async with session_context(running, site.url("/static")) as other, door(running, other) as theirs:
        mine = await playwright.chromium.connect_over_cdp(own.address)
        foreign = await playwright.chromium.connect_over_cdp(theirs.address)
        opened = await foreign.contexts[0].new_page()
        await opened.goto(site.url("/timer"))
        await foreign.contexts[0].add_cookies([{"name": "secret", "value": "1", "url": site.url("/")}])
        assert [page.url for page in mine.contexts[0].pages] == [site.url("/form")]
        assert await mine.contexts[0].cookies() == []
        await mine.close()
        await foreign.close()
