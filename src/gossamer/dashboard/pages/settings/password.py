"""One's own password."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.errors import CallerError
from gossamer.dashboard import cookies
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_PASSWORD = f"{SETTINGS}/password"


async def form(visit: Visit, session: SignIn) -> Response:
    """Ask for the old and the new one."""
    return _form(visit, session)


async def change(visit: Visit, session: SignIn) -> Response:
    """Change it; every other session of the person ends."""
    try:
        await visit.operations.members.change_password(
            session.actor,
            old=visit.form.exact("old"),
            new=visit.form.exact("new"),
            keep=visit.cookies[cookies.SESSION],
        )
    except CallerError as failure:
        return _form(visit, session, problem=failure.message, status=400)
    return visit.leave(SETTINGS, "password-changed")


def _form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog("settings/password.html", session, title="Change password", problem=problem, status=status)


def routes() -> Iterator[Route]:
    """Yield the routes of the password."""
    yield SignedInRoute("GET", _PASSWORD, form)
    yield SignedInRoute("POST", _PASSWORD, change)
