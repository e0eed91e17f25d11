"""Pictures and prints of a page."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.emulation import PHONE_PIXELS, resize
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.page_settling import patience, settle
from gossamer.core.actions import Captured, PrintPdf
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, Unreachable
from gossamer.core.formats import Viewport

# Beyond this many device pixels Chromium's software compositor gives black tiles or fails.
_TALLEST = 16_384
_LARGEST = 64_000_000
_SETTLE = 3.0
_SCROLL = 5.0
# Seconds that the requests of one view may take.
_ARRIVAL = 1.0
# A page that navigates as often as this while it is captured does not stop of its own accord.
_ATTEMPTS = 4
# Seconds that a document may take to come in place of the one that is gone, and a capture to come when one did:
# Chromium refuses to capture a page that is just leaving, or never answers.
_NEXT_DOCUMENT = 1.0
_OVERDUE = 1.0
_INCH = 25.4
# ISO 216 in millimetres, and the American sizes in inches.
_ISO = {"A0": (841, 1189), "A1": (594, 841), "A2": (420, 594), "A3": (297, 420), "A4": (210, 297), "A5": (148, 210)}
_ISO["A6"] = (105, 148)
_AMERICAN = {"Letter": (8.5, 11.0), "Legal": (8.5, 14.0), "Tabloid": (11.0, 17.0), "Ledger": (17.0, 11.0)}


class _CaptureData(msgspec.Struct):
    data: str


class _CaptureBox(msgspec.Struct, rename="camel"):
    width: float
    height: float


class _CaptureMetrics(msgspec.Struct, rename="camel"):
    css_content_size: _CaptureBox


async def screenshot(
    page: Page,
    deadline: Deadline,
    *,
    full_page: bool,
    quality: int | None,
    viewport: Viewport | None = None,
    mobile: bool = False,
    may_stop: bool = False,
) -> Captured:
    """Return a picture of *page*: PNG, or JPEG when *quality* is given. *viewport* is kept afterwards.

    A page that navigates meanwhile is captured again. One that goes on navigating has its scripts stopped for the
    last attempt if it *may_stop*. Raises Unreachable when that is not enough.
    """
    if viewport is not None:
        resize(page.session, viewport, mobile=mobile)
        await settle(page, deadline, watched=100, longest=_SETTLE)
    options = {"format": "png"} if quality is None else {"format": "jpeg", "quality": quality}

    async def shoot() -> str:
        return await _shot(page, deadline, options, full_page=full_page, mobile=mobile)

    data = await _while_it_stays(page, deadline, shoot, may_stop=may_stop)
    return Captured(base64.b64decode(data), "image/png" if quality is None else "image/jpeg")


async def _shot(page: Page, deadline: Deadline, options: dict[str, Any], *, full_page: bool, mobile: bool) -> str:
    if full_page:
        await _load_lazy(page, deadline)
        size = (await page.session.ask(_CaptureMetrics, "Page.getLayoutMetrics")).css_content_size
        height = min(size.height, _tallest(size.width, mobile=mobile))
        clip = {"x": 0, "y": 0, "width": size.width, "height": height, "scale": 1}
        options = {**options, "captureBeyondViewport": True, "clip": clip}
    return await _take_capture(page, "Page.captureScreenshot", options)


class _PageLeft(Exception):
    """The page went on to another document, and what was captured of the last one does not come."""


async def _take_capture(page: Page, method: str, options: dict[str, Any]) -> str:
    """Return the data of a capture. Raises CommandRefused, or _Left."""
    documents = page.documents
    capturing = asyncio.create_task(page.session.ask(_CaptureData, method, **options))
    leaving = asyncio.create_task(page.until(lambda: page.documents > documents))
    try:
        await asyncio.wait([capturing, leaving], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([capturing], timeout=_OVERDUE)
        if not capturing.done():
            # Raises when the page crashed.
            leaving.result()
            raise _PageLeft
        return capturing.result().data
    finally:
        capturing.cancel()
        leaving.cancel()
        await asyncio.gather(capturing, leaving, return_exceptions=True)


async def _while_it_stays(
    page: Page, deadline: Deadline, capture: Callable[[], Awaitable[str]], *, may_stop: bool = False
) -> str:
    """Return the result of *capture* for one document: again, when another takes its place meanwhile."""
    has_left = False
    for attempt in range(_ATTEMPTS):
        documents = page.documents
        if may_stop and attempt == _ATTEMPTS - 1:
            page.freeze()
        try:
            return await capture()
        except (CommandRefused, _PageLeft) as error:
            if patience(deadline) <= 0:
                raise deadline.timed_out() from error
            soon = min(_NEXT_DOCUMENT, patience(deadline))
            has_left = await page.until(lambda: page.documents > documents, soon) or has_left  # noqa: B023
            await settle(page, deadline, watched=100, longest=_SETTLE)
    if not has_left:
        raise OwnError("The browser could not capture the page. Try again.")
    raise Unreachable(
        "The page kept navigating and could not be captured. Set `waitFor` so that it comes to rest before."
    )


def _tallest(width: float, *, mobile: bool) -> int:
    """Return the height in CSS pixels of the tallest picture of a page this wide."""
    scale = PHONE_PIXELS if mobile else 1
    return int(min(_TALLEST / scale, _LARGEST / scale**2 / max(1.0, width)))


async def _load_lazy(page: Page, deadline: Deadline) -> None:
    """Scroll through the page once: what loads only when it comes into view shall be in the picture."""
    views = 0
    try:
        before = (await page.evaluate("scrollY")).result.value or 0
        with suppress(TimeoutError):
            async with asyncio.timeout(min(_SCROLL, patience(deadline))):
                while await page.call("scroll_to_view", views, _TALLEST):
                    views += 1
                    await page.until(lambda: not page.traffic.busy(), _ARRIVAL)
        await page.evaluate(f"scrollTo({{ top: {before}, behavior: 'instant' }})")
    except ScriptFailed:
        return
    if views:
        await settle(page, deadline, watched=100, longest=_SETTLE)


async def print_pdf(page: Page, printed: PrintPdf, deadline: Deadline) -> Captured:
    """Return *page* printed with its backgrounds; again when it navigates meanwhile, as for a picture."""
    width, height = paper(printed.format)

    async def print_out() -> str:
        options = {"landscape": printed.landscape, "scale": printed.scale, "paperWidth": width, "paperHeight": height}
        return await _take_capture(page, "Page.printToPDF", {**options, "printBackground": True})

    return Captured(base64.b64decode(await _while_it_stays(page, deadline, print_out)), "application/pdf")


def paper(name: str) -> tuple[float, float]:
    """Return width and height in inches; an unknown *name* is Letter."""
    if name in _ISO:
        width, height = _ISO[name]
        return width / _INCH, height / _INCH
    return _AMERICAN.get(name, _AMERICAN["Letter"])
