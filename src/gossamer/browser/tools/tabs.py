"""The tabs of a session: which there are, which one is active, and the dialog that one has open."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import structlog

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused, Nothing
from gossamer.browser.contexts import Context, NewTab
from gossamer.browser.failures import PageCrashed
from gossamer.browser.page import OpenedDialog, Page
from gossamer.browser.tools.documents import TabDocuments
from gossamer.core.interaction import Dialog, Tab

_log = structlog.get_logger(__name__)

T = TypeVar("T")
OnTab = Callable[[Page], Awaitable[None]]


class _Info(msgspec.Struct, rename="camel"):
    target_id: str
    title: str = ""


class _Targets(msgspec.Struct, rename="camel"):
    target_infos: list[_Info]


class DialogOpened(Exception):
    """A dialog opened while something was done; the page stands still until it is answered."""

    def __init__(self, dialog: Dialog) -> None:
        super().__init__(dialog.message)
        self.dialog = dialog


class OpenTab:
    """One tab: its page, its documents and its dialog."""

    def __init__(self, page: Page, numbers: Iterator[int]) -> None:
        self.page = page
        self.documents = TabDocuments(page, numbers)
        self.dialog: Dialog | None = None
        self.title = ""
        # Dialogs of a kind that are answered with yes as they come, while the user's own step leaves the page.
        self.leaving = False
        self._handled: asyncio.Future[Dialog] | None = None

    def follow(self) -> None:
        """Hear of dialogs and frames from now on."""
        self.page.on_dialog = self._note_dialog
        self.page.session.on("Page.javascriptDialogClosed", Nothing, self._forget_dialog)
        self.documents.follow()

    def _note_dialog(self, event: OpenedDialog) -> None:
        if event.type == "beforeunload" and self.leaving:
            self.page.session.send("Page.handleJavaScriptDialog", accept=True)
            return
        self.dialog = Dialog(event.type, event.message, event.default_prompt)
        if self._handled is not None and not self._handled.done():
            self._handled.set_result(self.dialog)

    def _forget_dialog(self, _: Nothing) -> None:
        self.dialog = None

    async def answer(self, *, accept: bool, text: str | None) -> None:
        """Answer the dialog that is open."""
        more = {} if text is None else {"promptText": text}
        self.dialog = None
        await self.page.session.send("Page.handleJavaScriptDialog", accept=accept, **more)

    async def unless_asked(self, doing: Coroutine[Any, Any, T]) -> T:
        """Return the result of *doing*. Raises DialogOpened, and cancels *doing*, when a dialog opens or is open."""
        if self.dialog is not None:
            doing.close()
            raise DialogOpened(self.dialog)
        handled = self._handled = asyncio.get_running_loop().create_future()
        work = asyncio.create_task(doing)
        try:
            await asyncio.wait([work, handled], return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise DialogOpened(handled.result())
            return work.result()
        finally:
            handled.cancel()
            self._handled = None
            if not work.done():
                work.cancel()
                await asyncio.wait({work})


class Tabs:
    """The tabs of a context in order of opening; a new one becomes the active one."""

    def __init__(self, context: Context, first: Page, on_tab: OnTab | None) -> None:
        self._context = context
        self._on_tab = on_tab
        self._numbers = itertools.count(1)
        self._tabs = [OpenTab(first, self._numbers)]
        self._active = self._tabs[0]
        self._guarding: set[asyncio.Task[None]] = set()
        self._end: Callable[[], None] | None = None
        self.opened = 0

    def follow(self) -> None:
        """Hear of tabs that appear and go, from now on."""
        self._context.on_tab(self._add_tab)
        self._end = self._context.watch(lambda _: None, self._remove_tab)
        self._active.follow()

    async def close(self) -> None:
        """Hear no more of them."""
        if self._end is not None:
            self._end()
        for task in self._guarding:
            task.cancel()
        await asyncio.gather(*self._guarding, return_exceptions=True)

    def _add_tab(self, new: NewTab) -> None:
        session = self._active.page.session.connection.session(new.session_id)
        page = Page(session, new.target_id, looked_at=True)
        tab = OpenTab(page, self._numbers)
        tab.follow()
        for command in ("Page.enable", "Inspector.enable"):
            session.send(command)
        session.send("Network.enable", maxTotalBufferSize=0, maxResourceBufferSize=0)
        session.send("Emulation.setFocusEmulationEnabled", enabled=True)
        self._tabs.append(tab)
        self._active = tab
        self.opened += 1
        task = asyncio.create_task(self._guard_tab(page), name="session-tab")
        self._guarding.add(task)
        task.add_done_callback(self._guarding.discard)

    async def _guard_tab(self, page: Page) -> None:
        """Let a tab go on once it is guarded; one that cannot be is closed."""
        try:
            if self._on_tab is not None:
                await self._on_tab(page)
            await page.session.send("Runtime.runIfWaitingForDebugger")
        except (BrowserGone, CommandRefused) as error:
            _log.debug("session_tab_lost", reason=str(error))
            await self._shut(page)

    def _remove_tab(self, target_id: str) -> None:
        tab = next((tab for tab in self._tabs if tab.page.frame_id == target_id), None)
        if tab is None or len(self._tabs) == 1:
            return
        index = self._tabs.index(tab)
        self._tabs.remove(tab)
        if self._active is tab:
            self._active = self._tabs[max(0, index - 1)]

    def drop(self, tab: OpenTab) -> bool:
        """Do without a tab that is gone; False when it is not, or is the only one."""
        try:
            tab.page.check()
        except (BrowserGone, PageCrashed):
            self._remove_tab(tab.page.frame_id)
        return tab not in self._tabs

    @property
    def active(self) -> OpenTab:
        """Return the active one."""
        return self._active

    def __iter__(self) -> Iterator[OpenTab]:
        return iter(tuple(self._tabs))

    def __len__(self) -> int:
        return len(self._tabs)

    @property
    def pages(self) -> Sequence[Page]:
        """Return the pages in order."""
        return tuple(tab.page for tab in self._tabs)

    async def listed(self) -> tuple[Tab, ...]:
        """Return them for a snapshot, with the titles they have now."""
        if len(self._tabs) > 1:
            answer = await self._active.page.session.connection.browser.ask(_Targets, "Target.getTargets")
            titles = {target.target_id: target.title for target in answer.target_infos}
            for tab in self._tabs:
                tab.title = titles.get(tab.page.frame_id, tab.title)
        return tuple(Tab(index, tab.title, tab.page.url, tab is self._active) for index, tab in enumerate(self._tabs))

    async def switch(self, index: int) -> bool:
        """Make another tab the active one; False when there is no tab of this index."""
        if not 0 <= index < len(self._tabs):
            return False
        self._active = self._tabs[index]
        with suppress(CommandRefused):
            await self._active.page.session.send("Page.bringToFront")
        return True

    async def shut(self, index: int) -> bool:
        """Close a tab; False when there is no tab of this index, or it is the last one."""
        if not 0 <= index < len(self._tabs) or len(self._tabs) == 1:
            return False
        page = self._tabs[index].page
        self._remove_tab(page.frame_id)
        await self._shut(page)
        return True

    async def _shut(self, page: Page) -> None:
        self._remove_tab(page.frame_id)
        await self._context.close_tab(page)
