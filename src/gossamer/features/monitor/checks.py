"""Checks: one turn works on one check until it ends, or until it waits for a crawl.

A turn may run again from its beginning: pages that are recorded are left out, and what is recorded twice counts once.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.errors import DatabaseUnavailable, ServiceError
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import CHECK_DELAY
from gossamer.core.monitoring import (
    Billing,
    Check,
    CheckState,
    CheckSummary,
    CrawlTarget,
    MonitorTicket,
    ScrapeTarget,
    SearchTarget,
    Target,
)
from gossamer.core.visit_identity import visiting_as
from gossamer.features.monitor.alerts import end_messages
from gossamer.features.monitor.check_turn import CheckTurn, MonitorAuthorization, Services
from gossamer.features.monitor.crawl_checks import check_crawl
from gossamer.features.monitor.page_checks import check_pages
from gossamer.features.monitor.search_checks import check_search
from gossamer.features.monitor.targets import reserved_for_check
from gossamer.ports.monitors import CheckEnd

# A reservation outlives every check.
_RESERVED_FOR: Final = timedelta(hours=24)
_NO_CREDITS: Final = "There are not enough credits for this check."
_ALL_FAILED: Final = "No page could be read."
_log = structlog.get_logger(__name__)


class Checks:
    """Runs turns at checks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def run(self, ticket: MonitorTicket) -> None:
        """Work on the ticket's check; nothing when the ticket is void."""
        services = self._services
        work = await services.store.begin(ticket, now=services.clock.now())
        if work is None:
            return
        _meter(services.meters, work.check)
        turn = CheckTurn(services, ticket, work)
        try:
            await _check_targets(turn)
        except* DatabaseUnavailable as group:
            # The turn is begun again.
            raise _first_error(group) from group
        except* ServiceError as group:
            error = _first_error(group)
            _log.warning("check_failed", check_id=ticket.subject, error=error.code)
            await _end(turn, error=error.message)


def _meter(meters: Meters, check: Check) -> None:
    """Record how late a scheduled check began, in the turn that begins it."""
    if check.scheduled_for is not None and check.started_at is not None and check.started_at == check.updated_at:
        meters.observe(CHECK_DELAY, (check.started_at - check.scheduled_for).total_seconds())


async def _check_targets(turn: CheckTurn) -> None:
    """Check every target that is not done; return early when one has to be waited for."""
    for target in turn.monitor.spec.targets:
        if turn.result(target).ended:
            continue
        allowed = await turn.services.authorize(turn.monitor, target)
        if allowed.why_not is not None:
            await _end(turn, error=allowed.why_not)
            return
        if not await _reserve(turn, allowed):
            await _end(turn, state=CheckState.SKIPPED_NO_CREDITS, error=_NO_CREDITS)
            return
        with visiting_as(allowed.identity):
            is_done = await _check_target(turn, target, allowed)
        if not is_done:
            return
    await _end(turn)


async def _check_target(turn: CheckTurn, target: Target, allowed: MonitorAuthorization) -> bool:
    """Check *target*; False when the turn is over before it is done."""
    match target:
        case ScrapeTarget():
            await check_pages(turn, target, allowed)
        case CrawlTarget():
            if not await check_crawl(turn, target, allowed):
                return False
        case SearchTarget():
            await check_search(turn, target, allowed)
    return await turn.progress(target, ended=True)


async def _end(turn: CheckTurn, *, state: CheckState | None = None, error: str | None = None) -> None:
    """End the check with all its pages and messages; what was set aside is given back."""
    services, now = turn.services, turn.services.clock.now()
    statuses = [status for group in (await services.store.statuses(turn.check.check_id)).values() for status in group]
    summary = CheckSummary.of(statuses)
    state = state or _state(summary, error)
    latest = await services.store.begin(turn.ticket, now=now)
    if latest is None:
        return
    spent = (latest.check.actual_credits or 0) + sum(result.credits for result in turn.results.values())
    if latest.reservation is not None:
        await services.credits.release(latest.reservation, now=now)
    check = replace(
        latest.check,
        state=state,
        finished_at=now,
        summary=summary,
        results=tuple(turn.results.values()),
        error=error or (_ALL_FAILED if state is CheckState.FAILED else None),
        actual_credits=spent,
        billing=_billing(state, spent),
    )
    alerts = await services.store.alerts(check.check_id, limit=200)
    waiting = await services.messages.waiting(turn.monitor.monitor_id, now=now) if alerts else None
    messages = end_messages(turn.monitor, check, alerts, now, waiting=waiting)
    await services.store.end(turn.ticket, CheckEnd(check, messages), now=now)


async def _reserve(turn: CheckTurn, allowed: MonitorAuthorization) -> bool:
    """Set the price of the check aside, once; False when it is not there."""
    if not allowed.metered or turn.check.billing is Billing.RESERVED:
        return True
    amount, now = reserved_for_check(turn.monitor.spec, turn.services.prices), turn.services.clock.now()
    reservation = await turn.services.credits.reserve(
        turn.monitor.team_id, turn.monitor.key_id, amount, now=now, until=now + _RESERVED_FOR
    )
    if reservation is None:
        return False
    turn.check = replace(turn.check, billing=Billing.RESERVED, reserved_credits=amount)
    await turn.services.store.reserved(turn.ticket, reservation, amount, now=now)
    return True


def _first_error(group: BaseExceptionGroup[ServiceError]) -> ServiceError:
    first = group.exceptions[0]
    return _first_error(first) if isinstance(first, BaseExceptionGroup) else first


def _state(summary: CheckSummary, error: str | None) -> CheckState:
    if error is not None or (summary.error and summary.error == summary.total):
        return CheckState.FAILED if not summary.total or summary.error == summary.total else CheckState.PARTIAL
    return CheckState.PARTIAL if summary.error else CheckState.COMPLETED


def _billing(state: CheckState, spent: int) -> Billing:
    if spent:
        return Billing.CONFIRMED
    return Billing.NOT_APPLICABLE if state is CheckState.SKIPPED_NO_CREDITS else Billing.RELEASED
