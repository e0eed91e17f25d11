"""The tick: which checks begin, and when."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import CHECK_DELAY, MONITOR_LATENESS
from gossamer.core.monitoring import CheckState, Monitor, MonitorStatus, Target, Trigger
from gossamer.core.prices import PriceTable
from gossamer.core.schedules import jitter
from gossamer.features.monitor import Checks, MonitorAuthorization, Services
from gossamer.store.database import Database
from gossamer.store.figures import SqlFigures
from gossamer.testing.clock import ManualClock
from tests.unit.features.monitor.parts import TEAM, Parts, a_spec

HOUR = timedelta(hours=1)


@pytest.fixture
def parts(database: Database, clock: ManualClock) -> Parts:
    return Parts(database, clock)


async def states(parts: Parts, monitor_id: str) -> list[CheckState]:
    checks = await parts.monitors.checks(monitor_id, TEAM, limit=99, offset=0)
    return [check.state for check in checks]


async def test_a_check_begins_at_its_time_and_its_jitter(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    assert made.next_run_at == parts.clock.now() + HOUR
    await parts.clock.advance(HOUR + jitter(made.monitor_id) - timedelta(milliseconds=10))
    await parts.ticker.tick()
    assert await states(parts, made.monitor_id) == []
    await parts.clock.advance(timedelta(milliseconds=20))
    await parts.ticker.tick()
    [check] = await parts.monitors.checks(made.monitor_id, TEAM, limit=9, offset=0)
    assert (check.state, check.trigger, check.scheduled_for) == (
        CheckState.QUEUED,
        Trigger.SCHEDULED,
        made.next_run_at,
    )


async def test_how_late_a_check_waits_and_begins_is_measured(parts: Parts, database: Database) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    await parts.clock.advance(HOUR + jitter(made.monitor_id))
    await parts.ticker.tick()
    await parts.clock.advance(timedelta(seconds=90))
    waiting = {one.metric: one.value for one in await SqlFigures(database, parts.clock).series()}
    assert waiting[MONITOR_LATENESS] == pytest.approx(90, abs=0.01)
    meters = Meters()
    [ticket] = [one for one in parts.queued.tickets if one.kind == "check"]
    for _ in range(2):
        await Checks(refusing(parts, meters)).run(ticket)
    [delays] = [one for one in meters.series() if one.metric is CHECK_DELAY]
    assert delays.value == pytest.approx(90 + jitter(made.monitor_id).total_seconds(), abs=0.01)
    assert sum(delays.counts) == 1, "a turn that runs again begins nothing"
    waiting = {one.metric: one.value for one in await SqlFigures(database, parts.clock).series()}
    assert waiting[MONITOR_LATENESS] == 0


def refusing(parts: Parts, meters: Meters) -> Services:
    """Return services whose checks end because their key may do nothing."""

    async def refuse(_monitor: Monitor, _target: Target) -> MonitorAuthorization:
        return MonitorAuthorization(why_not="The key was revoked.")

    unused: Any = None
    return Services(
        store=parts.checks,
        pictures=unused,
        messages=parts.messages,
        visits=unused,
        jobs=unused,
        offload=unused,
        search=None,
        credits=unused,
        prices=PriceTable(),
        judge=unused,
        authorize=refuse,
        clock=parts.clock,
        meters=meters,
    )


async def test_a_machine_that_was_off_runs_a_missed_check_once(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    await parts.clock.advance(7 * HOUR + timedelta(minutes=30))
    await parts.ticker.tick()
    await parts.ticker.tick()
    assert await states(parts, made.monitor_id) == [CheckState.QUEUED]
    now = await parts.monitors.get(made.monitor_id, TEAM)
    assert now.next_run_at == parts.clock.now() + timedelta(minutes=30)


async def test_a_check_that_still_runs_lets_the_next_ones_be_skipped(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    for _ in range(3):
        await parts.clock.advance(HOUR + timedelta(seconds=30))
        await parts.ticker.tick()
    found = await states(parts, made.monitor_id)
    assert sorted(found) == [CheckState.QUEUED, CheckState.SKIPPED_OVERLAP, CheckState.SKIPPED_OVERLAP]


async def test_a_paused_monitor_runs_again_from_now(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    await parts.monitors.change(made.monitor_id, TEAM, {}, MonitorStatus.PAUSED, key_id="k")
    await parts.clock.advance(9 * HOUR)
    await parts.ticker.tick()
    assert await states(parts, made.monitor_id) == []
    resumed = await parts.monitors.change(made.monitor_id, TEAM, {}, MonitorStatus.ACTIVE, key_id="k")
    assert resumed.next_run_at == parts.clock.now() + HOUR
    await parts.clock.advance(HOUR + timedelta(seconds=30))
    await parts.ticker.tick()
    assert await states(parts, made.monitor_id) == [CheckState.QUEUED]


async def test_a_new_schedule_holds_from_now(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    schedule = replace(made.spec.schedule, cron="30 * * * *")
    changed = await parts.monitors.change(made.monitor_id, TEAM, {"schedule": schedule}, None, key_id="k")
    assert changed.next_run_at == parts.clock.now() + timedelta(minutes=30)


async def test_a_turn_that_broke_is_begun_again(parts: Parts) -> None:
    made = await parts.monitors.create(a_spec(), team_id=TEAM, key_id="k", called_at="")
    await parts.monitors.run(made.monitor_id, TEAM)
    [first] = parts.queued.tickets
    await parts.clock.advance(timedelta(minutes=4))
    await parts.ticker.care()
    assert [ticket.turn for ticket in parts.queued.tickets] == [first.turn, first.turn + 1]
