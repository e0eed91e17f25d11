"""Monitors: their stores, the turns at their checks and messages, and the tick that starts them."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from gossamer.api.addresses import blob_locator
from gossamer.bootstrap.accounts import Rooms, webhook_secrets
from gossamer.bootstrap.pages import PageServices
from gossamer.bootstrap.secrets import seal_of
from gossamer.core.monitoring import CheckPage, Monitor, MonitorTicket
from gossamer.engine import Engine
from gossamer.features.crawl import Jobs, Scraper
from gossamer.features.monitor import (
    Checks,
    CheckVisits,
    EventShapes,
    ModelJudge,
    MonitorDeliveries,
    Monitors,
    Services,
    Ticker,
)
from gossamer.features.search import Searching
from gossamer.features.webhooks import EventSender
from gossamer.net.page_probe import HttpPageProbe
from gossamer.net.proxies import Route
from gossamer.notify.services import AppriseNotifier
from gossamer.notify.smtp import MailServer, SmtpMailer
from gossamer.operations.monitors import MonitorAuthorizations
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import Notifier
from gossamer.settings import Settings
from gossamer.store.accounts import PeopleStore
from gossamer.store.database import Database
from gossamer.store.jobs import SqlDeliveryLog
from gossamer.store.monitors import (
    CheckStore,
    FeedStore,
    MessageStore,
    MonitorStore,
    PictureStore,
    RecipientStore,
)
from gossamer.wire.monitor_answers import check_event, page_event


@dataclass(frozen=True, slots=True)
class Watching:
    """Monitors of this process, and what works on them once the engine runs."""

    monitors: Monitors
    checks: Checks
    deliveries: MonitorDeliveries
    ticker: Ticker
    notifier: Notifier

    async def turn(self, ticket: MonitorTicket) -> None:
        """Run a turn at a check, or at the messages of a monitor."""
        if ticket.kind == "check":
            await self.checks.run(ticket)
        else:
            await self.deliveries.run(ticket)

    @asynccontextmanager
    async def ticking(self) -> AsyncIterator[None]:
        """Start checks when they are due, until left."""
        task = asyncio.create_task(self.ticker.run(), name="monitor-tick")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])


class _Members:
    """A MemberLookup over the people of teams."""

    def __init__(self, database: Database) -> None:
        self._people = PeopleStore(database)

    async def emails(self, team_id: str) -> frozenset[str]:
        """Return the addresses of the team's members, in lower case."""
        return frozenset(member.user.email.lower() for member in await self._people.members(team_id))


def sender_of(settings: Settings, pages: PageServices, clock: Clock, name: str) -> EventSender:
    """Return the sender of the events of *name*, "jobs" or "monitors"."""
    log = SqlDeliveryLog(pages.database, webhook_secrets(settings))
    return EventSender(pages.client, log, clock, pages.telemetry.meters, name)


def build_monitors(
    settings: Settings,
    pages: PageServices,
    rooms: Rooms,
    clock: Clock,
    *,
    engine: Engine,
    jobs: Jobs,
    scraper: Scraper,
    search: Searching | None,
) -> Watching:
    """Build them; nothing runs yet."""
    database = pages.database
    store = MonitorStore(database, engine.dispatch, most=settings.team_monitors)
    checks = CheckStore(database, engine.dispatch)
    messages = MessageStore(database, engine.dispatch, webhook_secrets(settings))
    pictures = PictureStore(database)
    recipients, sealer = RecipientStore(database), seal_of(settings)
    smtp = settings.smtp_url
    server = None if smtp is None else MailServer.parse(smtp.get_secret_value())
    mailer = SmtpMailer(server, settings.smtp_from, clock)
    notifier = AppriseNotifier(lambda: pages.proxy.url(Route()))
    monitors = Monitors(
        store=store,
        messages=messages,
        recipients=recipients,
        feeds=FeedStore(database),
        pictures=pictures,
        members=_Members(database),
        mailer=mailer,
        notifier=notifier,
        sealer=sealer,
        prices=settings.prices,
        clock=clock,
        screen=pages.client.screen,
    )
    services = Services(
        store=checks,
        pictures=pictures,
        messages=messages,
        visits=CheckVisits(
            scraper,
            pages.scraping,
            scrapes=pages.scrapes,
            history=pages.history,
            blobs=pages.blobs,
            probe=HttpPageProbe(pages.client),
        ),
        jobs=jobs,
        offload=pages.offload,
        search=search,
        credits=pages.credits,
        prices=settings.prices,
        judge=ModelJudge(pages.models),
        authorize=MonitorAuthorizations(rooms.accounts, rooms.watch).of,
        clock=clock,
        meters=pages.telemetry.meters,
    )
    deliveries = MonitorDeliveries(
        store=messages,
        recipients=recipients,
        sender=sender_of(settings, pages, clock, "monitors"),
        mailer=mailer,
        notifier=notifier,
        sealer=sealer,
        shapes=EventShapes(_page_event, check_event),
        clock=clock,
        meters=pages.telemetry.meters,
    )
    return Watching(monitors, Checks(services), deliveries, Ticker(checks, monitors, engine.alive, clock), notifier)


def _page_event(monitor: Monitor, check_id: str, page: CheckPage) -> Mapping[str, Any]:
    return page_event(monitor.monitor_id, check_id, page, blob_locator(monitor.called_at))
