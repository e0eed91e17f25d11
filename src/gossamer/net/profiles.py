"""The headers of an ordinary Chrome, so that a site sends what it sends to people.

Client hints and Sec-Fetch headers are left out: half a set of them is more conspicuous than
none, and what needs the whole set is the stealth fetcher's business.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from gossamer.core.specs import Location

CHROME_VERSION = 150

_PLATFORM = {False: "X11; Linux x86_64", True: "Linux; Android 10; K"}
_MOBILE = {False: "", True: " Mobile"}
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,4}", re.ASCII)
_MOST_LANGUAGES = 10


def user_agent(*, mobile: bool = False) -> str:
    """Return the User-Agent of a current Chrome on Linux, or on Android."""
    return (
        f"Mozilla/5.0 ({_PLATFORM[mobile]}) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{CHROME_VERSION}.0.0.0{_MOBILE[mobile]} Safari/537.36"
    )


def accept_language(location: Location) -> str:
    """Return the Accept-Language for *location*; tags that are none are left out, English is the default."""
    tags = [tag for tag in location.languages if _LANGUAGE_TAG.fullmatch(tag)][:_MOST_LANGUAGES]
    if not tags:
        return "en-US,en;q=0.9"
    return ",".join(tag if rank == 0 else f"{tag};q={1 - rank / 10:.1f}" for rank, tag in enumerate(tags))


@lru_cache(maxsize=256)
def browser_headers(location: Location, *, mobile: bool) -> Mapping[str, str]:
    """Return the headers a browser sends with a navigation, in its order, with lower-case names."""
    return MappingProxyType(
        {
            "upgrade-insecure-requests": "1",
            "user-agent": user_agent(mobile=mobile),
            "accept": _ACCEPT,
            "accept-encoding": "gzip, deflate, br, zstd",
            "accept-language": accept_language(location),
        }
    )


def build_sent_headers(profile: Mapping[str, str], headers: Mapping[str, str]) -> dict[str, str]:
    """Return *profile* overridden by *headers*, with names spelt as browsers spell them in HTTP/1."""
    return {_spelt(name): value for name, value in {**profile, **headers}.items()}


@lru_cache(maxsize=1024)
def _spelt(name: str) -> str:
    return name if name.startswith("sec-ch-") else name.title()
