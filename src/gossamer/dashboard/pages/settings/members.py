"""Members of the team and their roles."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.accounts import Member, Role
from gossamer.core.errors import CallerError, NotFound
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_MEMBER = SETTINGS + "/members/{user_id}"


async def set_role(visit: Visit, session: SignIn) -> Response:
    """Make a member an admin, or the other way round."""
    await visit.operations.members.set_role(
        session.actor, session.team.team_id, visit.path["user_id"], role_of(visit.form.one("role"))
    )
    return visit.leave(SETTINGS, "role-changed")


async def removal_form(visit: Visit, session: SignIn) -> Response:
    """Ask whether the member is really to leave."""
    return visit.dialog(
        "settings/remove.html", session, title="Remove from the team", member=await _member(visit, session)
    )


async def remove(visit: Visit, session: SignIn) -> Response:
    """Take the member out of the team."""
    await visit.operations.members.remove_member(session.actor, session.team.team_id, visit.path["user_id"])
    return visit.leave(SETTINGS, "member-removed")


def role_of(text: str) -> Role:
    """Return the role that a form named. Raises CallerError."""
    try:
        return Role(text)
    except ValueError as error:
        raise CallerError("A role is admin or member.") from error


async def _member(visit: Visit, session: SignIn) -> Member:
    for member in await visit.operations.members.members(session.actor, session.team.team_id):
        if member.user.user_id == visit.path["user_id"]:
            return member
    raise NotFound("There is no such member in this team.")


def routes() -> Iterator[Route]:
    """Yield the routes of members."""
    yield SignedInRoute("POST", f"{_MEMBER}/role", set_role, admins_only=True)
    yield SignedInRoute("GET", f"{_MEMBER}/remove", removal_form, admins_only=True)
    yield SignedInRoute("POST", f"{_MEMBER}/remove", remove, admins_only=True)
