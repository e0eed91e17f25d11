"""The outbox of monitors inside a transaction: messages are written with the change they tell of.

One turn at a time sends the messages of a monitor; it is kept under way here.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, insert, select, update

from gossamer.core.monitoring import Message, MonitorTicket
from gossamer.ports.monitors import MonitorDispatch
from gossamer.store.monitors.rows import AnyRow, message_values
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import monitor_messages, monitors

MESSAGES = "messages"
# How far ahead a turn must lie to count as asleep: what is new does not wait for it.
_ASLEEP = timedelta(seconds=30)
_LOCKED = select(monitors).where(monitors.c.id == bindparam("of")).with_for_update()
_SAVE = update(monitors).where(monitors.c.id == bindparam("of"))
_NEXT = select(func.min(monitor_messages.c.due_at)).where(monitor_messages.c.monitor_id == bindparam("of"))


def locked_monitor(connection: Connection, monitor_id: str) -> AnyRow | None:
    """Lock the monitor's row until the transaction ends, after that of its check if both are."""
    return connection.execute(_LOCKED, {"of": monitor_id}).first()


def write(
    connection: Connection, dispatch: MonitorDispatch, monitor: AnyRow, messages: Sequence[Message], *, now: datetime
) -> None:
    """Write *messages* of *monitor*, whose row is locked, and see to it that a turn sends them."""
    if not messages:
        return
    rows = [message_values(message, monitor.messages + count) for count, message in enumerate(messages, start=1)]
    connection.execute(insert(monitor_messages), rows)
    connection.execute(_SAVE, {"of": monitor.id, "messages": monitor.messages + len(rows)})
    due = min(row["due_at"] for row in rows)
    asleep = monitor.active_at is None or monitor.active_at > max(due, millis(now)) + millis_of(_ASLEEP)
    if asleep:
        ticket = MonitorTicket(MESSAGES, monitor.id, monitor.team_id, monitor.turn)
        hand_on(connection, dispatch, ticket, now=now, after=max(moment(due) - now, timedelta(0)))


def hand_on(
    connection: Connection, dispatch: MonitorDispatch, ticket: MonitorTicket, *, now: datetime, after: timedelta
) -> None:
    """Queue the turn after that of *ticket*, which is void from here."""
    successor = MonitorTicket(ticket.kind, ticket.subject, ticket.team_id, ticket.turn + 1)
    save_turn(connection, ticket.subject, successor.turn, millis(now + after))
    dispatch.monitor(connection, successor, after=after)


def save_turn(connection: Connection, monitor_id: str, turn: int, active_at: int | None) -> None:
    """Write which turn sends, and when it was active last; None when there is none."""
    connection.execute(_SAVE, {"of": monitor_id, "turn": turn, "active_at": active_at})


def next_due(connection: Connection, monitor_id: str) -> datetime | None:
    """Return when the first message of a monitor is due; None when there is none."""
    due: int | None = connection.execute(_NEXT, {"of": monitor_id}).scalar()
    return None if due is None else moment(due)


def millis_of(duration: timedelta) -> int:
    """Return *duration* in milliseconds."""
    return duration // timedelta(milliseconds=1)
