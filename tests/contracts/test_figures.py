"""Figures of the database: what they say of rows that are there."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import insert

from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.metrics.catalogue import (
    DATABASE_SIZE,
    JOBS,
    LEDGER_DRIFT,
    MONITOR_LATENESS,
    OLDEST_JOB,
    OUTBOX_EVENTS,
    OUTBOX_LAG,
    QUEUE,
)
from gossamer.store.database import Database
from gossamer.store.figures import SqlFigures
from gossamer.store.schema import jobs, ledger, monitors, usage_days, webhook_deliveries, webhook_events
from gossamer.testing.clock import ManualClock
from tests.contracts.test_removal import row_of

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
_TODAY = (NOW - datetime(1970, 1, 1, tzinfo=UTC)).days
_MILLIS = int(NOW.timestamp() * 1000)


async def test_figures_are_those_of_the_rows(database: Database) -> None:
    running = row_of(jobs, 5, state="scraping", created_at=_MILLIS - 60_000, queued=7, waiting=3, in_flight=2)
    over = row_of(jobs, 6, state="completed", created_at=_MILLIS - 900_000, queued=70)
    late = {"active_at": _MILLIS - 4_000}
    rows = [
        (jobs, running),
        (jobs, over),
        (webhook_deliveries, row_of(webhook_deliveries, 5) | late),
        (webhook_events, row_of(webhook_events, 5)),
        (monitors, row_of(monitors, 5) | {"due_at": _MILLIS - 9_000, "active_at": _MILLIS + 9_000}),
    ]
    await database.write(lambda connection: [connection.execute(insert(table), row) for table, row in rows])
    series = await SqlFigures(database, ManualClock(NOW)).series()
    found = {(one.metric, one.labels): one.value for one in series}
    assert (found[JOBS, ("crawl",)], found[JOBS, ("agent",)]) == (1, 0)
    assert [found[QUEUE, (state,)] for state in ("queued", "delayed", "in_flight")] == [4, 3, 2]
    assert found[OLDEST_JOB, ()] == 60
    assert (found[OUTBOX_EVENTS, ("jobs",)], found[OUTBOX_LAG, ("jobs",)]) == (1, 4)
    assert (found[MONITOR_LATENESS, ()], found[OUTBOX_LAG, ("monitors",)]) == (9, 0)
    assert found[DATABASE_SIZE, ()] > 0


async def test_drift_is_what_the_ledger_and_its_sums_of_today_differ_by(database: Database) -> None:
    figures = SqlFigures(database, ManualClock(NOW))
    today = row_of(ledger, 1, team_id=OPEN_TEAM, credits=5, charged_at=_MILLIS)
    before = row_of(
        ledger, 2, team_id=OPEN_TEAM, credits=9, charged_at=_MILLIS - timedelta(days=1).total_seconds() * 1000
    )
    await database.write(lambda connection: connection.execute(insert(ledger), [today, before]))
    assert [one.value for one in await figures.ledger_series() if one.metric is LEDGER_DRIFT] == [5]
    sums = row_of(usage_days, 1, team_id=OPEN_TEAM, credits=5, day=_TODAY)
    await database.write(lambda connection: connection.execute(insert(usage_days), sums))
    assert [one.value for one in await figures.ledger_series()] == [0]
