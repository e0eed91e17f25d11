"""A request rendered: navigate, wait, act, read out."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gossamer.browser.actions.perform import perform
from gossamer.browser.capture import screenshot
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.emulation import Identity
from gossamer.browser.expected_content import settle_with_content
from gossamer.browser.failures import from_net_error
from gossamer.browser.navigation import DocumentArrival, arrival, go, prepare
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.page_settling import SettleOutcome, wait_out
from gossamer.browser.request_blocking import is_looked_at
from gossamer.browser.snapshot import html_of
from gossamer.core.actions import ActionOutcome, Captured
from gossamer.core.errors import Unreachable
from gossamer.core.pages import FetchedPage, FetchRequest
from gossamer.core.urls import WebUrl
from gossamer.ports.clock import Clock

# We stop a page that will not stop, and it may stop itself.
_STOPPED = "ERR_ABORTED"
# Seconds: a page of 4,000 elements takes a tenth of one.
_STYLES_TIME: Final = 5.0
_COOKIES: Final = "The browser did not accept these cookies of the `Cookie` header, so they were not sent: {names}."
_WARNINGS = {
    SettleOutcome.UNPARSED: "The page was still loading at the time limit; the result has what had arrived.",
    SettleOutcome.STUCK: "The page's scripts did not end and were stopped.",
}


async def render(
    page: Page, request: FetchRequest, identity: Identity, options: BrowserOptions, clock: Clock
) -> FetchedPage:
    """Return the result of *request* in the empty *page*. The caller holds the deadline and disposes of the page."""
    page.clock.is_virtual = _is_only_read(request)
    await prepare(page, request, identity, options.egress)
    if not await go(page, request, options.egress):
        return _build_page(request, await arrival(page, options.egress), "", clock)
    settled = await settle_with_content(page, request, clock)
    missing = await patient(page, request, settled)
    shown = await arrival(page, options.egress)
    outcome: ActionOutcome | None = None
    noted: tuple[str, ...] = ()
    if request.actions:
        outcome, noted = await perform(page, request, options.dom_limit)
        # An action may have led elsewhere: the page is what is shown at the end.
        shown = await arrival(page, options.egress)
    documents = page.documents
    shot = await _picture(page, request)
    styles = await _styles(page) if request.styles else None
    html = await _html(page, options.dom_limit)
    if page.documents > documents:
        # It went on by itself: address and status are to be those of what was read.
        shown = await arrival(page, options.egress)
    missing.extend(_warn_of_early_end(page, request, settled, html))
    fetched = _build_page(request, shown, html, clock)
    refused = [_COOKIES.format(names=", ".join(page.refused_cookies))] if page.refused_cookies else []
    return replace(
        fetched,
        screenshot=shot,
        styles=styles,
        outcome=outcome,
        warnings=(*missing, *noted, *refused),
        complete=not missing,
        failures=page.traffic.failures(),
    )


def _is_only_read(request: FetchRequest) -> bool:
    """Return whether nobody acts on the page, sees it or goes on with it, and its clock may run ahead."""
    is_touched = request.actions or request.keep_as is not None or is_looked_at(request)
    return not is_touched and request.tier == "basic"


def _build_page(request: FetchRequest, shown: DocumentArrival, html: str, clock: Clock) -> FetchedPage:
    return FetchedPage(
        url=WebUrl(shown.url),
        status=shown.status,
        headers=shown.headers,
        body=html.encode("utf-8", "replace"),
        fetched_at=clock.now(),
        fetcher="browser",
        rendered=True,
        charset="utf-8",
        tier=request.tier,
        verified=shown.verified,
    )


async def patient(page: Page, request: FetchRequest, settled: SettleOutcome) -> list[str]:
    """Stop a page that will not stop, wait as long as was asked, and return why it is not all there."""
    if settled is SettleOutcome.STUCK:
        page.freeze()
    elif request.wait_for:
        settled = await wait_out(page, request.deadline, request.wait_for.total_seconds())
        if settled is SettleOutcome.STUCK:
            page.freeze()
    return [_WARNINGS[settled]] if settled in _WARNINGS else []


async def _picture(page: Page, request: FetchRequest) -> Captured | None:
    options = request.screenshot
    if options is None:
        return None
    return await screenshot(
        page,
        request.deadline,
        full_page=options.full_page,
        quality=options.quality,
        mobile=request.mobile,
        may_stop=True,
    )


async def _styles(page: Page) -> Mapping[str, Any] | None:
    """Return the page's computed styles; None when they cannot be read: the rest of the page counts without them."""
    try:
        async with asyncio.timeout(_STYLES_TIME):
            styles = await page.call("styles")
    except (TimeoutError, ScriptFailed):
        return None
    return styles if isinstance(styles, dict) else None


def _warn_of_early_end(page: Page, request: FetchRequest, settled: SettleOutcome, html: str) -> list[str]:
    """Return the warnings about a document that ended too early; raises when nothing of it came."""
    main = page.traffic.shown
    error = main.error.removeprefix("net::") if main is not None else ""
    if not html:
        if settled is SettleOutcome.UNPARSED:
            raise request.deadline.timed_out()
        if error:
            raise from_net_error(error)
    if error and error != _STOPPED:
        return [f"The site broke the page off ({error}); the result has what had arrived."]
    return []


async def _html(page: Page, limit: int) -> str:
    try:
        return await html_of(page, limit)
    except (ScriptFailed, CommandRefused) as error:
        raise Unreachable("The page was closed while it was read.") from error
