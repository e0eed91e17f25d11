"""Waiting for content that a page's scripts have yet to bring, where a browser is the first to get the page.

A page that was fetched by HTTP before is judged then, and the browser knows what to wait for. A browser that was
asked for, for a screenshot or for actions, has the page judged here, by the HTML that the site sent: once scripts have
run, nobody can tell what they brought from what they have yet to bring. It is judged while the page is watched anyway.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.page import Page
from gossamer.browser.page_settling import PageWatch, SettleOutcome, patience, settle
from gossamer.core.errors import ServiceError
from gossamer.core.pages import Expected, FetchedPage, FetchRequest
from gossamer.core.urls import WebUrl
from gossamer.ports.clock import Clock

_PAGES: Final = frozenset({"text/html", "application/xhtml+xml", ""})
# Seconds that the judgement may take longer than the page takes to get quiet.
_JUDGING: Final = 3.0


class _Body(msgspec.Struct):
    body: str


@dataclass(frozen=True, slots=True)
class _Judged:
    """What is *expected* of the document that was the page's *number*; None when that is not known."""

    number: int
    expected: Expected | None


async def settle_with_content(page: Page, request: FetchRequest, clock: Clock) -> SettleOutcome:
    """Wait until *page* is quiet and has the content that its scripts are expected to bring."""
    if request.expects is None:
        return await settle(page, request.deadline, awaited=request.awaited)
    judging = asyncio.create_task(_judge_page(page, request, clock))
    try:
        watch = PageWatch(page, request.deadline, request.awaited)
        settled = await watch.settle()
        if settled is not SettleOutcome.QUIET or page.is_dead_end:
            return settled
        expected = await _of_shown(page, request, judging, clock)
        if expected is None or not expected.awaited:
            return settled
        settled = await watch.settle_again(expected.awaited)
        if settled is SettleOutcome.QUIET and not (watch.lacks and page.traffic.failures()):
            expected.learn(not watch.lacks)
        return settled
    finally:
        judging.cancel()
        with suppress(asyncio.CancelledError):
            await judging
        # Nobody asks the browser for what it received any more.
        page.session.send("Network.enable", maxTotalBufferSize=0, maxResourceBufferSize=0)


async def _of_shown(page: Page, request: FetchRequest, judging: asyncio.Task[_Judged], clock: Clock) -> Expected | None:
    """Return the content expected of the document that is shown; None when it is not known in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(min(_JUDGING, patience(request.deadline))):
            judged = await asyncio.shield(judging)
            if judged.number != page.documents:
                # It went on to another document meanwhile.
                judged = await _judge_page(page, request, clock)
            return judged.expected
    return None


async def _judge_page(page: Page, request: FetchRequest, clock: Clock) -> _Judged:
    await page.until(lambda: page.interactive or page.frozen, patience(request.deadline))
    number = page.documents
    # A page that cannot be judged is read as it is; what became of it is reported there.
    with suppress(BrowserGone, CommandRefused, ServiceError):
        sent = await _as_sent(page, clock)
        if sent is not None and request.expects is not None:
            return _Judged(number, await request.expects(sent, request))
    return _Judged(number, None)


async def _as_sent(page: Page, clock: Clock) -> FetchedPage | None:
    """Return the document as the site sent it; None when it is no page. Raises CommandRefused when it is not kept."""
    main = page.traffic.shown
    if main is None or main.headers.get("content-type", "").partition(";")[0].strip().lower() not in _PAGES:
        return None
    answer = await page.session.ask(_Body, "Network.getResponseBody", requestId=main.loader)
    return FetchedPage(
        url=WebUrl(main.url),
        status=main.status or 200,
        headers=main.headers,
        body=answer.body.encode("utf-8", "replace"),
        fetched_at=clock.now(),
        fetcher="browser",
        charset="utf-8",
    )
