"""Pictures and prints of a page."""

import asyncio
import base64

import msgspec

from gossamer.browser.emulation import PHONE_PIXELS, resize
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.settling import settle
from gossamer.core.actions import Captured, PrintPdf
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import Viewport

# Beyond this many device pixels Chromium's software compositor gives black tiles or fails.
_TALLEST = 16_384
_LARGEST = 64_000_000
_SETTLE = 3.0
_SCROLL = 5.0
_INCH = 25.4
# ISO 216 in millimetres, and the American sizes in inches.
_ISO = {"A0": (841, 1189), "A1": (594, 841), "A2": (420, 594), "A3": (297, 420), "A4": (210, 297), "A5": (148, 210)}
_ISO["A6"] = (105, 148)
_AMERICAN = {"Letter": (8.5, 11.0), "Legal": (8.5, 14.0), "Tabloid": (11.0, 17.0), "Ledger": (17.0, 11.0)}


class _Data(msgspec.Struct):
    data: str


class _Box(msgspec.Struct, rename="camel"):
    width: float
    height: float


class _Metrics(msgspec.Struct, rename="camel"):
    css_content_size: _Box


async def screenshot(
    page: Page,
    deadline: Deadline,
    *,
    full_page: bool,
    quality: int | None,
    viewport: Viewport | None = None,
    mobile: bool = False,
) -> Captured:
    """Return a picture of *page*: PNG, or JPEG when *quality* is given. *viewport* is kept afterwards."""
    if viewport is not None:
        resize(page.session, viewport, mobile=mobile)
        await settle(page, deadline, watched=100, longest=_SETTLE)
    options = {"format": "png"} if quality is None else {"format": "jpeg", "quality": quality}
    if full_page:
        await _load_lazy(page, deadline)
        size = (await page.session.ask(_Metrics, "Page.getLayoutMetrics")).css_content_size
        height = min(size.height, _tallest(size.width, mobile=mobile))
        clip = {"x": 0, "y": 0, "width": size.width, "height": height, "scale": 1}
        shot = page.session.ask(_Data, "Page.captureScreenshot", captureBeyondViewport=True, clip=clip, **options)
    else:
        shot = page.session.ask(_Data, "Page.captureScreenshot", **options)
    return Captured(base64.b64decode((await shot).data), "image/png" if quality is None else "image/jpeg")


def _tallest(width: float, *, mobile: bool) -> int:
    """Return the height in CSS pixels of the tallest picture of a page this wide."""
    scale = PHONE_PIXELS if mobile else 1
    return int(min(_TALLEST / scale, _LARGEST / scale**2 / max(1.0, width)))


async def _load_lazy(page: Page, deadline: Deadline) -> None:
    """Scroll through the page once: what loads only when it comes into view shall be in the picture."""
    try:
        async with asyncio.timeout(_SCROLL):
            scrolled = await page.call("scroll_through", _TALLEST)
    except (TimeoutError, ScriptFailed):
        return
    if scrolled:
        await settle(page, deadline, watched=100, longest=_SETTLE)


async def print_pdf(page: Page, wanted: PrintPdf) -> Captured:
    """Return *page* printed with its backgrounds."""
    width, height = paper(wanted.format)
    printed = await page.session.ask(
        _Data,
        "Page.printToPDF",
        landscape=wanted.landscape,
        scale=wanted.scale,
        paperWidth=width,
        paperHeight=height,
        printBackground=True,
    )
    return Captured(base64.b64decode(printed.data), "application/pdf")


def paper(name: str) -> tuple[float, float]:
    """Return width and height in inches; an unknown *name* is Letter."""
    if name in _ISO:
        width, height = _ISO[name]
        return width / _INCH, height / _INCH
    return _AMERICAN.get(name, _AMERICAN["Letter"])
