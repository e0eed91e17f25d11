"""Commands out, replies and events in."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import structlog

from gossamer.browser.cdp.messages import BrowserGone, CommandFailure, CommandRefused, CommandSent, Envelope
from gossamer.browser.cdp.transports import Transport

_log = structlog.get_logger(__name__)

T = TypeVar("T")
Listener = Callable[[msgspec.Raw], None]
Tap = Callable[[str, msgspec.Raw], None]

# How a reply begins; an event has its method first.
_REPLY = re.compile(rb'\{"id":(\d{1,15})[,}]')
UNREADABLE = "its reply cannot be read"

_ENVELOPE = msgspec.json.Decoder(Envelope)
_COMMAND = msgspec.json.Encoder()


class Connection:
    """All traffic with one browser. Its root `TargetSession` speaks to the browser itself."""

    def __init__(self) -> None:
        self._transport: Transport | None = None
        self._number = 0
        self._waiting: dict[int, tuple[asyncio.Future[msgspec.Raw], str, TargetSession]] = {}
        self._sessions: dict[str, TargetSession] = {}
        self._gone = asyncio.Event()
        self._reason = ""
        self.browser = self.session("")

    def carried_by(self, transport: Transport) -> None:
        """Say what carries the messages; nothing can be sent before."""
        self._transport = transport

    @property
    def alive(self) -> bool:
        """Return whether commands can still be answered."""
        return not self._gone.is_set()

    async def ended(self) -> None:
        """Wait until the browser is gone."""
        await self._gone.wait()

    def session(self, session_id: str) -> "TargetSession":
        """Return the session of this id, made if it is new."""
        session = self._sessions.get(session_id)
        if session is None:
            session = self._sessions[session_id] = TargetSession(self, session_id)
        return session

    def send(self, session: "TargetSession", method: str, params: dict[str, Any]) -> asyncio.Future[msgspec.Raw]:
        """Send a command now and return the future of its raw result."""
        future: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()
        if self._transport is None or session.closed or not self.alive:
            future.set_exception(BrowserGone(self._reason or "the page was closed"))
            return _quiet(future)
        self._number += 1
        self._waiting[self._number] = (future, method, session)
        self._transport.send(_COMMAND.encode(CommandSent(self._number, method, params, session.id)))
        return _quiet(future)

    def received(self, message: bytes) -> None:
        """Hand one message to whom it concerns."""
        try:
            self._handle(_decode_message(message))
        except (ValueError, RecursionError) as error:
            # One message of an unexpected shape must not end the connection of every page.
            _log.warning("browser_message_unreadable", reason=str(error))
            self._refuse(message)

    def _refuse(self, message: bytes) -> None:
        """Fail the command that an unreadable reply was for; it would be waited for until the deadline."""
        reply = _REPLY.match(message)
        if reply is not None:
            self._settle(int(reply[1]), Envelope(error=CommandFailure(UNREADABLE)))

    def _handle(self, envelope: Envelope) -> None:
        if envelope.id is not None:
            self._settle(envelope.id, envelope)
            return
        session = self._sessions.get(envelope.session_id)
        if session is not None:
            session.dispatch(envelope.method, envelope.params)

    def _settle(self, number: int, envelope: Envelope) -> None:
        future, method, _ = self._waiting.pop(number, (None, "", None))
        if future is None or future.done():
            return
        if envelope.error is not None:
            future.set_exception(CommandRefused(method, envelope.error))
        else:
            future.set_result(envelope.result)

    def lost(self, reason: str) -> None:
        """Tell every waiter that the browser is gone."""
        if self._gone.is_set():
            return
        self._reason = reason
        self._gone.set()
        waiting, self._waiting = self._waiting, {}
        for future, _, _ in waiting.values():
            if not future.done():
                future.set_exception(BrowserGone(reason))
        for session in tuple(self._sessions.values()):
            session.dispatch("Gossamer.browserGone", msgspec.Raw(b"{}"))

    def forget(self, session: "TargetSession") -> None:
        """Drop *session*: its events go nowhere and its open commands fail."""
        self._sessions.pop(session.id, None)
        for number, (future, _, owner) in tuple(self._waiting.items()):
            if owner is session:
                del self._waiting[number]
                if not future.done():
                    future.set_exception(BrowserGone("the page was closed"))

    async def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            await self._transport.close()
        self.lost("the connection was closed")


def _decode_message(message: bytes) -> Envelope:
    """Read *message*. Chromium passes on half surrogates of JavaScript strings, which are not JSON."""
    try:
        return _ENVELOPE.decode(message)
    except msgspec.DecodeError:
        text = json.dumps(json.loads(message), ensure_ascii=False)
        valid_text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return _ENVELOPE.decode(valid_text.encode())


def _quiet(future: asyncio.Future[msgspec.Raw]) -> asyncio.Future[msgspec.Raw]:
    # Commands are often sent ahead without waiting; a failure nobody asked for is not news.
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future


class TargetSession:
    """One target's side of a connection."""

    def __init__(self, connection: Connection, session_id: str) -> None:
        self.connection = connection
        self.id = session_id
        self.closed = False
        self._listeners: dict[str, Listener] = {}
        self._tap: Tap | None = None

    def send(self, method: str, **params: Any) -> asyncio.Future[msgspec.Raw]:
        """Send a command now; awaiting the future is optional. Commands of a session are done in order."""
        return self.connection.send(self, method, params)

    async def ask(self, shape: type[T], method: str, **params: Any) -> T:
        """Send a command and return its result as *shape*."""
        raw = await self.send(method, **params)
        try:
            return msgspec.json.decode(raw, type=shape)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise CommandRefused(method, CommandFailure(f"{UNREADABLE}: {error}")) from error

    def on(self, method: str, shape: type[T], listener: Callable[[T], None]) -> None:
        """Call *listener* with each event of this kind, decoded as *shape*; one listener per kind."""
        decode = msgspec.json.Decoder(shape).decode
        self._listeners[method] = lambda params: listener(decode(params))

    def tap(self, listener: Tap) -> None:
        """Call *listener* with the name and raw parameters of every event that has no listener of its own."""
        self._tap = listener

    def dispatch(self, method: str, params: msgspec.Raw) -> None:
        """Give an event to its listener, if there is one."""
        listener = self._listeners.get(method)
        if listener is not None:
            listener(params)
        elif self._tap is not None:
            self._tap(method, params)

    def forget(self) -> None:
        """Stop listening, fail what is still open, and refuse further commands."""
        self.closed = True
        self._listeners.clear()
        self._tap = None
        self.connection.forget(self)
