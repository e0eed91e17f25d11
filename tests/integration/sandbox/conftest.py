"""Sessions on a loopback site, and a runner of code; as the service has them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.live import LiveBrowserPool
from gossamer.core.deadlines import Deadline
from gossamer.core.sessions import Code, CodeOutcome, Language, Opening
from gossamer.core.urls import web_url
from gossamer.ports.live_pages import LiveSession
from gossamer.sandbox import BubblewrapRunner
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import TestSite, serving
from tests.sandboxes import confining_runner

Run = Callable[..., Awaitable[CodeOutcome]]


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> BubblewrapRunner:
    return confining_runner(tmp_path_factory.mktemp("home"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def live(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveBrowserPool]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    options = BrowserOptions(home=Path(tmp_path_factory.mktemp("browsers")))
    async with Browser(options, ManualClock()) as browser:
        yield LiveBrowserPool(browser, options, ManualClock())


@asynccontextmanager
async def opened(live: LiveBrowserPool, site: TestSite) -> AsyncIterator[LiveSession]:
    deadline = Deadline.after(timedelta(seconds=60))
    session = await live.open(Opening(url=web_url(site.url("/form"))), deadline=deadline, permits=None, state=None)
    try:
        yield session
    finally:
        await session.close()


@pytest_asyncio.fixture(loop_scope="module")
async def session(live: LiveBrowserPool, site: TestSite) -> AsyncIterator[LiveSession]:
    async with opened(live, site) as session:
        yield session


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def standing(live: LiveBrowserPool, site: TestSite) -> AsyncIterator[LiveSession]:
    """A session for code that leaves its page alone."""
    async with opened(live, site) as session:
        yield session


def running_in(runner: BubblewrapRunner, session: LiveSession) -> Run:
    async def run(language: Language, text: str, seconds: float = 60) -> CodeOutcome:
        return await runner.run(Code(text, language, seconds), session, session_id="the-session")

    return run


@pytest.fixture
def run(runner: BubblewrapRunner, session: LiveSession) -> Run:
    """Return what runs code in a language, with a minute unless *seconds* says otherwise."""
    return running_in(runner, session)


@pytest.fixture(scope="module")
def run_anywhere(runner: BubblewrapRunner, standing: LiveSession) -> Run:
    return running_in(runner, standing)
