"""Going from document to document and from tab to tab."""

import re
from urllib.parse import urljoin, urlsplit

import msgspec

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.navigation import go
from gossamer.browser.options import BrowserOptions
from gossamer.browser.tools.tabs import OpenTab
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, StepFailed, TimedOut
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url

_BARE = re.compile(r"(?P<host>localhost|[\w-]+(\.[\w-]+)+)(?P<port>:\d+)?([/?#].*)?")
_NUMBERS = re.compile(r"[\d.]+|localhost")
_COMMIT = 5.0


class _Entry(msgspec.Struct):
    id: int
    url: str = ""


class _History(msgspec.Struct, rename="camel"):
    current_index: int
    entries: list[_Entry]


async def go_to(tab: OpenTab, url: str, options: BrowserOptions, deadline: Deadline) -> None:
    """Navigate a tab. Raises StepFailed when that is refused, or the site gives no page."""
    try:
        request = FetchRequest(url=web_url(address(url, tab.page.url)), deadline=deadline)
        await go(tab.page, request, options.egress)
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
    """Go so many entries back (negative) or forward. Raises StepFailed when there is none."""
    page = tab.page
    history = await page.session.ask(_History, "Page.getNavigationHistory")
    index = history.current_index + steps
    # A tab begins empty, and that is no page to go back to.
    began_empty = steps < 0 and index == 0 and history.entries[0].url == "about:blank"
    if began_empty or not 0 <= index < len(history.entries):
        raise StepFailed(f"There is no page {'before' if steps < 0 else 'after'} this one.")
    documents, url = page.documents, page.url
    await page.session.send("Page.navigateToHistoryEntry", entryId=history.entries[index].id)
    await page.until(lambda: page.documents > documents or page.url != url, _COMMIT)


async def reload(tab: OpenTab) -> None:
    """Load a tab's document again. Raises StepFailed when it cannot be."""
    page = tab.page
    documents = page.documents
    try:
        await page.session.send("Page.reload")
    except CommandRefused as refused:
        raise StepFailed("The page cannot be loaded again.") from refused
    await page.until(lambda: page.documents > documents, _COMMIT)
