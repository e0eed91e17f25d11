"""Sessions of a client with pages, frames and workers of its context."""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import Connection, TargetSession
from gossamer.browser.gateway import messages, rules
from gossamer.browser.gateway.messages import CommandRefusal
from gossamer.browser.gateway.targets import Attached, Detached, GatewayTarget
from gossamer.core.errors import NotAllowed

Tell = Callable[[str, msgspec.Raw, str], None]
Refuses = Callable[[str], NotAllowed | None]

_ATTACHED = msgspec.json.Decoder(Attached)
_DETACHED = msgspec.json.Decoder(Detached)
_LIMIT = 500
_FOREIGN = CommandRefusal("Cookies and storage of another context are not available.")

_SIGN = re.compile(rb"proxy-auth", re.IGNORECASE)
_LINE = re.compile(r"proxy-auth[^\r\n]*(\r?\n)?", re.IGNORECASE)
_TEXTS = frozenset({"headersText", "requestHeadersText"})
_TOLD_BY = frozenset(
    {
        "Network.requestWillBeSent",
        "Network.requestWillBeSentExtraInfo",
        "Network.responseReceived",
        "Network.responseReceivedExtraInfo",
        "Network.webSocketWillSendHandshakeRequest",
        "Network.webSocketHandshakeResponseReceived",
        "Fetch.requestPaused",
    }
)


# Chromium tells of requests with all headers that it sends, those for the proxy among them.
def scrub_headers(method: str, params: msgspec.Raw) -> msgspec.Raw:
    """Return an event's parameters without the headers between the browser and the proxy."""
    if method not in _TOLD_BY or _SIGN.search(params) is None:
        return params
    return msgspec.Raw(msgspec.json.encode(_without(msgspec.json.decode(params))))


def _without(value: Any) -> Any:
    match value:
        case dict():
            members = {name: inner for name, inner in value.items() if not _LINE.match(name)}
            return {
                name: _LINE.sub("", inner) if name in _TEXTS else _without(inner) for name, inner in members.items()
            }
        case list():
            return [_without(inner) for inner in value if not _is_header(inner)]
        case _:
            return value


def _is_header(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("name"), str) and bool(_LINE.match(entry["name"]))


class _GatewayChallenge(msgspec.Struct):
    source: str = "Server"


class _GatewayAuth(msgspec.Struct, rename="camel"):
    request_id: str
    auth_challenge: _GatewayChallenge = msgspec.field(default_factory=_GatewayChallenge)


class _Requested(msgspec.Struct):
    url: str = ""


class _GatewayPaused(msgspec.Struct, rename="camel"):
    request_id: str
    request: _Requested = msgspec.field(default_factory=_Requested)


class TargetAttachment:
    """A session with one target: commands that the rules allow go there, its events go to the client."""

    def __init__(self, session: TargetSession, target: GatewayTarget, parent: str, owner: "Attachments") -> None:
        self.target_id = target.target_id
        self.parent = parent
        self._session = session
        self._owner = owner
        session.tap(self._take_event)

    def begin(self, method: str, params: Mapping[str, Any]) -> asyncio.Future[msgspec.Raw]:
        """Send a command now. Raises Refusal."""
        if reason := rules.refusal(method, params):
            raise CommandRefusal(reason)
        if params.get("browserContextId", self._owner.context_id) != self._owner.context_id:
            raise _FOREIGN
        if method == "Target.detachFromTarget" and params.get("sessionId") not in self._owner:
            raise messages.SESSION_UNKNOWN
        # Not by names: a client's parameters may have any.
        return self._session.connection.send(self._session, method, dict(params))

    def drop(self) -> None:
        """Hear no more of it."""
        self._session.forget()

    def _take_event(self, method: str, params: msgspec.Raw) -> None:
        if method == "Target.attachedToTarget":
            self._owner.attached(self._session, self._session.id, params)
        elif method == "Target.detachedFromTarget":
            self._owner.detached(self._session.id, params)
        elif self._answer_event(method, params):
            return
        elif not method.startswith("Gossamer."):
            self._owner.tell(method, scrub_headers(method, params), self._session.id)

    def _answer_event(self, method: str, params: msgspec.Raw) -> bool:
        """Return whether an event was answered here, and the client is not to hear of it."""
        match method:
            case "Fetch.authRequired":
                return self._of_proxy(params)
            case "Fetch.requestPaused":
                return self._to_forbidden(params)
        return False

    def _of_proxy(self, params: msgspec.Raw) -> bool:
        """Leave a question of the filtering proxy to those who have its password."""
        challenge = msgspec.json.decode(params, type=_GatewayAuth)
        if challenge.auth_challenge.source != "Proxy":
            return False
        answer = {"response": "Default"}
        self._session.send("Fetch.continueWithAuth", requestId=challenge.request_id, authChallengeResponse=answer)
        return True

    def _to_forbidden(self, params: msgspec.Raw) -> bool:
        """Let a request for where the session may not go pass on to the session's own check.

        A client comes before that, and could answer for the site: its scripts, as that site's, could ask it anything.
        """
        paused = msgspec.json.decode(params, type=_GatewayPaused)
        if self._owner.refusal(paused.request.url) is None:
            return False
        self._session.send("Fetch.continueRequest", requestId=paused.request_id)
        return True


class Attachments:
    """All of one channel, by the id of their session. *refusal* tells why the session may not go to an address."""

    def __init__(self, connection: Connection, context_id: str, tell: Tell, refusal: Refuses) -> None:
        self.context_id = context_id
        self.refusal = refusal
        self.tell = tell
        self._connection = connection
        self._known: dict[str, TargetAttachment] = {}

    def get(self, session_id: str) -> TargetAttachment | None:
        """Return one, None when the client has no such session."""
        return self._known.get(session_id)

    def __contains__(self, session_id: object) -> bool:
        return isinstance(session_id, str) and session_id in self._known

    def attached(self, parent: TargetSession, client_parent: str, params: msgspec.Raw) -> None:
        """Take a session that Chromium opened; one with a target of another context is ended at once, unheard.

        Called before any event of the new session is read.
        """
        event = _ATTACHED.decode(params)
        if event.target_info.browser_context_id != self.context_id or len(self._known) >= _LIMIT:
            parent.send("Target.detachFromTarget", sessionId=event.session_id)
            return
        session = self._connection.session(event.session_id)
        self._known[event.session_id] = TargetAttachment(session, event.target_info, client_parent, self)
        self.tell("Target.attachedToTarget", params, client_parent)

    def detached(self, client_parent: str, params: msgspec.Raw) -> None:
        """Forget a session that ended, and those that began in it."""
        if self._forget(_DETACHED.decode(params).session_id):
            self.tell("Target.detachedFromTarget", params, client_parent)

    def _forget(self, session_id: str) -> bool:
        attachment = self._known.pop(session_id, None)
        if attachment is None:
            return False
        attachment.drop()
        for child in [child_id for child_id, attachment in self._known.items() if attachment.parent == session_id]:
            self._forget(child)
        return True

    def drop(self) -> None:
        """Hear no more of any."""
        attachments, self._known = self._known, {}
        for attachment in attachments.values():
            attachment.drop()
