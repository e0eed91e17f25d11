"""The network activity of a page: the main document, whether relevant requests are pending, and which failed."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from gossamer.content.dynamic import is_third_party
from gossamer.core.pages import SentRequest
from gossamer.core.urls import WebUrl, host_of

# Requests whose answers change what a page says. Images, fonts, media, pings, streams and
# sockets do not, or never end.
_MATTERS = frozenset({"Document", "Script", "XHR", "Fetch", "Stylesheet"})
_SEEN_WHEN_LOOKED_AT = frozenset({"Image", "Font"})
# Long polls look like fetches; one that has not answered for this many seconds is not waited for.
_STALE = 4.0
# Requests that scripts read themselves. A script may leave an answer unread, which never finishes, or read one that
# has no end: when no more of it came for the first of these seconds, or after the second, it is not waited for.
_READ_BY_SCRIPTS = frozenset({"XHR", "Fetch"})
_UNREAD = 0.4
# Nobody is told of the end of a worker's script, which belongs to no document.
_OF_A_WORKER = 0.3
_ENDLESS = 2.0
# Requests whose answers make content: a page that lacks one of them may have more to show than it shows.
_BRINGS = frozenset({"Document", "Script", "XHR", "Fetch", "EventSource"})
_STREAM = "text/event-stream"
_FIRST_ERROR = 400
_MOST_FAILURES = 20
# A script that asks so often, within so many seconds, takes the network from all other pages.
_FLOOD = 300
_FLOOD_SECONDS = 5.0
# Where the filtering proxy answers in place of the site, with the reason.
_REFUSED = "x-gossamer-refused"


class _Request(msgspec.Struct):
    url: str = ""


class _Response(msgspec.Struct, rename="camel"):
    url: str = ""
    status: int = 0
    headers: dict[str, str] = {}
    mime_type: str = ""
    security_state: str = ""


class _RequestSent(msgspec.Struct, rename="camel"):
    request_id: str
    frame_id: str = ""
    loader_id: str = ""
    type: str = ""
    request: _Request = msgspec.field(default_factory=_Request)
    redirect_response: _Response | None = None


class _ResponseReceived(msgspec.Struct, rename="camel"):
    request_id: str
    response: _Response
    frame_id: str = ""
    type: str = ""


class _Data(msgspec.Struct, rename="camel"):
    request_id: str


class _Done(msgspec.Struct, rename="camel"):
    request_id: str
    error_text: str = ""


class _TrafficSocket(msgspec.Struct, rename="camel"):
    request_id: str
    url: str = ""
    error_message: str = ""


@dataclass(slots=True)
class MainDocument:
    """The answer to a navigation of the main frame; *loader* names the navigation.

    *error* is a `net::ERR_…` text when there was no answer. *verified* is false when its certificate was not valid.
    """

    url: str
    loader: str
    status: int = 0
    error: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    verified: bool = True

    @property
    def refused(self) -> str | None:
        """Return the proxy's reason for answering in place of the site; None when it did not."""
        return self.headers.get(_REFUSED)


@dataclass(slots=True)
class _Open:
    """A request under way, and when it was sent, answered (None before) and last brought something."""

    type: str
    sent: float
    stale: float = _STALE
    answered: float | None = None
    latest: float = 0.0

    @property
    def until(self) -> float:
        """Return the time from which it is not waited for any more."""
        if self.answered is None or self.type not in _READ_BY_SCRIPTS:
            return self.sent + self.stale
        return min(self.latest + _UNREAD, self.answered + _ENDLESS)


class Traffic:
    """Follows the network events of one page. *changed* is called when something ended or began."""

    def __init__(self, main_frame: str, *, looked_at: bool, changed: Callable[[], None]) -> None:
        # The document that the page is going to, and the document that it shows: they differ while it navigates,
        # and after a navigation that ended as a download.
        self.latest: MainDocument | None = None
        self.shown: MainDocument | None = None
        # The requests for documents of the main frame, each hop of a redirect by itself.
        self.documents: list[SentRequest] = []
        self._main_frame = main_frame
        self._relevant = _MATTERS | _SEEN_WHEN_LOOKED_AT if looked_at else _MATTERS
        self._open: dict[str, _Open] = {}
        # Addresses of requests that bring content: of those under way, and of those that failed, with the reason.
        self._bringing: dict[str, str] = {}
        self._failed: dict[str, str] = {}
        # When the present window of a flood began, and the requests of scripts since then.
        self._window = (0.0, 0)
        self.is_flooded = False
        # Whether something comes that no request and no timer of the page waits for: from a worker, or by a stream.
        self.has_other_sources = False
        self.requests = 0
        self._changed = changed
        self._clock = asyncio.get_running_loop().time

    def sent(self, event: _RequestSent) -> None:
        """Note a request, or the next hop of one that was redirected."""
        if event.type == "Document" and event.frame_id == self._main_frame:
            self._note_document(event)
            self.latest = MainDocument(event.request.url, event.request_id)
        elif event.type in _BRINGS and event.loader_id:
            self._bringing[event.request_id] = event.request.url
        if event.type in _READ_BY_SCRIPTS:
            self.requests += 1
            self._count_script_request(self._clock())
        if event.type in self._relevant:
            stale = _STALE if event.loader_id else _OF_A_WORKER
            self.has_other_sources |= not event.loader_id
            self._open[event.request_id] = _Open(event.type, self._clock(), stale)
            self._changed()

    def _note_document(self, event: _RequestSent) -> None:
        if event.redirect_response is not None and self.documents:
            self.documents[-1].status = event.redirect_response.status
        if event.request.url.startswith("http"):
            self.documents.append(SentRequest(event.request.url))

    def _count_script_request(self, now: float) -> None:
        began, count = self._window
        self._window = (began, count + 1) if now - began < _FLOOD_SECONDS else (now, 1)
        self.is_flooded = self.is_flooded or self._window[1] > _FLOOD

    def answered(self, event: _ResponseReceived) -> None:
        """Note an answer; that to the main document says what the page is."""
        if (request := self._open.get(event.request_id)) is not None:
            request.answered = request.latest = self._clock()
        if event.response.status >= _FIRST_ERROR:
            self._fail(event.request_id, f"status {event.response.status}")
        elif event.response.mime_type == _STREAM:
            # It has no end, and what it brings comes one by one.
            self._bringing.pop(event.request_id, None)
            self.has_other_sources = True
        if self.latest is not None and event.request_id == self.latest.loader:
            headers = event.response.headers
            self.latest.status = event.response.status
            self.latest.headers = {name.lower(): value.replace("\n", ", ") for name, value in headers.items()}
            self.latest.url = event.response.url or self.latest.url
            if self.documents and self.latest.refused is None:
                self.documents[-1].status = event.response.status
            # A page without encryption is insecure, too.
            self.latest.verified = event.response.security_state != "insecure" or not event.response.url.startswith(
                "https:"
            )
            self._changed()

    def received(self, event: _Data) -> None:
        """Note that some of an answer's body came."""
        if (request := self._open.get(event.request_id)) is not None:
            request.latest = self._clock()

    def committed(self, loader: str) -> None:
        """Note that the page shows another document: what the last one had open no longer matters."""
        if self.latest is not None and self.latest.loader == loader:
            self.shown = self.latest
        for request in [request for request in self._open if request != loader]:
            del self._open[request]
        self._bringing.clear()
        self._failed.clear()
        self.has_other_sources = False

    def done(self, event: _Done) -> None:
        """Note the end of a request."""
        if self.latest is not None and event.request_id == self.latest.loader:
            # The error page that follows finishes under the same name.
            self.latest.error = event.error_text or self.latest.error
        if event.error_text:
            self._fail(event.request_id, event.error_text.removeprefix("net::"))
        self._bringing.pop(event.request_id, None)
        if self._open.pop(event.request_id, None) is not None:
            self._changed()

    def socket_opened(self, event: _TrafficSocket) -> None:
        """Note a WebSocket, which brings content when its handshake succeeds."""
        self.has_other_sources = True
        self._bringing[event.request_id] = event.url

    def socket_answered(self, event: _TrafficSocket) -> None:
        """Note that a WebSocket is there, or why it failed."""
        if event.error_message:
            self._fail(event.request_id, event.error_message)
        self._bringing.pop(event.request_id, None)

    def failures(self) -> tuple[str, ...]:
        """Return the scripts and data of the page that failed or are missing yet, each with the reason.

        Those of hosts that are known to bring no content are left out.
        """
        site_host = host_of(WebUrl(self.shown.url)) if self.shown is not None else ""
        missing = dict.fromkeys(self._bringing.values(), "no answer in time") | self._failed
        return tuple(
            f"{url.partition('?')[0]}: {reason}"
            for url, reason in missing.items()
            if not is_third_party(url, site_host)
        )

    def _fail(self, request_id: str, reason: str) -> None:
        url = self._bringing.pop(request_id, None)
        if url is not None and len(self._failed) < _MOST_FAILURES:
            self._failed[url] = reason

    def busy(self) -> bool:
        """Return whether a request that matters is open and may still be answered."""
        now = self._clock()
        return any(request.until > now for request in self._open.values())

    def next_stale(self) -> float:
        """Return the seconds until no open request is waited for any more, if none of them brings anything."""
        now = self._clock()
        return max((request.until - now for request in self._open.values()), default=0.0)


SENT = _RequestSent
ANSWERED = _ResponseReceived
DATA = _Data
DONE = _Done
SOCKET = _TrafficSocket
