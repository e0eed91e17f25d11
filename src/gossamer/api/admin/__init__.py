"""The /admin API: what an operator, or their programs, do with organizations, teams, keys and members."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.admin import deletion, keys, members, organizations, records, teams
from gossamer.api.admin.endpoints import AdminEndpoint, AdminRoute
from gossamer.operations import Operations


def admin_routes(operations: Operations) -> Iterator[AdminRoute]:
    """Yield all doors of the API."""
    return (AdminRoute(endpoint, operations) for endpoint in _endpoints())


def _endpoints() -> Iterator[AdminEndpoint[Any]]:
    yield from organizations.endpoints()
    yield from teams.endpoints()
    yield from keys.endpoints()
    yield from members.endpoints()
    yield from records.endpoints()
    yield from deletion.endpoints()
