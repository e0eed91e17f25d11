"""Invitations, by a link that is shown once."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.errors import CallerError, NotAllowed
from gossamer.dashboard.pages.settings.members import role_of
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn
from gossamer.wire.admin import invitation_link

_INVITE = f"{SETTINGS}/invite"


async def form(visit: Visit, session: SignIn) -> Response:
    """Ask for the role, and for the address if only one person may accept."""
    return _form(visit, session)


async def invite(visit: Visit, session: SignIn) -> Response:
    """Make the invitation and show its link; it is not kept, so it cannot be shown again."""
    try:
        new_invitation = await visit.operations.members.invite(
            session.actor,
            session.team.team_id,
            role=role_of(visit.form.one("role")),
            email=visit.form.one("email"),
        )
    except NotAllowed:
        raise
    except CallerError as failure:
        return _form(visit, session, problem=failure.message, status=400)
    link = invitation_link(visit.origin, new_invitation.token)
    return visit.dialog(
        "settings/invited.html", session, title="Invitation", invitation=new_invitation.invitation, link=link
    )


async def withdraw(visit: Visit, session: SignIn) -> Response:
    """Make the link worthless."""
    await visit.operations.members.withdraw_invitation(session.actor, visit.path["invitation_id"])
    return visit.leave(SETTINGS, "invitation-withdrawn")


def _form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog("settings/invite.html", session, title="Invite somebody", problem=problem, status=status)


def routes() -> Iterator[Route]:
    """Yield the routes of invitations."""
    yield SignedInRoute("GET", _INVITE, form, admins_only=True)
    yield SignedInRoute("POST", _INVITE, invite, admins_only=True)
    yield SignedInRoute("POST", SETTINGS + "/invitations/{invitation_id}/withdraw", withdraw, admins_only=True)
