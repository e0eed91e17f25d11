"""Requests that must be paused: for the proxy's password, and for headers that belong to one origin.

Interception is costly: once it is on when a document commits, every request of that document
passes through the browser process a second time (measured: a third more CPU on a page of 80
requests). The proxy's password is needed once per context, since the network stack remembers
it, so interception covers the main document alone and ends before that document commits.
Headers of the caller need it for good: they are sent to the origin that was asked for and
to no other, neither by a redirect nor by what the page loads.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import Session
from gossamer.core.urls import WebUrl, origin_of

_REDIRECTS = range(300, 400)


class _Header(msgspec.Struct):
    name: str
    value: str = ""


class _Asked(msgspec.Struct):
    url: str
    headers: dict[str, str] = {}


class _Paused(msgspec.Struct, rename="camel"):
    request_id: str
    request: _Asked
    response_status_code: int | None = None
    redirected_request_id: str | None = None
    response_headers: list[_Header] = []


class _Challenge(msgspec.Struct):
    source: str = "Server"


class _AuthRequired(msgspec.Struct, rename="camel"):
    request_id: str
    auth_challenge: _Challenge = msgspec.field(default_factory=_Challenge)


class Interception:
    """Answers the paused requests of one page."""

    def __init__(
        self,
        session: Session,
        url: WebUrl,
        *,
        credentials: tuple[str, str] | None,
        headers: Mapping[str, str],
    ) -> None:
        self._session = session
        self._origin = origin_of(url)
        self._credentials = credentials
        self._headers = headers
        self._challenges = 0

    def start(self) -> None:
        """Pause what has to be paused; nothing when neither password nor headers are there."""
        if not self._credentials and not self._headers:
            return
        self._session.on("Fetch.requestPaused", _Paused, self._paused)
        self._session.on("Fetch.authRequired", _AuthRequired, self._authenticate)
        # The proxy asks once per context; what follows reuses the password. Only a request that was
        # paused can be asked for it here, so the documents are, and nothing else.
        documents = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}
        pattern = {"urlPattern": "*", "requestStage": "Request"} if self._headers else documents
        self._session.send("Fetch.enable", patterns=[pattern], handleAuthRequests=self._credentials is not None)

    def _paused(self, event: _Paused) -> None:
        rewritten = self._rewritten(event) if self._headers else {}
        self._session.send("Fetch.continueRequest", requestId=event.request_id, **rewritten)

    def _rewritten(self, event: _Paused) -> dict[str, Any]:
        ours = origin_of(event.request.url) == self._origin
        if not ours and event.redirected_request_id is None:
            return {}
        kept = {name: value for name, value in event.request.headers.items() if name.lower() not in self._headers}
        headers = {**kept, **self._headers} if ours else kept
        return {"headers": [{"name": name, "value": value} for name, value in headers.items()]}

    def _authenticate(self, event: _AuthRequired) -> None:
        answer: dict[str, str] = {"response": "CancelAuth"}
        if event.auth_challenge.source == "Proxy" and self._credentials and self._challenges < _CHALLENGE_LIMIT:
            # Several first requests may be challenged at once; a wrong password must not loop.
            self._challenges += 1
            username, password = self._credentials
            answer = {"response": "ProvideCredentials", "username": username, "password": password}
        self._session.send("Fetch.continueWithAuth", requestId=event.request_id, authChallengeResponse=answer)


_CHALLENGE_LIMIT = 20
