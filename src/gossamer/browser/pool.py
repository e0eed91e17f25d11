"""The one browser of this process: started when first needed, kept warm, replaced when it is worn or dead."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

import psutil
import structlog

from gossamer.browser.cdp.messages import BrowserGone
from gossamer.browser.executable import Chromium, Missing
from gossamer.browser.failures import PageCrashed
from gossamer.browser.launcher import Starter
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page
from gossamer.browser.parked_pages import ParkedPage, Parking
from gossamer.browser.priorities import Priorities
from gossamer.browser.profile_dirs import reap_orphans
from gossamer.browser.render_line import LineState, RenderLine, Turn
from gossamer.browser.rendering import render
from gossamer.browser.request_blocking import is_looked_at
from gossamer.browser.running_browser import RunningBrowser, StartFailed
from gossamer.browser.shared_tabs import SharedTab, SharedTabs
from gossamer.core.actions import Action, PrintPdf, Scroll, Snapshot, TakeScreenshot, Wait, WaitFor
from gossamer.core.errors import ActionsUnsupported, NotAvailable, OwnError
from gossamer.core.metrics import Meters, Series, catalogue
from gossamer.core.pages import FetchedPage, FetchRequest
from gossamer.ports.clock import Clock

_log = structlog.get_logger(__name__)

_WATCH = 1.0
# A page can start workers by the dozen as soon as it is there; until the next look they have the processor.
_GREED_WATCH = 0.1
_ATTEMPTS = 2
# Actions that change nothing at the site, so that they can be done again.
_HARMLESS = (Wait, WaitFor, Scroll, TakeScreenshot, Snapshot, PrintPdf)


class Browser:
    """Renders requests in a Chromium it keeps; an async context manager that leaves no process behind.

    Pages run side by side up to a limit, the rest wait in a line. A Chromium that dies under a
    request is replaced and the request done again, unless its actions may have had effects.
    One that is worn, or in which a page cannot be closed, gets no new pages; it is ended when those
    that it has are done. A page that takes the whole processor gets what the others leave.
    """

    def __init__(self, options: BrowserOptions, clock: Clock, meters: Meters | None = None) -> None:
        self._meters = meters or Meters()
        self._options = options
        self._clock = clock
        self._starter = Starter(options)
        self._line = RenderLine(options.page_limit)
        self._current: RunningBrowser | None = None
        self._worn: set[RunningBrowser] = set()
        self._parking = Parking(options.warm_pages, options.warm.total_seconds())
        self._tabs = SharedTabs(options.page_limit)
        self._starting: asyncio.Task[RunningBrowser] | None = None
        self._priorities = Priorities()
        self._keepers: list[asyncio.Task[None]] = []
        self._last_use = 0.0
        self._closed = False
        self._needed = asyncio.Event()

    async def __aenter__(self) -> Self:
        reaped = await asyncio.to_thread(reap_orphans, self._options.home)
        if reaped:
            _log.warning("orphaned_browsers_killed", count=reaped)
        for every, look in ((_WATCH, self._look), (_GREED_WATCH, self._look_for_greed)):
            self._keepers.append(asyncio.create_task(self._keep(every, look), name="browser-keeper"))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        tasks = [*self._keepers, *([self._starting] if self._starting is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._retire()
        for browser in tuple(self._worn):
            self._worn.discard(browser)
            await browser.close()

    @property
    def found(self) -> bool:
        """Return whether there is a Chromium to use; whether it starts is another question."""
        return not isinstance(self._starter.found(), Missing)

    def available(self) -> Chromium:
        """Return the Chromium that is or would be used, or why there is none; starts nothing."""
        if self._starter.failure:
            return Missing(self._starter.failure)
        return self._starter.found()

    async def answers(self) -> bool:
        """Return whether a browser could be had now.

        One that runs is asked. None is started for this, unless the last start failed: then
        only another can tell. Where the operator wants none, none is missed.
        """
        if self._current is not None and self._current.alive:
            return await self._current.answers()
        if not self._starter.failure:
            chromium = self._starter.found()
            return not isinstance(chromium, Missing) or chromium.chosen
        try:
            return await (await self.ready()).answers()
        except StartFailed:
            return False

    async def series(self, process: str) -> Sequence[Series]:
        """Return age, memory and open contexts of the browsers that run; *process* is the name of this process."""
        serving = [] if self._current is None else [self._current]
        states = {"serving": serving, "draining": list(self._worn)}
        pages = {"working": self.line.working, "resting": self.line.resting, "waiting": self.line.waiting}
        return [Series(catalogue.BROWSER_PAGES, (process, state), count) for state, count in pages.items()] + [
            series
            for state, browsers in states.items()
            for series in await self._describe_browsers(browsers, (process, state))
        ]

    async def _describe_browsers(self, browsers: Sequence[RunningBrowser], labels: tuple[str, str]) -> Sequence[Series]:
        alive = [browser for browser in browsers if browser.alive]
        now = self._clock.monotonic()
        return [
            Series(catalogue.BROWSERS, labels, len(alive)),
            Series(catalogue.BROWSER_AGE, labels, max((now - browser.started_at for browser in alive), default=0.0)),
            Series(catalogue.BROWSER_MEMORY, labels, sum([await _memory(browser) for browser in alive])),
            Series(catalogue.BROWSER_CONTEXTS, labels, sum(len(browser.contexts) for browser in alive)),
        ]

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Render *request*; errors are those of the `Fetcher` port, and NotAvailable without a browser."""
        async with request.deadline.guard(), self._line.turn(request.team_id, request.deadline) as turn:
            for attempt in range(1, _ATTEMPTS):
                try:
                    return await self._once(request, turn)
                except BrowserGone as error:
                    self._meters.add(catalogue.BROWSER_LOSSES)
                    _log.warning("browser_gone", reason=str(error), attempt=attempt)
                    if any(_has_effects(action) for action in request.actions):
                        raise _explain_end() from error
            try:
                return await self._once(request, turn)
            except BrowserGone as error:
                raise _explain_end() from error

    @property
    def line(self) -> LineState:
        """Return the numbers of pages that are rendered and that wait."""
        return self._line.state

    async def _once(self, request: FetchRequest, turn: Turn) -> FetchedPage:
        try:
            browser = await self.ready()
        except StartFailed as error:
            raise _without_browser(error.message, request) from error
        if _may_share(request):
            return await self._in_shared_tab(browser, request, turn)
        try:
            async with browser.open_context(looked_at=is_looked_at(request)) as context:
                page = context.first
                fetched = await self._render(page, request, browser, turn)
                if request.keep_as is not None and not page.frozen and not context.refused:
                    self._parking.park(request.keep_as, ParkedPage(replace(request, expects=None), browser, context))
        finally:
            self.used()
        await self._parking.make_room()
        return fetched

    async def _in_shared_tab(self, browser: RunningBrowser, request: FetchRequest, turn: Turn) -> FetchedPage:
        """Render *request* in a tab of its job, which is kept for the next page if all went well."""
        tab = self._tabs.take(request) or SharedTab(request, browser, browser.contexts.new())
        tab.browser.served += 1
        sound = False
        try:
            fetched = await self._render(await tab.open(), request, tab.browser, turn)
            sound = True
        finally:
            self.used()
            if not sound:
                await tab.context.dispose()
        await self._tabs.give(tab)
        return fetched

    async def _render(self, page: Page, request: FetchRequest, browser: RunningBrowser, turn: Turn) -> FetchedPage:
        page.turn = turn
        try:
            async with page.named_failures():
                return await render(page, request, browser.identity, self._options, self._clock)
        except PageCrashed:
            self._line.penalize(request.team_id)
            raise
        finally:
            if page.frozen:
                self._line.penalize(request.team_id)
            page.turn = None

    def take_parked(self, name: str) -> ParkedPage | None:
        """Hand over the page that was kept under *name*, once; None when there is none."""
        return self._parking.take(name)

    def used(self) -> None:
        """Note that the browser was needed until now."""
        self._last_use = asyncio.get_running_loop().time()

    async def ready(self) -> RunningBrowser:
        """Return a browser that can be used, started if need be. Raises StartFailed."""
        if self._closed:
            raise StartFailed("The service ends.", message="The browser was closed with the service.")
        self._needed.set()
        browser = self._current
        if browser is not None and browser.alive and not self._recyclable(browser):
            return browser
        self._retire()
        if self._starting is None:
            # A task of its own: many requests wait for it, and the one that began it may be cancelled.
            self._starting = asyncio.create_task(self._start(), name="browser-start")
        return await asyncio.shield(self._starting)

    def _recyclable(self, browser: RunningBrowser) -> bool:
        """Return whether *browser* shall serve no more.

        One with sessions has to stay anyway; as long as it is not too large, replacing it would only
        mean that there are two.
        """
        sessions = any(context.in_session for context in browser.contexts)
        return browser.draining or (browser.served >= self._options.recycle_pages and not sessions)

    async def _start(self) -> RunningBrowser:
        try:
            self._current = await self._starter.start()
            self._current.started_at = self._clock.monotonic()
            self._meters.add(catalogue.BROWSER_STARTS)
            self.used()
            return self._current
        finally:
            self._starting = None

    def _retire(self) -> None:
        """Give the current browser no more pages; it is closed when it has none left."""
        if self._current is not None:
            self._worn.add(self._current)
            self._current = None

    async def _keep(self, every: float, look: Callable[[], Awaitable[None]]) -> None:
        """Look after browsers, *every* so many seconds, from when one is needed until there is none."""
        while True:
            if self._current is None and self._starting is None and not self._worn:
                self._needed.clear()
            await self._needed.wait()
            await asyncio.sleep(every)
            try:
                await look()
            except Exception:  # noqa: BLE001 - a supervisor: what fails once is tried again, and told
                _log.exception("browser_keeper_failed")

    async def _look(self) -> None:
        """Close idle browsers, remove dead ones and those that are drained, and kill renderers that are too large."""
        await self._parking.make_room()
        await self._tabs.make_room()
        if self._current is not None and self._is_finished(self._current):
            self._retire()
        for worn in tuple(self._worn):
            if worn.contexts.stuck:
                await self._parking.clear(worn)
                await self._tabs.clear(worn)
            if not worn.contexts or not worn.alive:
                # It is ours until it is closed: we may be cancelled meanwhile.
                await worn.close()
                self._worn.discard(worn)
        for running in self._list_occupied():
            await self._weigh(running)

    async def _look_for_greed(self) -> None:
        """Have renderers stand back that take the processor from all others."""
        listed = await asyncio.gather(*(running.processes() for running in self._list_occupied()))
        renderers = [process for processes in listed for process in processes if process.kind == "renderer"]
        self._priorities.look(renderers, asyncio.get_running_loop().time())

    def _list_occupied(self) -> list[RunningBrowser]:
        """Return the browsers that are ours and have pages."""
        running = [browser for browser in (self._current, *self._worn) if browser is not None]
        return [browser for browser in running if browser.contexts and browser.process is not None]

    def _is_finished(self, browser: RunningBrowser) -> bool:
        unused = asyncio.get_running_loop().time() - self._last_use
        idle = not browser.contexts and unused > self._options.idle.total_seconds()
        return idle or not browser.alive

    async def _weigh(self, browser: RunningBrowser) -> None:
        """Kill renderers that took too much memory, alone or with others, and wear the browser out that did."""
        sizes = {process: _resident(process.pid) for process in await browser.processes()}
        total = remaining = sum(sizes.values())
        for process in sorted(sizes, key=sizes.__getitem__, reverse=True):
            is_too_much = max(sizes[process], remaining - self._options.recycle_bytes) > self._options.renderer_bytes
            if process.kind == "renderer" and is_too_much:
                remaining -= sizes[process]
                _log.warning("renderer_killed", bytes=sizes[process])
                self._meters.add(catalogue.RENDERERS_KILLED)
                with contextlib.suppress(psutil.Error):
                    psutil.Process(process.pid).kill()
        if total > self._options.recycle_bytes:
            browser.worn = True
            await self._parking.clear(browser)
            await self._tabs.clear(browser)


async def _memory(browser: RunningBrowser) -> int:
    """Return the resident memory of its processes together; 0 for one that somebody else runs."""
    if browser.process is None:
        return 0
    return sum(_resident(process.pid) for process in await browser.processes())


def _resident(pid: int) -> int:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _may_share(request: FetchRequest) -> bool:
    """Return whether the page may be shown in a tab that other pages of its job use."""
    return request.job is not None and not request.actions and request.keep_as is None and not is_looked_at(request)


def _has_effects(action: Action) -> bool:
    return not isinstance(action, _HARMLESS)


def _explain_end() -> OwnError:
    return OwnError("The browser ended while it rendered the page. Try again.")


def _without_browser(reason: str, request: FetchRequest) -> NotAvailable | ActionsUnsupported:
    if request.actions or request.screenshot:
        return ActionsUnsupported(f"Actions and screenshots need a browser. {reason}")
    return NotAvailable(reason)
