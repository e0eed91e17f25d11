"""Browser contexts, and the tabs that appear in them.

Chromium is asked once to hold every new page before it loads anything. Those that we opened go on
at once. What a page opened itself is shut again, unless somebody listens to its context: a session's
tabs are guarded before they run. While such a page is held it answers nothing, and so does the page
that opened it, for they share a renderer.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import msgspec
import structlog

from gossamer.browser.cdp.connection import Connection, TargetSession
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.emulation import DESKTOP
from gossamer.browser.page import Page

_log = structlog.get_logger(__name__)

# Disposing of a context takes some 10 ms. When it takes this long, its renderers are killed; when it takes as much
# longer, its owner stops waiting.
_DISPOSAL = 0.7
# A context whose renderers are dead for so many seconds and which is still there will not go: its browser is drained.
_STUCK = 10.0
# A browser that does not say its version in this time, while a context in it is stuck, is dead for all others as well.
_ANSWER = 10.0
# More tabs than anybody looks at; beyond them a page that opens windows is shut up.
_TABS = 30
_REFUSALS = 15
# Refused pages that may stay empty, and how long they are given to come to rest before their context goes, in seconds.
_EMPTY_TABS = 30
_REST = 0.5
# Each window costs some 20 ms. Where none is wanted, after the first they are blocked before they are made.
_NO_WINDOWS = "window.open = () => null"


@dataclass(frozen=True, slots=True)
class NewTab:
    """A page that appeared: the session we have with it, and the page that opened it, "" when none did."""

    session_id: str
    target_id: str
    opener_id: str = ""
    url: str = ""


class _ContextMade(msgspec.Struct, rename="camel"):
    browser_context_id: str


class _ContextTarget(msgspec.Struct, rename="camel"):
    target_id: str


class _ContextInfo(msgspec.Struct, rename="camel"):
    target_id: str
    type: str = "page"
    url: str = ""
    opener_id: str = ""
    browser_context_id: str = ""


class _Attached(msgspec.Struct, rename="camel"):
    session_id: str
    target_info: _ContextInfo
    waiting_for_debugger: bool = False


class _ContextPaused(msgspec.Struct, rename="camel"):
    request_id: str


class _Detached(msgspec.Struct, rename="camel"):
    session_id: str


class Context:
    """One browser context, made by `BrowserContexts`. Nothing of one is seen in another: cookies, storage, cache.

    *kept* says that it outlives the block that opened it, *in_session* that it is somebody's session, *refused*
    how many pages were closed because nobody wanted them.
    """

    def __init__(self, contexts: "BrowserContexts") -> None:
        self.id = ""
        self.kept = False
        self.in_session = False
        self._contexts = contexts
        self._root = contexts.connection.browser
        self._creating: asyncio.Future[msgspec.Raw] | None = None
        self._disposal: asyncio.Task[None] | None = None
        self._first: Page | None = None
        self._tabs: dict[str, NewTab] = {}
        self._opening = 0
        self._unclaimed: dict[str, NewTab] = {}
        self.refused = 0
        self._refused: dict[str, TargetSession] = {}
        self._listener: Callable[[NewTab], None] | None = None
        self._watchers: list[tuple[Callable[[NewTab], None], Callable[[str], None]]] = []

    @property
    def first(self) -> Page:
        """Return the page that it was opened with."""
        if self._first is None:
            raise BrowserGone("the page was never opened")
        return self._first

    @property
    def tabs(self) -> Mapping[str, NewTab]:
        """Return its tabs by target id, in order of opening, without hidden ones."""
        return MappingProxyType(self._tabs)

    async def open(self, *, looked_at: bool) -> Page:
        """Make it, with one empty page in it."""
        self._creating = self._root.send("Target.createBrowserContext", disposeOnDetach=True, **self._contexts.proxied)
        # Shielded: a cancelled reply would leave a context whose name we never learn.
        reply = msgspec.json.decode(await asyncio.shield(self._creating), type=_ContextMade)
        self.id = reply.browser_context_id
        self._root.send("Browser.setDownloadBehavior", behavior="deny", browserContextId=self.id)
        tab = await self._open_tab()
        self._tabs[tab.target_id] = tab
        self._first = self._page_of(tab, looked_at=looked_at)
        return self._first

    def renew_first(self, *, looked_at: bool) -> Page:
        """Return its first page for another document, as if nothing had been shown in it."""
        self._first = Page(self.first.session, self.first.frame_id, looked_at=looked_at)
        return self._first

    async def open_hidden(self) -> Page:
        """Open another empty page without an event."""
        return self._page_of(await self._open_tab(), looked_at=False)

    async def close_tab(self, page: Page) -> None:
        """Close a page of it."""
        page.session.forget()
        with suppress(CommandRefused, BrowserGone):
            await self._root.send("Target.closeTarget", targetId=page.frame_id)

    def keep(self) -> None:
        """Let it outlive its opener; the new owner disposes of it."""
        self.kept = True

    def on_tab(self, listener: Callable[[NewTab], None]) -> None:
        """Call *listener* with each tab that appears, however it was opened, while it is held.

        The listener sends the tab's set-up commands, then `Runtime.runIfWaitingForDebugger`. It must not
        wait for replies in between.
        """
        self._listener = listener

    def watch(self, appeared: Callable[[NewTab], None], gone: Callable[[str], None]) -> Callable[[], None]:
        """Tell also of tabs that appeared and, by target id, of those that went; return how to end that."""
        watcher = (appeared, gone)
        self._watchers.append(watcher)

        def end() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return end

    def attached(self, tab: NewTab) -> None:
        """Take a page that is held."""
        if self._opening and not tab.opener_id:
            # Chromium tells of a page before it replies to the command that opened it.
            self._unclaimed[tab.target_id] = tab
        else:
            self._announce(tab)

    def detached(self, session_id: str) -> None:
        """Note that a page is gone, and tell it so: Chromium does not when it is closed with its context."""
        self._forget_refused(session_id)
        for tab in [tab for tab in self._tabs.values() if tab.session_id == session_id]:
            del self._tabs[tab.target_id]
            session = self._contexts.connection.session(session_id)
            session.dispatch("Inspector.detached", msgspec.Raw(b"{}"))
            session.forget()
            for _, on_gone in tuple(self._watchers):
                on_gone(tab.target_id)

    async def _open_tab(self) -> NewTab:
        self._opening += 1
        try:
            target = await self._root.ask(
                _ContextTarget,
                "Target.createTarget",
                url="about:blank",
                browserContextId=self.id,
                width=DESKTOP.width,
                height=DESKTOP.height,
            )
            tab = self._unclaimed.pop(target.target_id, None)
        finally:
            self._opening -= 1
            self._announce_unclaimed()
        if tab is None:
            raise BrowserGone("the browser opened a page and did not say so")
        return tab

    def _announce_unclaimed(self) -> None:
        if self._opening:
            return
        unclaimed, self._unclaimed = self._unclaimed, {}
        for tab in unclaimed.values():
            self._announce(tab)

    def _page_of(self, tab: NewTab, *, looked_at: bool) -> Page:
        session = self._contexts.connection.session(tab.session_id)
        session.send("Runtime.runIfWaitingForDebugger")
        return Page(session, tab.target_id, looked_at=looked_at)

    def _announce(self, tab: NewTab) -> None:
        if self._listener is None or len(self._tabs) >= _TABS:
            self._refuse(tab)
            return
        self._tabs[tab.target_id] = tab
        self._listener(tab)
        for appeared, _ in tuple(self._watchers):
            appeared(tab)

    def _refuse(self, tab: NewTab) -> None:
        """Close a page that nobody wants before it loads anything. Its opener stands still until it is let go.

        One that asks for nothing stays, empty: its opener may send it somewhere at any time, and a request that is
        paused when its page is closed goes out after all.
        """
        session = self._contexts.connection.session(tab.session_id)

        def fail(event: _ContextPaused) -> None:
            session.send("Fetch.failRequest", requestId=event.request_id, errorReason="Aborted")
            self._root.send("Target.closeTarget", targetId=tab.target_id)

        session.on("Fetch.requestPaused", _ContextPaused, fail)
        session.send("Fetch.enable")
        session.send("Runtime.runIfWaitingForDebugger")
        self._refused[tab.target_id] = session
        if len(self._refused) > _EMPTY_TABS:
            self._root.send("Target.closeTarget", targetId=next(iter(self._refused)))
        self.refused += 1
        if self._first is not None:
            self._discourage(self._first)

    def _forget_refused(self, session_id: str) -> None:
        for target_id in [target for target, session in self._refused.items() if session.id == session_id]:
            self._refused.pop(target_id).forget()

    def _discourage(self, page: Page) -> None:
        """Make it cheaper, or impossible, for *page* to open further windows."""
        if self._listener is not None:
            if self.refused == _REFUSALS:
                page.freeze()
        elif self.refused == 1:
            page.session.send("Page.addScriptToEvaluateOnNewDocument", source=_NO_WINDOWS)
            page.session.send("Runtime.evaluate", expression=_NO_WINDOWS)

    async def dispose(self) -> None:
        """Remove it with all its pages, once; a second cancellation does not stop this.

        Returns when it is gone. One that stays although its renderers were killed is removed in the background: it
        counts as open until then, and when it will not go its browser is drained.
        """
        self._listener = None
        if self._creating is None:
            self._contexts.forget(self)
            return
        if self._disposal is None:
            self._disposal = self._contexts.in_background(self._dispose_context())
        # Waiting for a task does not cancel it.
        try:
            await asyncio.wait([self._disposal], timeout=2 * _DISPOSAL)
        except asyncio.CancelledError:
            await asyncio.wait([self._disposal], timeout=2 * _DISPOSAL)
            raise

    async def _dispose_context(self) -> None:
        try:
            await self._calm()
            if self._first is not None:
                self._first.session.forget()
            await self._remove()
        finally:
            for session in self._refused.values():
                session.forget()
            self._contexts.forget(self)

    async def _calm(self) -> None:
        """Let nobody send refused pages anywhere any more, and have what they asked for until now refused."""
        if not self._refused or self._first is None:
            return
        self._first.session.send("Emulation.setScriptExecutionDisabled", value=True)
        with suppress(TimeoutError, BrowserGone, CommandRefused):
            async with asyncio.timeout(_REST):
                for session in tuple(self._refused.values()):
                    await session.send("Page.getFrameTree")

    async def _remove(self) -> None:
        if self._creating is None or not self._contexts.connection.alive:
            return
        removing = asyncio.create_task(self._remove_context(self._creating), name="browser-context-removal")
        await asyncio.wait([removing], timeout=_DISPOSAL)
        if not removing.done():
            self._kill_renderers()
            await asyncio.wait([removing], timeout=_STUCK)
        if not removing.done():
            removing.cancel()
            await self._contexts.drain()

    async def _remove_context(self, creating: asyncio.Future[msgspec.Raw]) -> None:
        with suppress(BrowserGone, CommandRefused):
            reply = msgspec.json.decode(await creating, type=_ContextMade)
            await self._root.send("Target.disposeBrowserContext", browserContextId=reply.browser_context_id)

    def _kill_renderers(self) -> None:
        """Kill the processes that its pages live in; those of other contexts live in others."""
        _log.warning("renderer_killed", reason="a browser context did not close")
        sessions = [tab.session_id for tab in self._tabs.values()]
        for session in (*map(self._contexts.connection.session, sessions), *self._refused.values()):
            # Carried out by the browser, not by the page's scripts.
            session.send("Page.crash")


class BrowserContexts:
    """The contexts of one browser. *proxy* is the way out of each, None when the browser has it itself."""

    def __init__(self, connection: Connection, proxy: str | None = None) -> None:
        self.connection = connection
        self.proxied = {"proxyServer": proxy, "proxyBypassList": "<-loopback>"} if proxy else {}
        # Whether a context could not be closed: the browser is given no new ones.
        self.stuck = False
        self._open: set[Context] = set()
        self._background: set[asyncio.Task[None]] = set()

    async def follow(self) -> None:
        """Have the browser hold new pages and tell of them; to be called once, before the first context is made."""
        root = self.connection.browser
        root.on("Target.attachedToTarget", _Attached, self._report_attached)
        root.on("Target.detachedFromTarget", _Detached, self._report_detached)
        await root.send(
            "Target.setAutoAttach",
            autoAttach=True,
            waitForDebuggerOnStart=True,
            flatten=True,
            filter=[{"type": "page"}],
        )

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Context]:
        return iter(tuple(self._open))

    def __getitem__(self, context_id: str) -> Context:
        """Return a context by its id. Raises KeyError when it is gone."""
        context = next((context for context in self._open if context.id == context_id), None)
        if context is None:
            raise KeyError(context_id)
        return context

    def new(self) -> Context:
        """Return a context that is yet to be opened; it counts as open until it is disposed of."""
        context = Context(self)
        self._open.add(context)
        return context

    def forget(self, context: Context) -> None:
        """Note that a context is gone."""
        self._open.discard(context)

    def in_background(self, doing: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Do something that goes on when nobody waits for it; it ends with the browser at the latest."""
        task = asyncio.create_task(doing, name="browser-context")
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    async def ended(self) -> None:
        """Wait until nothing goes on in the background; to be called when the connection is closed."""
        if self._background:
            await asyncio.wait(self._background)

    async def drain(self) -> None:
        """Have the browser get no new work, because a context in it does not close.

        Pages in other contexts go on, unless the browser does not respond at all: then they fail as well.
        """
        self.stuck = True
        _log.warning("browser_drained", reason="a browser context could not be closed")
        try:
            async with asyncio.timeout(_ANSWER):
                await self.connection.browser.send("Browser.getVersion")
        except TimeoutError:
            self.connection.lost("the browser does not answer")
        except (BrowserGone, CommandRefused):
            return

    def _report_attached(self, event: _Attached) -> None:
        info = event.target_info
        if info.type == "browser":
            # A session with the browser itself, as the gateway opens them.
            return
        context = next((candidate for candidate in self._open if candidate.id == info.browser_context_id), None)
        if context is None:
            self._leave(event)
        elif event.waiting_for_debugger:
            context.attached(NewTab(event.session_id, info.target_id, info.opener_id, info.url))

    def _leave(self, event: _Attached) -> None:
        """Let go of a page that is not ours: others may use the same browser."""
        session = self.connection.session(event.session_id)
        session.send("Runtime.runIfWaitingForDebugger")
        session.forget()
        self.connection.browser.send("Target.detachFromTarget", sessionId=event.session_id)

    def _report_detached(self, event: _Detached) -> None:
        for context in tuple(self._open):
            context.detached(event.session_id)
