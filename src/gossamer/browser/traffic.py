"""What a page's network is doing: the main document, and whether anything that matters is still under way."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

# Requests whose answers change what a page says. Images, fonts, media, pings, streams and
# sockets do not, or never end.
_MATTERS = frozenset({"Document", "Script", "XHR", "Fetch", "Stylesheet"})
_SEEN_WHEN_LOOKED_AT = frozenset({"Image", "Font"})
# Long polls look like fetches; one that has not answered for this many seconds is not waited for.
_STALE = 4.0


class _Request(msgspec.Struct):
    url: str = ""


class _Response(msgspec.Struct, rename="camel"):
    url: str = ""
    status: int = 0
    headers: dict[str, str] = {}
    mime_type: str = ""


class _Sent(msgspec.Struct, rename="camel"):
    request_id: str
    loader_id: str = ""
    frame_id: str = ""
    type: str = ""
    request: _Request = msgspec.field(default_factory=_Request)
    redirect_response: msgspec.Raw | None = None


class _Answered(msgspec.Struct, rename="camel"):
    request_id: str
    response: _Response
    frame_id: str = ""
    type: str = ""


class _Done(msgspec.Struct, rename="camel"):
    request_id: str
    error_text: str = ""
    canceled: bool = False
    blocked_reason: str = ""


@dataclass(slots=True)
class MainDocument:
    """The answer to the latest navigation of the main frame."""

    url: str
    request_id: str
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    mime_type: str = ""
    error: str = ""


class Traffic:
    """Follows the network events of one page. *changed* is called when something ended or began."""

    def __init__(self, main_frame: str, *, looked_at: bool, changed: Callable[[], None]) -> None:
        self.main: MainDocument | None = None
        self.navigations = 0
        self._main_frame = main_frame
        self._relevant = _MATTERS | _SEEN_WHEN_LOOKED_AT if looked_at else _MATTERS
        self._open: dict[str, float] = {}
        self._changed = changed
        self._clock = asyncio.get_running_loop().time

    def sent(self, event: _Sent) -> None:
        """Note a request, or the next hop of one that was redirected."""
        if event.type == "Document" and event.frame_id == self._main_frame:
            if self.main is None or self.main.request_id != event.request_id:
                self.navigations += 1
            self.main = MainDocument(event.request.url, event.request_id)
        if event.type in self._relevant:
            self._open[event.request_id] = self._clock()
            self._changed()

    def answered(self, event: _Answered) -> None:
        """Note the answer to the main document."""
        if self.main is not None and event.request_id == self.main.request_id:
            self.main.status = event.response.status
            self.main.headers = {
                name.lower(): value.replace("\n", ", ") for name, value in event.response.headers.items()
            }
            self.main.mime_type = event.response.mime_type
            self.main.url = event.response.url or self.main.url
            self._changed()

    def done(self, event: _Done) -> None:
        """Note the end of a request."""
        if self.main is not None and event.request_id == self.main.request_id and event.error_text:
            self.main.error = event.error_text
        if self._open.pop(event.request_id, None) is not None:
            self._changed()

    def busy(self) -> bool:
        """Return whether a request that matters is open and may still be answered."""
        oldest = self._clock() - _STALE
        return any(began > oldest for began in self._open.values())

    def next_stale(self) -> float:
        """Return the seconds until the youngest open request counts as a long poll."""
        return max((began + _STALE - self._clock() for began in self._open.values()), default=0.0)

    def forget_requests(self) -> None:
        """Drop what an earlier document still had open."""
        self._open.clear()


SENT = _Sent
ANSWERED = _Answered
DONE = _Done
