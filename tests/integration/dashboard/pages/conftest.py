"""One service for all tests of pages about work; each test has a team of its own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from gossamer.browser import find_chromium
from gossamer.browser.executable import Installed
from gossamer.testing.site import running_site
from tests.clients.service import running_service
from tests.integration.dashboard.pages.deployment import ADMIN_TOKEN, Deployment, Team, hostile_site

# Five seconds are not enough for a page that a machine with other work has to draw.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="package")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    home = tmp_path_factory.mktemp("dashboard")
    env = {"GOSSAMER_ADMIN_TOKEN": ADMIN_TOKEN}
    with (
        running_site() as site,
        hostile_site() as hostile,
        running_service(home, egress_allow="127.0.0.1", env=env) as service,
        httpx.Client(base_url=service.url, timeout=60) as http,
    ):
        made = Deployment(service, site, hostile, http)
        yield made
        for client in made.people:
            client.close()


@pytest.fixture
def team(deployment: Deployment) -> Team:
    made = deployment.team()
    made.admin = deployment.regular(made)
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One for all tests of a module, which is marked `one_loop`; each has a context of its own."""
    found = find_chromium()
    if not isinstance(found, Installed):
        pytest.skip("no Chromium here")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(found.path), args=["--no-sandbox"])
        yield browser
        await browser.close()


def _is_complaint(message: ConsoleMessage) -> bool:
    """Return whether *message* is an error; a page that is left while it asks for news gives up asking."""
    return message.type == "error" and not message.text.startswith(("htmx:sendAbort", "htmx:afterRequest"))


@pytest_asyncio.fixture(loop_scope="module")
async def page(chromium: Browser, deployment: Deployment, team: Team) -> AsyncIterator[Page]:
    """A page of the team's admin; whatever it complains about fails the test."""
    async with AsyncExitStack() as stack:
        context = await chromium.new_context(base_url=deployment.service.url)
        stack.push_async_callback(context.close)
        await context.add_cookies(team.admin.cookies)  # type: ignore[arg-type]
        page = await context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
        yield page
        assert complaints == []
