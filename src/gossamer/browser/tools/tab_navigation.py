"""Navigation from document to document and from tab to tab."""

import re
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

import msgspec

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.navigation import go
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page
from gossamer.browser.tools.tabs import OpenTab
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, StepFailed, TimedOut
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url

_T = TypeVar("_T")
_BARE = re.compile(r"(?P<host>localhost|[\w-]+(\.[\w-]+)+)(?P<port>:\d+)?([/?#].*)?")
_NUMBERS = re.compile(r"[\d.]+|localhost")
_COMMIT = 5.0
_SOON = 0.02
# Chromium's error for a frame whose document is not yet, or no longer, that of the tab.
_SWAPPED = "Not attached to an active page"


class _HistoryEntry(msgspec.Struct):
    id: int
    url: str = ""


class _History(msgspec.Struct, rename="camel"):
    current_index: int
    entries: list[_HistoryEntry]


async def go_to(tab: OpenTab, url: str, options: BrowserOptions, deadline: Deadline) -> None:
    """Navigate a tab. Raises StepFailed when that is refused, or the site gives no page."""
    try:
        request = FetchRequest(url=web_url(address(url, tab.page.url)), deadline=deadline)
        await _when_there(tab.page, lambda: go(tab.page, request, options.egress))
    except TimedOut:
        raise
    except ServiceError as error:
        raise StepFailed(str(error)) from error


def address(url: str, base: str) -> str:
    """Return an address that somebody typed as a whole one: "example.org/a", "/a", "?b"."""
    text = url.strip()
    if urlsplit(text).scheme in {"http", "https"}:
        return text
    if bare := _BARE.fullmatch(text):
        plain = bare["port"] or _NUMBERS.fullmatch(bare["host"])
        return f"{'http' if plain else 'https'}://{text}"
    return urljoin(base, text)


async def through_history(tab: OpenTab, steps: int) -> None:
    """Go so many entries back (negative) or forward.

    A page that is on its way elsewhere stops first. If the next document has not come by then, that is a step back:
    the page which it was leaving is the one before. Raises StepFailed when there is no such entry, or the browser
    stays.
    """
    page = tab.page
    if page.is_leaving:
        documents = page.documents
        await page.stay(_COMMIT)
        steps += steps < 0 and page.documents == documents
    if steps == 0:
        return
    entry = _entry(await _history(page), steps)
    documents, url = page.documents, page.url
    await page.session.send("Page.navigateToHistoryEntry", entryId=entry.id)
    if not await page.until(lambda: page.documents > documents or page.url != url, _COMMIT) and entry.url != url:
        raise StepFailed(f"The browser could not go {'back' if steps < 0 else 'forward'}.")


async def _history(page: Page) -> _History:
    return await _when_there(page, lambda: page.session.ask(_History, "Page.getNavigationHistory"))


async def _when_there(page: Page, ask: Callable[[], Awaitable[_T]]) -> _T:
    """Ask the browser again while it refuses because a document takes the place of another.

    No event says when that is over. Raises CommandRefused when it does not end, or for another reason at once.
    """
    for _ in range(round(_COMMIT / _SOON)):
        try:
            return await ask()
        except CommandRefused as refused:
            if _SWAPPED not in refused.message:
                raise
        await page.rest(_SOON)
    return await ask()


def _entry(history: _History, steps: int) -> _HistoryEntry:
    index = history.current_index + steps
    # A tab begins empty, and that is no page to go back to.
    began_empty = steps < 0 and index == 0 and history.entries[0].url == "about:blank"
    if began_empty or not 0 <= index < len(history.entries):
        raise StepFailed(f"There is no page {'before' if steps < 0 else 'after'} this one.")
    return history.entries[index]


async def reload(tab: OpenTab) -> None:
    """Load a tab's document again. Raises StepFailed when it cannot be."""
    page = tab.page
    documents = page.documents
    try:
        await _when_there(page, lambda: page.session.send("Page.reload"))
    except CommandRefused as refused:
        raise StepFailed("The page cannot be loaded again.") from refused
    await page.until(lambda: page.documents > documents, _COMMIT)
