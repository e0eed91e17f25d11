"""Making a page's browser look like the visitor that was asked for: device, languages, place."""

import asyncio
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import Session
from gossamer.browser.locations import languages_of, place_of
from gossamer.core.formats import Viewport
from gossamer.core.pages import FetchRequest
from gossamer.net.profiles import accept_language

DESKTOP = Viewport(1280, 800)
_PHONE = Viewport(390, 844)
PHONE_PIXELS = 3

_FULL_VERSION = re.compile(r"(?:Headless)?Chrome/(\d+)[\d.]*")
_PLATFORM = re.compile(r"\([^)]*\)")
_WEIGHT = re.compile(r"\s*;\s*q=[\d.]+")
_ANDROID = "(Linux; Android 10; K)"
# The part that is painted of a page that nobody sees, of which the page is not told: below all that it shows.
_NOWHERE = {"viewport": {"x": 0, "y": 1_000_000, "width": 1, "height": 1, "scale": 1}}


@dataclass(frozen=True, slots=True)
class Identity:
    """The browser's identity; *user_agent* is Chromium's own without the word Headless."""

    user_agent: str
    major: str

    @classmethod
    def of(cls, user_agent: str) -> "Identity":
        """Return the identity behind the user agent that the browser reported."""
        match = _FULL_VERSION.search(user_agent)
        major = match[1] if match else "0"
        # Chrome tells every site the same reduced version since 2023; a full one stands out.
        return cls(_FULL_VERSION.sub(rf"Chrome/{major}.0.0.0", user_agent), major)

    def mobile(self) -> str:
        """Return the user agent of the same version on a phone."""
        phone = _PLATFORM.sub(_ANDROID, self.user_agent, count=1)
        return phone.replace(" Safari/", " Mobile Safari/")


def emulate(
    session: Session, request: FetchRequest, identity: Identity, headers: dict[str, str], *, is_seen: bool
) -> asyncio.Future[msgspec.Raw]:
    """Set up *session* before it navigates; *headers* are the caller's, lower-case.

    The future is done when the renderer has done this and all that was sent before. Weights are cut
    from Accept-Language: Chromium makes the header and `navigator.languages` of the bare list.
    """
    location = languages_of(request.location)
    place = place_of(request.location)
    _size(session, request, {} if is_seen else _NOWHERE)
    if place.timezone:
        session.send("Emulation.setTimezoneOverride", timezoneId=place.timezone)
    if place.locale:
        session.send("Emulation.setLocaleOverride", locale=place.locale)
    return session.send(
        "Emulation.setUserAgentOverride",
        userAgent=headers.get("user-agent") or (identity.mobile() if request.mobile else identity.user_agent),
        acceptLanguage=_WEIGHT.sub("", headers.get("accept-language") or accept_language(location)),
        platform="Linux armv81" if request.mobile else _platform(),
        userAgentMetadata=_client_hints(identity, mobile=request.mobile),
    )


def _size(session: Session, request: FetchRequest, painted: Mapping[str, Any]) -> None:
    viewport = request.screenshot.viewport if request.screenshot else None
    if request.mobile:
        session.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        viewport = viewport or _PHONE
    if viewport or painted:
        resize(session, viewport or DESKTOP, mobile=request.mobile, **painted)


def resize(session: Session, viewport: Viewport, /, *, mobile: bool, **painted: Any) -> None:
    """Give the page another viewport; *painted* is the part that is painted, if not all."""
    session.send(
        "Emulation.setDeviceMetricsOverride",
        width=viewport.width,
        height=viewport.height,
        deviceScaleFactor=PHONE_PIXELS if mobile else 1,
        mobile=mobile,
        **painted,
    )


def _platform() -> str:
    return "MacIntel" if sys.platform == "darwin" else "Linux x86_64"


def _client_hints(identity: Identity, *, mobile: bool) -> dict[str, Any]:
    desktop = "macOS" if sys.platform == "darwin" else "Linux"
    return {
        "brands": [{"brand": "Chromium", "version": identity.major}, {"brand": "Not)A;Brand", "version": "24"}],
        "platform": "Android" if mobile else desktop,
        "platformVersion": "10.0.0" if mobile else "",
        "architecture": "" if mobile else "x86",
        "model": "K" if mobile else "",
        "mobile": mobile,
    }
