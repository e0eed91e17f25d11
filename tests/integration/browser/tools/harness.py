"""A session's page on any address, without the rest of the service."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from gossamer.browser.launcher import Starter
from gossamer.browser.options import BrowserOptions
from gossamer.browser.running_browser import RunningBrowser
from gossamer.browser.tools import SessionPage
from gossamer.browser.tools.tabs import OnTab
from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import GoTo
from gossamer.testing.clock import ManualClock


def soon(seconds: float = 60) -> Deadline:
    """Return a deadline that a machine that stands still for a while does not miss."""
    return Deadline.after(timedelta(seconds=seconds))


@asynccontextmanager
async def running() -> AsyncIterator[RunningBrowser]:
    """Run a browser whose connections are direct: loopback is open to it."""
    with tempfile.TemporaryDirectory(prefix="gossamer-tools-") as home:
        browser = await Starter(BrowserOptions(home=Path(home))).start()
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def opened(
    url: str, browser: RunningBrowser | None = None, on_tab: OnTab | None = None
) -> AsyncIterator[SessionPage]:
    """Open a session's page on *url*, in *browser* or in one of its own."""
    if browser is None:
        async with running() as own, opened(url, own, on_tab) as page:
            yield page
        return
    options = BrowserOptions(home=browser.profile_dir.folder if browser.profile_dir else Path())
    async with browser.open_context(looked_at=True) as context:
        first = context.first
        first.session.send("Page.enable")
        first.session.send("Inspector.enable")
        first.session.send("Network.enable")
        page = SessionPage(browser, context.id, first, options=options, clock=ManualClock(), on_tab=on_tab)
        await page.start()
        try:
            await page.perform(GoTo(url), deadline=soon())
            yield page
        finally:
            await page.close()
