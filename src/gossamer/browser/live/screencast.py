"""Pictures of the active tab for those who watch it now.

Chromium makes a picture whenever the tab looks different, which on a page with an animation takes
most of a core, so it is asked for them only while somebody watches. The next picture is sent when the
last one was acknowledged. While two wait for that, Chromium drops further ones, and so may drop the
one that shows how the tab looks in the end. It gives a new one when it is asked anew, which is done
once whenever the tab has come to rest.
"""

import asyncio
import base64
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import replace

import msgspec

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.failures import PageCrashed
from gossamer.browser.page import Page
from gossamer.browser.running_browser import RunningBrowser
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import Frame

_BETWEEN = 1 / 20
_LOOK = 0.25
# A tab that gave no picture for this long is at rest.
_REST_SECONDS = 0.5
_QUALITY = 65
_LARGEST = 1600


class _Metadata(msgspec.Struct, rename="camel"):
    device_width: float = 0
    device_height: float = 0


class _Pictured(msgspec.Struct, rename="camel"):
    data: str
    session_id: int
    metadata: _Metadata


class _ScreencastInfo(msgspec.Struct):
    title: str = ""


class _Target(msgspec.Struct, rename="camel"):
    target_info: _ScreencastInfo


async def title_of(browser: RunningBrowser, page: Page) -> str:
    """Return the title of a tab; its scripts are not asked."""
    target = await browser.connection.browser.ask(_Target, "Target.getTargetInfo", targetId=page.frame_id)
    return target.target_info.title


class _Watcher:
    """Somebody who watches; holds the latest picture that was not yet taken."""

    def __init__(self) -> None:
        self._latest: Frame | None = None
        self._news = asyncio.Event()
        self._ended = False

    def give(self, frame: Frame) -> None:
        self._latest = frame
        self._news.set()

    def end(self) -> None:
        self._ended = True
        self._news.set()

    async def next(self) -> Frame | None:
        """Return the next picture, None when there will be no more."""
        await self._news.wait()
        self._news.clear()
        if self._ended:
            self._news.set()
        frame, self._latest = self._latest, None
        return frame


async def _start(page: Page) -> None:
    """Ask for pictures of *page*; the first one comes at once."""
    await page.session.send(
        "Page.startScreencast", format="jpeg", quality=_QUALITY, maxWidth=_LARGEST, maxHeight=_LARGEST
    )


class Screencast:
    """The pictures of one session; *active* gives the tab that is shown, or raises when the session is over."""

    def __init__(self, browser: RunningBrowser, active: Callable[[], Page], clock: Clock) -> None:
        self._browser = browser
        self._active = active
        self._clock = clock
        self._watchers: set[_Watcher] = set()
        self._task: asyncio.Task[None] | None = None
        self._last: Frame | None = None
        self._title = ""
        self._over = False
        # When the tab last gave a picture that is not known to be of its rest, in the loop's time.
        self._moved: float | None = None

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield pictures as the tab changes, the first one at once, until the session is over."""
        watcher = _Watcher()
        if self._last is not None:
            watcher.give(self._last)
        self._watchers.add(watcher)
        self._begin()
        try:
            while (frame := await watcher.next()) is not None:
                yield frame
        finally:
            self._watchers.discard(watcher)
            if not self._watchers:
                await self._stop()

    async def close(self) -> None:
        """End it for all who watch."""
        self._over = True
        for watcher in self._watchers:
            watcher.end()
        await self._stop()

    def _begin(self) -> None:
        if self._over:
            for watcher in self._watchers:
                watcher.end()
        elif self._task is None:
            self._task = asyncio.create_task(self._run(), name="screencast")

    async def _stop(self) -> None:
        task, self._task = self._task, None
        self._last = None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    async def _run(self) -> None:
        try:
            while True:
                with suppress(CommandRefused):
                    await self._follow(self._active())
                await asyncio.sleep(_LOOK)
        except (BrowserGone, PageCrashed):
            self._over = True
            for watcher in self._watchers:
                watcher.end()

    async def _follow(self, page: Page) -> None:
        """Show *page* for as long as it is the active one."""
        self._title = await title_of(self._browser, page)
        page.session.on("Page.screencastFrame", _Pictured, lambda pictured: self._take_frame(page, pictured))
        page.session.send("Page.enable")
        try:
            await _start(page)
            while self._active() is page:
                await asyncio.sleep(_LOOK)
                self._name(page.url, await title_of(self._browser, page))
                if self._came_to_rest():
                    page.session.send("Page.stopScreencast")
                    await _start(page)
        finally:
            page.session.send("Page.stopScreencast")

    def _came_to_rest(self) -> bool:
        """Return whether the tab stopped moving since this was last true."""
        if self._moved is None or asyncio.get_running_loop().time() - self._moved < _REST_SECONDS:
            return False
        self._moved = None
        return True

    def _name(self, url: str, title: str) -> None:
        """Take over what the tab shows now; a page with another address or name need not have another look."""
        self._title = title
        if self._last is not None and (self._last.url, self._last.title) != (url, title):
            self._show(replace(self._last, url=url, title=title))

    def _show(self, frame: Frame) -> None:
        self._last = frame
        for watcher in self._watchers:
            watcher.give(frame)

    def _take_frame(self, page: Page, pictured: _Pictured) -> None:
        size = pictured.metadata
        data = base64.b64decode(pictured.data)
        loop = asyncio.get_running_loop()
        if self._last is None or data != self._last.data:
            self._moved = loop.time()
            self._show(
                Frame(
                    data=data,
                    width=round(size.device_width),
                    height=round(size.device_height),
                    at=self._clock.now(),
                    url=page.url,
                    title=self._title,
                )
            )
        loop.call_later(_BETWEEN, self._acknowledge, page, pictured.session_id)

    def _acknowledge(self, page: Page, number: int) -> None:
        if self._task is not None:
            page.session.send("Page.screencastFrameAck", sessionId=number)
