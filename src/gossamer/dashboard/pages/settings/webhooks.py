"""Webhooks of the team: the secret that signs them, and what became of their events."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.core.accounts import Role
from gossamer.core.deliveries import DeliveryState
from gossamer.core.urls import without_credentials
from gossamer.dashboard.pages.settings.overview import SETTINGS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

_SECRET = f"{SETTINGS}/webhook-secret"
_DELIVERIES = f"{SETTINGS}/deliveries"
_SHOWN = 50


async def reveal(visit: Visit, session: SignIn) -> Response:
    """Show the secret; by a form, so that no link and no history shows it."""
    secret = await visit.operations.members.webhook_secret(session.actor, session.team.team_id)
    return visit.dialog("settings/secret.html", session, title="Webhook secret", secret=secret)


async def rotation_form(visit: Visit, session: SignIn) -> Response:
    """Ask whether receivers are ready for another."""
    return visit.dialog("settings/rotate.html", session, title="Make a new webhook secret")


async def rotate(visit: Visit, session: SignIn) -> Response:
    """Sign with a new secret from now on, and show it."""
    secret = await visit.operations.members.webhook_secret(session.actor, session.team.team_id, new=True)
    return visit.dialog("settings/secret.html", session, title="New webhook secret", secret=secret)


async def deliveries(visit: Visit, session: SignIn) -> Response:
    """Show what became of events, the last tried first."""
    state = visit.query.one("state")
    entries, cursor = await visit.operations.webhooks.deliveries(
        onlooker(session), source_id=None, state=state or None, cursor=visit.query.one("cursor") or None, limit=_SHOWN
    )
    return visit.page(
        "settings/deliveries.html",
        session,
        deliveries=[(delivery, without_credentials(delivery.webhook.url)) for delivery in entries],
        state=state,
        states=("", *DeliveryState),
        cursor=cursor,
        manages=session.role is Role.ADMIN,
    )


async def resend(visit: Visit, session: SignIn) -> Response:
    """Send an event again and say what its receiver answered."""
    sent = await visit.operations.webhooks.resend(onlooker(session), visit.path["id"])
    return visit.leave(_DELIVERIES, "event-taken" if sent.state is DeliveryState.DELIVERED else "event-refused")


def routes() -> Iterator[Route]:
    """Yield the routes of webhooks."""
    yield SignedInRoute("GET", _DELIVERIES, deliveries)
    yield SignedInRoute("POST", _DELIVERIES + "/{id}/retry", resend, admins_only=True)
    yield SignedInRoute("POST", _SECRET, reveal, admins_only=True)
    yield SignedInRoute("GET", f"{_SECRET}/rotate", rotation_form, admins_only=True)
    yield SignedInRoute("POST", f"{_SECRET}/rotate", rotate, admins_only=True)
