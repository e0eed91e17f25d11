"""One session: its tabs, those who watch and use them, and its end."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

from gossamer.browser.actions.keyboard import EDITING
from gossamer.browser.actions.keys import CONTROL, META, Key, key_named
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.clipboard import pastes
from gossamer.browser.contexts import Context
from gossamer.browser.failures import PageCrashed
from gossamer.browser.gateway import GatewayChannel, open_channel
from gossamer.browser.interception import Gate
from gossamer.browser.live.recording import Recorder
from gossamer.browser.live.screencast import Screencast
from gossamer.browser.live.storage import state_of
from gossamer.browser.page import Page
from gossamer.browser.running_browser import RunningBrowser
from gossamer.browser.tools import SessionPage
from gossamer.core.actions import ActionOutcome
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import SessionBusy, SessionLost
from gossamer.core.interaction import Back, Forward, GoTo, Reload, Step
from gossamer.core.sessions import StorageState
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import DevtoolsChannel, Frame, KeyInput, LivePage, MouseInput, NavigationInput, UserInput

# A page that is busy, or asks something, takes events and says so later.
_TAKEN = 1.0
_STATE = 30.0
_ARRIVAL = timedelta(seconds=30)
# Each may hold some 100 MB of what its client is slow to read, or sends at once.
_CHANNELS = 10
_LOST = "The browser session has been destroyed: its browser, or its page, is gone."

_MOUSE = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased", "wheel": "mouseWheel"}
_HELD = {"none": 0, "left": 1, "right": 2, "middle": 4}


def command_of(event: MouseInput | KeyInput) -> tuple[str, dict[str, Any]] | None:
    """Return the protocol's method and parameters for *event*; None for keys that paste.

    What they would paste is the browser's clipboard, to which others write too: who watches pastes their own, as text.
    """
    if isinstance(event, MouseInput):
        return "Input.dispatchMouseEvent", _mouse(event)
    if not event.key:
        return "Input.insertText", {"text": event.text}
    parameters = _key(event)
    return None if pastes(parameters) else ("Input.dispatchKeyEvent", parameters)


def _mouse(event: MouseInput) -> dict[str, Any]:
    parameters = {
        "type": _MOUSE[event.kind],
        "x": event.x,
        "y": event.y,
        "button": event.button,
        "buttons": 0 if event.kind == "up" else _HELD[event.button],
        "clickCount": event.clicks,
        "modifiers": event.modifiers,
    }
    return {**parameters, "deltaX": event.dx, "deltaY": event.dy} if event.kind == "wheel" else parameters


def _key(event: KeyInput) -> dict[str, Any]:
    key = key_named(event.key) or Key(event.key, event.code, 0)
    command = bool(event.modifiers & (CONTROL | META))
    # Forms are sent by the text of Enter, a carriage return, which nobody would call text.
    typed = key.text if key.key == "Enter" else event.text
    text = "" if command or event.kind == "up" else typed
    parameters: dict[str, Any] = {
        "type": "keyUp" if event.kind == "up" else "keyDown" if text else "rawKeyDown",
        "key": event.key,
        "code": event.code or key.code,
        "windowsVirtualKeyCode": key.windows,
        "modifiers": event.modifiers,
    }
    if text:
        parameters |= {"text": text, "unmodifiedText": text}
    if command and event.kind == "down" and (editing := EDITING.get(event.key.lower())):
        parameters["commands"] = [editing]
    return parameters


class OpenSession:
    """A session in a context of *browser*; its opener closes it. *gate* is that of its tabs."""

    def __init__(
        self,
        browser: RunningBrowser,
        context: Context,
        tabs: SessionPage,
        gate: Gate,
        clock: Clock,
        *,
        recorded: bool,
    ) -> None:
        self._browser = browser
        self._context = context
        self._tabs = tabs
        self._gate = gate
        self._screencast = Screencast(browser, self._require_page, clock)
        self._recorder = Recorder(browser, self._require_page, clock)
        self._recording = asyncio.create_task(self._recorder.run(), name="recording") if recorded else None
        self._channels: set[GatewayChannel] = set()
        self._channels_opening = 0
        self._closed = False
        self.outcome: ActionOutcome | None = None
        # The way of its cookies, and the cookies of its profile that are of others.
        self.way = ""
        self.withheld: tuple[Mapping[str, Any], ...] = ()

    @property
    def page(self) -> LivePage:
        """Return its tabs."""
        return self._tabs

    @property
    def gone(self) -> bool:
        """Return whether it is closed, its browser is gone, or the active tab crashed or was stopped."""
        try:
            self._require_page()
        except (BrowserGone, PageCrashed):
            return True
        return False

    def frames(self) -> AsyncGenerator[Frame, None]:
        """Yield pictures of the active tab as it changes; see the port."""
        return self._screencast.frames()

    def recording(self) -> Sequence[Frame]:
        """Return the pictures that were kept; see the port."""
        return self._recorder.pictures.kept

    async def use(self, event: UserInput) -> None:
        """Do what somebody did who watches."""
        self._recorder.note()
        if isinstance(event, NavigationInput):
            await self._go(event)
            return
        command = command_of(event)
        if command is None:
            return
        method, parameters = command
        try:
            # The reply comes when the page has dealt with it: never, while a dialog is open.
            async with asyncio.timeout(_TAKEN):
                await self._require_page().session.send(method, **parameters)
        except (TimeoutError, CommandRefused):
            return
        except (BrowserGone, PageCrashed) as error:
            raise SessionLost(_LOST) from error

    async def _go(self, event: NavigationInput) -> None:
        """Lead the active tab elsewhere, as a step does."""
        steps: dict[str, Step] = {"back": Back(), "forward": Forward(), "reload": Reload()}
        await self._tabs.perform(steps.get(event.kind, GoTo(event.url)), deadline=Deadline.after(_ARRIVAL))

    async def devtools(self) -> DevtoolsChannel:
        """Open a channel of the DevTools protocol to its tabs. Raises SessionBusy when there are too many."""
        self._channels = {channel for channel in self._channels if not channel.ended}
        if len(self._channels) + self._channels_opening >= _CHANNELS:
            raise SessionBusy(
                f"{_CHANNELS} DevTools clients are connected to this browser session, which is the limit."
            )
        self._channels_opening += 1
        try:
            self._require_page()
            channel = await open_channel(self._browser, self._context.id, self._gate.refusal)
        except (BrowserGone, PageCrashed) as error:
            raise SessionLost(_LOST) from error
        finally:
            self._channels_opening -= 1
        self._channels.add(channel)
        return channel

    async def state(self) -> StorageState:
        """Return cookies and local storage."""
        try:
            async with asyncio.timeout(_STATE):
                state = await state_of(self._browser, self._context, tuple(self._gate.origins), self.way)
                return replace(state, cookies=(*state.cookies, *self.withheld))
        except (BrowserGone, CommandRefused, TimeoutError) as error:
            raise SessionLost(_LOST) from error

    async def close(self) -> None:
        """End it, with all that belongs to it."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._part()
        finally:
            await self._context.dispose()

    async def _part(self) -> None:
        """Let go of those who watch, use and record it."""
        for checking in tuple(self._gate.checks):
            checking.cancel()
        if self._recording is not None:
            self._recording.cancel()
            await asyncio.wait([self._recording])
        await self._screencast.close()
        await asyncio.gather(*(channel.close() for channel in self._channels), return_exceptions=True)
        with suppress(BrowserGone, CommandRefused):
            await self._tabs.close()

    def _require_page(self) -> Page:
        """Return the active tab. Raises BrowserGone or PageCrashed when there is none any more."""
        if self._closed or not self._browser.alive:
            raise BrowserGone("the session is over")
        page = self._tabs.active
        page.check()
        return page
