"""Signs that a page shows content of another address: frames and immediate redirects."""

import re
from collections.abc import Iterator
from typing import Final

import turbohtml

from gossamer.content.dynamic.signs import Sign

# Characters of visible text: with more a frame is an extra, with still more the page is read itself.
_SCANT: Final = 300
_SHORT: Final = 700
_BARE: Final = 60
_QUICK_SECONDS: Final = 15.0
_LONGEST_MOVE: Final = 3_000
_MOVES: Final = re.compile(
    r"(?:window|document|self|top|parent)?\.?location(?:\.href)?\s*=[^=]|location\.(?:replace|assign)\s*\("
)
_WHEN_ASKED: Final = re.compile(r"addEventListener|onclick|function\s+\w+\s*\(")
_EMBEDS: Final = re.compile(
    r"^(?:about|data|javascript):|youtu|vimeo|dailymotion|spotify|soundcloud|/maps|googletagmanager|doubleclick|recaptcha|"
    r"hcaptcha|facebook|twitter|disqus|consent|cookie|analytics|pixel|tracking|/ads?[/.?]",
    re.IGNORECASE,
)
_TINY: Final = frozenset({"0", "1", "0px", "1px"})


def signs_of_elsewhere(document: turbohtml.Document, text: str, url: str) -> Iterator[Sign]:
    """Return the signs that what *document*, found at *url*, is about is elsewhere; *text* is its visible text."""
    if len(text) >= _SHORT:
        return
    if document.select_one("frameset") is not None:
        yield Sign("elsewhere", "frameset", "the page is a set of frames")
    if _leads_away(document, text, url):
        yield Sign("elsewhere", "redirect", "the page leads to another address")
    if len(text) < _SCANT and (source := _frame(document)):
        yield Sign("frame", source, "the page has a frame and hardly any text")


def _leads_away(document: turbohtml.Document, text: str, url: str) -> bool:
    refresh = document.meta_refresh(url)
    if refresh is not None and refresh[0] <= _QUICK_SECONDS and len(text) < _SCANT:
        return refresh[1].partition("#")[0] != url.partition("#")[0] or len(text) < _BARE
    if len(text) >= _SCANT:
        return False
    scripts = [script.text for script in document.select("script:not([src])")]
    if sum(map(len, scripts)) >= _LONGEST_MOVE:
        return False
    return any(_MOVES.search(script) and not _WHEN_ASKED.search(script) for script in scripts)


def _frame(document: turbohtml.Document) -> str:
    """Return the address of a visible frame that may hold what the page is about; players, maps and counters do not."""
    for frame in document.select("body iframe[src]"):
        source = frame.attr("src") or ""
        is_hidden = frame.attr("hidden") is not None or "none" in (frame.attr("style") or "")
        is_tiny = not {frame.attr("width"), frame.attr("height")}.isdisjoint(_TINY)
        if not (_EMBEDS.search(source) or is_hidden or is_tiny):
            return source
    return ""
