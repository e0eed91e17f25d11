"""A team admin restricts a key in a Chromium; another process of the service obeys. One service for all of it."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from gossamer.browser import Installed, find_chromium
from gossamer.testing.site import Site, running_site
from tests.clients.service import Service, running_service
from tests.integration.dashboard.world import ADMIN, MEMBER, PASSWORD

pytestmark = pytest.mark.browser

_EFFECTIVE_SECONDS = 60


@contextmanager
def replica(home: Path, site: Site) -> Iterator[str]:
    """Run one more process on the database in *home*; gives its address."""
    environment = {
        **os.environ,
        "GOSSAMER_HOME": str(home / "data"),
        "GOSSAMER_EGRESS_ALLOW": site.host,
        "PYTHONPATH": str(Path.cwd()),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.integration.dashboard.replica"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        assert process.wait(30) == 0


async def _open(browser: Browser, service: Service, problems: list[str]) -> Page:
    """Return a page in a context of its own; what its console complains of goes into *problems*."""
    page = await (await browser.new_context(base_url=service.url)).new_page()
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    return page


async def _set_up(page: Page, key: str) -> None:
    await page.goto("/dashboard")
    await page.get_by_label("Your name").fill("Ada Lovelace")
    await page.get_by_label("E-mail").fill(ADMIN)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_label("Proof").fill(key)
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_text("Gossamer is set up")).to_be_visible()


async def _new_key(page: Page, name: str) -> str:
    await page.goto("/dashboard/keys")
    await page.get_by_role("link", name="New key").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Name").fill(name)
    await dialog.get_by_role("button", name="Create key").click()
    secret = await dialog.get_by_label("The API key").text_content()
    await dialog.get_by_role("link", name="Done").click()
    assert secret is not None
    return secret.strip()


async def _invitation(page: Page) -> str:
    await page.goto("/dashboard/settings")
    await page.get_by_role("link", name="Invite").click()
    await page.get_by_role("button", name="Make link").click()
    link = await page.get_by_label("The invitation's link").text_content()
    assert link is not None
    return link.strip()


async def _restrict(page: Page, name: str) -> None:
    """Go the way an admin goes: menu, dialog, save."""
    await page.goto("/dashboard/keys")
    await page.get_by_role("button", name=f"Menu of {name}").click()
    await page.get_by_role("link", name="Restrictions").click()
    dialog = page.get_by_role("dialog", name="Restrictions of")
    await expect(dialog).to_be_visible()
    await dialog.get_by_label("markdown", exact=True).check()
    await dialog.get_by_role("button", name="Save restrictions").click()
    await expect(page.get_by_text("Restrictions were saved")).to_be_visible()


async def _scrape(api: str, key: str, site: Site) -> httpx.Response:
    body = {"url": f"http://{site.host}/article", "formats": ["rawHtml"]}
    async with httpx.AsyncClient(timeout=30) as client:
        return await client.post(f"{api}/v2/scrape", json=body, headers={"authorization": f"Bearer {key}"})


async def _refused(api: str, key: str, site: Site) -> httpx.Response:
    """Return the first answer that is no success, or the last within the time that people are told."""
    give_up = time.monotonic() + _EFFECTIVE_SECONDS
    answer = await _scrape(api, key, site)
    while answer.status_code == 200 and time.monotonic() < give_up:
        # Another process tells nobody when it reads the key again.
        await asyncio.sleep(0.25)
        answer = await _scrape(api, key, site)
    return answer


async def test_a_restriction_saved_in_the_dashboard_binds_another_process(tmp_path: Path) -> None:
    chromium = find_chromium(None)
    if not isinstance(chromium, Installed):
        pytest.skip("no Chromium is installed")
    problems: list[str] = []
    with (
        running_site() as site,
        running_service(tmp_path, egress_allow=site.host) as service,
        replica(tmp_path, site) as other,
    ):
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium.path, args=["--no-sandbox"])
            admin = await _open(browser, service, problems)
            await _set_up(admin, service.key)
            key = await _new_key(admin, "Nightly crawl")
            invitation = await _invitation(admin)

            # The other process knows the key as it was.
            assert (await _scrape(other, key, site)).status_code == 200
            await _restrict(admin, "Nightly crawl")
            row = admin.get_by_role("row").filter(has_text="Nightly crawl")
            await expect(row.get_by_text("Restricted", exact=True)).to_be_visible()
            assert (await _scrape(service.url, key, site)).status_code == 403

            member = await _open(browser, service, problems)
            await member.goto(invitation)
            await member.get_by_label("E-mail").fill(MEMBER)
            await member.get_by_label("Your name").fill("Max Newman")
            await member.get_by_label("Password").fill(PASSWORD)
            await member.get_by_role("button", name="Join the team").click()
            await member.goto("/dashboard/keys")
            await expect(member.get_by_text("Nightly crawl")).to_be_visible()
            await expect(member.get_by_role("button", name="Menu of")).to_have_count(0)
            await expect(member.get_by_text("Restricted")).to_have_count(0)
            path = await _path_of_restrictions(admin)
            token = await member.locator('input[name="csrf"]').first.input_value()
            origin = {"origin": service.url}
            posted = await member.request.post(path, form={"csrf": token, "format": "rawHtml"}, headers=origin)
            assert (posted.status, (await member.request.get(path)).status) == (403, 403)
            await browser.close()

        refused = await _refused(other, key, site)
        assert refused.status_code == 403
        assert "restricted to the following formats: markdown" in refused.json()["error"]
    # Nothing was blocked by our own policy, and no script broke.
    assert problems == []


async def _path_of_restrictions(admin: Page) -> str:
    row = admin.get_by_role("row").filter(has_text="Nightly crawl")
    path = await row.get_by_role("link", name="Restrictions", include_hidden=True).get_attribute("href")
    assert path is not None
    return path
