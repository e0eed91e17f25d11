"""Routes of the dashboard, told as values, and what holds for every one of them.

Each serves in one order: read the request, find the session, refuse what comes from another site, refuse who may not,
run, answer with headers that keep the page to itself.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from typing import Final, TypeAlias
from urllib.parse import urlencode, urlsplit

import structlog
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from gossamer.core.accounts import Role
from gossamer.core.errors import NotAllowed, RateLimited, ServiceError
from gossamer.core.ids import new_id
from gossamer.dashboard import cookies, paths
from gossamer.dashboard.forms import BadForm, Form, parse, read_form
from gossamer.dashboard.rendering import Views
from gossamer.dashboard.visits import Visit
from gossamer.operations import Operations
from gossamer.operations.accounts import SignIn

_MAX_FORM = 256 * 1024
_READING = frozenset({"GET", "HEAD"})
_ADMINS_ONLY = "Only admins of the team can open this page. Ask one of them."
_FOREIGN = (
    "This form did not come from this dashboard, or it is too old. Nothing was changed. "
    "Go back, reload the page and try again."
)
_BROKEN = "Something went wrong on our side. Report it with this error id: {}"

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    # The edge of the API lets any page read answers; these are for our own pages.
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}
_log = structlog.get_logger(__name__)

_OURS = frozenset({"same-origin", "none"})
_TOKEN_BYTES = 24


# Three signs, and none may speak against it: `Sec-Fetch-Site`, `Origin`, and a token that only our pages
# know. Who has not signed in has a token too, in a cookie, so that nobody is signed in from elsewhere.
def new_token() -> str:
    """Return a token for a visitor who has not signed in."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def foreign(headers: Mapping[str, str]) -> bool:
    """Return whether the browser says that the request comes from another site."""
    if headers.get("sec-fetch-site", "none") not in _OURS:
        return True
    origin = headers.get("origin")
    return origin is not None and _host_of(origin) not in _hosts(headers)


def _host_of(origin: str) -> str:
    """Return host and port of *origin*; empty, as of `null`, when it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _hosts(headers: Mapping[str, str]) -> frozenset[str]:
    """Return under which names we were called; a proxy's word counts, since no page can set its header."""
    forwarded = headers.get("x-forwarded-host", "").partition(",")[0].strip()
    return frozenset(host.lower() for host in (headers.get("host", ""), forwarded) if host)


def same(token: str, expected: str) -> bool:
    """Return whether the token that was sent is the one we gave; never without one."""
    return bool(expected) and hmac.compare_digest(token.encode(), expected.encode())


@dataclass(frozen=True, slots=True)
class PublicRoute:
    """A public route."""

    method: str
    path: str
    run: Callable[[Visit], Awaitable[Response]]
    max_body: int = _MAX_FORM


@dataclass(frozen=True, slots=True)
class SignedInRoute:
    """A route for signed-in users; for admins of the team alone if *admins_only*.

    Its form may have a file of *max_file* bytes; 0 for none.
    """

    method: str
    path: str
    run: Callable[[Visit, SignIn], Awaitable[Response]]
    admins_only: bool = False
    max_body: int = _MAX_FORM
    max_file: int = 0


Route: TypeAlias = PublicRoute | SignedInRoute


@dataclass(frozen=True, slots=True)
class House:
    """State that all routes share; *statuses* are the API's, by code of the failure."""

    operations: Operations
    views: Views
    statuses: Mapping[str, int]
    now: Callable[[], datetime]
    open_mode: bool = False


class PageRoute(StarletteRoute):
    """A route that serves an Open or a Page."""

    def __init__(self, route: Route, house: House) -> None:
        super().__init__(route.path, route.run, methods=[route.method], include_in_schema=False)
        self.serves = route
        self._house = house
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Figures and logs name it.
        scope["route"] = self
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        response = await self._answer_request(scope, headers, receive)
        _protect(response.headers)
        await response(scope, receive, send)

    async def _answer_request(self, scope: Scope, headers: Mapping[str, str], receive: Receive) -> Response:
        visit = self._visit(scope, headers)
        try:
            visit = await self._identify_visit(visit)
            visit = await self._fill_in(visit, receive)
            if self._changes:
                # A form may take half a minute to come: what counts is who somebody is by then.
                visit = await self._identify_visit(visit)
            response = await self._run(visit)
        except BadForm as failure:
            response = problem(visit, failure.status, failure.message)
        except ServiceError as failure:
            response = self._refusal(visit, failure)
        except Exception as error:  # noqa: BLE001 - the request boundary: whatever breaks becomes a page
            error_id = new_id()
            _log.error("page failed", error_id=error_id, route=self.path, exc_info=error)
            response = problem(visit, 500, _BROKEN.format(error_id))
        finally:
            await visit.form.close()
        if visit.csrf and visit.session is None and cookies.VISITOR not in visit.cookies:
            cookies.put(response, cookies.VISITOR, visit.csrf, secure=visit.secure)
        return response

    def _refusal(self, visit: Visit, failure: ServiceError) -> Response:
        response = problem(visit, _page_status(self._house.statuses[failure.code]), failure.message)
        if isinstance(failure, RateLimited):
            response.headers["retry-after"] = str(failure.retry_after)
        return response

    def _visit(self, scope: Scope, headers: Mapping[str, str]) -> Visit:
        return Visit(
            operations=self._house.operations,
            views=self._house.views,
            scope=scope,
            headers=headers,
            cookies=cookies.cookies_of(headers),
            form=Form(),
            query=Form(),
            session=None,
            csrf="",
            now=self._house.now,
            open_mode=self._house.open_mode,
        )

    async def _identify_visit(self, visit: Visit) -> Visit:
        """Return *visit* with who it is."""
        token = visit.cookies.get(cookies.SESSION, "")
        session = await visit.operations.members.session(token) if token else None
        csrf = session.csrf if session else visit.cookies.get(cookies.VISITOR) or new_token()
        return replace(visit, session=session, csrf=csrf)

    async def _fill_in(self, visit: Visit, receive: Receive) -> Visit:
        """Return *visit* with what was sent."""
        query = parse(visit.scope["query_string"].decode("latin-1"))
        if not self._changes:
            return replace(visit, query=query)
        max_file = self.serves.max_file if isinstance(self.serves, SignedInRoute) else 0
        if max_file and visit.session is None:
            # Files are received from signed-in users only; others are sent to the sign-in page.
            return replace(visit, query=query)
        form = await read_form(visit.headers, receive, max_bytes=self.serves.max_body, max_file=max_file)
        return replace(visit, form=form, query=query)

    @property
    def _changes(self) -> bool:
        return self.serves.method not in _READING

    async def _run(self, visit: Visit) -> Response:
        if self._changes and (foreign(visit.headers) or not same(_read_token(visit), visit.csrf)):
            if isinstance(self.serves, SignedInRoute) and visit.session is None:
                return await _to_the_door(visit)
            raise NotAllowed(_FOREIGN)
        if isinstance(self.serves, PublicRoute):
            return await self.serves.run(visit)
        if visit.session is None:
            return await _to_the_door(visit)
        if self.serves.admins_only and visit.session.role is not Role.ADMIN:
            raise NotAllowed(_ADMINS_ONLY)
        return await self.serves.run(visit, visit.session)


def problem(visit: Visit, status: int, message: str) -> Response:
    """Return the response for a request that failed: a page, or a notice on the page that is open."""
    if visit.htmx:
        response = visit.fragment("layout/problem_notice.html", visit.session, status=status, message=message)
        response.headers.update({"hx-retarget": _place(visit), "hx-reswap": "innerHTML"})
        return response
    return visit.page("layout/problem.html", visit.session, status=status, code=status, message=message)


def _place(visit: Visit) -> str:
    """Return the element of the open page that shows a problem: the dialog's, if one is open."""
    in_dialog = visit.headers.get("hx-target") == "dialog" and visit.scope["method"] not in _READING
    return "#problems-in-dialog" if in_dialog else "#problems"


def _read_token(visit: Visit) -> str:
    return visit.headers.get("x-csrf-token") or visit.form.one("csrf")


async def _to_the_door(visit: Visit) -> Response:
    """Return the answer for who has not signed in: the way to the page where that is done."""
    if not await visit.operations.members.is_set_up():
        return visit.leave(paths.SET_UP)
    requested_path = visit.scope["path"]
    if visit.scope["method"] not in _READING or visit.htmx or requested_path == paths.HOME:
        return visit.leave(paths.SIGN_IN)
    return visit.leave(f"{paths.SIGN_IN}?{urlencode({'next': requested_path}, safe='/')}")


def _page_status(status: int) -> int:
    """Return the status of a page; one failure has the status of an answer, because the API's clients expect it."""
    return status if status >= HTTPStatus.BAD_REQUEST else HTTPStatus.BAD_GATEWAY


def _protect(headers: MutableHeaders) -> None:
    headers.update(_HEADERS)
    headers.setdefault("cache-control", "no-store")
