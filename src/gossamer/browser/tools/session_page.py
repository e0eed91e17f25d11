"""The tabs of a session as a page that is seen and used."""

from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

from gossamer.browser.actions.scripts import Thrown, Unreturnable, run_script
from gossamer.browser.capture import screenshot
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.failures import PageCrashed
from gossamer.browser.navigation import arrival
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.running_browser import RunningBrowser
from gossamer.browser.snapshot import html_of
from gossamer.browser.tools.documents import DocumentGone
from gossamer.browser.tools.page_tree import look
from gossamer.browser.tools.performer import Performer, unanswered
from gossamer.browser.tools.tabs import DialogOpened, OnTab, OpenTab, Tabs
from gossamer.browser.tools.uploads import SessionUploads
from gossamer.browser.tools.waits import rest
from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import SessionLost, StepFailed
from gossamer.core.formats import Viewport
from gossamer.core.interaction import Dialog, Node, Snapshot, Step, StepResult
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl
from gossamer.ports.clock import Clock

T = TypeVar("T")

_ATTEMPTS = 5
_EMPTY = Node(ref="f0e0", role="document")
_LOST = "The browser session has been destroyed: its page or its browser is gone."


class SessionPage:
    """The tabs of one browser context. *on_tab* is awaited for each new tab while it is held, before it loads anything.

    It must send what the tab needs and not wait for replies: a tab that is held gives none.
    """

    def __init__(
        self,
        browser: RunningBrowser,
        context_id: str,
        first: Page,
        *,
        options: BrowserOptions,
        clock: Clock,
        on_tab: OnTab | None = None,
    ) -> None:
        self._options = options
        self._clock = clock
        self._tabs = Tabs(browser.contexts[context_id], first, on_tab)
        self._uploads = SessionUploads(browser.profile_dir.folder if browser.profile_dir is not None else None)
        self._performer = Performer(self._tabs, self._uploads, options)
        self._seen = Snapshot(url=first.url, title="", root=_EMPTY)

    async def start(self) -> None:
        """Begin to follow its tabs."""
        self._tabs.follow()
        session = self._tabs.active.page.session
        session.send("Page.enable")
        await session.send("Emulation.setFocusEmulationEnabled", enabled=True)

    async def close(self) -> None:
        """Let go of what it holds beside the pages, which go with their context."""
        await self._tabs.close()
        await self._uploads.clear()

    @property
    def active(self) -> Page:
        """Return the active tab's page."""
        return self._tabs.active.page

    @property
    def tabs(self) -> Sequence[Page]:
        """Return the pages of all tabs in order of opening."""
        return self._tabs.pages

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that the active tab has open; see the port."""
        return self._tabs.active.dialog

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        """Return a snapshot of the active tab; see the port."""
        async with deadline.guard(), _failures():
            while True:
                tab = self._tabs.active
                try:
                    self._seen = await tab.unless_asked(self._look(tab, deadline))
                except DialogOpened as question:
                    return replace(self._seen, dialog=question.dialog, tabs=await self._tabs.listed())
                except (BrowserGone, PageCrashed):
                    if not self._tabs.drop(tab):
                        raise
                else:
                    return self._seen

    async def _look(self, tab: OpenTab, deadline: Deadline) -> Snapshot:
        for _ in range(_ATTEMPTS):
            await rest(tab.page, deadline, watched=0)
            documents = tab.page.documents
            try:
                view = await look(tab.documents)
            except DocumentGone:
                await tab.page.until(lambda: tab.page.documents > documents, 0.2)  # noqa: B023
                continue
            tab.title = view.title
            return Snapshot(
                url=tab.page.url,
                title=view.title,
                root=view.root,
                tabs=await self._tabs.listed(),
                selection=view.selection,
                scroll=view.scroll,
                extent=view.extent,
                viewport=view.viewport,
                complete=not view.cut,
            )
        raise StepFailed("The page kept navigating and could not be read.")

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        """Do a step; see the port."""
        async with deadline.guard(), _failures():
            return await self._performer.perform(step, deadline)

    async def page(self, *, deadline: Deadline) -> FetchedPage:
        """Return the active tab as a rendered page; see the port."""
        async with deadline.guard(), _failures():
            tab = self._tabs.active
            return await _unless_asked(tab, self._fetch_page(tab.page, deadline))

    async def _fetch_page(self, page: Page, deadline: Deadline) -> FetchedPage:
        await rest(page, deadline, watched=0)
        html = await html_of(page, self._options.dom_limit)
        shown = await arrival(page, self._options.egress)
        return FetchedPage(
            url=WebUrl(shown.url),
            status=shown.status,
            headers=shown.headers,
            body=html.encode("utf-8", "replace"),
            fetched_at=self._clock.now(),
            fetcher="browser",
            rendered=True,
            charset="utf-8",
        )

    async def screenshot(
        self,
        *,
        deadline: Deadline,
        full_page: bool = False,
        quality: int | None = None,
        viewport: Viewport | None = None,
    ) -> Captured:
        """Return a picture of the active tab; see the port."""
        async with deadline.guard(), _failures():
            tab = self._tabs.active
            shot = screenshot(tab.page, deadline, full_page=full_page, quality=quality, viewport=viewport)
            return await _unless_asked(tab, shot)

    async def evaluate(self, script: str, *, deadline: Deadline) -> object:
        """Run the caller's JavaScript in the page's own world; see the port."""
        async with deadline.guard(), _failures():
            tab = self._tabs.active
            try:
                returned = await _unless_asked(tab, run_script(tab.page, script))
            except Thrown as error:
                raise StepFailed(f"The script threw {error}") from error
            except Unreturnable as error:
                raise StepFailed(f"The script ended, but {error}") from error
            return returned.value


async def _unless_asked(tab: OpenTab, doing: Coroutine[Any, Any, T]) -> T:
    try:
        return await tab.unless_asked(doing)
    except DialogOpened as question:
        raise unanswered(question.dialog) from question


@asynccontextmanager
async def _failures() -> AsyncIterator[None]:
    """Name what became of the page where a command only knows that it got no answer."""
    try:
        yield
    except (BrowserGone, PageCrashed) as error:
        raise SessionLost(_LOST) from error
    except (CommandRefused, ScriptFailed, DocumentGone) as error:
        raise StepFailed("The page was closed while it was used; look at it again.") from error
