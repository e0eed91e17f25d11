"""The table of keys."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from gossamer.core.accounts import ApiKey, Role
from gossamer.dashboard.pages.keys.key_lookup import KEYS, has_expired, keys_of
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key in the table; *badges* are pairs of text and kind."""

    key: ApiKey
    badges: Sequence[tuple[str, str]]


async def listing(visit: Visit, session: SignIn) -> Response:
    """Show the team's keys; to members without what they may do, and without a menu."""
    rows = [KeyRow(key, badges(key, expired=has_expired(visit, key))) for key in await keys_of(visit, session)]
    return visit.page(
        "keys/page.html",
        session,
        rows=[row for row in rows if row.key.revoked_at is None],
        revoked=[row for row in rows if row.key.revoked_at is not None],
        manages=session.role is Role.ADMIN,
    )


def badges(key: ApiKey, *, expired: bool) -> Sequence[tuple[str, str]]:
    """Return the badges of a key, each a text and its tone."""
    if key.restrictions is None or key.addresses is None:
        return (("Unreadable", "bad"),)
    labels: list[tuple[str, str]] = []
    if expired:
        labels.append(("Expired", "bad"))
    if key.restrictions.restricts:
        labels.append(("Restricted", "accent"))
    if _is_bounded(key):
        labels.append(("Limited", "plain"))
    if key.addresses:
        labels.append(("IP list", "plain"))
    return tuple(labels)


def _is_bounded(key: ApiKey) -> bool:
    bounds = key.restrictions
    return bounds is not None and any(
        bound is not None for bound in (bounds.credit_budget, bounds.rate_per_minute, bounds.concurrency)
    )


def routes() -> Iterator[Route]:
    """Yield the route of the list of keys."""
    yield SignedInRoute("GET", KEYS, listing)
