"""The audit log: every change of the team, newest first."""

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from gossamer.core.accounts import AuditEntry
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn
from gossamer.wire.admin import detail_json

_AUDIT: Final = "/dashboard/audit"
_ON_A_PAGE: Final = 50
# No number of an entry is as long as this.
_LONGEST: Final = 18


async def audit(visit: Visit, session: SignIn) -> Response:
    """Show a page of changes; `before` is the number after which the page begins."""
    before = visit.query.one("before")
    entries = await visit.operations.members.audit(
        session.actor,
        session.team.team_id,
        before=int(before) if before.isascii() and before.isdigit() and len(before) < _LONGEST else None,
        limit=_ON_A_PAGE,
    )
    return visit.page(
        "audit/page.html",
        session,
        entries=entries,
        older=entries[-1].number if len(entries) == _ON_A_PAGE else None,
        is_first=not before,
        details_of=details_of,
    )


def details_of(entry: AuditEntry) -> str:
    """Return the details of a change in one line, by the names that the API has for them."""
    return ", ".join(f"{name}: {_plain(value)}" for name, value in detail_json(entry).items())


def _plain(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join(map(str, value)) or "none"
        case dict():
            return "; ".join(f"{name} {_plain(inner)}" for name, inner in value.items()) or "none"
        case _:
            return str(value)


def routes() -> Iterator[Route]:
    """Yield the route of the audit log."""
    yield SignedInRoute("GET", _AUDIT, audit, admins_only=True)
