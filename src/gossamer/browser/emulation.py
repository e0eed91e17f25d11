"""Making a page's browser look like the visitor that was asked for: device, languages, place."""

import asyncio
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.core.formats import Viewport
from gossamer.core.pages import FetchRequest
from gossamer.core.specs import Location
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
class BrowserLocation:
    """An IANA time zone and a BCP 47 language tag; None leaves the browser's own."""

    timezone: str | None = None
    locale: str | None = None


# Where a country has several zones or languages, those of most of its people.
_TABLE = """
AE Asia/Dubai ar-AE|AR America/Argentina/Buenos_Aires es-AR|AT Europe/Vienna de-AT|AU Australia/Sydney en-AU
BD Asia/Dhaka bn-BD|BE Europe/Brussels nl-BE|BG Europe/Sofia bg-BG|BR America/Sao_Paulo pt-BR|CA America/Toronto en-CA
CH Europe/Zurich de-CH|CL America/Santiago es-CL|CN Asia/Shanghai zh-CN|CO America/Bogota es-CO|CZ Europe/Prague cs-CZ
DE Europe/Berlin de-DE|DK Europe/Copenhagen da-DK|EE Europe/Tallinn et-EE|EG Africa/Cairo ar-EG|ES Europe/Madrid es-ES
FI Europe/Helsinki fi-FI|FR Europe/Paris fr-FR|GB Europe/London en-GB|GR Europe/Athens el-GR|HK Asia/Hong_Kong zh-HK
HR Europe/Zagreb hr-HR|HU Europe/Budapest hu-HU|ID Asia/Jakarta id-ID|IE Europe/Dublin en-IE|IL Asia/Jerusalem he-IL
IN Asia/Kolkata en-IN|IS Atlantic/Reykjavik is-IS|IT Europe/Rome it-IT|JP Asia/Tokyo ja-JP|KE Africa/Nairobi en-KE
KR Asia/Seoul ko-KR|LT Europe/Vilnius lt-LT|LU Europe/Luxembourg fr-LU|LV Europe/Riga lv-LV|MA Africa/Casablanca ar-MA
MX America/Mexico_City es-MX|MY Asia/Kuala_Lumpur ms-MY|NG Africa/Lagos en-NG|NL Europe/Amsterdam nl-NL
NO Europe/Oslo nb-NO|NZ Pacific/Auckland en-NZ|PE America/Lima es-PE|PH Asia/Manila en-PH|PK Asia/Karachi en-PK
PL Europe/Warsaw pl-PL|PT Europe/Lisbon pt-PT|RO Europe/Bucharest ro-RO|RS Europe/Belgrade sr-RS|RU Europe/Moscow ru-RU
SA Asia/Riyadh ar-SA|SE Europe/Stockholm sv-SE|SG Asia/Singapore en-SG|SI Europe/Ljubljana sl-SI
SK Europe/Bratislava sk-SK|TH Asia/Bangkok th-TH|TR Europe/Istanbul tr-TR|TW Asia/Taipei zh-TW|UA Europe/Kyiv uk-UA
US America/New_York en-US|VN Asia/Ho_Chi_Minh vi-VN|ZA Africa/Johannesburg en-ZA
"""


def _parse(table: str) -> dict[str, BrowserLocation]:
    rows = (row.split() for row in table.replace("\n", "|").split("|") if row.strip())
    return {country: BrowserLocation(timezone, locale) for country, timezone, locale in rows}


_PLACES = _parse(_TABLE)


def place_of(location: Location) -> BrowserLocation:
    """Return the place that *location* asks for; languages that were named win over the country's."""
    place = _PLACES.get((location.country or "").upper(), BrowserLocation())
    if location.languages:
        return BrowserLocation(place.timezone, location.languages[0])
    return place


def languages_of(location: Location) -> Location:
    """Return *location* with the country's own language when none was named."""
    locale = place_of(location).locale
    if location.languages or locale is None:
        return location
    languages = (locale, locale.partition("-")[0])
    return Location(location.country, languages if locale.startswith("en") else (*languages, "en"))


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
    session: TargetSession, request: FetchRequest, identity: Identity, headers: dict[str, str], *, is_seen: bool
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


def _size(session: TargetSession, request: FetchRequest, painted: Mapping[str, Any]) -> None:
    viewport = request.screenshot.viewport if request.screenshot else None
    if request.mobile:
        session.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        viewport = viewport or _PHONE
    if viewport or painted:
        resize(session, viewport or DESKTOP, mobile=request.mobile, **painted)


def resize(session: TargetSession, viewport: Viewport, /, *, mobile: bool, **painted: Any) -> None:
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
