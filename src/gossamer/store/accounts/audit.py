"""The audit log: written in the transaction of what it tells of."""

import json
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, literal, select

from gossamer.core.accounts import AuditEntry, Deed
from gossamer.store.row_encoding import from_row, to_row
from gossamer.store.schema import audit_log, teams


def record(connection: Connection, deed: Deed) -> None:
    """Add *deed* to the log."""
    organization_id = deed.organization_id or _organization_of(deed.team_id)
    detail = json.dumps(deed.detail, ensure_ascii=False, separators=(",", ":"))
    values = to_row(audit_log, deed, organization_id=organization_id, detail=detail)
    connection.execute(insert(audit_log).values(values))


def entries(team_id: str, before: int | None, limit: int) -> Select[Any]:
    """Return the query for up to *limit* entries of a team, newest first."""
    query = select(audit_log).where(audit_log.c.team_id == team_id)
    if before is not None:
        query = query.where(audit_log.c.number < before)
    return query.order_by(audit_log.c.number.desc()).limit(limit)


def entry_of(row: Row[Any]) -> AuditEntry:
    """Return the entry of a row."""
    return from_row(AuditEntry, row, detail=json.loads(row.detail))


def _organization_of(team_id: str) -> Any:
    return func.coalesce(select(teams.c.organization_id).where(teams.c.id == team_id).scalar_subquery(), literal(""))
