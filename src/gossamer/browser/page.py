"""One page in a browser context of its own: its state as events tell it, and ways to ask it things."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused, Nothing
from gossamer.browser.failures import PageCrashed
from gossamer.browser.page_clock import PageClock
from gossamer.browser.render_line import Turn
from gossamer.browser.scripts import script
from gossamer.browser.traffic import ANSWERED, DATA, DONE, SENT, SOCKET, Traffic
from gossamer.core.errors import ServiceError, Unreachable

# A page may ask this often before its scripts are stopped: nobody will ever answer.
_DIALOG_LIMIT = 15
_ERROR_PAGE = "chrome-error:"


class OpenedDialog(msgspec.Struct, rename="camel"):
    """A JavaScript dialog that waits for an answer."""

    type: str = "alert"
    message: str = ""
    default_prompt: str = ""


class _Frame(msgspec.Struct, rename="camel"):
    id: str
    loader_id: str = ""
    url: str = ""


class FrameNavigated(msgspec.Struct):
    """A frame shows another document."""

    frame: _Frame


class _FrameEvent(msgspec.Struct, rename="camel"):
    frame_id: str = ""


class _Moved(msgspec.Struct, rename="camel"):
    frame_id: str = ""
    url: str = ""


class _Download(msgspec.Struct, rename="camel"):
    suggested_filename: str = ""


class RemoteObject(msgspec.Struct, rename="camel"):
    """A JavaScript value."""

    type: str = "undefined"
    subtype: str = ""
    value: Any = None
    unserializable_value: str | None = None
    object_id: str | None = None
    description: str = ""


class _Thrown(msgspec.Struct, rename="camel"):
    text: str = ""
    exception: RemoteObject | None = None


class Evaluated(msgspec.Struct, rename="camel"):
    """The outcome of JavaScript: *thrown* is set when it failed."""

    result: RemoteObject = msgspec.field(default_factory=RemoteObject)
    thrown: _Thrown | None = msgspec.field(default=None, name="exceptionDetails")

    def complaint(self) -> str:
        """Return the thrown error in one line; empty when there is none."""
        if self.thrown is None:
            return ""
        described = self.thrown.exception.description if self.thrown.exception else ""
        return (described or self.thrown.text).partition("\n")[0][:300]


class World(msgspec.Struct, rename="camel"):
    """A JavaScript world of a frame."""

    execution_context_id: int


@dataclass(frozen=True, slots=True)
class Navigated:
    """The answer to Page.navigate."""

    error: str
    download: bool


class _NavigateReply(msgspec.Struct, rename="camel"):
    error_text: str = ""
    is_download: bool = False


class ScriptFailed(Exception):
    """JavaScript of ours threw; mostly because the page navigated away under it."""


class Page:
    """A target we are attached to. Made with its `Context`, and gone with it."""

    def __init__(self, session: TargetSession, frame_id: str, *, looked_at: bool) -> None:
        self.session = session
        self.frame_id = frame_id
        self.url = "about:blank"
        self.interactive = False
        self.loaded = False
        self.documents = 0
        self.downloads = 0
        self.loading = False
        self._leaving = False
        self._going: asyncio.Task[_NavigateReply] | None = None
        self._went_from = 0
        self.dialogs = 0
        # Answers dialogs in the page's name; None answers "no".
        self.on_dialog: Callable[[OpenedDialog], None] | None = None
        # Both are called with each document that a frame shows now: the frame's id, and the address. The first one
        # leaves what may not be shown.
        self.gatekeeper: Callable[[str, str], None] | None = None
        self.on_shown: Callable[[str, str], None] | None = None
        # Its place among the pages that are rendered; None for a page of a session.
        self.turn: Turn | None = None
        self.frozen = False
        # Why the address that it went to last may not be shown; None when it may.
        self.refusal: ServiceError | None = None
        self.refused_cookies: list[str] = []
        self.clock = PageClock(session)
        self.traffic = Traffic(frame_id, looked_at=looked_at, changed=self._wake)
        self._error: Exception | None = None
        self._sleepers: set[asyncio.Future[None]] = set()
        self._worlds: dict[str, int] = {}
        self._listen()

    def _listen(self) -> None:
        on = self.session.on
        on("Network.requestWillBeSent", SENT, self.traffic.sent)
        on("Network.responseReceived", ANSWERED, self.traffic.answered)
        on("Network.dataReceived", DATA, self.traffic.received)
        on("Network.loadingFinished", DONE, self.traffic.done)
        on("Network.loadingFailed", DONE, self.traffic.done)
        on("Network.webSocketCreated", SOCKET, self.traffic.socket_opened)
        on("Network.webSocketHandshakeResponseReceived", SOCKET, self.traffic.socket_answered)
        on("Network.webSocketFrameError", SOCKET, self.traffic.socket_answered)
        on("Page.frameNavigated", FrameNavigated, self._note_navigation)
        on("Page.frameStartedNavigating", _FrameEvent, self._began)
        on("Page.frameStoppedLoading", _FrameEvent, self._note_stop)
        on("Page.navigatedWithinDocument", _Moved, self._note_move)
        on("Page.domContentEventFired", Nothing, self._note_parsed)
        on("Page.loadEventFired", Nothing, self._load)
        on("Page.javascriptDialogOpening", OpenedDialog, self._dialog)
        on("Page.downloadWillBegin", _Download, self._download)
        on("Inspector.targetCrashed", Nothing, lambda _: self._fail(PageCrashed()))
        on("Inspector.detached", Nothing, lambda _: self._fail(BrowserGone("the page was closed")))
        on("Gossamer.browserGone", Nothing, lambda _: self._fail(BrowserGone("the browser ended")))

    def _note_navigation(self, event: FrameNavigated) -> None:
        self._worlds.pop(event.frame.id, None)
        for listener in (self.gatekeeper, self.on_shown):
            if listener is not None:
                listener(event.frame.id, event.frame.url)
        if event.frame.id != self.frame_id:
            return
        self._worlds.clear()
        self.url = event.frame.url
        self.interactive = self.loaded = False
        self._leaving = False
        self.documents += 1
        self.traffic.committed(event.frame.loader_id)
        self.clock.stop_for_requests()
        self._wake()

    def _note_move(self, event: _Moved) -> None:
        if event.frame_id == self.frame_id:
            self.url = event.url
            self._leaving = False
            self._wake()

    def _began(self, event: _FrameEvent) -> None:
        if event.frame_id == self.frame_id:
            self.loading = self._leaving = True

    def _note_stop(self, event: _FrameEvent) -> None:
        if event.frame_id == self.frame_id:
            # A document whose script begins a download while it is parsed gets no other event.
            self.interactive = self.loaded = self.documents > 0
            self.loading = self._leaving = False
            self._wake()

    def _note_parsed(self, _: Nothing) -> None:
        self.interactive = True
        self._wake()

    def _load(self, _: Nothing) -> None:
        self.interactive = self.loaded = True
        self._wake()

    def _download(self, _: _Download) -> None:
        self.downloads += 1
        self._wake()

    def _dialog(self, event: OpenedDialog) -> None:
        """Answer "no", but let a page be left, unless somebody else answers."""
        self.dialogs += 1
        if self.on_dialog is not None:
            self.on_dialog(event)
            return
        self.session.send("Page.handleJavaScriptDialog", accept=event.type == "beforeunload")
        if self.dialogs == _DIALOG_LIMIT:
            self.freeze()

    def _fail(self, error: Exception) -> None:
        self._error = error
        self.session.forget()
        self._wake()

    def _wake(self) -> None:
        if self.clock.is_virtual and self.traffic.busy():
            self.clock.stop_for_requests()
        if self.traffic.is_flooded and self.turn is not None and not self.frozen:
            self.freeze()
        sleepers, self._sleepers = self._sleepers, set()
        for sleeper in sleepers:
            if not sleeper.done():
                sleeper.set_result(None)

    async def until(self, holds: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until *holds* is true, and return whether it is; at most *seconds*. Raises when the page is gone."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self.check()
                    sleeper = asyncio.get_running_loop().create_future()
                    self._sleepers.add(sleeper)
                    await sleeper
        except TimeoutError:
            return holds()
        return True

    async def rest(self, seconds: float) -> None:
        """Let the page be for a time; raises at once when it is gone."""
        async with self.resting():
            await self.until(lambda: False, seconds)

    def resting(self) -> contextlib.AbstractAsyncContextManager[None]:
        """Return a block in which the page only waits."""
        return contextlib.nullcontext() if self.turn is None else self.turn.resting()

    def check(self) -> None:
        """Raise when the page crashed or the browser is gone."""
        if self._error is not None:
            raise self._error

    def freeze(self) -> None:
        """Stop the page's scripts for good; works while they run. Our own can still be evaluated."""
        self.frozen = True
        self.session.send("Runtime.terminateExecution")
        self.session.send("Emulation.setScriptExecutionDisabled", value=True)
        self.session.send("Page.stopLoading")
        self._wake()

    async def navigate(self, url: str, *, referrer: str | None = None) -> Navigated:
        """Go to *url* and return when the document is there or is known not to come."""
        more = {"referrer": referrer} if referrer else {}
        going = asyncio.create_task(self.session.ask(_NavigateReply, "Page.navigate", url=url, **more))
        going.add_done_callback(lambda done: done.cancelled() or done.exception())
        # The browser goes on when nobody waits any more, and `stay` has to know what became of it.
        self._going, self._went_from = going, self.documents
        async with self.resting():
            reply = await asyncio.shield(going)
        return Navigated(reply.error_text, reply.is_download)

    @property
    def is_leaving(self) -> bool:
        """Return whether it is on its way to a document that is not there yet."""
        is_sent = self._going is not None and not self._going.done() and self.documents == self._went_from
        return self._leaving or is_sent

    @property
    def shows_error(self) -> bool:
        """Return whether it shows the browser's own error page."""
        return self.url.startswith(_ERROR_PAGE)

    @property
    def is_dead_end(self) -> bool:
        """Return whether it shows no document of a site, but the proxy's refusal or an error: nothing more comes."""
        shown = self.traffic.shown
        return self.shows_error or (shown is not None and shown.refused is not None)

    async def stay(self, seconds: float) -> None:
        """Have it stay where it is, or arrive if the next document takes its place just now; at most *seconds*."""
        # Refused while a document takes the place of another: then it is too late to stay.
        with contextlib.suppress(CommandRefused):
            await self.session.send("Page.stopLoading")
        is_coming = False
        if self._going is not None:
            done, _ = await asyncio.wait([self._going], timeout=seconds)
            is_coming = any(not (task.exception() or task.result().error_text) for task in done)
        await self.until(lambda: not self.is_leaving and (self.documents > self._went_from or not is_coming), seconds)

    async def world(self, frame_id: str | None = None) -> int:
        """Return the id of our own JavaScript world in a frame, made if the document is new."""
        frame = frame_id or self.frame_id
        world_id = self._worlds.get(frame)
        if world_id is None:
            world = await self.session.ask(World, "Page.createIsolatedWorld", frameId=frame, worldName="")
            world_id = self._worlds[frame] = world.execution_context_id
        return world_id

    async def call(self, name: str, *arguments: Any, frame_id: str | None = None) -> Any:
        """Call the function in `scripts/<name>.js` in our own world and return its value.

        Raises ScriptFailed when the document went away meanwhile.
        """
        text = ",".join(json.dumps(argument) for argument in arguments)
        evaluated = await self.evaluate(f"({script(name)})({text})", frame_id=frame_id)
        if evaluated.thrown is not None:
            raise ScriptFailed(evaluated.complaint())
        return evaluated.result.value

    async def evaluate(self, expression: str, *, frame_id: str | None = None, by_value: bool = True) -> Evaluated:
        """Evaluate in our own world of a frame. Raises ScriptFailed when the document went away."""
        try:
            context = await self.world(frame_id)
            evaluated = await self.session.ask(
                Evaluated,
                "Runtime.evaluate",
                expression=expression,
                contextId=context,
                awaitPromise=True,
                returnByValue=by_value,
            )
        except CommandRefused as refused:
            self._worlds.pop(frame_id or self.frame_id, None)
            raise ScriptFailed(refused.message) from refused
        return evaluated

    @contextlib.asynccontextmanager
    async def named_failures(self) -> AsyncIterator[None]:
        """Say what became of the page where a command inside only knows that it got no answer, or was refused."""
        try:
            yield
        except BrowserGone:
            self.check()
            raise
        except (CommandRefused, ScriptFailed) as error:
            self.check()
            raise Unreachable("The page went to another address while it was read. Try again.") from error
