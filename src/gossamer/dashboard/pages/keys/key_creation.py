"""Creating a key, and showing it once."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.errors import CallerError
from gossamer.dashboard.pages.keys.key_changes import CHOICES, expiry_of
from gossamer.dashboard.pages.keys.key_lookup import KEYS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn


async def form(visit: Visit, session: SignIn) -> Response:
    """Ask for a name and an end."""
    return _form(visit, session)


async def make(visit: Visit, session: SignIn) -> Response:
    """Make the key and show it; it is not kept, so it cannot be shown again."""
    try:
        new_key = await visit.operations.members.create_key(
            session.actor, session.team.team_id, visit.form.one("name"), expires_at=expiry_of(visit.form, visit.now())
        )
    except CallerError as failure:
        return _form(visit, session, problem=failure.message, status=400)
    return visit.dialog("keys/made.html", session, title="Your new API key", made=new_key)


def _form(visit: Visit, session: SignIn, problem: str = "", status: int = 200) -> Response:
    return visit.dialog("keys/new.html", session, title="New API key", choices=CHOICES, problem=problem, status=status)


def routes() -> Iterator[Route]:
    """Yield the routes that make a key."""
    yield SignedInRoute("GET", f"{KEYS}/new", form, admins_only=True)
    yield SignedInRoute("POST", f"{KEYS}/new", make, admins_only=True)
