"""Monitors of a team: created, changed, paused, run by hand, deleted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import structlog

from gossamer.content import comparison
from gossamer.core.actions import Captured
from gossamer.core.errors import (
    AlreadyRunning,
    CallerError,
    ForbiddenReceiver,
    ForbiddenTarget,
    InvalidTarget,
    MonitorPaused,
    NotFound,
)
from gossamer.core.ids import new_id, new_token
from gossamer.core.monitoring import (
    Check,
    CheckPage,
    CheckState,
    CrawlTarget,
    Criteria,
    Monitor,
    MonitorSpec,
    MonitorStatus,
    Notification,
    PageStatus,
    Recipient,
    ScrapeTarget,
    Subscription,
    Trigger,
)
from gossamer.core.prices import PriceTable
from gossamer.core.schedules import jitter
from gossamer.core.urls import WebUrl
from gossamer.features.monitor.alerts import confirmation, trial_messages
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.targets import comparable, price_a_month, price_of_check
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import CheckClaim, FeedPage, Mailer, MemberLookup, Notifier
from gossamer.store.monitors.audience import FeedStore, RecipientStore
from gossamer.store.monitors.messages import MessageStore
from gossamer.store.monitors.monitors import MonitorStore
from gossamer.store.monitors.pictures import PictureStore
from gossamer.store.sealing import Seal

_NO_MONITOR: Final = "Monitor not found"
_NO_CHECK: Final = "Check not found"
_log = structlog.get_logger(__name__)


class Monitors:
    """Monitors; *screen* raises ForbiddenTarget or InvalidTarget for an address that may not be called."""

    def __init__(
        self,
        *,
        store: MonitorStore,
        messages: MessageStore,
        recipients: RecipientStore,
        feeds: FeedStore,
        pictures: PictureStore,
        members: MemberLookup,
        mailer: Mailer,
        notifier: Notifier,
        sealer: Seal,
        prices: PriceTable,
        clock: Clock,
        screen: Callable[[WebUrl], None],
    ) -> None:
        self._store = store
        self._messages = messages
        self._recipients = recipients
        self._feeds = feeds
        self._pictures = pictures
        self._members = members
        self._mailer = mailer
        self._notifier = notifier
        self._sealer = sealer
        self._prices = prices
        self._clock = clock
        self._screen = screen

    async def create(self, spec: MonitorSpec, *, team_id: str, key_id: str, called_at: str) -> Monitor:
        """Record a monitor and return it. Raises CallerError, ForbiddenReceiver, ForbiddenTarget, TooManyMonitors."""
        now, monitor_id = self._clock.now(), new_id()
        spec = replace(spec, notification=await self._seal_addresses(spec.notification, Notification(), team_id))
        self._check(spec)
        run = spec.schedule.next_run(now)
        monitor = Monitor(
            monitor_id, team_id, key_id, spec, MonitorStatus.ACTIVE, now, now, next_run_at=run, called_at=called_at
        )
        await self._store.create(monitor, due_at=run + jitter(monitor_id))
        await self._invite(monitor)
        _log.info("monitor_created", monitor_id=monitor_id, team_id=team_id)
        return monitor

    async def change(
        self, monitor_id: str, team_id: str, changes: Mapping[str, Any], status: MonitorStatus | None, *, key_id: str
    ) -> Monitor:
        """Change fields of a monitor's spec, and its *status* unless that is None. Raises NotFound and as `create`.

        Its checks run with the key that changed it last.
        """
        monitor, now = await self.get(monitor_id, team_id), self._clock.now()
        spec = replace(monitor.spec, **changes)
        if "notification" in changes:
            spec = replace(
                spec, notification=await self._seal_addresses(spec.notification, monitor.spec.notification, team_id)
            )
        self._check(spec)
        status = status or monitor.status
        active = status is MonitorStatus.ACTIVE
        next_run = monitor.next_run_at if monitor.spec.schedule == spec.schedule else None
        run = (next_run or spec.schedule.next_run(now)) if active else None
        changed = replace(monitor, spec=spec, status=status, updated_at=now, next_run_at=run, key_id=key_id)
        due_at = None if run is None else run + jitter(monitor_id)
        same = comparable(monitor.spec.targets, spec.targets)
        await self._store.update(changed, due_at=due_at, comparable=same)
        await self._invite(changed)
        return changed

    async def delete(self, monitor_id: str, team_id: str) -> None:
        """Delete a monitor with all it has. Raises NotFound."""
        if not await self._store.delete(monitor_id, team_id):
            raise NotFound(_NO_MONITOR)

    async def get(self, monitor_id: str, team_id: str) -> Monitor:
        """Return a monitor. Raises NotFound."""
        monitor = await self._store.monitor(monitor_id, team_id)
        if monitor is None:
            raise NotFound(_NO_MONITOR)
        return monitor

    async def all(self, team_id: str, *, limit: int, offset: int) -> Sequence[Monitor]:
        """Return the team's monitors, youngest first."""
        return await self._store.monitors(team_id, limit=limit, offset=offset)

    async def last_alerts(self, team_id: str, monitor_ids: Sequence[str]) -> Mapping[str, datetime]:
        """Return when each of the team's monitors alerted last; those that never did are left out."""
        return await self._store.last_alerts(team_id, monitor_ids)

    async def run(self, monitor_id: str, team_id: str) -> Check:
        """Start a check now. Raises NotFound, MonitorPaused and AlreadyRunning."""
        monitor = await self.get(monitor_id, team_id)
        if monitor.status is MonitorStatus.PAUSED:
            raise MonitorPaused
        check = self._new_check(monitor, Trigger.MANUAL, None)
        running = await self._store.start(check)
        if running is not None:
            raise AlreadyRunning(running)
        return check

    async def check(self, monitor_id: str, check_id: str, team_id: str) -> Check:
        """Return a check. Raises NotFound."""
        await self.get(monitor_id, team_id)
        check = await self._store.check(monitor_id, check_id)
        if check is None:
            raise NotFound(_NO_CHECK)
        return check

    async def checks(
        self, monitor_id: str, team_id: str, *, limit: int, offset: int, state: CheckState | None = None
    ) -> Sequence[Check]:
        """Return the checks of a monitor, youngest first. Raises NotFound."""
        await self.get(monitor_id, team_id)
        return await self._store.checks(monitor_id, limit=limit, offset=offset, state=state)

    async def pages(
        self, check: Check, *, after: int, limit: int, status: PageStatus | None = None
    ) -> Sequence[CheckPage]:
        """Return pages of a check with positions above *after*."""
        return await self._store.pages(check.check_id, after=after, limit=limit, status=status)

    async def test(self, monitor_id: str, team_id: str) -> int:
        """Send a test message to every receiver, and return how many there are. Raises NotFound and CallerError."""
        monitor, now = await self.get(monitor_id, team_id), self._clock.now()
        messages = trial_messages(monitor, now)
        if not messages:
            raise CallerError("This monitor has no webhook, no e-mail recipient and no other service to test.")
        await self._messages.post(messages, now=now)
        return len(messages)

    async def subscriptions(self, monitor: Monitor) -> Sequence[Recipient]:
        """Return the subscriptions of a monitor's recipients."""
        email = monitor.spec.notification.email
        if email is None or not email.recipients:
            return ()
        recipients = {
            recipient.email: recipient
            for recipient in await self._recipients.recipients(monitor.team_id, email.recipients)
        }
        return [recipients[address] for address in email.recipients if address in recipients]

    async def answer(self, token: str, status: Subscription) -> Recipient | None:
        """Confirm or end the subscription of a token; None when there is none."""
        recipient = await self._recipients.by_token(token)
        if recipient is None:
            return None
        answered = replace(recipient, status=status)
        await self._recipients.save(answered)
        return answered

    async def feed_token(self, owner_id: str, *, renew: bool = False) -> str:
        """Return the secret of the feed of a monitor or a team."""
        return await self._feeds.token(owner_id, renew=renew)

    async def feed(self, token: str, *, limit: int = 50) -> Sequence[FeedPage]:
        """Return the latest alerts of the feed of *token*. Raises NotFound."""
        owner = await self._feeds.owner(token)
        if owner is None:
            raise NotFound("There is no such feed.")
        return await self._feeds.alerts(owner, limit=limit)

    async def picture(self, name: str) -> Captured | None:
        """Return a picture that a check keeps, None when there is none of that name."""
        return await self._pictures.picture(name) if name.startswith("monitor-") else None

    def estimated(self, monitor: Monitor) -> int:
        """Return the price of a month of *monitor*, in credits."""
        return price_a_month(monitor, self._prices, self._clock.now())

    def criteria(self, monitor: Monitor) -> Criteria | None:
        """Return the criteria read from the goal of *monitor*; None when changes are not judged."""
        return read_goal(monitor.spec.goal or "") if monitor.spec.judged else None

    def claim(self, monitor: Monitor) -> CheckClaim:
        """Return the check of a monitor that is due, and when it is due next: times that were missed count once."""
        run = monitor.spec.schedule.next_run(self._clock.now())
        check = self._new_check(monitor, Trigger.SCHEDULED, monitor.next_run_at)
        return CheckClaim(check, run, run + jitter(monitor.monitor_id))

    def _new_check(self, monitor: Monitor, trigger: Trigger, scheduled_for: datetime | None) -> Check:
        now = self._clock.now()
        pages = None if monitor.last_summary is None else monitor.last_summary.total
        return Check(
            check_id=new_id(),
            monitor_id=monitor.monitor_id,
            team_id=monitor.team_id,
            state=CheckState.QUEUED,
            trigger=trigger,
            scheduled_for=scheduled_for,
            created_at=now,
            updated_at=now,
            estimated_credits=price_of_check(monitor.spec, self._prices, pages=pages),
        )

    def _check(self, spec: MonitorSpec) -> None:
        """Refuse now what every check would fail with."""
        for target in spec.targets:
            if isinstance(target, ScrapeTarget | CrawlTarget):
                comparison.check_rules(target.rules)
            for url in target.urls if isinstance(target, ScrapeTarget) else ():
                self._screen(url)
            if isinstance(target, CrawlTarget):
                self._screen(target.crawl.url)
        if spec.webhook is None:
            return
        try:
            self._screen(spec.webhook.url)
        except (ForbiddenTarget, InvalidTarget) as error:
            raise ForbiddenReceiver from error

    async def _seal_addresses(self, chosen: Notification, before: Notification, team_id: str) -> Notification:
        """Return *chosen* with its services sealed; one that is sent masked, as it was shown, is kept."""
        sealed_addresses = dict(zip(before.masked, before.services, strict=True))
        services, masked = [], []
        for address in chosen.services:
            if address in sealed_addresses:
                services.append(sealed_addresses[address])
                masked.append(address)
                continue
            if (why := await self._notifier.refusal(address)) is not None:
                raise CallerError(why)
            services.append(self._sealer.seal(address, owner_of(team_id)))
            masked.append(_mask_address(address))
        return replace(chosen, services=tuple(services), masked=tuple(masked))

    async def _invite(self, monitor: Monitor) -> None:
        """Record recipients that are new to the team, and ask those who are no members whether they agree."""
        email = monitor.spec.notification.email
        if email is None or not email.enabled:
            return
        recipients = {
            recipient.email: recipient
            for recipient in await self._recipients.recipients(monitor.team_id, email.recipients)
        }
        members = await self._members.emails(monitor.team_id)
        now = self._clock.now()
        for address in email.recipients:
            if address in recipients:
                continue
            is_member = address in members
            sent = None if is_member else self._mailer.available
            status = Subscription.CONFIRMED if is_member else Subscription.PENDING
            source = "team" if is_member else "opt_in"
            await self._recipients.save(Recipient(monitor.team_id, address, status, source, new_token(), sent))
            if sent:
                await self._messages.post([confirmation(monitor, address, now)], now=now)


def owner_of(team_id: str) -> str:
    """Return the owner for which the addresses of a team's services are sealed."""
    return f"monitor services of {team_id}"


def _mask_address(address: str) -> str:
    """Return *address* so that it can be recognised and not used."""
    scheme, _, rest = address.partition("://")
    shown = rest[-4:] if len(rest) > 12 else ""  # noqa: PLR2004 - shorter ones would be given away
    return f"{scheme}://…{shown}"
