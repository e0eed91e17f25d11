"""The recording of a session, from beginning to end, in a bounded number of pictures.

A screencast would cost most of a core on a page with an animation, so pictures are taken one by one:
each second as long as something happens, ever more seldom while the tab looks the same. When there are
too many, every second one is given up and the pace is halved, so that the whole session stays covered.
"""

import asyncio
import base64
from collections.abc import Callable, Sequence
from datetime import timedelta

import msgspec

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.failures import PageCrashed
from gossamer.browser.live.screencast import title_of
from gossamer.browser.page import Page
from gossamer.browser.running_browser import RunningBrowser
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import Frame

_SECOND = timedelta(seconds=1)
_SELDOM = 8
_QUALITY = 50
_PICTURES = 400
_BYTES = 16 * 1024**2
# A page that cannot be pictured in this time has a dialog open, or is busy.
_SHOT = 5.0


class _RecordingData(msgspec.Struct):
    data: str


class _Box(msgspec.Struct, rename="camel"):
    client_width: float = 0
    client_height: float = 0


class _Metrics(msgspec.Struct, rename="camel"):
    css_layout_viewport: _Box


class Pictures:
    """Pictures in order, at most so many and so many bytes."""

    def __init__(self, pictures: int = _PICTURES, size: int = _BYTES) -> None:
        self._most = pictures
        self._size = size
        self._kept: list[Frame] = []
        self.stride = 1

    @property
    def kept(self) -> Sequence[Frame]:
        """Return those that are kept."""
        return tuple(self._kept)

    def add(self, frame: Frame) -> bool:
        """Keep a picture that differs from the last one; return whether it does."""
        if self._kept and self._kept[-1].data == frame.data and self._kept[-1].url == frame.url:
            return False
        self._kept.append(frame)
        while len(self._kept) > self._most or sum(len(picture.data) for picture in self._kept) > self._size:
            del self._kept[1::2]
            self.stride *= 2
        return True


class Recorder:
    """Takes pictures of the tab that *active* gives, until that raises or it is cancelled."""

    def __init__(self, browser: RunningBrowser, active: Callable[[], Page], clock: Clock) -> None:
        self._browser = browser
        self._active = active
        self._clock = clock
        self._seen: tuple[object, ...] = ()
        self._used = False
        self.pictures = Pictures()

    def note(self) -> None:
        """Say that something was done, so that the next picture comes soon."""
        self._used = True

    async def run(self) -> None:
        """Take pictures."""
        seldom, rounds_left = 1, 0
        while True:
            try:
                if rounds_left <= 0 or self._has_changed():
                    seldom = 1 if await self._take() else min(seldom * 2, _SELDOM)
                    rounds_left = max(seldom, self.pictures.stride)
            except (BrowserGone, PageCrashed):
                return
            await self._clock.sleep(_SECOND)
            rounds_left -= 1

    def _has_changed(self) -> bool:
        """Return whether the tab is another one, or went elsewhere, or was used; not faster than the pace."""
        page = self._active()
        state = (page, page.url, page.documents, page.loaded)
        happened, self._used = self._used or state != self._seen, False
        self._seen = state
        return happened and self.pictures.stride == 1

    async def _take(self) -> bool:
        page = self._active()
        try:
            async with asyncio.timeout(_SHOT):
                return self.pictures.add(await self._shot(page))
        except (TimeoutError, CommandRefused):
            return False

    async def _shot(self, page: Page) -> Frame:
        metrics = await page.session.ask(_Metrics, "Page.getLayoutMetrics")
        shot = await page.session.ask(
            _RecordingData, "Page.captureScreenshot", format="jpeg", quality=_QUALITY, optimizeForSpeed=True
        )
        view = metrics.css_layout_viewport
        return Frame(
            data=base64.b64decode(shot.data),
            width=round(view.client_width),
            height=round(view.client_height),
            at=self._clock.now(),
            url=page.url,
            title=await title_of(self._browser, page),
        )
