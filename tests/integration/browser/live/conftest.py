"""Sessions in one Chromium for all tests of a module, on a loopback site."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.live import LiveBrowserPool, OpenSession
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchRequest
from gossamer.core.sessions import Opening
from gossamer.core.urls import web_url
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import TestSite, serving

Open = Callable[..., Awaitable[OpenSession]]


def soon() -> Deadline:
    return Deadline.after(timedelta(seconds=60))


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> BrowserOptions:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    home: Path = tmp_path_factory.mktemp("live")
    return BrowserOptions(home=home / "browsers")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(options: BrowserOptions, clock: ManualClock) -> AsyncIterator[Browser]:
    async with Browser(options, clock) as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def pool(browser: Browser, options: BrowserOptions, clock: ManualClock) -> LiveBrowserPool:
    return LiveBrowserPool(browser, options, clock)


@pytest_asyncio.fixture(loop_scope="module")
async def visit(pool: LiveBrowserPool, site: TestSite) -> AsyncIterator[Open]:
    """Opens a session at a path of the site, or an empty one; all are closed in the end."""
    opened: list[OpenSession] = []

    async def visit(path: str | None = None, **options: Any) -> OpenSession:
        chosen = {name: options.pop(name, None) for name in ("permits", "state")}
        recorded = options.pop("recorded", False)
        url = None if path is None else web_url(path if path.startswith("http") else site.url(path))
        session = await pool.open(Opening(url=url, **options), deadline=soon(), recorded=recorded, **chosen)
        opened.append(session)
        return session

    yield visit
    for session in opened:
        await session.close()


def asked(site: TestSite, path: str, **options: Any) -> FetchRequest:
    return FetchRequest(url=web_url(site.url(path)), deadline=soon(), **options)


async def evaluated(session: OpenSession, script: str) -> Any:
    return await session.page.evaluate(script, deadline=soon())
