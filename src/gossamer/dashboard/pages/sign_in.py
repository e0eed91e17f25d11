"""First set-up, sign in and out, and joining by invitation."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.responses import Response

from gossamer.core.errors import (
    AlreadyThere,
    CallerError,
    NotFound,
    OwnError,
    RateLimited,
    SecondFactorNeeded,
    ServiceError,
    SignInRefused,
    Unauthenticated,
)
from gossamer.core.ids import new_token
from gossamer.dashboard import cookies, paths
from gossamer.dashboard.routing import PublicRoute, Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import InvitationView, SignIn

# Room for whatever somebody pastes as a password: it is refused as a wrong one is.
_MAX_SIGN_IN: Final = 4 * 1024 * 1024
# Time to sign in at the provider, a second factor included.
_OPENID_SECONDS: Final = 15 * 60
_CODE_SECONDS: Final = 5 * 60
_STATUS: Final[Mapping[type[ServiceError], int]] = {Unauthenticated: 401, SignInRefused: 401, AlreadyThere: 409}


async def setup(visit: Visit) -> Response:
    """Ask for the first person, as long as there is nobody."""
    if await visit.operations.members.is_set_up():
        return visit.leave(paths.SIGN_IN)
    return visit.page("entrance/setup.html", proof_wanted=not visit.open_mode, problem=None)


async def set_up(visit: Visit) -> Response:
    """Make the first person, and sign them in."""
    email, password = visit.form.one("email"), visit.form.exact("password")
    try:
        await visit.operations.members.set_up(
            visit.form.one("proof"), email=email, name=visit.form.one("name"), password=password
        )
    except AlreadyThere:
        return visit.leave(paths.SIGN_IN, "set-up-before")
    except CallerError as failure:
        return _again(visit, "entrance/setup.html", failure, proof_wanted=not visit.open_mode)
    return await _sign_in(visit, email, password, paths.HOME, "welcome")


async def sign_in_page(visit: Visit) -> Response:
    """Ask who it is."""
    if visit.session is not None:
        return visit.leave(visit.query.one("next"))
    if not await visit.operations.members.is_set_up():
        return visit.leave(paths.SET_UP)
    return visit.page("entrance/sign_in.html", next=paths.own(visit.query.one("next")), problem=None)


async def begin_openid(visit: Visit) -> Response:
    """Send the browser to the provider that knows who it is."""
    provider, target = visit.operations.members.openid, paths.own(visit.query.one("next"))
    if provider is None:
        return visit.leave(paths.SIGN_IN)
    token = new_token()
    try:
        address = await provider.begin(token, visit.origin + paths.OPENID_RETURN)
    except ServiceError as failure:
        return _again(visit, "entrance/sign_in.html", failure, next=target)
    response = Response(status_code=303, headers={"location": address})
    cookies.put(response, cookies.OPENID, f"{token}.{target}", secure=visit.secure, max_age=_OPENID_SECONDS)
    return response


async def finish_openid(visit: Visit) -> Response:
    """Sign in whom the provider has proven."""
    token, _, target = visit.cookies.get(cookies.OPENID, "").partition(".")
    answer = {name: visit.query.one(name) for name in ("state", "code", "error") if visit.query.one(name)}
    try:
        session = await visit.operations.members.sign_in_by_openid(token, answer, visit.origin + paths.OPENID_RETURN)
    except ServiceError as failure:
        response = _again(visit, "entrance/sign_in.html", failure, next=paths.own(target))
    else:
        response = await _enter(visit, session, paths.own(target))
    cookies.drop(response, cookies.OPENID, secure=visit.secure)
    return response


async def sign_in(visit: Visit) -> Response:
    """Sign in; wrong addresses and wrong passwords get the same answer."""
    target = paths.own(visit.form.one("next"))
    try:
        return await _sign_in(visit, visit.form.one("email"), visit.form.exact("password"), target)
    except CallerError as failure:
        return _again(visit, "entrance/sign_in.html", failure, next=target)


async def code_page(visit: Visit) -> Response:
    """Ask for a code of the second factor."""
    return visit.page("entrance/code.html", problem=None)


async def sign_in_with_code(visit: Visit) -> Response:
    """Sign in who has given the right password before."""
    ticket, _, target = visit.cookies.get(cookies.FACTOR, "").partition(" ")
    members = visit.operations.members
    try:
        token = await members.sign_in_with_code(ticket, visit.form.one("code"), address=visit.address)
    except CallerError as failure:
        return _again(visit, "entrance/code.html", failure)
    response = await _enter(visit, token, paths.own(target))
    cookies.drop(response, cookies.FACTOR, secure=visit.secure)
    return response


async def sign_out(visit: Visit, _: SignIn) -> Response:
    """End the session."""
    await visit.operations.members.sign_out(visit.cookies[cookies.SESSION])
    response = visit.leave(paths.SIGN_IN, "signed-out")
    cookies.drop(response, cookies.SESSION, secure=visit.secure)
    return response


async def invitation(visit: Visit) -> Response:
    """Show what an invitation is for."""
    return visit.page("entrance/join.html", invitation=await _invitation(visit), problem=None)


async def join(visit: Visit) -> Response:
    """Accept an invitation, and sign in to look at the team that was joined."""
    invited = await _invitation(visit)
    email, password = visit.form.one("email"), visit.form.exact("password")
    try:
        await visit.operations.members.accept_invitation(
            visit.path["token"], email=email, name=visit.form.one("name"), password=password, address=visit.address
        )
        return await _sign_in(visit, email, password, paths.HOME, "joined", team_id=invited.team_id)
    except CallerError as failure:
        return _again(visit, "entrance/join.html", failure, invitation=invited)


async def _invitation(visit: Visit) -> InvitationView:
    view = await visit.operations.members.invitation(visit.path["token"])
    if view is None:
        raise NotFound("This invitation was used, withdrawn, or is too old. Ask an admin of the team for another.")
    return view


async def _sign_in(
    visit: Visit, email: str, password: str, target: str, notice: str = "", *, team_id: str = ""
) -> Response:
    """Return the way to *target* with a new session, which looks at *team_id* if one is named.

    The session there was ends, so that nobody else can know it.
    """
    try:
        token = await visit.operations.members.sign_in(email, password, address=visit.address)
    except SecondFactorNeeded as needed:
        response = visit.leave(paths.CODE)
        ticket = f"{needed.ticket} {target}"
        cookies.put(response, cookies.FACTOR, ticket, secure=visit.secure, max_age=_CODE_SECONDS)
        return response
    return await _enter(visit, token, target, notice, team_id=team_id)


async def _enter(visit: Visit, token: str, target: str, notice: str = "", *, team_id: str = "") -> Response:
    """Return the way to *target* with the session of *token*, which looks at *team_id* if one is named."""
    members = visit.operations.members
    if before := visit.cookies.get(cookies.SESSION):
        await members.sign_out(before)
    session = await members.session(token) if team_id else None
    if session is not None and session.team.team_id != team_id:
        token = await members.switch_team(token, team_id)
    response = visit.leave(target, notice)
    cookies.put(response, cookies.SESSION, token, secure=visit.secure, max_age=cookies.SESSION_SECONDS)
    cookies.drop(response, cookies.VISITOR, secure=visit.secure)
    return response


def _again(visit: Visit, template: str, failure: ServiceError, **values: Any) -> Response:
    """Return the form as it was filled in, with what is wrong; never with the password or the proof."""
    if isinstance(failure, RateLimited):
        response = visit.page(template, status=429, problem=failure.message, **values)
        response.headers["retry-after"] = str(failure.retry_after)
        return response
    status = 502 if isinstance(failure, OwnError) else _STATUS.get(type(failure), 400)
    return visit.page(template, status=status, problem=failure.message, **values)


def routes() -> Iterator[Route]:
    """Yield the routes of setting up, signing in and out, and joining."""
    yield PublicRoute("GET", paths.SET_UP, setup)
    yield PublicRoute("POST", paths.SET_UP, set_up)
    yield PublicRoute("GET", paths.SIGN_IN, sign_in_page)
    yield PublicRoute("POST", paths.SIGN_IN, sign_in, max_body=_MAX_SIGN_IN)
    yield PublicRoute("GET", paths.CODE, code_page)
    yield PublicRoute("POST", paths.CODE, sign_in_with_code)
    yield PublicRoute("GET", paths.OPENID, begin_openid)
    yield PublicRoute("GET", paths.OPENID_RETURN, finish_openid)
    yield SignedInRoute("POST", "/dashboard/sign-out", sign_out)
    yield PublicRoute("GET", "/dashboard/join/{token}", invitation)
    yield PublicRoute("POST", "/dashboard/join/{token}", join)
