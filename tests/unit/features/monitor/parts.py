"""Monitors over a real database, with a clock that a test moves and receivers that remember."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import msgspec

from gossamer.core.crawls import Webhook
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import MessageRefused
from gossamer.core.monitoring import CheckPage, Monitor, MonitorSpec, MonitorTicket, Notification, ScrapeTarget
from gossamer.core.prices import PriceTable
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.monitor import EventShapes, MonitorDeliveries, Monitors, Ticker
from gossamer.features.webhooks import EventSender
from gossamer.ports.monitors import Letter
from gossamer.ports.webhooks import ReceiverReply
from gossamer.store.accounts import WebhookSecrets
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
from gossamer.store.sealing import Seal
from gossamer.testing.clock import ManualClock
from gossamer.wire.monitor_answers import check_event, page_event

URL = web_url("http://e.org/")
TEAM = "team"


@dataclass
class Queued:
    """A MonitorDispatch that remembers its tickets."""

    tickets: list[MonitorTicket] = field(default_factory=list)

    async def ready(self) -> None:
        pass

    def monitor(self, connection: Any, ticket: MonitorTicket, *, after: timedelta = timedelta(0)) -> None:
        self.tickets.append(ticket)


@dataclass
class Receivers:
    """A Postman, Mailer and Notifier; *statuses* are the next answers to posts, 200 when there are none."""

    statuses: list[int | ReceiverReply] = field(default_factory=list)
    posts: list[dict[str, Any]] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    told: list[tuple[str, str, str]] = field(default_factory=list)
    refuses: bool = False
    available: bool = True

    async def post(self, url: WebUrl, body: bytes, headers: Mapping[str, str], *, deadline: Deadline) -> ReceiverReply:
        self.posts.append(msgspec.json.decode(body))
        answer = self.statuses.pop(0) if self.statuses else 200
        return answer if isinstance(answer, ReceiverReply) else ReceiverReply(answer)

    async def send(self, letter: Any, *, title: str = "", text: str = "") -> None:
        if self.refuses:
            raise MessageRefused("Not today.")
        if isinstance(letter, Letter):
            self.letters.append(letter)
        else:
            self.told.append((letter, title, text))

    async def refusal(self, address: str) -> str | None:
        return None

    async def emails(self, team_id: str) -> frozenset[str]:
        return frozenset({"member@example.org"})


def page_shape(monitor: Monitor, check_id: str, page: CheckPage) -> Mapping[str, Any]:
    return page_event(monitor.monitor_id, check_id, page, lambda name: f"/blobs/{name}")


class Parts:
    """Everything but the checks themselves."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.clock = clock
        self.queued = Queued()
        self.receivers = Receivers()
        seal = Seal(lambda: "secret")
        self.checks = CheckStore(database, self.queued)
        self.messages = MessageStore(database, self.queued, WebhookSecrets(seal))
        self.recipients = RecipientStore(database)
        self.store = MonitorStore(database, self.queued)
        self.monitors = Monitors(
            store=self.store,
            messages=self.messages,
            recipients=self.recipients,
            feeds=FeedStore(database),
            pictures=PictureStore(database),
            members=self.receivers,
            mailer=self.receivers,
            notifier=self.receivers,
            sealer=seal,
            prices=PriceTable(),
            clock=clock,
            screen=lambda _: None,
        )
        self.log = SqlDeliveryLog(database, WebhookSecrets(seal))
        self.deliveries = MonitorDeliveries(
            store=self.messages,
            recipients=self.recipients,
            sender=EventSender(self.receivers, self.log, clock, None, "monitors"),
            mailer=self.receivers,
            notifier=self.receivers,
            sealer=seal,
            shapes=EventShapes(page_shape, check_event),
            clock=clock,
        )
        self.ticker = Ticker(self.checks, self.monitors, self._alive, clock)

    async def _alive(self, _names: Any) -> frozenset[str]:
        return frozenset()

    async def deliver(self) -> None:
        """Run the latest turn at messages."""
        await self.deliveries.run([one for one in self.queued.tickets if one.kind == "messages"][-1])


def a_spec(notification: Notification | None = None, webhook: str | None = None) -> MonitorSpec:
    return MonitorSpec(
        "Lamp",
        Schedule("0 * * * *"),
        (ScrapeTarget("t", (URL,), ScrapeSpec(URL)),),
        webhook=None if webhook is None else Webhook(web_url(webhook)),
        notification=notification or Notification(),
    )
