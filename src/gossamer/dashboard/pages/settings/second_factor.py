"""One's own second factor."""

from collections.abc import Iterator
from typing import Final

import segno
from markupsafe import Markup
from starlette.responses import Response

from gossamer.core.errors import CallerError
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_FACTOR: Final = f"{SETTINGS}/second-factor"


async def form(visit: Visit, session: SignIn) -> Response:
    """Ask for what turns the second factor on, or off."""
    return await _form(visit, session)


async def enable(visit: Visit, session: SignIn) -> Response:
    """Turn it on, and show the recovery codes this once."""
    password, secret, code = visit.form.exact("password"), visit.form.one("secret"), visit.form.one("code")
    try:
        codes = await visit.operations.members.enable_factor(session.actor, password, secret, code)
    except CallerError as failure:
        return await _form(visit, session, problem=failure.message, status=400)
    return visit.dialog("settings/recovery_codes.html", session, title="Recovery codes", codes=codes)


async def disable(visit: Visit, session: SignIn) -> Response:
    """Turn it off."""
    try:
        await visit.operations.members.disable_factor(session.actor, visit.form.exact("password"))
    except CallerError as failure:
        return await _form(visit, session, problem=failure.message, status=400)
    return visit.leave(SETTINGS, "factor-disabled")


async def _form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    is_on = await visit.operations.members.has_factor(session.actor)
    secret, address = ("", "") if is_on else visit.operations.members.propose_factor(session.user)
    picture = "" if is_on else Markup(segno.make(address).svg_inline(scale=4, border=2, light="#fff"))  # noqa: S704 - ours
    values = {"is_on": is_on, "secret": secret, "picture": picture, "problem": problem}
    return visit.dialog("settings/second_factor.html", session, title="Second factor", status=status, **values)


def routes() -> Iterator[Route]:
    """Yield the routes of the second factor."""
    yield SignedInRoute("GET", _FACTOR, form)
    yield SignedInRoute("POST", _FACTOR, enable)
    yield SignedInRoute("POST", f"{_FACTOR}/off", disable)
