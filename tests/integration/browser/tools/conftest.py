"""One browser and one site for all tests of the page tools."""

from collections.abc import AsyncIterator

import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from tests.integration.browser.tools.harness import running
from tests.integration.browser.tools.site import ToolSite, serving


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def chromium() -> AsyncIterator[RunningBrowser]:
    async with running() as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def pages() -> AsyncIterator[ToolSite]:
    async with serving() as site:
        yield site
