"""Whether a command for a page, a frame or a worker is passed on."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from gossamer.browser.clipboard import pastes
from gossamer.browser.gateway.allowed import ALLOWED

_WEB = frozenset({"http", "https"})


def refusal(method: str, params: Mapping[str, Any]) -> str | None:
    """Return the reason for refusing a command to a page, frame or worker; None when it is passed on."""
    domain, _, name = method.partition(".")
    allowed = ALLOWED.get(domain, frozenset())
    if not name or (allowed is not None and name not in allowed):
        return f"{method[:80]} is not available in a session of this service."
    check = _CHECKS.get(method)
    return check(params) if check is not None else None


def unreachable(url: object) -> str | None:
    """Return the reason for not sending a tab to *url*; None for web pages, about:blank, data: and blob:."""
    text = url if isinstance(url, str) else ""
    # Chromium drops leading control characters and spaces, and tabs and newlines anywhere.
    plain = "".join(character for character in text if character > " ").lower()
    scheme = plain.partition(":")[0]
    if scheme in _WEB or scheme in {"data", "blob"} or _is_empty(plain):
        return None
    return "Only http and https addresses can be visited."


def _is_empty(url: str) -> bool:
    try:
        return urlsplit(url)[:3] == ("about", "", "blank")
    except ValueError:
        return False


def _navigation(params: Mapping[str, Any]) -> str | None:
    return unreachable(params.get("url"))


def _refuse_other_address(params: Mapping[str, Any]) -> str | None:
    # Where a request goes was judged when it was made.
    return "A request cannot be sent to another address." if params.get("url") is not None else None


def _drag(params: Mapping[str, Any]) -> str | None:
    carried = params.get("data")
    files = carried.get("files") if isinstance(carried, dict) else None
    return "Files of the host cannot be dragged." if files else None


def _key(params: Mapping[str, Any]) -> str | None:
    return "Nothing can be pasted: sessions share no clipboard. Use insertText." if pastes(params) else None


def _children(params: Mapping[str, Any]) -> str | None:
    flat = params.get("flatten") or not params.get("autoAttach")
    return None if flat else "Only flat sessions are available: flatten must be true."


def _stream(params: Mapping[str, Any]) -> str | None:
    return "Only streams that the page gave can be read." if not str(params.get("handle", "")).isdigit() else None


_CHECKS: Mapping[str, Callable[[Mapping[str, Any]], str | None]] = {
    "Page.navigate": _navigation,
    "Fetch.continueRequest": _refuse_other_address,
    "Input.dispatchDragEvent": _drag,
    "Input.dispatchKeyEvent": _key,
    "Target.setAutoAttach": _children,
    "IO.read": _stream,
    "IO.close": _stream,
}
