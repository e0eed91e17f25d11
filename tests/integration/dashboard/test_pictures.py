"""Every page at the width of a desk and of a phone, in light and dark, as pictures to be looked at.

`pytest -m slow tests/integration/dashboard/test_pictures.py --basetemp=/tmp/pictures` leaves them in that folder.
What a machine can see is checked: nothing is wider than the window, and the browser complains of nothing.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, async_playwright

from gossamer.browser import Installed, find_chromium
from gossamer.dashboard.pages import routes
from gossamer.testing.site import running_site
from tests.clients.service import Service, running_service
from tests.integration.dashboard.world import ADMIN, PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_WIDTHS = {1280: 900, 375: 812}
_BEFORE = ("/dashboard/setup", "/dashboard/sign-in")


def _pages(key_id: str) -> Iterator[str]:
    for route in routes():
        path = route.path.replace("{key_id}", key_id)
        # A file, as of figures, is no page.
        if route.method == "GET" and not {"{", "."} & {*path} and path not in _BEFORE:
            yield path


@asynccontextmanager
async def _chromium(base: str, problems: list[str]) -> AsyncIterator[Page]:
    chromium = find_chromium(None)
    if not isinstance(chromium, Installed):
        pytest.skip("no Chromium is installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.path, args=["--no-sandbox"])
        page = await (await browser.new_context(base_url=base)).new_page()
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        yield page
        await browser.close()


async def _picture(page: Page, folder: Path, name: str) -> None:
    for width, height in _WIDTHS.items():
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            # Colours change by a transition, which a picture would catch half-way.
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"


async def _sign_up(page: Page, key: str) -> None:
    await page.get_by_label("Your name").fill("Ada Lovelace")
    await page.get_by_label("E-mail").fill(ADMIN)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_label("Proof").fill(key)
    await page.get_by_role("button", name="Create account").click()
    await page.get_by_text("Gossamer is set up").wait_for()


async def _make_keys(page: Page) -> str:
    """Make keys with names to look at, one of them restricted; returns its id."""
    for name in ("Nightly crawl", "Search index of the documentation"):
        await page.goto("/dashboard/keys/new")
        await page.get_by_label("Name").fill(name)
        await page.get_by_role("button", name="Create key").click()
        await page.get_by_label("The API key").wait_for()
    await page.goto("/dashboard/keys")
    row = page.get_by_role("row").filter(has_text="Nightly crawl")
    link = await row.get_by_role("link", name="Restrictions", include_hidden=True).get_attribute("href")
    assert link is not None
    await page.goto(link)
    await page.get_by_label("markdown", exact=True).check()
    await page.get_by_label("crawl", exact=True).check()
    await page.get_by_role("button", name="Save restrictions").click()
    await page.get_by_text("Restrictions were saved").wait_for()
    return link.split("/")[-2]


async def _work(service: Service, host: str) -> None:
    """Give overview, usage and activity something to tell."""
    headers = {"authorization": f"Bearer {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=60) as api:
        for path in ("/article", "/missing-page"):
            await api.post("/v2/scrape", json={"url": f"http://{host}{path}"})
        await api.post("/v2/crawl", json={"url": f"http://{host}/", "limit": 5})


async def test_every_page_fits_its_window_in_light_and_dark(tmp_path: Path) -> None:
    problems: list[str] = []
    pictures = tmp_path / "pictures"
    with running_site() as site, running_service(tmp_path, egress_allow=site.host) as service:
        await _work(service, site.host)
        async with _chromium(service.url, problems) as page:
            await page.goto("/dashboard/setup")
            await _picture(page, pictures, "setup")
            await _sign_up(page, service.key)
            for path in _pages(await _make_keys(page)):
                await page.goto(path)
                name = re.sub(r"\W+", "-", path.removeprefix("/dashboard")).strip("-")
                await _picture(page, pictures, name or "overview")
            await _open_ones(page, pictures)
            await page.goto("/docs")
            await page.locator("table").first.wait_for()
            await _picture(page, pictures, "reference")
            await page.context.clear_cookies()
            await page.goto("/dashboard/sign-in")
            await _picture(page, pictures, "sign-in")
    assert problems == []


async def _open_ones(page: Page, pictures: Path) -> None:
    """Show what opens on a page: navigation, menu and dialog."""
    await page.goto("/dashboard/keys")
    await page.set_viewport_size({"width": 1280, "height": 900})
    await page.get_by_role("button", name="Menu of Nightly crawl").click()
    await _picture(page, pictures, "keys-menu")
    await page.set_viewport_size({"width": 1280, "height": 900})
    await page.get_by_role("link", name="Restrictions").click()
    await page.get_by_role("dialog").get_by_text("Formats", exact=True).wait_for()
    await _picture(page, pictures, "keys-dialog")
    await page.goto("/dashboard/keys")
    await page.set_viewport_size({"width": 375, "height": 812})
    await page.get_by_role("button", name="Navigation").click()
    await page.screenshot(path=pictures / "navigation-375.png")
