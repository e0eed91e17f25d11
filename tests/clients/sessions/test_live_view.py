"""The live view in a real Chromium, and Playwright on a session's own address.

`pytest tests/clients/sessions/test_live_view.py --basetemp=/tmp/pictures` leaves pictures of it in that folder.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, Playwright, WebSocketRoute, async_playwright, expect

from gossamer.browser import Installed, find_chromium
from gossamer.testing.site import Site
from tests.clients.service import Service, running_service
from tests.walled_site import Walled, running_walled_site

pytestmark = pytest.mark.browser
# In milliseconds: the machine may stand still for a while.
_PATIENCE = 60_000
# Pages of the site whose later ones want a login.
PAGES, WALL = 30, 12
Session = dict[str, Any]


@pytest.fixture
async def api(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"authorization": f"Bearer {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=100) as found:
        yield found


@pytest.fixture
async def session(api: httpx.AsyncClient) -> AsyncIterator[Session]:
    opened: Session = (await api.post("/v2/browser", json={"ttl": 300})).json()
    yield opened
    await api.delete(f"/v2/browser/{opened['id']}")


@pytest.fixture
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as found:
        yield found


@pytest.fixture
async def people(playwright: Playwright) -> AsyncIterator[Browser]:
    """The browser of somebody who watches."""
    chromium = find_chromium(None)
    if not isinstance(chromium, Installed):
        pytest.skip("no Chromium is installed")
    browser = await playwright.chromium.launch(executable_path=chromium.path, args=["--no-sandbox"])
    yield browser
    await browser.close()


@pytest.fixture
async def form(playwright: Playwright, session: Session, site: Site) -> Page:
    """The session's page, led to a form by a program that speaks the DevTools protocol."""
    remote = await playwright.chromium.connect_over_cdp(session["cdpUrl"], timeout=_PATIENCE)
    page = remote.contexts[0].pages[0]
    await page.goto(site.url("/form"), timeout=_PATIENCE)
    return page


async def opened_view(people: Browser, url: str, problems: list[str]) -> Page:
    view = await (await people.new_context(viewport={"width": 1100, "height": 800})).new_page()
    view.set_default_timeout(_PATIENCE)
    view.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    view.on("pageerror", lambda error: problems.append(str(error)))
    await view.goto(url)
    await expect(view.locator("#screen[data-pictures]")).to_be_visible(timeout=_PATIENCE)
    return view


async def watching(people: Browser, url: str, problems: list[str]) -> Page:
    view = await opened_view(people, url, problems)
    await expect(view.locator("#address")).to_contain_text("/form", timeout=_PATIENCE)
    return view


async def place(view: Page, page: Page, selector: str) -> tuple[float, float]:
    """Where an element of the session's page is seen in the view."""
    box = await page.locator(selector).bounding_box()
    seen = await view.locator("#screen").bounding_box()
    assert box is not None
    assert seen is not None
    scale = seen["width"] / await page.evaluate("innerWidth")
    return seen["x"] + scale * (box["x"] + box["width"] / 2), seen["y"] + scale * (box["y"] + box["height"] / 2)


async def test_somebody_types_and_clicks_in_the_live_view(
    people: Browser, api: httpx.AsyncClient, session: Session, form: Page, tmp_path: Path
) -> None:
    problems: list[str] = []
    view = await watching(people, session["interactiveLiveViewUrl"], problems)
    await expect(view.locator("#state")).to_have_text("Live, in your hands", timeout=_PATIENCE)
    await expect(view.locator("#title")).to_have_text("Greeting form", timeout=_PATIENCE)

    field = form.locator("#name")
    await view.mouse.click(*await place(view, form, "#name"))
    await view.keyboard.type("Penelopeé")
    await expect(field).to_have_value("Penelopeé", timeout=_PATIENCE)
    await view.keyboard.press("Backspace")
    await expect(field).to_have_value("Penelope", timeout=_PATIENCE)
    # As an input method, or a keyboard on glass, gives text that no key made.
    await view.keyboard.insert_text(" 織😀")
    await expect(field).to_have_value("Penelope 織😀", timeout=_PATIENCE)
    await view.mouse.click(*await place(view, form, "#go"))
    await expect(form.locator("#greeting")).to_contain_text("Hello, Penelope 織😀!", timeout=_PATIENCE)

    for scheme in ("light", "dark"):
        await view.emulate_media(color_scheme=scheme)
        await view.screenshot(path=tmp_path / f"live-{scheme}.png")
    await view.set_viewport_size({"width": 375, "height": 700})
    await view.screenshot(path=tmp_path / "live-phone.png")
    assert await view.evaluate("document.documentElement.scrollWidth") <= 375

    await api.delete(f"/v2/browser/{session['id']}")
    await expect(view.locator("#state")).to_have_text("Ended", timeout=_PATIENCE)
    await expect(view.locator("#message")).to_contain_text("ended by its owner", timeout=_PATIENCE)
    assert problems == []


async def test_somebody_leads_the_page_elsewhere_and_back(
    people: Browser, service: Service, session: Session, site: Site, tmp_path: Path
) -> None:
    problems: list[str] = []
    view = await opened_view(people, session["interactiveLiveViewUrl"], problems)
    field, problem = view.get_by_label("Address"), view.locator("#problem")
    await expect(view.locator("#title")).to_have_text("Empty page", timeout=_PATIENCE)
    await field.fill(site.url("/form").removeprefix("http://"))
    await view.keyboard.press("Enter")
    await expect(view.locator("#title")).to_have_text("Greeting form", timeout=_PATIENCE)
    await expect(field).to_have_value(site.url("/form"), timeout=_PATIENCE)
    await field.fill(site.url("/article"))
    await view.get_by_role("button", name="Go", exact=True).click()
    await expect(field).to_have_value(site.url("/article"), timeout=_PATIENCE)
    # Back would stop a page that has not come, and then there is none to go forward to.
    await expect(view.locator("header")).to_have_attribute("data-busy", "false", timeout=_PATIENCE)
    for name, path in (("Back", "/form"), ("Forward", "/article"), ("Reload", "/article"), ("Back", "/form")):
        await view.get_by_role("button", name=name, exact=True).click()
        await expect(view.locator("header")).to_have_attribute("data-busy", "false", timeout=_PATIENCE)
        await expect(field).to_have_value(site.url(path), timeout=_PATIENCE)
    # What the egress policy refuses is told, and the page stays.
    await field.fill("http://127.0.0.1:1/")
    await view.keyboard.press("Enter")
    await expect(problem).to_be_visible(timeout=_PATIENCE)
    await expect(view.locator("#title")).to_have_text("No page", timeout=_PATIENCE)
    await expect(field).to_have_value("http://127.0.0.1:1/")
    await view.screenshot(path=tmp_path / "address-problem.png")
    assert await view.evaluate("document.documentElement.scrollHeight <= innerHeight")
    await field.press("Escape")
    await expect(field).to_have_value(site.url("/form"))
    await view.keyboard.press("Enter")
    await expect(view.locator("#title")).to_have_text("Greeting form", timeout=_PATIENCE)
    await expect(problem).to_be_hidden(timeout=_PATIENCE)
    await expect(view.locator("header")).to_have_attribute("data-busy", "false", timeout=_PATIENCE)
    await view.set_viewport_size({"width": 375, "height": 700})
    await view.screenshot(path=tmp_path / "address-phone.png")
    assert await view.evaluate("document.documentElement.scrollWidth") <= 375
    assert problems == []


async def test_who_may_only_watch_changes_nothing(people: Browser, session: Session, form: Page) -> None:
    problems: list[str] = []
    view = await watching(people, session["liveViewUrl"], problems)
    await expect(view.locator("#state")).to_have_text("Live", timeout=_PATIENCE)
    await expect(view.get_by_role("button", name="Back")).to_have_count(0)
    await expect(view.get_by_role("textbox", name="Address")).to_have_count(0)
    await expect(view.locator("#address")).to_have_text(form.url)
    await view.mouse.click(*await place(view, form, "#name"))
    await view.keyboard.type("nobody")
    # What is done on the page itself is seen, so what the watcher did would have come before it.
    screen = view.locator("#screen")
    before = await screen.get_attribute("data-pictures") or ""
    await form.locator("#go").click()
    await expect(screen).not_to_have_attribute("data-pictures", before, timeout=_PATIENCE)
    assert await form.locator("#name").input_value() == ""
    assert problems == []


async def test_the_view_comes_back_after_its_line_broke(people: Browser, session: Session, form: Page) -> None:
    assert form.url.endswith("/form")
    view = await (await people.new_context()).new_page()
    lines: asyncio.Queue[WebSocketRoute] = asyncio.Queue()

    def line(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        lines.put_nowait(socket)

    await view.route_web_socket(re.compile("/live/frames"), line)
    await view.goto(session["liveViewUrl"])
    await expect(view.locator("#state")).to_have_text("Live", timeout=_PATIENCE)
    await (await lines.get()).close(code=1011, reason="broken")
    await asyncio.wait_for(lines.get(), 60)
    await expect(view.locator("#state")).to_have_text("Live", timeout=_PATIENCE)
    await expect(view.locator("#message")).to_be_hidden(timeout=_PATIENCE)


@pytest.mark.parametrize("change", ["", "?token=guess"])
async def test_without_its_token_the_view_shows_nothing(people: Browser, session: Session, change: str) -> None:
    url = session["liveViewUrl"].partition("?")[0] + change
    view = await (await people.new_context()).new_page()
    answer = await view.goto(url)
    assert answer is not None
    assert answer.status == (404 if change else 401)
    if change:
        await expect(view.locator("#message")).to_contain_text("no such session", timeout=_PATIENCE)


async def test_a_client_that_is_given_an_http_address_finds_the_socket(
    playwright: Playwright, session: Session
) -> None:
    url = session["cdpUrl"].replace("ws://", "http://")
    remote = await playwright.chromium.connect_over_cdp(url, timeout=_PATIENCE)
    assert len(remote.contexts[0].pages) == 1


async def test_what_a_recorded_session_showed_can_be_played(
    api: httpx.AsyncClient, session: Session, form: Page
) -> None:
    assert form.url.endswith("/form")
    await api.delete(f"/v2/browser/{session['id']}")
    replay = (await api.get(f"/v2/browser/{session['id']}/replay")).json()
    # Pictures are taken seconds apart: of the form there may be none yet.
    shown = replay["pages"][-1]["playerUrl"]
    async with httpx.AsyncClient(timeout=100) as player:
        playlist = (await player.get(shown)).text
        base = shown.partition("playlist.m3u8")[0]
        names = [line for line in playlist.splitlines() if ".m4s" in line]
        pieces = [await player.get(base + name) for name in names]
    assert pieces
    # Every picture begins as JPEG does.
    assert all(b"\xff\xd8\xff" in piece.content for piece in pieces)


async def test_a_crawl_waits_at_a_login_until_somebody_passes_it_in_the_live_view(
    people: Browser, tmp_path: Path
) -> None:
    with (
        running_walled_site(PAGES, WALL) as walled,
        running_service(tmp_path, egress_allow=walled.url.removeprefix("http://")) as service,
    ):
        headers = {"authorization": f"Bearer {service.key}"}
        async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=100) as api:
            await pass_the_login(people, api, walled)


async def until(api: httpx.AsyncClient, job: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The status of a crawl, once it is so."""
    async with asyncio.timeout(_PATIENCE / 1000):
        while True:
            status: dict[str, Any] = (await api.get(f"/v2/crawl/{job}?limit={2 * PAGES}")).json()
            if is_so(status):
                return status


async def pass_the_login(people: Browser, api: httpx.AsyncClient, walled: Walled) -> None:
    profile = {"name": "weavers", "waitAtWalls": True}
    asked = {"url": walled.url, "limit": 2 * PAGES, "scrapeOptions": {"profile": profile}}
    job = (await api.post("/v2/crawl", json={**asked, "webhook": f"{walled.url}/hook"})).json()["id"]
    paused = await until(api, job, lambda status: "walls" in status)
    # A page before the wall waits too when one behind it was met first.
    assert paused["completed"] <= WALL
    [wall] = paused["walls"]
    assert (wall["host"], wall["verdict"]) == (walled.url.removeprefix("http://"), "login")
    assert int(wall["url"].rpartition("/")[2]) >= WALL
    assert "Pass it in the live view" in paused["warning"]
    assert paused["status"] == "scraping"

    session = (await api.post("/v2/browser", json={"ttl": 300, "profile": {"name": "weavers"}})).json()
    view = await opened_view(people, session["interactiveLiveViewUrl"], [])
    await view.get_by_label("Address").fill(wall["url"])
    await view.keyboard.press("Enter")
    await expect(view.locator("#title")).to_have_text("Log in", timeout=_PATIENCE)
    await view.locator("#screen").focus()
    for key in ("ada@example.org", "Tab", "analytical-engine", "Enter"):
        await (view.keyboard.press(key) if key in {"Tab", "Enter"} else view.keyboard.type(key))
    await expect(view.locator("#title")).to_have_text("Page 0", timeout=_PATIENCE)
    await api.delete(f"/v2/browser/{session['id']}")

    done = await until(api, job, lambda status: status["status"] == "completed")
    assert (done["completed"], "walls" in done, "warning" in done) == (PAGES + 1, False, False)
    assert set(walled.given) == set(range(1, PAGES + 1))
    errors = (await api.get(f"/v2/crawl/{job}/errors")).json()
    assert errors["errors"] == []
    [told] = [event for event in walled.events if event["type"] == "crawl.paused"]
    assert told["walls"] == [{name: wall[name] for name in ("host", "url", "verdict")}]
