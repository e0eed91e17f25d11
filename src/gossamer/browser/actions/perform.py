"""Doing the actions of a request in order, and collecting what they give."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from gossamer.browser.actions.elements import BadSelector, appear, click, elements, on_element
from gossamer.browser.actions.keyboard import NOTHING_TO_PASTE, press, type_text, would_paste
from gossamer.browser.actions.scripts import Thrown, Unreturnable, run_script
from gossamer.browser.capture import print_pdf, screenshot
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import Page, ScriptFailed
from gossamer.browser.page_settling import settle
from gossamer.browser.snapshot import html_of
from gossamer.core import actions
from gossamer.core.errors import ActionFailed
from gossamer.core.pages import FetchRequest

# How long an element may take to appear, in seconds: what is waited for by name, and what is merely used.
_NAMED_WAIT = 30.0
_IMPLIED_WAIT = 5.0
_AFTER_INPUT = 100
_LONGEST_AFTER = 5.0
_CLICKS = 100
_LOOK_EVERY = 0.1


@dataclass(slots=True)
class _Kept:
    screenshots: list[actions.Captured] = field(default_factory=list)
    scrapes: list[actions.PageSnapshot] = field(default_factory=list)
    returns: list[actions.ScriptReturn] = field(default_factory=list)
    pdfs: list[actions.Captured] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)

    def outcome(self) -> actions.ActionOutcome:
        return actions.ActionOutcome(
            tuple(self.screenshots),
            tuple(self.scrapes),
            tuple(self.returns),
            tuple(self.pdfs),
            tuple(dict.fromkeys(self.addresses)),
        )


class _Impossible(Exception):
    """The action cannot be done; the text is the reason for the caller."""


async def perform(page: Page, request: FetchRequest, limit: int) -> tuple[actions.ActionOutcome, tuple[str, ...]]:
    """Do the request's actions in order; return what they gave, and warnings. Raises ActionFailed."""
    performer = _Performer(page, request, limit)
    page.session.send("Emulation.setFocusEmulationEnabled", enabled=True)
    for index, action in enumerate(request.actions):
        try:
            await performer.do(action)
        except _Impossible as reason:
            raise ActionFailed(index, action.kind, str(reason)) from reason
        except BadSelector as error:
            raise ActionFailed(index, action.kind, "this is not a valid CSS selector.") from error
        except Thrown as error:
            raise ActionFailed(index, action.kind, f"the script threw {error}") from error
        except Unreturnable as error:
            raise ActionFailed(index, action.kind, f"the script ended, but {error}") from error
        except (ScriptFailed, CommandRefused) as error:
            raise ActionFailed(index, action.kind, "the page went away while it was done.") from error
    return performer.kept.outcome(), tuple(performer.kept.warnings)


class _Performer:
    def __init__(self, page: Page, request: FetchRequest, limit: int) -> None:
        self._page = page
        self._request = request
        self._deadline = request.deadline
        self._limit = limit
        self.kept = _Kept()

    async def do(self, action: actions.Action) -> None:
        """Do one action, and keep where it began and where it led."""
        self._deadline.check()
        self.kept.addresses.append(self._page.url)
        await self._do(action)
        self.kept.addresses.append(self._page.url)

    async def _do(self, action: actions.Action) -> None:
        match action:
            case actions.Wait(duration):
                await self._page.rest(duration.total_seconds())
            case actions.WaitFor(selector):
                await self._find_visible(selector, _NAMED_WAIT)
            case actions.TakeScreenshot() | actions.Snapshot() | actions.PrintPdf():
                await self._capture(action)
            case _:
                await self._input(action)

    async def _input(
        self, action: actions.Click | actions.Write | actions.Press | actions.Scroll | actions.RunScript
    ) -> None:
        """Do what may change the page, and wait for what comes of it."""
        match action:
            case actions.Click(selector, every):
                await self._click(selector, every=every)
            case actions.Write(text):
                await self._write(text)
            case actions.Press(key):
                await self._press(key)
            case actions.Scroll():
                await self._scroll(action)
            case actions.RunScript(source):
                await self._run(source)
        await self._after_input()

    async def _capture(self, action: actions.TakeScreenshot | actions.Snapshot | actions.PrintPdf) -> None:
        match action:
            case actions.TakeScreenshot():
                await self._screenshot(action)
            case actions.Snapshot():
                self.kept.scrapes.append(actions.PageSnapshot(self._page.url, await html_of(self._page, self._limit)))
            case actions.PrintPdf():
                self.kept.pdfs.append(await print_pdf(self._page, action, self._deadline))

    async def _find_visible(self, selector: str, seconds: float) -> list[str]:
        async with self._page.resting():
            handles = await appear(self._page, selector, min(seconds, self._deadline.remaining()))
        if not handles:
            raise _Impossible(f"no visible element matched {selector!r} within {seconds:g} seconds.")
        return handles

    async def _click(self, selector: str, *, every: bool) -> None:
        await self._present(selector)
        before = self._page.documents
        for handle in await self._find_enabled(selector, _CLICKS if every else 1):
            await self._following(click(self._page, handle))
            if self._page.documents != before:
                break

    async def _find_enabled(self, selector: str, most: int) -> list[str]:
        """Return the first matches without those that are disabled; a lone button may wait for a form to be whole."""
        end = asyncio.get_running_loop().time() + min(_IMPLIED_WAIT, self._deadline.remaining())
        while True:
            matches = await elements(self._page, selector, visible=True)
            matches = (matches or await elements(self._page, selector, visible=False))[:most]
            enabled = [handle for handle in matches if not await on_element(self._page, handle, "is_disabled")]
            if enabled or not matches:
                return enabled
            if asyncio.get_running_loop().time() >= end:
                raise _Impossible(f"the element that matches {selector!r} is disabled.")
            await self._page.rest(_LOOK_EVERY)

    async def _present(self, selector: str) -> None:
        """Wait until something matches; what is there but hidden can still be clicked by script."""
        handles = await appear(self._page, selector, min(_IMPLIED_WAIT, self._deadline.remaining()))
        if not handles and not await elements(self._page, selector, visible=False):
            raise _Impossible(f"no element matched {selector!r} within {_IMPLIED_WAIT:g} seconds.")

    async def _write(self, text: str) -> None:
        if not await self._page.call("focus"):
            self.kept.warnings.append("An action typed text while no element had the focus; click the field first.")
        await self._following(type_text(self._page.session, text))

    async def _press(self, key: str) -> None:
        if would_paste(key):
            raise _Impossible(NOTHING_TO_PASTE)
        if await self._following(press(self._page.session, key)) is False:
            raise _Impossible(f"there is no key named {key!r}; names are those of KeyboardEvent.key.")

    async def _scroll(self, action: actions.Scroll) -> None:
        if action.selector is None:
            root = await self._page.evaluate("document", by_value=False)
            handle = root.result.object_id
        else:
            handle = (await self._find_visible(action.selector, _IMPLIED_WAIT))[0]
        if handle is not None:
            await on_element(self._page, handle, "scroll", action.direction)

    async def _screenshot(self, action: actions.TakeScreenshot) -> None:
        shot = await screenshot(
            self._page,
            self._deadline,
            full_page=action.full_page,
            quality=action.quality,
            viewport=action.viewport,
            mobile=self._request.mobile,
        )
        self.kept.screenshots.append(shot)

    async def _run(self, source: str) -> None:
        before = self._page.documents
        try:
            self.kept.returns.append(await run_script(self._page, source))
        except CommandRefused:
            # A script that navigates loses its own context; that is success.
            await self._page.until(lambda: self._page.documents > before, _LONGEST_AFTER)
            self.kept.returns.append(actions.ScriptReturn("undefined", None))

    async def _following(self, doing: Any) -> Any:
        """Await *doing*; when the page leaves under it, that is what it was meant to do."""
        before = self._page.documents
        try:
            return await doing
        except (CommandRefused, ScriptFailed):
            if not await self._page.until(lambda: self._page.documents > before, 1.0):
                raise
        return None

    async def _after_input(self) -> None:
        """Wait for what the input set off: a navigation, requests, changes of the page."""
        page = self._page
        if page.loading:
            async with page.resting():
                await page.until(lambda: page.interactive and not page.loading, self._deadline.remaining())
        await settle(page, self._deadline, watched=_AFTER_INPUT, longest=_LONGEST_AFTER)
