"""Forgetting jobs, in transactions of bounded size: a frontier may have 100,000 entries.

The job's own row goes last, so that what was not finished is found again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Delete, Table, bindparam, delete, literal_column, select, tuple_

from gossamer.core.jobs import JobState
from gossamer.ports.scrapes import Expired
from gossamer.store.row_encoding import millis
from gossamer.store.schema import (
    fingerprints,
    frontier,
    frontier_links,
    idempotency_keys,
    job_lanes,
    job_pages,
    job_specs,
    job_walls,
    job_warnings,
    jobs,
    model_answers,
    scrapes,
    webhook_deliveries,
    webhook_events,
    webhook_log,
)

# A caller may repeat a request long after its job's results are gone.
_KEYS_LAST = timedelta(days=30)
# A statement has a bounded number of parameters.
_IDS_AT_ONCE = 1000
_OVER = (
    select(jobs.c.number)
    .where(jobs.c.state != literal_column(f"'{JobState.SCRAPING.value}'"), jobs.c.expires_at <= bindparam("now"))
    .order_by(jobs.c.expires_at)
    .limit(1)
    .with_for_update(skip_locked=True)
)


def _slice(table: Table, key: str) -> Delete:
    """Return the statement that forgets up to :wanted of a job's rows, known by *key*."""
    some = select(table.c[key]).where(table.c.job == bindparam("of")).limit(bindparam("wanted"))
    return delete(table).where(table.c.job == bindparam("of"), table.c[key].in_(some))


_ENTRIES = _slice(frontier, "position").returning(frontier.c.scrape_id)
# The delivery before its events, as settling locks them in this order.
_SLICES = (
    _slice(fingerprints, "fingerprint"),
    _slice(frontier_links, "position"),
    _slice(job_pages, "position"),
    _slice(model_answers, "position"),
    _slice(webhook_deliveries, "job"),
    _slice(webhook_events, "sequence"),
    _slice(job_warnings, "position"),
    _slice(job_walls, "host"),
    _slice(job_lanes, "lane"),
    _slice(job_specs, "job"),
)
_JOB = delete(jobs).where(jobs.c.number == bindparam("of"))
_KEY = (idempotency_keys.c.team_id, idempotency_keys.c.key)
_OLD_KEYS = delete(idempotency_keys).where(
    tuple_(*_KEY).in_(select(*_KEY).where(idempotency_keys.c.used_at <= bindparam("before")).limit(bindparam("wanted")))
)
_OLD_LOG = delete(webhook_log).where(
    webhook_log.c.delivery_id.in_(
        select(webhook_log.c.delivery_id).where(webhook_log.c.expires_at <= bindparam("now")).limit(bindparam("wanted"))
    )
)


def expire(connection: Connection, *, now: datetime, limit: int) -> Expired:
    """Forget up to *limit* rows of jobs whose time is over, and names of blobs with them.

    Its count is of rows, and 0 when nothing is left to forget.
    """
    budget = _RowBudget(limit)
    blobs: list[str] = []
    while budget.left and (number := connection.execute(_OVER, {"now": millis(now)}).scalar()) is not None:
        blobs += _forget_entries(connection, number, budget)
        for statement in _SLICES:
            budget.spend(connection, statement, {"of": number})
        if budget.left:
            budget.spend(connection, _JOB, {"of": number})
    budget.spend(connection, _OLD_KEYS, {"before": millis(now - _KEYS_LAST)})
    budget.spend(connection, _OLD_LOG, {"now": millis(now)})
    return Expired(limit - budget.left, tuple(blobs))


@dataclass(slots=True)
class _RowBudget:
    """The number of rows that may still be deleted."""

    left: int

    def spend(self, connection: Connection, statement: Delete, what: dict[str, Any]) -> None:
        """Forget as many rows as may be."""
        if self.left:
            self.left -= connection.execute(statement, what | {"wanted": self.left}).rowcount


def _forget_entries(connection: Connection, number: int, budget: _RowBudget) -> list[str]:
    """Forget entries and their scrapes; return names of the scrapes' blobs."""
    forgotten = connection.execute(_ENTRIES, {"of": number, "wanted": budget.left}).scalars().all()
    budget.left -= len(forgotten)
    ids = [scrape_id for scrape_id in forgotten if scrape_id is not None]
    names: list[str] = []
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = delete(scrapes).where(scrapes.c.id.in_(ids[start : start + _IDS_AT_ONCE])).returning(scrapes.c.blobs)
        names += [name for blobs in connection.execute(some).scalars() for name in blobs.split()]
    return names
