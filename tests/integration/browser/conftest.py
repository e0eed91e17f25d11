"""A browser that renders a loopback site."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import TestSite, serving

Ask = Callable[..., FetchRequest]


@pytest.fixture
async def site() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@pytest.fixture
def options(tmp_path: Path) -> BrowserOptions:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    return BrowserOptions(home=tmp_path / "browsers")


@pytest.fixture
async def browser(options: BrowserOptions) -> AsyncIterator[Browser]:
    async with Browser(options, ManualClock()) as browser:
        yield browser


@pytest.fixture
def ask(site: TestSite) -> Ask:
    """Return a maker of requests for a path of the site, with 30 seconds unless *seconds* says otherwise."""

    def make(path: str, *, seconds: float = 30, **options: Any) -> FetchRequest:
        url = path if path.startswith("http") else site.url(path)
        return FetchRequest(url=web_url(url), deadline=Deadline.after(timedelta(seconds=seconds)), **options)

    return make
