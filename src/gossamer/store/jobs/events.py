"""Webhook events, written in the transaction of the change they tell of.

A receiver gets the start first and the end last: an event of the start is handed out
alone, one of the end when nothing before it is left. Pages in between come in order, but one
that is to be tried again does not hold up the others.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket
from gossamer.ports.frontier import Dispatch
from gossamer.store.jobs.arrays import storable
from gossamer.store.jobs.job_queries import AnyRow
from gossamer.store.jobs.tally import Tally
from gossamer.store.row_encoding import millis, to_row
from gossamer.store.schema import jobs, webhook_deliveries, webhook_events

STARTED, PAGE, PAUSED, COMPLETED, FAILED, CANCELLED = NAMES = (
    "started", "page", "paused", "completed", "failed", "cancelled"
)  # fmt: skip
# How far ahead a turn must lie to count as asleep. Less than a receiver is given between two
# tries, more than the clocks of two machines differ.
_ASLEEP = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A webhook event; *name* is one of NAMES."""

    name: str
    success: bool = True
    error: str | None = None
    scrape_id: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventDelivery:
    """The one turn that delivers a job's events, locked; *active_at* is None when there is none."""

    turn: int
    active_at: int | None


_OF_JOB = webhook_events.c.job == bindparam("of")
_FIRST = select(webhook_events).where(_OF_JOB).order_by(webhook_events.c.sequence).limit(1)
_PAGES = (
    select(webhook_events)
    .where(_OF_JOB, webhook_events.c.name == PAGE, webhook_events.c.due_at <= bindparam("now"))
    .order_by(webhook_events.c.due_at, webhook_events.c.sequence)
    .limit(bindparam("wanted"))
)
_PAGE_DUE = select(func.min(webhook_events.c.due_at)).where(_OF_JOB, webhook_events.c.name == PAGE)
_NUMBER = select(jobs.c.number).where(jobs.c.id == bindparam("job_id"))
_DELIVERY = (
    select(webhook_deliveries.c.turn, webhook_deliveries.c.active_at)
    .where(webhook_deliveries.c.job == bindparam("of"))
    .with_for_update()
)
_SAVE_DELIVERY = update(webhook_deliveries).where(webhook_deliveries.c.job == bindparam("of"))


class Events:
    """Writes events and keeps a turn under way that delivers them."""

    def __init__(self, dispatch: Dispatch) -> None:
        self._dispatch = dispatch

    def write(self, connection: Connection, tally: Tally, events: Sequence[NewEvent], *, now: datetime) -> None:
        """Write those of *events* that the job's receiver wants."""
        names = (tally.wanted_events or "").split()
        wanted_events = [event for event in events if event.name in names]
        if not wanted_events:
            return
        rows = [_row(tally, tally.events + count, event, now) for count, event in enumerate(wanted_events, start=1)]
        connection.execute(insert(webhook_events), rows)
        tally.events += len(rows)
        self._wake(connection, tally, now)

    def _wake(self, connection: Connection, tally: Tally, now: datetime) -> None:
        delivery = lock_delivery(connection, tally.number)
        if delivery.active_at is not None and delivery.active_at <= millis(now + _ASLEEP):
            return
        # A turn that sleeps until a failed event is tried again is not waited for by what is new.
        due = next_due(connection, tally.number)
        if due is not None and due <= millis(now):
            self.hand_on(connection, tally.number, DeliveryTicket(tally.id, tally.team_id, delivery.turn), now=now)

    def hand_on(
        self,
        connection: Connection,
        number: int,
        ticket: DeliveryTicket,
        *,
        now: datetime,
        after: timedelta = timedelta(0),
    ) -> None:
        """Queue the turn after that of *ticket*, which is void from here."""
        successor = replace(ticket, turn=ticket.turn + 1)
        save_delivery(connection, number, EventDelivery(successor.turn, millis(now + after)))
        self._dispatch.delivery(connection, successor, after=after)


def current(connection: Connection, ticket: DeliveryTicket) -> int | None:
    """Lock the job's delivery and return the job's number; None when the ticket is void."""
    number: int | None = connection.execute(_NUMBER, {"job_id": ticket.job_id}).scalar()
    if number is None:
        return None
    delivery = lock_delivery(connection, number)
    return number if delivery.active_at is not None and delivery.turn == ticket.turn else None


def lock_delivery(connection: Connection, number: int) -> EventDelivery:
    """Lock the job's delivery until the transaction ends, after the job itself if both are."""
    row = connection.execute(_DELIVERY, {"of": number}).first()
    return EventDelivery(0, None) if row is None else EventDelivery(*row)


def save_delivery(connection: Connection, number: int, delivery: EventDelivery) -> None:
    """Write where the delivery stands."""
    connection.execute(_SAVE_DELIVERY, {"of": number, "turn": delivery.turn, "active_at": delivery.active_at})


def next_due(connection: Connection, number: int) -> int | None:
    """Return when the first event that may be handed out is due, in epoch milliseconds; None when there is none."""
    first = connection.execute(_FIRST, {"of": number}).first()
    if first is None or first.name == STARTED:
        return None if first is None else int(first.due_at)
    page: int | None = connection.execute(_PAGE_DUE, {"of": number}).scalar()
    return min(due for due in (first.due_at, page) if due is not None)


def due_events(connection: Connection, number: int, *, now: datetime, limit: int) -> Sequence[AnyRow]:
    """Return up to *limit* events that are to be handed out now, in order."""
    first = connection.execute(_FIRST, {"of": number}).first()
    if first is None:
        return []
    alone = [first] if first.name != PAGE and first.due_at <= millis(now) else []
    if first.name == STARTED:
        return alone
    pages = connection.execute(_PAGES, {"of": number, "now": millis(now), "wanted": limit - len(alone)}).all()
    return sorted([*alone, *pages], key=lambda event: event.sequence)


def _row(tally: Tally, sequence: int, event: NewEvent, now: datetime) -> dict[str, Any]:
    return to_row(
        webhook_events,
        event,
        job=tally.number,
        sequence=sequence,
        event_id=new_id(),
        error=storable(event.error),
        extra=json.dumps(dict(event.extra)),
        tries=0,
        due_at=now,
    )
