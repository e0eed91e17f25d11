"""One client's connection to one session."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable

import msgspec
import structlog

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.contexts import Context, NewTab
from gossamer.browser.gateway import messages
from gossamer.browser.gateway.attachments import Attachments, Refuses
from gossamer.browser.gateway.messages import CdpCommand, CommandRefusal
from gossamer.browser.gateway.roots import Root
from gossamer.browser.running_browser import RunningBrowser

_log = structlog.get_logger(__name__)

_UNSENT_BYTES = 64 * 1024 * 1024
_MESSAGE_BYTES = 32 * 1024 * 1024
_OPEN_COMMANDS = 4096
_OPEN_BYTES = 64 * 1024 * 1024
_ROOTS = 20
# Commands to a page that the browser must answer.
_OF_BROWSER = {"Page.close": "Target.closeTarget", "Target.getTargetInfo": "Target.getTargetInfo"}


class ChannelOutbox:
    """Messages in order, *limit* bytes of them at most; a single one may be larger.

    A client that reads too slowly is not waited for: the outbox ends, with what is in it. There is one reader.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self.ended = False

    def put(self, message: bytes) -> bool:
        """Add *message* and return True, or end when that is too much."""
        if self.ended:
            return False
        if self._messages and self._size + len(message) > self._limit:
            self._messages.clear()
            self.end()
            return False
        self._messages.append(message)
        self._size += len(message)
        self._changed.set()
        return True

    def end(self) -> None:
        """Take no more; what is there can still be read."""
        self.ended = True
        self._changed.set()

    async def read(self) -> AsyncIterator[str]:
        """Yield messages as they come, until the end."""
        while True:
            while self._messages:
                message = self._messages.popleft()
                self._size -= len(message)
                yield message.decode()
            if self.ended:
                return
            self._changed.clear()
            await self._changed.wait()


class _Opened(msgspec.Struct, rename="camel"):
    session_id: str


_TOO_LARGE = CommandRefusal("The message is too large.")
_TOO_MANY = CommandRefusal("Too many commands are open at once. Wait for their replies.")
_UNSENDABLE = CommandRefusal("Invalid parameters", -32602)
_TOO_MANY_ROOTS = CommandRefusal("Too many sessions with the browser are open at once.")


class GatewayChannel:
    """A DevtoolsChannel. Made by `open_channel`.

    Commands are done in order as far as the browser does them so, and each gets one reply. What the client
    attached to is detached when the channel ends; the tabs stay.
    """

    def __init__(self, browser: RunningBrowser, context: Context, refusal: Refuses) -> None:
        self._connection = browser.connection
        self._context = context
        self._outbox = ChannelOutbox(_UNSENT_BYTES)
        self._roots: dict[str, Root] = {}
        self._attachments = Attachments(self._connection, context.id, self._tell, refusal)
        self._tasks: set[asyncio.Task[None]] = set()
        self._open_bytes = 0
        self._unwatch = context.watch(self._announce_tab, self._end_without_tabs)

    async def open(self) -> None:
        """Open the client's session with the browser. Raises BrowserGone."""
        await self._open_root("")

    @property
    def ended(self) -> bool:
        """Return whether it ended: nothing it is sent is done any more."""
        return self._outbox.ended

    def messages(self) -> AsyncIterator[str]:
        """Yield the messages for the client, until the session or the channel ends."""
        return self._outbox.read()

    async def send(self, message: str) -> None:
        """Take a JSON message of the client; what comes after the end is dropped."""
        if self._outbox.ended:
            return
        if len(message) > _MESSAGE_BYTES:
            self._put(messages.error(None, _TOO_LARGE.failed))
            return
        try:
            command = messages.read(message)
        except CommandRefusal as refusal:
            self._put(messages.error(None, refusal.failed))
            return
        try:
            self._start(command, len(message))
        except CommandRefusal as refusal:
            self._put(messages.error(command, refusal.failed))
        except (TypeError, ValueError, OverflowError, RecursionError):
            # JSON has numbers and depths that a message to Chromium cannot have.
            self._put(messages.error(command, _UNSENDABLE.failed))

    async def close(self) -> None:
        """End it: detach from everything, and leave tabs as they are. Safe to call again."""
        self._end()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end(self) -> None:
        if self._outbox.ended and not self._roots:
            return
        self._unwatch()
        self._attachments.drop()
        for root in self._roots.values():
            root.drop()
        self._roots.clear()
        self._outbox.end()

    def _start(self, command: CdpCommand, size: int) -> None:
        if len(self._tasks) >= _OPEN_COMMANDS or self._open_bytes + size > _OPEN_BYTES:
            raise _TOO_MANY
        # A command to a page is sent before anything is awaited: a session runs them in the order they came in.
        reply = self._begin_command(command)
        self._open_bytes += size
        task = asyncio.create_task(self._reply(command, reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._free_bytes(size))

    def _free_bytes(self, size: int) -> None:
        self._open_bytes -= size

    def _begin_command(self, command: CdpCommand) -> Awaitable[msgspec.Raw]:
        root = self._roots.get(command.session_id)
        if root is not None:
            if command.method == "Target.attachToBrowserTarget":
                return self._another_root()
            return root.answer(command.method, command.params or {})
        attachment = self._attachments.get(command.session_id)
        if attachment is None:
            raise messages.SESSION_UNKNOWN
        if command.method in _OF_BROWSER:
            about = {"targetId": attachment.target_id, **(command.params or {})}
            return self._roots[""].answer(_OF_BROWSER[command.method], about)
        return attachment.begin(command.method, command.params or {})

    async def _reply(self, command: CdpCommand, reply: Awaitable[msgspec.Raw]) -> None:
        try:
            self._put(messages.result(command, await reply))
        except CommandRefusal as refusal:
            self._put(messages.error(command, refusal.failed))
        except CommandRefused as refused:
            self._put(messages.error(command, messages.CommandFailed(refused.message, refused.code)))
        except msgspec.MsgspecError:
            self._put(messages.error(command, messages.CommandFailed("Invalid parameters", -32602)))
        except BrowserGone:
            self._put(messages.error(command, messages.SESSION_UNKNOWN.failed))

    async def _another_root(self) -> msgspec.Raw:
        if len(self._roots) >= _ROOTS:
            raise _TOO_MANY_ROOTS
        root = await self._open_root(None)
        return messages.raw({"sessionId": root.client_id})

    async def _open_root(self, client_id: str | None) -> Root:
        opened = await self._connection.browser.ask(_Opened, "Target.attachToBrowserTarget")
        session = self._connection.session(opened.session_id)
        known_as = opened.session_id if client_id is None else client_id
        root = Root(session, known_as, self._context, self._attachments, self._tell)
        if self._outbox.ended:
            root.drop()
            raise BrowserGone("the channel ended")
        self._roots[known_as] = root
        session.tap(lambda method, params: self._of_root(root, method, params))
        await root.open()
        return root

    def _of_root(self, root: Root, method: str, params: msgspec.Raw) -> None:
        if method == "Gossamer.browserGone":
            self._end()
        else:
            root.heard(method, params)

    def _announce_tab(self, tab: NewTab) -> None:
        for root in self._roots.values():
            root.appeared(tab.target_id)

    def _end_without_tabs(self, _: str) -> None:
        if not self._context.tabs:
            self._end()

    def _tell(self, method: str, params: msgspec.Raw, session_id: str) -> None:
        """Tell the client of an event.

        Replies reach it one turn of the loop after they came, so events wait for that turn as well: the order of both
        is part of the protocol.
        """
        asyncio.get_running_loop().call_soon(self._put, messages.event(method, params, session_id))

    def _put(self, message: bytes) -> None:
        if not self._outbox.put(message) and self._roots:
            _log.info("devtools_client_too_slow")
            self._end()


async def open_channel(browser: RunningBrowser, context_id: str, refusal: Refuses = lambda _: None) -> GatewayChannel:
    """Open a channel to the tabs of one context, which *refusal* tells why not to go to an address.

    Raises BrowserGone when the context, or the browser, is gone.
    """
    try:
        context = browser.contexts[context_id]
    except KeyError:
        raise BrowserGone("the session's context is gone") from None
    channel = GatewayChannel(browser, context, refusal)
    try:
        await channel.open()
    except CommandRefused as refused:
        await channel.close()
        raise BrowserGone(refused.message) from refused
    except BaseException:
        await channel.close()
        raise
    return channel
