"""Team tables: which tables have rows of a team, and the columns that say whose they are.

What removes a team and what restores one go by these lists.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, or_, select

from gossamer.store.schema import (
    activities,
    agent_runs,
    api_keys,
    audit_log,
    browser_sessions,
    credit_accounts,
    feedback,
    histories,
    idempotency_keys,
    index_documents,
    index_queue,
    invitations,
    jobs,
    ledger,
    memberships,
    metadata,
    monitor_baselines,
    monitor_checks,
    monitor_feeds,
    monitor_messages,
    monitor_pages,
    monitor_pictures,
    monitor_recipients,
    monitors,
    page_contents,
    page_versions,
    pages,
    places,
    profile_claims,
    rate_windows,
    renderings,
    reservations,
    scrapes,
    session_profiles,
    session_steps,
    siem_streams,
    teams,
    threat_protection,
    uploads,
    usage_days,
    web_sessions,
    webhook_log,
)

# Rows that name their team by something of the team's: the column, and the table whose ids it has.
BY_OWNER: Final[tuple[tuple[Table, str, Table], ...]] = (
    (page_versions, "history", histories),
    (page_contents, "history", histories),
    (session_steps, "session_id", browser_sessions),
    (monitor_baselines, "monitor_id", monitors),
    (monitor_pictures, "monitor_id", monitors),
    (monitor_messages, "monitor_id", monitors),
    (monitor_feeds, "owner_id", monitors),
    (rate_windows, "owner_id", api_keys),
)
# Rows that have blobs, by the column that names them.
WITH_BLOBS: Final = ((scrapes, "blobs"), (browser_sessions, "blobs"), (uploads, "blob"))
# Rows that name their team, in an order in which nothing is missed: what others are found by goes last.
BY_TEAM: Final = (
    pages,
    index_queue,
    histories,
    monitor_pages,
    monitor_checks,
    monitor_recipients,
    monitors,
    session_profiles,
    profile_claims,
    activities,
    agent_runs,
    webhook_log,
    feedback,
    idempotency_keys,
    places,
    reservations,
    ledger,
    credit_accounts,
    web_sessions,
    memberships,
    invitations,
    siem_streams,
    threat_protection,
    renderings,
    audit_log,
    api_keys,
)
# Rows that name a team or something of it in one column.
OF_NOBODY: Final = (monitor_feeds, rate_windows)

# Rows of jobs, which name them by their numbers.
OF_JOBS: Final = tuple(table for table in metadata.sorted_tables if "job" in table.c)
# All of them, in an order in which nothing is missed that others are found by.
OF_A_TEAM: Final = tuple(
    dict.fromkeys(
        (
            *(table for table, _, _ in BY_OWNER),
            *OF_JOBS,
            *(table for table, _ in WITH_BLOBS),
            *BY_TEAM,
            jobs,
            usage_days,
            index_documents,
            teams,
        )
    )
)


def belongs(table: Table, team_id: str, among: Mapping[str, Table] = metadata.tables) -> ColumnElement[bool]:
    """Return the condition for rows of *table* that are of this team. *among* has the tables by name."""
    source = among[table.name]
    ways: list[Any] = []
    if table is teams:
        ways.append(source.c.id == team_id)
    if "team_id" in source.c:
        ways.append(source.c.team_id == team_id)
    if table in OF_NOBODY:
        ways.append(source.c.owner_id == team_id)
    if table in OF_JOBS:
        numbers = among[jobs.name]
        ways.append(source.c.job.in_(select(numbers.c.number).where(numbers.c.team_id == team_id)))
    for owned, name, owners in BY_OWNER:
        if owned is table:
            ids = among[owners.name]
            ways.append(source.c[name].in_(select(ids.c.id).where(ids.c.team_id == team_id)))
    return or_(*ways)
