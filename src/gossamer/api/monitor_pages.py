"""What a token opens, without a key: subscriptions to e-mail, and feeds of alerts."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.routing import BaseRoute
from starlette.types import Receive

from gossamer.api.addresses import origin_of
from gossamer.api.answers import RawAnswer, bytes_answer, json_answer
from gossamer.api.endpoints import OpenRoute
from gossamer.api.errors import problem
from gossamer.api.requests import headers_of, read_json
from gossamer.core.monitoring import Subscription
from gossamer.operations import Operations
from gossamer.wire.feeds import FeedEntry, atom, json_feed

_EMAIL: Final = "/v2/monitor/email/"
_DEEDS: Final = {"confirm": Subscription.CONFIRMED, "unsubscribe": Subscription.UNSUBSCRIBED}
_ASKED: Final = {"confirm": "Get alerts by e-mail at this address?", "unsubscribe": "Stop alerts by e-mail?"}
_DONE: Final = {"confirm": "Your address is confirmed.", "unsubscribe": "You will get no more alerts by e-mail."}
_BUTTONS: Final = {"confirm": "Confirm", "unsubscribe": "Unsubscribe"}
_UNKNOWN: Final = "This link is not valid any more."
_MOST_FORM: Final = 10_000
# The form of all tokens that were ever sent.
_TOKEN: Final = re.compile(r"[\w-]{43}", re.ASCII)
_HTML: Final = "text/html; charset=utf-8"
_PAGE_HEADERS: Final = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_Show = Callable[[Request, Operations, Receive], Awaitable[RawAnswer]]


def monitor_token_routes(operations: Operations) -> Iterator[BaseRoute]:
    """Yield the routes."""

    def route(path: str, show: _Show, method: str = "GET") -> BaseRoute:
        return OpenRoute(path, lambda scope, receive: show(Request(scope), operations, receive), method)

    for deed in _DEEDS:
        yield route(_EMAIL + deed, _ask(deed))
        yield route(_EMAIL + deed, _answer(deed), "POST")
    yield route("/feeds/{token}.atom", _atom)
    yield route("/feeds/{token}.json", _json)


def _ask(deed: str) -> _Show:
    """Return the page of a link in an e-mail. It changes nothing: programs that scan mail open links too."""

    async def show(request: Request, _: Operations, __: Receive) -> RawAnswer:
        token = escape(request.query_params.get("token", "")[:200], quote=True)
        form = f'<form method="post" action="?token={token}"><button>{_BUTTONS[deed]}</button></form>'
        return _page(200, f"<h1>{_ASKED[deed]}</h1>{form}")

    return show


def _answer(deed: str) -> _Show:
    async def show(request: Request, operations: Operations, receive: Receive) -> RawAnswer:
        headers = headers_of(request.scope)
        is_json = "json" in headers.get("content-type", "")
        token = (await _read_token(headers, receive)) if is_json else await _from_form(request, receive)
        if not isinstance(token, str) or not _TOKEN.fullmatch(token):
            return _answer_unknown(400, "invalid_token", is_json=is_json)
        recipient = await operations.monitors.subscribe(token, _DEEDS[deed])
        if recipient is None:
            return _answer_unknown(404, "not_found", is_json=is_json)
        if is_json:
            return json_answer(200, {"success": True, "email": recipient.email, "status": recipient.status.value})
        return _page(200, f"<h1>{_DONE[deed]}</h1>")

    return show


async def _read_token(headers: Mapping[str, str], receive: Receive) -> Any:
    body = await read_json(headers, receive)
    return body.get("token") if isinstance(body, dict) else None


async def _from_form(request: Request, receive: Receive) -> str | None:
    """Return the token of the address, or of a form; mail programs send `List-Unsubscribe=One-Click` (RFC 8058)."""
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")[:_MOST_FORM]
        if not message.get("more_body") or len(body) >= _MOST_FORM:
            break
    fields = dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=10)) if b"token=" in body else {}
    return request.query_params.get("token") or fields.get("token")


def _answer_unknown(status: int, code: str, *, is_json: bool) -> RawAnswer:
    if is_json:
        return json_answer(status, problem(code))
    return _page(status, f"<h1>{_UNKNOWN}</h1>")


def _page(status: int, body: str) -> RawAnswer:
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.3rem}"
    )
    button = "button{font:inherit;padding:.6rem 1.2rem}"
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Alerts</title>'
    html = f"<!doctype html><html lang=en>{head}<style>{style}{button}</style><main>{body}</main></html>"
    return bytes_answer(status, html.encode(), _HTML, _PAGE_HEADERS)


async def _atom(request: Request, operations: Operations, _: Receive) -> RawAnswer:
    entries, title, address = await _read_feed(request, operations)
    body = atom(entries, title=title, address=address, now=datetime.now(UTC))
    return bytes_answer(200, body, "application/atom+xml; charset=utf-8", ((b"cache-control", b"private"),))


async def _json(request: Request, operations: Operations, _: Receive) -> RawAnswer:
    entries, title, address = await _read_feed(request, operations)
    return json_answer(200, json_feed(entries, title=title, address=address))


async def _read_feed(request: Request, operations: Operations) -> tuple[list[FeedEntry], str, str]:
    pages = await operations.monitors.feed(request.path_params["token"])
    entries = [FeedEntry(page.monitor, page.page) for page in pages]
    names = {entry.monitor.spec.name for entry in entries}
    title = f"Changes: {names.pop()}" if len(names) == 1 else "Changes of monitors"
    origin = origin_of(request.scope, headers_of(request.scope))
    return entries, title, f"{origin}{request.scope['path']}"
