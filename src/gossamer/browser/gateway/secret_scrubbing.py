"""Removal of the filtering proxy's password from messages to clients.

Chromium tells of requests with all headers that it sends, those for the proxy among them.
"""

import re
from typing import Any

import msgspec

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


def scrubbed(method: str, params: msgspec.Raw) -> msgspec.Raw:
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
