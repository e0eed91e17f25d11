"""Audit log and usage of the `/admin` API."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin.endpoints import AdminCall, AdminEndpoint
from gossamer.api.endpoints import Json
from gossamer.core.access import Principal
from gossamer.wire import admin
from gossamer.wire.pagination import whole_number

_ENTRIES = 100
_MOST_ENTRIES = 1000
_HIGHEST = 2**31 - 1
_AUDIT_QUERY = {
    "limit": f"Maximum number of entries, 1 to {_MOST_ENTRIES}; {_ENTRIES} when left out.",
    "before": "Only changes with lower numbers; take it from `next`.",
}


async def audit_of_team(call: AdminCall, _: None) -> Json:
    """Return the changes of a team, its keys and its members, newest first."""
    await call.operations.members.team(call.actor, call.path["id"])
    return await _audit(call, call.path["id"])


async def audit(call: AdminCall, _: None) -> Json:
    """Return the changes of organizations, newest first."""
    return await _audit(call, "")


async def _audit(call: AdminCall, team_id: str) -> Json:
    limit = whole_number(call.query, "limit", _ENTRIES, low=1, high=_MOST_ENTRIES)
    before = whole_number(call.query, "before", 0, low=0, high=_HIGHEST)
    entries = await call.operations.members.audit(call.actor, team_id, before=before or None, limit=limit)
    return admin.audit_json(entries, limit=limit)


async def usage(call: AdminCall, _: None) -> Json:
    """Return a team's use of credits: its balance, and each billing month by key."""
    team = await call.operations.members.team(call.actor, call.path["id"])
    caller = Principal(team_id=team.team_id, key_id="admin")
    balance = await call.operations.usage.balance(caller)
    return admin.usage_json(balance, await call.operations.usage.history(caller, by_key=True))


def endpoints() -> Iterator[AdminEndpoint[Any]]:
    """Yield the endpoints for audit logs and usage."""
    yield AdminEndpoint(
        "GET", "/admin/teams/{id}/audit", "What was changed", admin.AuditLog, audit_of_team, query=_AUDIT_QUERY
    )
    yield AdminEndpoint(
        "GET", "/admin/audit", "What was changed of organizations", admin.AuditLog, audit, query=_AUDIT_QUERY
    )
    yield AdminEndpoint("GET", "/admin/teams/{id}/usage", "What a team used", admin.Usage, usage)
