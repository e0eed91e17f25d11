"""/dashboard/sessions: browsers that are open for the team, and those that were in the last day."""

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from gossamer.core.access import Group
from gossamer.core.accounts import Role, SignIn
from gossamer.core.errors import NotFound
from gossamer.dashboard.pages.activity.activity_list import names_of
from gossamer.dashboard.pages.sessions import session_list
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit

_HERE: Final = "/dashboard/sessions"


def routes() -> Iterator[Route]:
    """Yield the page of sessions, its piece that is kept up to date, and what ends one."""
    yield SignedInRoute("GET", _HERE, sessions)
    yield SignedInRoute("GET", _HERE + "/open", still_open)
    yield SignedInRoute("GET", _HERE + "/{id}/end", ask_to_end, admins_only=True)
    yield SignedInRoute("POST", _HERE + "/{id}/end", end, admins_only=True)


async def sessions(visit: Visit, session: SignIn) -> Response:
    """Show the team's sessions."""
    return visit.page("sessions/page.html", session, lines=await _lines(visit, session), manages=_manages(session))


async def still_open(visit: Visit, session: SignIn) -> Response:
    """Return the list of those that are open now."""
    return visit.fragment("sessions/open.html", session, lines=await _lines(visit, session), manages=_manages(session))


async def ask_to_end(visit: Visit, session: SignIn) -> Response:
    """Ask whether the session is really to be ended."""
    session_id = visit.path["id"]
    line = next((line for line in (await _lines(visit, session)).open if line.session_id == session_id), None)
    if line is None:
        raise NotFound("There is no such session, or it has ended.")
    return visit.dialog("sessions/end.html", session, title="End this browser session?", line=line)


async def end(visit: Visit, session: SignIn) -> Response:
    """End the session, wherever its browser is."""
    await visit.operations.sessions.dismiss(onlooker(session), Group.ACCOUNT, visit.path["id"])
    return visit.leave(_HERE, "session-ended")


async def _lines(visit: Visit, session: SignIn) -> session_list.SessionRows:
    opened = await visit.operations.sessions.sessions(onlooker(session), Group.ACCOUNT, None)
    keys = await visit.operations.members.keys(session.actor, session.team.team_id)
    return session_list.lines(opened, names_of(keys), origin=visit.origin, uses=_manages(session), now=visit.now())


def _manages(session: SignIn) -> bool:
    return session.role is Role.ADMIN
