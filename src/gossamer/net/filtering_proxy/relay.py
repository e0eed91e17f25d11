"""The two ends of a proxied connection, and the copying between them.

Protocols on transports, not streams: all of a browser's traffic passes here, and a callback
per chunk costs a fraction of a coroutine switch. Who writes too fast is paused until the other
end has drained.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol, cast

from gossamer.net.filtering_proxy import messages

MAX_REQUEST_HEAD = 65_536
MAX_RESPONSE_HEAD = 262_144

_SWITCHING = 101
_FIRST_FINAL = 200


class RelayEnd(asyncio.Protocol):
    """One end of a relay; knows the other end once both stand."""

    def __init__(self, byte_limit: int) -> None:
        self.transport: asyncio.Transport | None = None
        self.peer: RelayEnd | None = None
        self.carried = 0
        self._byte_limit = byte_limit

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the other end, after what it still has to send."""
        del exc
        self.transport = None
        peer, self.peer = self.peer, None
        if peer is not None:
            peer.close()

    def pause_writing(self) -> None:
        """Stop the other end from reading: this one cannot send as fast."""
        if self.peer is not None and self.peer.transport is not None:
            self.peer.transport.pause_reading()

    def resume_writing(self) -> None:
        """Let the other end read again."""
        if self.peer is not None and self.peer.transport is not None and not self.peer.transport.is_closing():
            self.peer.transport.resume_reading()

    def relay(self, data: bytes) -> None:
        """Send *data* to the other end; beyond the limit, close both."""
        self.carried += len(data)
        if self.carried > self._byte_limit:
            self.abort()
        elif self.peer is not None and self.peer.transport is not None:
            self.peer.transport.write(data)

    def close(self) -> None:
        """Close after what is buffered has been sent."""
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """Close at once."""
        if self.transport is not None:
            self.transport.abort()


class ProxyGate(Protocol):
    """The parts of the proxy that a connection uses."""

    idle_timeout: float
    byte_limit: int

    def admit(self, end: "ClientEnd") -> bool:
        """Count *end* in; False when there are too many."""

    def leave(self, end: "ClientEnd") -> None:
        """Count *end* out."""

    def open(self, end: "ClientEnd", request: messages.ProxyRequest) -> None:
        """Connect *end* to what *request* asks, later, or refuse."""


class ClientEnd(RelayEnd):
    """The end towards the browser: one request head, then bytes."""

    def __init__(self, door: ProxyGate) -> None:
        super().__init__(door.byte_limit)
        self._door = door
        self._head = bytearray()
        self._requested = False
        self._loop = asyncio.get_running_loop()
        self._seen_bytes = -1
        self._watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the watch on idle connections."""
        super().connection_made(transport)
        if self._door.admit(self):
            self._watch = self._loop.call_later(self._door.idle_timeout, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count out, and close the other end."""
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)
        self._door.leave(self)

    def data_received(self, data: bytes) -> None:
        """Collect the head; after that, pass on."""
        if self.peer is not None:
            self.relay(data)
            return
        unread = max(0, len(self._head) - 3)
        self._head += data
        if self._requested:
            return
        end = messages.HEAD_END.search(self._head, unread)
        if end is None:
            if len(self._head) > MAX_REQUEST_HEAD:
                self.refuse(messages.MALFORMED)
            return
        self._requested = True
        request = messages.parse_request(bytes(self._head[: end.start()])) if end.end() <= MAX_REQUEST_HEAD else None
        del self._head[: end.end()]
        if request is None:
            self.refuse(messages.MALFORMED)
            return
        if self.transport is not None:
            self.transport.pause_reading()
        self._door.open(self, request)

    def couple(self, site: "SiteEnd") -> None:
        """Join this end and the site's: what was received meanwhile goes first."""
        if self.transport is None:
            site.abort()
            return
        self.peer, site.peer = site, self
        if self._head:
            self.relay(bytes(self._head))
            self._head.clear()
        site.pass_on()
        if site.transport is None:  # it closed behind its answer
            self.close()
            return
        site.transport.resume_reading()
        self.transport.resume_reading()

    def refuse(self, refusal: messages.ProxyRefusal) -> None:
        """Answer with *refusal* and close."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(refusal.encoded())
            self.transport.close()

    def _look(self) -> None:
        """Close when nothing moved since the last look."""
        site = self.peer
        carried = self.carried + (site.carried if site is not None else 0)
        if carried == self._seen_bytes:
            self.abort()
            return
        if not self._requested:
            self.refuse(messages.TOO_SLOW)
            return
        self._seen_bytes = carried
        self._watch = self._loop.call_later(self._door.idle_timeout, self._look)


class SiteEnd(RelayEnd):
    """The end towards the site or an upstream proxy.

    *rewrite* asks for the response head to be adapted: plain HTTP, where we stand in the
    middle of the conversation. *answered* is for an upstream proxy: it is called with the head of its
    answer, which is empty when there was no sensible one. The head of an answer to CONNECT is not passed on.
    """

    def __init__(self, byte_limit: int, *, rewrite: bool, answered: Callable[[bytes], None] | None = None) -> None:
        super().__init__(byte_limit)
        self._in_head = rewrite or answered is not None
        self._rewrite = rewrite
        self._answered = answered
        self.status: int | None = None
        self._held = bytearray()

    def data_received(self, data: bytes) -> None:
        """Pass on, heads first."""
        if self.peer is not None and not self._in_head:
            self.relay(data)
            return
        unread = max(0, len(self._held) - 3)  # an end may have begun in what came before
        self._held += data
        self._take_heads(unread)
        self.pass_on()

    def pass_on(self) -> None:
        """Send on what is held, unless it is a head or nobody is there yet to take it."""
        if self._held and self.peer is not None and not self._in_head:
            held = bytes(self._held)
            self._held.clear()
            self.relay(held)

    def _take_heads(self, unread: int) -> None:
        while self._in_head and (end := messages.HEAD_END.search(self._held, unread)) is not None:
            head = bytes(self._held[: end.end()])
            del self._held[: end.end()]
            unread = 0
            self._take_head(head)
        if self._in_head and len(self._held) > MAX_RESPONSE_HEAD:
            self._give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake the waiter for a head, since none will come."""
        if self._in_head:
            self._give_up()
        super().connection_lost(exc)

    def _take_head(self, head: bytes) -> None:
        status = messages.status_of(head)
        if status is None:
            self._give_up()
            return
        self._in_head = status < _FIRST_FINAL and status != _SWITCHING
        if self._rewrite and self._in_head:
            self.relay(head)
        elif self._rewrite:
            # In front of what came with it: the other end may not be there yet.
            self._held[:0] = head if status == _SWITCHING else messages.response_head(head)
        if self._answered is not None and not self._in_head:
            self.status = status
            if self.peer is None and self.transport is not None:
                self.transport.pause_reading()
            self._answered(head)

    def _give_up(self) -> None:
        self._in_head = False
        if self._answered is not None:
            self._answered(b"")
        self.turn_down(messages.NOT_HTTP)

    def turn_down(self, refusal: messages.ProxyRefusal) -> None:
        """Answer the other end with *refusal* in place of what came."""
        self._held.clear()
        if isinstance(self.peer, ClientEnd):
            self.peer.refuse(refusal)
        self.abort()


def established(end: ClientEnd) -> None:
    """Tell the client that its tunnel stands."""
    if end.transport is not None:
        end.transport.write(messages.ESTABLISHED)
