"""The page of settings, and the team's name."""

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from gossamer.core.accounts import Role
from gossamer.core.errors import CallerError, NotAllowed
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

SETTINGS: Final = "/dashboard/settings"


async def overview(visit: Visit, session: SignIn) -> Response:
    """Show the settings; invitations to admins alone."""
    manages = session.role is Role.ADMIN
    team_id = session.team.team_id
    return visit.page(
        "settings/page.html",
        session,
        manages=manages,
        members=await visit.operations.members.members(session.actor, team_id),
        invitations=await visit.operations.members.invitations(session.actor, team_id) if manages else (),
        roles=tuple(role.value for role in Role),
    )


async def rename_form(visit: Visit, session: SignIn) -> Response:
    """Ask for the team's name."""
    return _rename_form(visit, session)


async def rename(visit: Visit, session: SignIn) -> Response:
    """Give the team another name."""
    try:
        await visit.operations.members.update_team(session.actor, session.team.team_id, name=visit.form.one("name"))
    except NotAllowed:
        raise
    except CallerError as failure:
        return _rename_form(visit, session, problem=failure.message, status=400)
    return visit.leave(SETTINGS, "team-renamed")


def _rename_form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog("settings/rename.html", session, title="Rename team", problem=problem, status=status)


def routes() -> Iterator[Route]:
    """Yield the routes of the overview and the team's name."""
    yield SignedInRoute("GET", SETTINGS, overview)
    yield SignedInRoute("GET", f"{SETTINGS}/team", rename_form, admins_only=True)
    yield SignedInRoute("POST", f"{SETTINGS}/team", rename, admins_only=True)
