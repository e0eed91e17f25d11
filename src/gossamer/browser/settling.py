"""Waiting until a page has become what its reader would see.

A page is watched from its load event: at least `_WATCHED`, because scripts commonly fill it
from timers and fetches in that time, and until its DOM has not changed for `_QUIET` and no
request that matters is open. Nothing here is fatal: a page that never gets quiet is taken as it is.
"""

import asyncio
from enum import Enum

from gossamer.browser.page import Page, ScriptFailed
from gossamer.core.deadlines import Deadline

_WATCHED = 350
_QUIET = 100
_LOAD = 4.0
_DOM_LIMIT = 5000
_LONGEST = 10.0
_PING = 5.0
_LAST_PING = 0.4
# What is kept of a request's time for reading the page out and closing it.
_RESERVE = 1.5
_RESERVE_SHARE = 0.2
# A page that went on to this many documents of its own accord will not stop.
_DOCUMENTS = 20


class Settled(Enum):
    """How the waiting ended."""

    QUIET = "quiet"
    RESTLESS = "restless"
    UNPARSED = "unparsed"
    STUCK = "stuck"


def patience(deadline: Deadline) -> float:
    """Return the seconds that may be spent on waiting, so that reading the page out stays possible."""
    reserve = min(_RESERVE, deadline.budget.total_seconds() * _RESERVE_SHARE)
    return max(0.0, deadline.remaining() - reserve)


async def settle(page: Page, deadline: Deadline, *, watched: int = _WATCHED, longest: float = _LONGEST) -> Settled:
    """Wait until *page* is quiet; *watched* in milliseconds, *longest* in seconds after it was parsed."""
    loop = asyncio.get_running_loop()
    if not await _parsed(page, loop.time() + patience(deadline)):
        if _hopeless(page):
            return Settled.STUCK
        return (
            Settled.UNPARSED
            if await _responsive(page, max(_LAST_PING, min(_PING, patience(deadline))))
            else Settled.STUCK
        )
    end = loop.time() + min(longest, patience(deadline))
    await page.until(lambda: page.loaded, min(_LOAD, end - loop.time()))
    return await _quiet(page, end, watched)


async def _parsed(page: Page, end: float) -> bool:
    """Wait for the document to be parsed, as long as its main thread answers now and then."""
    loop = asyncio.get_running_loop()
    while loop.time() < end:
        if await page.until(lambda: page.interactive or _hopeless(page), min(_PING, end - loop.time())):
            return page.interactive
        if not await _responsive(page, min(_PING, max(0.0, end - loop.time()))):
            return False
    return page.interactive


def _hopeless(page: Page) -> bool:
    return page.frozen or page.documents > _DOCUMENTS


async def _responsive(page: Page, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await page.evaluate("1")
    except TimeoutError:
        return False
    except ScriptFailed:
        return True
    return True


async def _quiet(page: Page, end: float, watched: int) -> Settled:
    loop = asyncio.get_running_loop()
    while (left := end - loop.time()) > 0:
        if _hopeless(page):
            return Settled.STUCK
        documents = page.documents
        try:
            # The page ends its watch itself; when even that does not come it is stuck.
            async with asyncio.timeout(left + 0.5):
                quiet = await page.call("settle", watched, _QUIET, min(_DOM_LIMIT, int(left * 1000)))
        except TimeoutError:
            return Settled.STUCK
        except ScriptFailed:
            # It navigated away under us: watch the next document.
            await page.until(lambda: page.documents > documents or _hopeless(page), max(0.0, end - loop.time()))  # noqa: B023
            await page.until(lambda: page.interactive or _hopeless(page), max(0.0, end - loop.time()))
            continue
        if not page.traffic.busy():
            return Settled.QUIET if quiet else Settled.RESTLESS
        await _network_quiet(page, end)
        watched = 0
    return Settled.RESTLESS


async def _network_quiet(page: Page, end: float) -> None:
    loop = asyncio.get_running_loop()
    while page.traffic.busy() and (left := end - loop.time()) > 0:
        await page.until(lambda: not page.traffic.busy(), min(left, page.traffic.next_stale() + 0.01))
