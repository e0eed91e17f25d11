"""Monitors: managed by callers, and what their checks may do with the key as it is now."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Final

from gossamer.content.comparison.fields import prices_watched
from gossamer.core import monitoring
from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.actions import Captured
from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import NotFound, Unauthenticated
from gossamer.core.ids import is_id
from gossamer.core.threats import ThreatOverride
from gossamer.core.urls import WebUrl
from gossamer.features.accounts import Accounts
from gossamer.features.agent import AgentScraping
from gossamer.features.monitor import MonitorAuthorization, Monitors, crawl_spec, page_spec
from gossamer.operations import gate
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.threats import ThreatWatch
from gossamer.ports.monitors import FeedPage

_GONE: Final = "The API key that this monitor runs with was revoked. Change the monitor with another key."
_NO_MONITOR: Final = "Monitor not found"
_NO_CHECK: Final = "Check not found"
_LEAST: Final = 1
_MOST_PRICES: Final = 20
_HIDDEN: Final = "(hidden)"


@dataclass(frozen=True, slots=True)
class MonitorView:
    """A monitor as its owner sees it: what a month costs, what its goal was read as, and who gets e-mail."""

    monitor: monitoring.Monitor
    estimated: int
    criteria: monitoring.Criteria | None = None
    recipients: Sequence[monitoring.Recipient] = ()


class MonitorOperations:
    """Monitors are admitted by what they ask of every page, as a scrape or a crawl of it would be."""

    def __init__(
        self, monitors: Monitors, agent: AgentScraping, rights: gate.Rights, spending: Spending, threats: ThreatWatch
    ) -> None:
        self._monitors = monitors
        self._agent = agent
        self._rights = rights
        self._spending = spending
        self._threats = threats

    async def create(
        self, caller: Principal, group: Group, spec: monitoring.MonitorSpec, *, called_at: str
    ) -> MonitorView:
        """Record a monitor. Raises NotAllowed, NotAvailable, CallerError, OutOfCredits and TooManyMonitors."""
        await self._admit(caller, group, spec.targets)
        await self._spending.check_price(caller, _LEAST)
        monitor = await self._monitors.create(spec, team_id=caller.team_id, key_id=caller.key_id, called_at=called_at)
        return await self._view(monitor, caller)

    async def change(
        self,
        caller: Principal,
        group: Group,
        monitor_id: str,
        changes: Mapping[str, Any],
        status: monitoring.MonitorStatus | None,
    ) -> MonitorView:
        """Change a monitor; its checks run with the key of *caller*, if there is one, from then on.

        Raises NotFound and as `create`.
        """
        before = await self._find_monitor(caller, group, monitor_id)
        await self._admit(caller, group, changes.get("targets", before.spec.targets))
        changed = await self._monitors.change(
            before.monitor_id, caller.team_id, changes, status, key_id=caller.key_id or before.key_id
        )
        return await self._view(changed, caller)

    async def delete(self, caller: Principal, group: Group, monitor_id: str) -> None:
        """Delete a monitor with all it has. Raises NotFound."""
        monitor = await self._find_monitor(caller, group, monitor_id)
        await self._monitors.delete(monitor.monitor_id, caller.team_id)

    async def read(self, caller: Principal, group: Group, monitor_id: str) -> MonitorView:
        """Return a monitor. Raises NotFound."""
        return await self._view(await self._find_monitor(caller, group, monitor_id), caller)

    async def all(self, caller: Principal, group: Group, *, limit: int, offset: int) -> Sequence[MonitorView]:
        """Return the team's monitors, youngest first."""
        gate.admit(caller, AccessRequest(group))
        monitors = await self._monitors.all(caller.team_id, limit=limit, offset=offset)
        return [self._short_view(monitor, caller) for monitor in monitors]

    async def last_alerts(self, caller: Principal, group: Group, monitor_ids: Sequence[str]) -> Mapping[str, datetime]:
        """Return when each of the team's monitors alerted last; those that never did are left out."""
        gate.admit(caller, AccessRequest(group))
        return await self._monitors.last_alerts(caller.team_id, monitor_ids)

    async def run(self, caller: Principal, group: Group, monitor_id: str) -> monitoring.Check:
        """Start a check now. Raises NotFound, MonitorPaused and AlreadyRunning."""
        monitor = await self._find_monitor(caller, group, monitor_id)
        return await self._monitors.run(monitor.monitor_id, caller.team_id)

    async def checks(
        self,
        caller: Principal,
        group: Group,
        monitor_id: str,
        *,
        limit: int,
        offset: int,
        state: monitoring.CheckState | None = None,
    ) -> Sequence[monitoring.Check]:
        """Return checks of a monitor, youngest first. Raises NotFound."""
        monitor = await self._find_monitor(caller, group, monitor_id)
        return await self._monitors.checks(monitor.monitor_id, caller.team_id, limit=limit, offset=offset, state=state)

    async def check(
        self,
        caller: Principal,
        group: Group,
        monitor_id: str,
        check_id: str,
        *,
        after: int,
        limit: int,
        status: monitoring.PageStatus | None = None,
    ) -> tuple[monitoring.Check, Sequence[monitoring.CheckPage]]:
        """Return a check and up to *limit* of its pages behind the position *after*. Raises NotFound."""
        monitor = await self._find_monitor(caller, group, monitor_id)
        if not is_id(check_id):
            raise NotFound(_NO_CHECK)
        check = await self._monitors.check(monitor.monitor_id, check_id.lower(), caller.team_id)
        return check, await self._monitors.pages(check, after=after, limit=limit, status=status)

    async def test(self, caller: Principal, group: Group, monitor_id: str) -> int:
        """Send a test message to every receiver, and return how many there are. Raises NotFound and CallerError."""
        monitor = await self._find_monitor(caller, group, monitor_id)
        return await self._monitors.test(monitor.monitor_id, caller.team_id)

    async def watched_prices(self, markdown: str) -> Sequence[tuple[str, str]]:
        """Return the first prices of a page whose changes a monitor notices, each with its label."""
        return await asyncio.to_thread(lambda: list(islice(prices_watched(markdown), _MOST_PRICES)))

    async def feed_token(
        self, caller: Principal, group: Group, monitor_id: str | None = None, *, renew: bool = False
    ) -> str:
        """Return the secret of the feed of a monitor, or of the team's feed when that is None. Raises NotFound."""
        if monitor_id is None:
            gate.admit(caller, AccessRequest(group))
            return await self._monitors.feed_token(caller.team_id, renew=renew)
        monitor = await self._find_monitor(caller, group, monitor_id)
        return await self._monitors.feed_token(monitor.monitor_id, renew=renew)

    async def feed(self, token: str) -> Sequence[FeedPage]:
        """Return the latest alerts of the feed of *token*, which is all the permission there is. Raises NotFound."""
        return await self._monitors.feed(token)

    async def picture(self, name: str) -> Captured | None:
        """Return a picture that a check keeps; its name is unguessable and all the permission there is."""
        return await self._monitors.picture(name)

    async def subscribe(self, token: str, status: monitoring.Subscription) -> monitoring.Recipient | None:
        """Confirm or end the subscription of a token of an e-mail; None when there is none."""
        return await self._monitors.answer(token, status)

    async def _find_monitor(self, caller: Principal, group: Group, monitor_id: str) -> monitoring.Monitor:
        gate.admit(caller, AccessRequest(group))
        if not is_id(monitor_id):
            raise NotFound(_NO_MONITOR)
        return await self._monitors.get(monitor_id.lower(), caller.team_id)

    async def _admit(self, caller: Principal, group: Group, targets: Sequence[monitoring.Target]) -> None:
        gate.admit(caller, AccessRequest(group))
        for target in targets:
            gate.admit(caller, ask_of_target(group, target))
            match target:
                case monitoring.ScrapeTarget():
                    spec = page_spec(target.scrape, WebUrl(target.urls[0]), target.rules)
                    gate.check_job(caller, BatchSpec(target.urls, spec), browser=self._agent.available)
                    watch = await self._threats.of(caller, spec.threat_protection)
                    watch.check(*target.urls)
                case monitoring.CrawlTarget():
                    gate.check_job(caller, crawl_spec(target.crawl), browser=self._agent.available)
                    gate.check_permitted(target.crawl, self._rights)
                    watch = await self._threats.of(caller, target.crawl.scrape.threat_protection)
                    watch.check(target.crawl.url)

    async def _view(self, monitor: monitoring.Monitor, caller: Principal) -> MonitorView:
        return replace(self._short_view(monitor, caller), recipients=await self._monitors.subscriptions(monitor))

    def _short_view(self, monitor: monitoring.Monitor, caller: Principal) -> MonitorView:
        shown = monitor if gate.own_key(caller) in {None, monitor.key_id} else _without_secrets(monitor)
        return MonitorView(shown, self._monitors.estimated(monitor), self._monitors.criteria(monitor))


def _without_secrets(monitor: monitoring.Monitor) -> monitoring.Monitor:
    """Return *monitor* with the names of its headers alone."""
    webhook = monitor.spec.webhook
    if webhook is not None:
        webhook = replace(webhook, headers=dict.fromkeys(webhook.headers, _HIDDEN))
    targets = tuple(
        target
        if isinstance(target, monitoring.SearchTarget)
        else replace(target, options=_hide_headers(target.options))
        for target in monitor.spec.targets
    )
    return replace(monitor, spec=replace(monitor.spec, webhook=webhook, targets=targets))


def _hide_headers(options: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**options, "headers": dict.fromkeys(options["headers"], _HIDDEN)} if options.get("headers") else options


class MonitorAuthorizations:
    """Asks for checks; a key is remembered for as long as for requests."""

    def __init__(self, accounts: Accounts, threats: ThreatWatch) -> None:
        self._accounts = accounts
        self._threats = threats

    async def of(self, monitor: monitoring.Monitor, target: monitoring.Target) -> MonitorAuthorization:
        """Return the permissions of a check of *target*. Raises RestrictionsUnverified."""
        if (why := await self._accounts.why_not(monitor.key_id)) is not None:
            return MonitorAuthorization(why_not=why)
        try:
            caller = await self._accounts.principal_of(monitor.key_id)
        except Unauthenticated:
            return MonitorAuthorization(why_not=_GONE)
        ask = ask_of_target(Group.MONITOR, target)
        if reasons := gate.refusals(caller, ask):
            return MonitorAuthorization(
                why_not=f"The restrictions of its API key do not allow this check. {' '.join(reasons)}"
            )
        watch = await self._threats.of(caller, _override(target))
        return MonitorAuthorization(
            permits=watch.permits,
            model=gate.may_ask_model(caller, ask),
            metered=caller.limits.metered,
            own_only=not gate.may_visit(caller, Group.MONITOR),
            identity=caller.identity,
        )


def ask_of_target(group: Group, target: monitoring.Target) -> AccessRequest:
    """Reduce the checks of *target* to what restrictions speak of."""
    match target:
        case monitoring.ScrapeTarget():
            spec = page_spec(target.scrape, target.urls[0], target.rules)
            return replace(gate.ask_of_pages(group, spec, target.urls), live=True)
        case monitoring.CrawlTarget():
            return gate.ask_of_crawl(group, crawl_spec(target.crawl))
        case _:
            return AccessRequest(group)


def _override(target: monitoring.Target) -> ThreatOverride | None:
    match target:
        case monitoring.ScrapeTarget():
            return target.scrape.threat_protection
        case monitoring.CrawlTarget():
            return target.crawl.scrape.threat_protection
        case _:
            return None
