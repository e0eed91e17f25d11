"""The secret that signs the team's webhooks: shown on request, and replaced."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Page, Route
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import Session

_SECRET = f"{SETTINGS}/webhook-secret"


async def reveal(visit: Visit, session: Session) -> Response:
    """Show the secret; by a form, so that no link and no history shows it."""
    secret = await visit.operations.members.webhook_secret(session.actor, session.team.team_id)
    return visit.dialog("settings/secret.html", session, title="Webhook secret", secret=secret)


async def rotation_form(visit: Visit, session: Session) -> Response:
    """Ask whether receivers are ready for another."""
    return visit.dialog("settings/rotate.html", session, title="Make a new webhook secret")


async def rotate(visit: Visit, session: Session) -> Response:
    """Sign with a new secret from now on, and show it."""
    secret = await visit.operations.members.webhook_secret(session.actor, session.team.team_id, new=True)
    return visit.dialog("settings/secret.html", session, title="New webhook secret", secret=secret)


def routes() -> Iterator[Route]:
    """Yield what is served."""
    yield Page("POST", _SECRET, reveal, admins_only=True)
    yield Page("GET", f"{_SECRET}/rotate", rotation_form, admins_only=True)
    yield Page("POST", f"{_SECRET}/rotate", rotate, admins_only=True)
