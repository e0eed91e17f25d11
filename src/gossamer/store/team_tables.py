"""Team tables: which tables have rows of a team, and the columns that say whose they are.

What removes a team and what restores one go by these lists.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, or_, select

from gossamer.store import schema

# Rows that name their team by something of the team's: the column, and the table whose ids it has.
BY_OWNER: Final[tuple[tuple[Table, str, Table], ...]] = (
    (schema.page_versions, "history", schema.histories),
    (schema.page_contents, "history", schema.histories),
    (schema.session_steps, "session_id", schema.browser_sessions),
    (schema.monitor_baselines, "monitor_id", schema.monitors),
    (schema.monitor_pictures, "monitor_id", schema.monitors),
    (schema.monitor_messages, "monitor_id", schema.monitors),
    (schema.monitor_feeds, "owner_id", schema.monitors),
    (schema.rate_windows, "owner_id", schema.api_keys),
)
# Rows that have blobs, by the column that names them.
WITH_BLOBS: Final = ((schema.scrapes, "blobs"), (schema.browser_sessions, "blobs"), (schema.uploads, "blob"))
# Rows that name their team, in an order in which nothing is missed: what others are found by goes last.
BY_TEAM: Final = (
    schema.pages,
    schema.index_queue,
    schema.histories,
    schema.monitor_pages,
    schema.monitor_checks,
    schema.monitor_recipients,
    schema.monitors,
    schema.session_profiles,
    schema.profile_claims,
    schema.activities,
    schema.agent_runs,
    schema.webhook_log,
    schema.feedback,
    schema.idempotency_keys,
    schema.places,
    schema.reservations,
    schema.ledger,
    schema.credit_accounts,
    schema.web_sessions,
    schema.memberships,
    schema.invitations,
    schema.siem_streams,
    schema.threat_protection,
    schema.renderings,
    schema.audit_log,
    schema.api_keys,
)
# Rows that name a team or something of it in one column.
OF_NOBODY: Final = (schema.monitor_feeds, schema.rate_windows)

# Rows of jobs, which name them by their numbers.
OF_JOBS: Final = tuple(table for table in schema.metadata.sorted_tables if "job" in table.c)
# All of them, in an order in which nothing is missed that others are found by.
OF_A_TEAM: Final = tuple(
    dict.fromkeys(
        (
            *(table for table, _, _ in BY_OWNER),
            *OF_JOBS,
            *(table for table, _ in WITH_BLOBS),
            *BY_TEAM,
            schema.jobs,
            schema.usage_days,
            schema.index_documents,
            schema.teams,
        )
    )
)


def belongs(table: Table, team_id: str, among: Mapping[str, Table] = schema.metadata.tables) -> ColumnElement[bool]:
    """Return the condition for rows of *table* that are of this team. *among* has the tables by name."""
    source = among[table.name]
    ways: list[Any] = []
    if table is schema.teams:
        ways.append(source.c.id == team_id)
    if "team_id" in source.c:
        ways.append(source.c.team_id == team_id)
    if table in OF_NOBODY:
        ways.append(source.c.owner_id == team_id)
    if table in OF_JOBS:
        numbers = among[schema.jobs.name]
        ways.append(source.c.job.in_(select(numbers.c.number).where(numbers.c.team_id == team_id)))
    for owned, name, owners in BY_OWNER:
        if owned is table:
            ids = among[owners.name]
            ways.append(source.c[name].in_(select(ids.c.id).where(ids.c.team_id == team_id)))
    return or_(*ways)
