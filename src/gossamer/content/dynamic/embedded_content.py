"""Signs that a nearly empty page has its content elsewhere: frames, redirects, and scripts that run as it loads."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any, Final

from gossamer.content.addresses import Base
from gossamer.content.dynamic.loading_words import entries, searcher
from gossamer.content.dynamic.scripts import may_write
from gossamer.content.dynamic.signs import Sign
from gossamer.content.page import scan

# Characters of visible text: with more a frame is an extra, with still more the page is read itself.
_SCANT: Final = 300
_SHORT: Final = 700
_BARE: Final = 60
_QUICK_SECONDS: Final = 15.0
_LONGEST_MOVE: Final = 3_000
_REFRESH: Final = re.compile(r"\s*(\d+)[\d.]*\s*(?:[;,\s]\s*(?:url\s*=\s*)?(['\"]?)(.*?)\2\s*)?", re.IGNORECASE)
_WHEN_ASKED: Final = re.compile(rb"addEventListener|onclick|function\s+\w+\s*\(")
_AT_LOAD: Final = re.compile(rb"\bonload\b|['\"](?:load|pageshow|readystatechange|DOMContentLoaded)['\"]")
_EMBEDS: Final = re.compile(
    r"^(?:about|data|javascript):|youtu|vimeo|dailymotion|spotify|soundcloud|/maps|googletagmanager|doubleclick|recaptcha|"
    r"hcaptcha|facebook|twitter|disqus|consent|cookie|analytics|pixel|tracking|/ads?[/.?]",
    re.IGNORECASE,
)
_TINY: Final = frozenset({"0", "1", "0px", "1px"})


def signs_of_elsewhere(page: scan.Scan, text: str, url: str, refresh: str = "") -> Iterator[Sign]:
    """Return the signs that what *page*, found at *url*, is about is elsewhere; *text* is its visible text.

    *refresh* is the `Refresh` header of the answer.
    """
    if len(text) >= _SHORT:
        return
    if page.elements("frameset"):
        yield Sign("elsewhere", "frameset", "the page is a set of frames")
    if len(text) < _SCANT:
        handlers = _handlers_at_load(page)
        if _is_refreshed(page, text, url, refresh) or _has_moving_script(page, text, handlers):
            yield Sign("elsewhere", "redirect", "the page leads to another address")
        if any(map(may_write, handlers)):
            yield Sign("at_load", "", "an event attribute writes to the page as it loads")
        if source := _frame(page):
            yield Sign("frame", source, "the page has a frame and hardly any text")


def _is_refreshed(page: scan.Scan, text: str, url: str, header: str) -> bool:
    metas = map(page.attributes, page.elements("meta"))
    orders = [values.get("content", "") for values in metas if values.get("http-equiv", "").lower() == "refresh"]
    for refresh in map(_REFRESH.fullmatch, (header, *orders)):
        if refresh and int(refresh[1]) <= _QUICK_SECONDS:
            target = Base(url).absolute(refresh[3] or "")
            return len(text) < _BARE or (target is not None and target.partition("#")[0] != url.partition("#")[0])
    return False


def _has_moving_script(page: scan.Scan, text: str, handlers: list[bytes]) -> bool:
    """Return whether code that runs as the page loads goes on to another address."""
    if any(map(_moves().search, handlers)):
        return True
    scripts = [page.content(number) for number in page.elements("script") if page.attr(number, "src") is None]
    if sum(map(len, scripts)) >= _LONGEST_MOVE:
        return False
    # A page with nothing to press has no other use for a function than to call it as it loads.
    is_called = len(text) < _BARE and (bool(handlers) or any(map(_AT_LOAD.search, scripts)))
    return any(_moves().search(code) and (is_called or not _WHEN_ASKED.search(code)) for code in scripts)


def _handlers_at_load(page: scan.Scan) -> list[bytes]:
    """Return the code of the event attributes that run without a user."""
    return [unescape(code.decode("utf-8", "replace")).encode() for code in _handlers().findall(page.source)]


@cache
def _handlers() -> Any:
    return searcher(rf"""[\s"']on(?:{"|".join(entries("at_load"))})="([^"]*)\"""")


@cache
def _moves() -> Any:
    return searcher("|".join(entries("moves")), case_sensitive=True)


def _frame(page: scan.Scan) -> str:
    """Return the address of a visible frame that may hold what the page is about; players, maps and counters do not."""
    for values in map(page.attributes, page.elements("iframe")):
        source = values.get("src") or ""
        is_hidden = "hidden" in values or "none" in values.get("style", "")
        is_tiny = not {values.get("width"), values.get("height")}.isdisjoint(_TINY)
        if source and not (_EMBEDS.search(source) or is_hidden or is_tiny):
            return source
    return ""
