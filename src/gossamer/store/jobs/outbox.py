"""The outbox in SQL: what is due, and the one turn that delivers it."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import BigInteger, Connection, Integer, bindparam, delete, select

from gossamer.core.errors import OwnError
from gossamer.core.jobs import DeliveryTicket, Job, WebhookEvent, event_type
from gossamer.ports.frontier import Dispatch
from gossamer.ports.webhooks import Delivered, Mailbag
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.jobs.arrays import Arrays, pack_values
from gossamer.store.jobs.events import EventDelivery, Events, current, due_events, next_due, save_delivery
from gossamer.store.jobs.job_queries import AnyRow, job_by_number
from gossamer.store.row_encoding import document_size, from_row, millis, moment, unpack_document
from gossamer.store.schema import scrapes, webhook_events

# A delivery that cannot be recorded is made again; better to wait a while for the database.
_PATIENCE = timedelta(minutes=2)
# Documents in one bag, as JSON; a bag has at least one event.
_BAG_BYTES = 16 * 1024 * 1024
_DOCUMENT = select(scrapes.c.document).where(scrapes.c.id == bindparam("scrape_id"))
_FORGET = delete(webhook_events).where(
    webhook_events.c.job == bindparam("of"), webhook_events.c.sequence == bindparam("one")
)
_Due: TypeAlias = tuple[int, Sequence[AnyRow]]


class SqlOutbox:
    """Webhook events, written in the transaction of the change they tell of.

    Sequences have no gaps. An event is there until it was acknowledged or given up; it may be
    delivered twice, never lost. One turn at a time delivers a job's events.
    """

    def __init__(self, database: Database, dispatch: Dispatch, secrets: WebhookSecrets) -> None:
        arrays = Arrays(database)
        self._database = database
        self._secrets = secrets
        self._events = Events(dispatch)
        retries = arrays.rows("retries", sequence=Integer(), tries=Integer(), due_at=BigInteger())
        self._postpone = arrays.change(
            webhook_events, retries, lambda new: {"tries": webhook_events.c.tries + new.tries, "due_at": new.due_at}
        )

    async def due(self, ticket: DeliveryTicket, *, now: datetime, limit: int) -> Mailbag | None:
        """Return the events to send now; None when the ticket is void or nothing is due."""

        def transact(connection: Connection) -> _Due | None:
            number = current(connection, ticket)
            if number is None:
                return None
            save_delivery(connection, number, EventDelivery(ticket.turn, millis(now)))
            return number, due_events(connection, number, now=now, limit=limit)

        due = await self._database.write(transact, patience=_PATIENCE)
        if due is None or not due[1]:
            return None
        number, rows = due
        return await self._database.read(lambda connection: self._bag(connection, number, rows), patience=_PATIENCE)

    async def settle(self, ticket: DeliveryTicket, results: Sequence[Delivered], *, now: datetime) -> None:
        """Record what became of events; nothing when the ticket is void."""
        over = [result.sequence for result in results if result.failure is None or result.retry_at is None]
        again = [
            (result.sequence, int(result.tried), millis(result.retry_at))
            for result in results
            if result.failure is not None and result.retry_at is not None
        ]

        def transact(connection: Connection) -> None:
            number = current(connection, ticket)
            if number is None:
                return
            if over:
                connection.execute(_FORGET, [{"of": number, "one": sequence} for sequence in over])
            if again:
                connection.execute(self._postpone, {"of": number, "retries": pack_values(again)})
            save_delivery(connection, number, EventDelivery(ticket.turn, millis(now)))

        await self._database.write(transact, patience=_PATIENCE)

    async def close(self, ticket: DeliveryTicket, *, now: datetime) -> None:
        def transact(connection: Connection) -> None:
            number = current(connection, ticket)
            if number is None:
                return
            due = next_due(connection, number)
            if due is None:
                save_delivery(connection, number, EventDelivery(ticket.turn, None))
            else:
                wait = max(moment(due) - now, timedelta(0))
                self._events.hand_on(connection, number, ticket, now=now, after=wait)

        await self._database.write(transact, patience=_PATIENCE)

    def _bag(self, connection: Connection, number: int, rows: Sequence[AnyRow]) -> Mailbag:
        job = job_by_number(connection, number)
        try:
            secret = self._secrets.of(connection, job.team_id)
        except OwnError as error:
            return Mailbag(job, tuple(_events(connection, job, rows)), None, unsignable=error.message)
        return Mailbag(job, tuple(_events(connection, job, rows)), secret)


def _events(connection: Connection, job: Job, rows: Sequence[AnyRow]) -> Iterator[WebhookEvent]:
    room = _BAG_BYTES
    for row in rows:
        packed_document = row.scrape_id and connection.execute(_DOCUMENT, {"scrape_id": row.scrape_id}).scalar()
        if packed_document:
            room -= document_size(packed_document)
            if room < 0 and row is not rows[0]:
                return
        yield from_row(
            WebhookEvent,
            row,
            job_id=job.job_id,
            type=event_type(job.kind, row.name),
            document=unpack_document(packed_document) if packed_document else None,
            extra=json.loads(row.extra),
        )
