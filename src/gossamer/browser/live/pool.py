"""Opening sessions: as a visit of their own, or where a scrape ended."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

import msgspec

from gossamer.browser.actions.perform import perform
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.contexts import Context
from gossamer.browser.expected_content import settle_with_content
from gossamer.browser.failures import PageCrashed
from gossamer.browser.interception import Gate
from gossamer.browser.live.session import OpenSession
from gossamer.browser.live.storage import restore
from gossamer.browser.navigation import arrange, arrival, describe_way, go, intercept
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.parked_pages import ParkedPage
from gossamer.browser.pool import Browser
from gossamer.browser.rendering import patient
from gossamer.browser.request_blocking import blocked_urls
from gossamer.browser.running_browser import RunningBrowser, StartFailed
from gossamer.browser.tools import SessionPage
from gossamer.core.access import Permits
from gossamer.core.actions import ActionOutcome
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, OwnError
from gossamer.core.pages import Expects, FetchRequest
from gossamer.core.sessions import Opening, StorageState
from gossamer.core.urls import WebUrl
from gossamer.core.visit_identity import chosen_check, chosen_identity
from gossamer.ports.clock import Clock

_EMPTY = WebUrl("about:blank")
# An address for documentation alone (RFC 5737), which the proxy refuses.
_NOWHERE = "http://192.0.2.1/"
# Seconds in which a parked page must answer before it is handed over; a page that does not is not warm.
_ANSWER = 2.0


class _FrameNode(msgspec.Struct):
    url: str = ""


class _PoolTree(msgspec.Struct, rename="camel"):
    frame: _FrameNode
    child_frames: list["_PoolTree"] = []

    def addresses(self) -> list[str]:
        return [self.frame.url, *(address for child in self.child_frames for address in child.addresses())]


class _Frames(msgspec.Struct, rename="camel"):
    frame_tree: _PoolTree


class LiveBrowserPool:
    """Sessions in the Chromium that *browser* keeps. They end with it.

    *expects* says what content a page that is opened has yet to get; without it quiet is enough.
    """

    def __init__(self, browser: Browser, options: BrowserOptions, clock: Clock, expects: Expects | None = None) -> None:
        self._browser = browser
        self._expects = expects
        self._options = options
        self._clock = clock

    @property
    def available(self) -> bool:
        """Return whether there is a browser at all."""
        return self._browser.found

    async def open(
        self,
        opening: Opening,
        *,
        deadline: Deadline,
        permits: Permits | None,
        state: StorageState | None,
        team_id: str = "",
        recorded: bool = False,
    ) -> OpenSession:
        """Open a session and do its visit; see the port."""
        async with deadline.guard():
            try:
                running = await self._browser.ready()
            except StartFailed as error:
                raise NotAvailable(error.message) from error
            try:
                async with running.open_context(looked_at=True) as context:
                    context.in_session = True
                    gate = Gate(permits, check=chosen_check())
                    request = replace(_request(opening, deadline, team_id), expects=self._expects)
                    if opening.url is None:
                        await self._introduce(context, request)
                    way = describe_way(request, self._options.egress)
                    state = state or StorageState()
                    withheld = await restore(running, context, state, way)
                    gate.origins.update(dict.fromkeys(state.storage))
                    async with context.first.named_failures():
                        empty = opening.url is None
                        outcome = await self._visit(running, context.first, request, gate, empty=empty)
                        session = await self._session(running, context, request, gate, recorded=recorded)
                        session.outcome, session.way, session.withheld = outcome, way, withheld
                        return session
            except BrowserGone as loss:
                raise OwnError("The browser ended while it opened the session. Try again.") from loss
            finally:
                self._browser.used()

    async def adopt(self, scrape_id: str, *, permits: Permits | None) -> OpenSession | None:
        """Return the page that a scrape left open; see the port."""
        parked = self._browser.take_parked(scrape_id)
        if parked is None:
            return None
        session: OpenSession | None = None
        try:
            session = await self._adopt_page(parked, Gate(permits, check=chosen_check()))
        except (BrowserGone, PageCrashed, CommandRefused, ScriptFailed, TimeoutError):
            return None
        finally:
            self._browser.used()
            if session is None:
                await parked.context.dispose()
        return session

    async def _adopt_page(self, parked: ParkedPage, gate: Gate) -> OpenSession | None:
        page, context = parked.context.first, parked.context
        # Somebody looks at it from now.
        request = replace(parked.request, load_images=True)
        context.in_session = True
        intercept(page, request, self._options.egress, gate)
        page.session.send("Network.setBlockedURLs", urls=blocked_urls(request))
        if parked.request.identity is not chosen_identity() or (gate.check and await gate.check(page.url)):
            return None
        async with asyncio.timeout(_ANSWER):
            shown = await page.session.ask(_Frames, "Page.getFrameTree")
            addresses = shown.frame_tree.addresses()
            if any(gate.refusal(address) is not None for address in addresses if address):
                return None
            gate.visited(page.url)
            await page.call("load_missed")
        session = await self._session(parked.browser, context, request, gate, recorded=False)
        session.way = describe_way(request, self._options.egress)
        return session

    async def _introduce(self, context: Context, request: FetchRequest) -> None:
        """Have the proxy ask for its password once, which it can only ask of a document.

        In an empty tab the first request may be any; in others it is the document that is visited.
        """
        if self._options.egress is None:
            return
        page = await context.open_hidden()
        intercept(page, request, self._options.egress, None)
        await page.session.send("Page.enable")
        await page.navigate(_NOWHERE)
        await context.close_tab(page)

    async def _visit(
        self, running: RunningBrowser, page: Page, request: FetchRequest, gate: Gate, *, empty: bool
    ) -> ActionOutcome | None:
        """Go where *request* says, wait as long, and do what it says; return what that gave."""
        egress = self._options.egress
        await arrange(page, request, running.identity, egress, gate)
        if empty or not await go(page, request, egress):
            return None
        await patient(page, request, await settle_with_content(page, request, self._clock))
        await arrival(page, egress)
        if not request.actions:
            return None
        outcome, _ = await perform(page, request, self._options.dom_limit)
        await arrival(page, egress)
        return outcome

    async def _session(
        self, running: RunningBrowser, context: Context, request: FetchRequest, gate: Gate, *, recorded: bool
    ) -> OpenSession:
        tabs = SessionPage(
            running,
            context.id,
            context.first,
            options=self._options,
            clock=self._clock,
            on_tab=self._guard(running, request, gate),
        )
        try:
            await tabs.start()
        except BaseException:
            with suppress(BrowserGone, CommandRefused):
                await tabs.close()
            raise
        context.keep()
        return OpenSession(running, context, tabs, gate, self._clock, recorded=recorded)

    def _guard(self, running: RunningBrowser, request: FetchRequest, gate: Gate) -> Callable[[Page], Awaitable[None]]:
        """Return a function that prepares a new tab like the first, before it loads anything."""
        # The caller's cookies went into the context with the first tab, and the site may have changed them.
        headers = {name: value for name, value in request.headers.items() if name.lower() != "cookie"}
        of_tabs = replace(request, headers=headers, expects=None)

        async def guard(page: Page) -> None:
            arrange(page, of_tabs, running.identity, self._options.egress, gate)

        return guard


def _request(opening: Opening, deadline: Deadline, team_id: str) -> FetchRequest:
    return FetchRequest(
        url=opening.url or _EMPTY,
        deadline=deadline,
        headers=opening.headers,
        mobile=opening.mobile,
        location=opening.location,
        skip_tls_verification=opening.skip_tls_verification,
        block_ads=opening.block_ads,
        wait_for=opening.wait_for,
        actions=opening.actions,
        load_images=True,
        tier=opening.tier,
        errand="" if opening.profile is None else f"{team_id} {opening.profile.name}",
    )
