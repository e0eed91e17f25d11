"""Taking the team's data along, deleting the team, and deleting one's own account."""

from collections.abc import Iterator
from contextlib import closing
from typing import IO, Final

from starlette.responses import Response, StreamingResponse

from gossamer.core.errors import CallerError
from gossamer.dashboard import paths
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_TEAM: Final = f"{SETTINGS}/delete-team"
_ACCOUNT: Final = f"{SETTINGS}/delete-account"
_CHUNK: Final = 256 * 1024


async def export(visit: Visit, session: SignIn) -> Response:
    """Send all data of the team."""
    file = await visit.operations.members.export_team(session.actor, session.team.team_id)
    name = f'attachment; filename="gossamer-team-{session.team.team_id}.zip"'
    return StreamingResponse(_chunks(file), media_type="application/zip", headers={"content-disposition": name})


async def team_form(visit: Visit, session: SignIn) -> Response:
    """Ask for the team's name, so that nobody deletes another one by mistake."""
    return _team_form(visit, session)


async def delete_team(visit: Visit, session: SignIn) -> Response:
    """Delete the team."""
    if visit.form.one("name") != session.team.name:
        return _team_form(visit, session, problem="This is not the name of the team.", status=400)
    try:
        await visit.operations.members.delete_team(session.actor, session.team.team_id)
    except CallerError as failure:
        return _team_form(visit, session, problem=failure.message, status=400)
    return visit.leave(paths.HOME, "team-deleted")


async def account_form(visit: Visit, session: SignIn) -> Response:
    """Ask for the password."""
    return _account_form(visit, session)


async def delete_account(visit: Visit, session: SignIn) -> Response:
    """Delete the person, who is signed out with it."""
    try:
        await visit.operations.members.delete_self(session.actor, visit.form.exact("password"))
    except CallerError as failure:
        return _account_form(visit, session, problem=failure.message, status=400)
    return visit.leave(paths.SIGN_IN, "account-deleted")


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with closing(file):
        while chunk := file.read(_CHUNK):
            yield chunk


def _team_form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog("settings/delete_team.html", session, title="Delete team", problem=problem, status=status)


def _account_form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog(
        "settings/delete_account.html", session, title="Delete your account", problem=problem, status=status
    )


def routes() -> Iterator[Route]:
    """Yield the routes that export and delete data."""
    yield SignedInRoute("GET", f"{SETTINGS}/export", export, admins_only=True)
    yield SignedInRoute("GET", _TEAM, team_form, admins_only=True)
    yield SignedInRoute("POST", _TEAM, delete_team, admins_only=True)
    yield SignedInRoute("GET", _ACCOUNT, account_form)
    yield SignedInRoute("POST", _ACCOUNT, delete_account)
