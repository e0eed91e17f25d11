"""Monitors that live in memory: every id names the same one."""

from datetime import UTC, datetime

from gossamer.core.ids import new_id
from gossamer.core.monitoring import (
    Check,
    CheckState,
    Monitor,
    MonitorSpec,
    MonitorStatus,
    Recipient,
    ScrapeTarget,
    Trigger,
)
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
URL = web_url("https://example.com")
SPEC = MonitorSpec("m", Schedule("0 * * * *"), (ScrapeTarget("t", (URL,), ScrapeSpec(URL)),))


class StubMonitors:
    """What `Monitors` has, as far as requests come to it."""

    async def create(self, spec: MonitorSpec, *, team_id: str, key_id: str, called_at: str) -> Monitor:
        return Monitor(new_id(), team_id, key_id, spec, MonitorStatus.ACTIVE, NOON, NOON, called_at=called_at)

    async def get(self, monitor_id: str, team_id: str) -> Monitor:
        return Monitor(monitor_id, team_id, "key", SPEC, MonitorStatus.ACTIVE, NOON, NOON)

    async def run(self, monitor_id: str, team_id: str) -> Check:
        return Check(new_id(), monitor_id, team_id, CheckState.QUEUED, Trigger.MANUAL, None, NOON, NOON)

    async def test(self, monitor_id: str, team_id: str) -> int:
        return 1

    async def subscriptions(self, monitor: Monitor) -> tuple[Recipient, ...]:
        return ()

    async def feed_token(self, owner_id: str, *, renew: bool = False) -> str:
        return "token"

    def estimated(self, monitor: Monitor) -> int:
        return 720

    def criteria(self, monitor: Monitor) -> None:
        return None
