"""Requests that must be paused: for passwords, for headers of one origin, for where a key may not go.

Interception is costly: once it is on when a document commits, every request of that document
passes through the browser process a second time (measured: a third more CPU on a page of 80
requests). The proxy's password is needed once per context, since the network stack remembers
it, so interception covers the main document alone and ends before that document commits.
Headers of the caller need it for good: they are sent to the origin that was asked for and
to no other, neither by a redirect nor by what the page loads. In a session, and where a page may
not go everywhere, the documents are paused for good, in each of its tabs: each hop of each of
them may be one that is not permitted. So it is where they are signed. The origins of a session are those whose storage
belongs to it.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from gossamer.browser.page import Page
from gossamer.core.access import Permits
from gossamer.core.errors import NotAllowed
from gossamer.core.urls import WebUrl, authority_of, login_of, origin_of
from gossamer.core.visit_identity import PageCheck
from gossamer.net.own_identity import SIGNATURE_HEADERS, OwnIdentity

_CHALLENGE_LIMIT = 20
# More than anybody goes to in a session; beyond them storage is not kept.
_ORIGINS = 200
_WEB = ("http:", "https:")
# Addresses that a page opens without a request.
_INWARD = ("about:", "data:", "blob:")
_DOCUMENT = "Document"


class _PausedRequest(msgspec.Struct):
    url: str
    headers: dict[str, str] = {}


class _Paused(msgspec.Struct, rename="camel"):
    request_id: str
    request: _PausedRequest
    frame_id: str = ""
    resource_type: str = ""
    redirected_request_id: str | None = None


class _Challenge(msgspec.Struct):
    source: str = "Server"


class _AuthRequired(msgspec.Struct, rename="camel"):
    request_id: str
    request: _PausedRequest
    auth_challenge: _Challenge = msgspec.field(default_factory=_Challenge)


class Gate:
    """Rules for all tabs of a session, or for a scraped page: which addresses are allowed, and which were visited.

    *origins* are those that a tab has shown, as "https://example.org", in order. Without *frames* it holds for the
    documents of tabs alone, as *check* always does.
    """

    def __init__(self, permits: Permits | None, *, frames: bool = True, check: PageCheck | None = None) -> None:
        self.origins: dict[str, None] = {}
        self.frames = frames
        self.check = check
        self.checks: set[asyncio.Task[None]] = set()
        self._permits = permits

    def refusal(self, url: str) -> NotAllowed | None:
        """Return the error for a *url* that no tab and no frame may show, None when it may."""
        if url.startswith(_WEB):
            return self._permits(url) if self._permits is not None else None
        return None if url.startswith(_INWARD) else NotAllowed("Only http and https addresses can be visited.")

    def visited(self, url: str) -> None:
        """Note the address of a tab."""
        if url.startswith(_WEB) and len(self.origins) < _ORIGINS:
            scheme, _, rest = url.partition("://")
            self.origins[f"{scheme}://{rest.partition('/')[0].partition('?')[0].rpartition('@')[2]}"] = None


class Interception:
    """Answers the paused requests of one page.

    A page that may not go everywhere has a *gate*. Its documents are signed by *own*.
    """

    def __init__(
        self,
        page: Page,
        url: WebUrl,
        *,
        credentials: tuple[str, str] | None,
        headers: Mapping[str, str],
        gate: Gate | None = None,
        own: OwnIdentity | None = None,
    ) -> None:
        self._page = page
        self._session = page.session
        self._origin = origin_of(url)
        self._credentials = credentials
        self._login = login_of(url)
        self._asked: set[str] = set()
        self._headers = headers
        self._gate = gate
        self._own = own
        self._began_at = ""
        self._newest = ""
        self._challenges = 0

    def start(self) -> None:
        """Pause what has to be paused; nothing without password, headers and gate."""
        if not (self._credentials or self._headers or self._gate or self._login or self._own):
            return
        self._session.on("Fetch.requestPaused", _Paused, self._judge_request)
        self._session.on("Fetch.authRequired", _AuthRequired, self._authenticate)
        # The proxy asks once per context; what follows reuses the password. Only a request that was
        # paused can be asked for it here, so the documents are, and nothing else.
        documents = {"urlPattern": "*", "resourceType": _DOCUMENT, "requestStage": "Request"}
        paused = {"urlPattern": "*", "requestStage": "Request"} if self._headers or self._login else documents
        self._session.send("Fetch.enable", patterns=[paused], handleAuthRequests=bool(self._credentials or self._login))
        if self._gate is not None:
            self._page.gatekeeper = self._leave_forbidden
            self._session.send("Page.setPrerenderingAllowed", isAllowed=False)

    def _judge_request(self, event: _Paused) -> None:
        if self._is_page(event):
            self._newest = event.request_id
        if event.resource_type == _DOCUMENT and not self._may_pass(event):
            # Not an answer of ours: it would count as the forbidden site's own, and its scripts could ask that site.
            self._session.send("Fetch.failRequest", requestId=event.request_id, errorReason="BlockedByClient")
        elif self._gate is not None and self._gate.check is not None and self._is_page(event):
            checking = asyncio.ensure_future(self._check_page(event, self._gate.check))
            self._gate.checks.add(checking)
            checking.add_done_callback(self._gate.checks.discard)
        else:
            self._continue(event)

    async def _check_page(self, event: _Paused, check: PageCheck) -> None:
        refusal = await check(event.request.url)
        # The tab may have gone on to another page meanwhile.
        if event.request_id == self._newest:
            self._page.refusal = refusal
        if refusal is None:
            self._continue(event)
        else:
            self._session.send("Fetch.failRequest", requestId=event.request_id, errorReason="BlockedByClient")

    def _is_page(self, event: _Paused) -> bool:
        return event.resource_type == _DOCUMENT and event.frame_id == self._page.frame_id

    def _continue(self, event: _Paused) -> None:
        rewritten = self._rewrite_headers(event) if self._headers or self._own else {}
        self._session.send("Fetch.continueRequest", requestId=event.request_id, **rewritten)

    def _may_pass(self, event: _Paused) -> bool:
        if self._gate is None or self._is_free(event.frame_id):
            return True
        refusal = self._gate.refusal(event.request.url)
        if event.frame_id == self._page.frame_id:
            self._page.refusal = refusal
            if refusal is None:
                self._gate.visited(event.request.url)
        return refusal is None

    def _is_free(self, frame_id: str) -> bool:
        """Return whether what this frame shows does not matter."""
        return self._gate is not None and not self._gate.frames and frame_id != self._page.frame_id

    def _leave_forbidden(self, frame_id: str, url: str) -> None:
        """Leave a document that may not be shown: one that was loaded ahead (speculation rules) is never paused."""
        if self._gate is None or self._is_free(frame_id) or not url.startswith(_WEB):
            return
        refusal = self._gate.refusal(url)
        if frame_id == self._page.frame_id:
            self._page.refusal = refusal
            if refusal is None:
                self._gate.visited(url)
        if refusal is not None:
            self._session.send("Page.navigate", url="about:blank", frameId=frame_id)

    def _rewrite_headers(self, event: _Paused) -> dict[str, Any]:
        ours = self._headers if origin_of(event.request.url) == self._origin else {}
        added = {**ours, **self._sign(event)}
        # A redirected request still has what was added to the one before.
        if not added and event.redirected_request_id is None:
            return {}
        dropped = {*self._headers, *(name.lower() for name in SIGNATURE_HEADERS)}
        remaining_headers = {
            name: value for name, value in event.request.headers.items() if name.lower() not in dropped
        }
        return {"headers": [{"name": name, "value": value} for name, value in {**remaining_headers, **added}.items()]}

    def _sign(self, event: _Paused) -> Mapping[str, str]:
        """Return the signature of a tab's document; none for frames, and where a redirect has led to elsewhere."""
        if self._own is None or not self._is_page(event):
            return {}
        if event.redirected_request_id is None:
            self._began_at = authority_of(event.request.url)
        return self._own.sign(event.request.url, self._began_at)

    def _authenticate(self, event: _AuthRequired) -> None:
        answer: dict[str, str] = {"response": "CancelAuth"}
        if (login := self._login_for(event)) is not None:
            answer = {"response": "ProvideCredentials", "username": login[0], "password": login[1]}
        self._session.send("Fetch.continueWithAuth", requestId=event.request_id, authChallengeResponse=answer)

    def _login_for(self, event: _AuthRequired) -> tuple[str, str] | None:
        if event.auth_challenge.source == "Proxy":
            # Several first requests may be challenged at once; a wrong password must not loop.
            self._challenges += 1
            return self._credentials if self._challenges <= _CHALLENGE_LIMIT else None
        # A second request for the same address means that the password is wrong: it is tried once.
        is_due = origin_of(event.request.url) == self._origin and event.request.url not in self._asked
        self._asked.add(event.request.url)
        return self._login if is_due else None
