"""Signs that a page shows content of another address: frames and immediate redirects."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.addresses import Base
from gossamer.content.dynamic.signs import Sign
from gossamer.content.page import scan

# Characters of visible text: with more a frame is an extra, with still more the page is read itself.
_SCANT: Final = 300
_SHORT: Final = 700
_BARE: Final = 60
_QUICK_SECONDS: Final = 15.0
_LONGEST_MOVE: Final = 3_000
_REFRESH: Final = re.compile(r"\s*(\d+)[\d.]*\s*(?:[;,\s]\s*(?:url\s*=\s*)?(['\"]?)(.*?)\2\s*)?", re.IGNORECASE)
_MOVES: Final = re.compile(
    rb"(?:window|document|self|top|parent)?\.?location(?:\.href)?\s*=[^=]|location\.(?:replace|assign)\s*\("
)
_WHEN_ASKED: Final = re.compile(rb"addEventListener|onclick|function\s+\w+\s*\(")
_EMBEDS: Final = re.compile(
    r"^(?:about|data|javascript):|youtu|vimeo|dailymotion|spotify|soundcloud|/maps|googletagmanager|doubleclick|recaptcha|"
    r"hcaptcha|facebook|twitter|disqus|consent|cookie|analytics|pixel|tracking|/ads?[/.?]",
    re.IGNORECASE,
)
_TINY: Final = frozenset({"0", "1", "0px", "1px"})


def signs_of_elsewhere(page: scan.Scan, text: str, url: str) -> Iterator[Sign]:
    """Return the signs that what *page*, found at *url*, is about is elsewhere; *text* is its visible text."""
    if len(text) >= _SHORT:
        return
    if page.elements("frameset"):
        yield Sign("elsewhere", "frameset", "the page is a set of frames")
    if len(text) < _SCANT:
        if _leads_away(page, text, url):
            yield Sign("elsewhere", "redirect", "the page leads to another address")
        if source := _frame(page):
            yield Sign("frame", source, "the page has a frame and hardly any text")


def _leads_away(page: scan.Scan, text: str, url: str) -> bool:
    for number in page.elements("meta"):
        values = page.attributes(number)
        refresh = _REFRESH.fullmatch(values.get("content", ""))
        if values.get("http-equiv", "").lower() == "refresh" and refresh and int(refresh[1]) <= _QUICK_SECONDS:
            target = Base(url).absolute(refresh[3] or "")
            return len(text) < _BARE or (target is not None and target.partition("#")[0] != url.partition("#")[0])
    scripts = [page.content(number) for number in page.elements("script") if page.attr(number, "src") is None]
    if sum(map(len, scripts)) >= _LONGEST_MOVE:
        return False
    return any(_MOVES.search(script) and not _WHEN_ASKED.search(script) for script in scripts)


def _frame(page: scan.Scan) -> str:
    """Return the address of a visible frame that may hold what the page is about; players, maps and counters do not."""
    for values in map(page.attributes, page.elements("iframe")):
        source = values.get("src") or ""
        is_hidden = "hidden" in values or "none" in values.get("style", "")
        is_tiny = not {values.get("width"), values.get("height")}.isdisjoint(_TINY)
        if source and not (_EMBEDS.search(source) or is_hidden or is_tiny):
            return source
    return ""
