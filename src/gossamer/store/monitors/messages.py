"""Messages of monitors in SQL: what is due, and the one turn that sends it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, select, update

from gossamer.core.errors import OwnError
from gossamer.core.monitoring import Channel, Message, MonitorTicket
from gossamer.ports.monitors import MonitorDispatch, Parcel, Sent
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.monitors import outbox
from gossamer.store.monitors.rows import AnyRow, message_of, monitor_of
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import monitor_messages

# A delivery that cannot be recorded is made again; better to wait a while for the database.
_PATIENCE = timedelta(minutes=2)
_COLUMNS = monitor_messages.c
_DUE = (
    select(monitor_messages)
    .where(_COLUMNS.monitor_id == bindparam("of"), _COLUMNS.due_at <= bindparam("now"))
    .order_by(_COLUMNS.sequence)
    .limit(bindparam("wanted"))
)
_WAITING = select(func.min(_COLUMNS.due_at)).where(
    _COLUMNS.monitor_id == bindparam("of"),
    _COLUMNS.channel != Channel.WEBHOOK.value,
    _COLUMNS.due_at > bindparam("now"),
    _COLUMNS.tries == 0,
)
_FORGET = delete(monitor_messages).where(_COLUMNS.id.in_(bindparam("ids", expanding=True)))
_AGAIN = update(monitor_messages).where(_COLUMNS.id == bindparam("of"))


class MessageStore:
    """The outbox of monitors: a message is there until it was taken or given up.

    It may be delivered twice, when a process dies between delivery and `settle`; never lost. One turn at a time
    sends the messages of a monitor.
    """

    def __init__(self, database: Database, dispatch: MonitorDispatch, secrets: WebhookSecrets) -> None:
        self._database = database
        self._dispatch = dispatch
        self._secrets = secrets

    async def due(self, ticket: MonitorTicket, *, now: datetime, limit: int) -> Parcel | None:
        """Return messages that are to be sent now; None when the ticket is void or none is due."""

        def transact(connection: Connection) -> Parcel | None:
            row = _current(connection, ticket)
            if row is None:
                return None
            outbox.save_turn(connection, row.id, row.turn, millis(now))
            rows = connection.execute(_DUE, {"of": row.id, "now": millis(now), "wanted": limit}).all()
            return self._parcel(connection, row, [message_of(message_row) for message_row in rows]) if rows else None

        return await self._database.write(transact, patience=_PATIENCE)

    def _parcel(self, connection: Connection, row: AnyRow, messages: Sequence[Message]) -> Parcel:
        monitor = monitor_of(row)
        try:
            return Parcel(monitor, messages, self._secrets.of(connection, monitor.team_id))
        except OwnError as error:
            return Parcel(monitor, messages, unsignable=error.message)

    async def settle(self, ticket: MonitorTicket, results: Sequence[Sent], *, now: datetime) -> None:
        """Record what became of messages."""
        over = [result.message_id for result in results if result.failure is None or result.retry_at is None]
        again = [
            (result.message_id, result.retry_at) for result in results if result.failure is not None and result.retry_at
        ]

        def transact(connection: Connection) -> None:
            row = _current(connection, ticket)
            if row is None:
                return
            if over:
                connection.execute(_FORGET, {"ids": over})
            for message_id, retry_at in again:
                values = {"tries": _COLUMNS.tries + 1, "due_at": millis(retry_at)}
                connection.execute(_AGAIN.values(values), {"of": message_id})
            outbox.save_turn(connection, row.id, row.turn, millis(now))

        await self._database.write(transact, patience=_PATIENCE)

    async def close(self, ticket: MonitorTicket, *, now: datetime) -> None:
        """End the turn; if messages are left, the next turn is enqueued for when the first is due."""

        def transact(connection: Connection) -> None:
            row = _current(connection, ticket)
            if row is None:
                return
            due = outbox.next_due(connection, row.id)
            if due is None:
                outbox.save_turn(connection, row.id, row.turn, None)
            else:
                outbox.hand_on(connection, self._dispatch, ticket, now=now, after=max(due - now, timedelta(0)))

        await self._database.write(transact, patience=_PATIENCE)

    async def post(self, messages: Sequence[Message], *, now: datetime) -> None:
        """Add messages of one monitor and have them sent."""
        if not messages:
            return
        await self._dispatch.ready()
        query = select(_COLUMNS.id).where(_COLUMNS.id == messages[0].message_id)

        def transact(connection: Connection) -> None:
            row = outbox.locked_monitor(connection, messages[0].monitor_id)
            if row is not None and connection.execute(query).first() is None:
                outbox.write(connection, self._dispatch, row, messages, now=now)

        await self._database.write(transact)

    async def waiting(self, monitor_id: str, *, now: datetime) -> datetime | None:
        """Return when the next collected message of a monitor is due; None when none waits."""
        parameters = {"of": monitor_id, "now": millis(now)}
        due = await self._database.read(lambda connection: connection.execute(_WAITING, parameters).scalar())
        return None if due is None else moment(due)


def _current(connection: Connection, ticket: MonitorTicket) -> AnyRow | None:
    """Lock the monitor and return its row; None when the ticket is void."""
    row = outbox.locked_monitor(connection, ticket.subject)
    return None if row is None or row.turn != ticket.turn or row.active_at is None else row
