"""The audit log: written in the transaction of what it tells of."""

import json
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, literal, select

from gossamer.core.accounts import AuditEntry, Deed
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import audit_log, teams


def record(connection: Connection, deed: Deed) -> None:
    """Add *deed* to the log."""
    connection.execute(
        insert(audit_log).values(
            at=millis(deed.at),
            organization_id=deed.organization_id or _organization_of(deed.team_id),
            team_id=deed.team_id,
            actor=deed.actor,
            action=deed.action,
            target=deed.target,
            detail=json.dumps(deed.detail, ensure_ascii=False, separators=(",", ":")),
        )
    )


def entries(team_id: str, before: int | None, limit: int) -> Select[Any]:
    """Return the query for up to *limit* entries of a team, newest first."""
    query = select(audit_log).where(audit_log.c.team_id == team_id)
    if before is not None:
        query = query.where(audit_log.c.number < before)
    return query.order_by(audit_log.c.number.desc()).limit(limit)


def entry_of(row: Row[Any]) -> AuditEntry:
    """Return the entry of a row."""
    return AuditEntry(
        number=row.number,
        at=moment(row.at),
        team_id=row.team_id,
        actor=row.actor,
        action=row.action,
        target=row.target,
        detail=json.loads(row.detail),
    )


def _organization_of(team_id: str) -> Any:
    return func.coalesce(select(teams.c.organization_id).where(teams.c.id == team_id).scalar_subquery(), literal(""))
