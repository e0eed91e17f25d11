"""Ending jobs from outside, and waking what stands still."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, literal_column, select

from gossamer.core.crawls import Reason
from gossamer.core.jobs import DeliveryTicket, JobState, Ticket
from gossamer.store.jobs.events import CANCELLED, FAILED, Events, NewEvent, current
from gossamer.store.jobs.lanes import LaneStore
from gossamer.store.jobs.tally import end, locked, save
from gossamer.store.row_encoding import millis
from gossamer.store.schema import job_lanes, jobs, webhook_deliveries

_OVERDUE_SENTENCE = (
    "The job was not finished in the time a job may take, and was ended; the pages it has can be read. "
    "An operator can allow more time with GOSSAMER_JOB_HOURS."
)
_RUNNING = jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'")
_OVERDUE = (
    select(jobs.c.id)
    .where(_RUNNING, jobs.c.deadline <= bindparam("now"))
    .order_by(jobs.c.deadline)
    .limit(bindparam("wanted"))
)
_QUIET_LANES = (
    select(jobs.c.id, jobs.c.team_id, job_lanes.c.lane, job_lanes.c.turn)
    .join(jobs, jobs.c.number == job_lanes.c.job)
    .where(job_lanes.c.active_at <= bindparam("since"))
    .order_by(job_lanes.c.active_at)
    .limit(bindparam("wanted"))
)
_QUIET_DELIVERIES = (
    select(jobs.c.id, jobs.c.team_id, webhook_deliveries.c.turn)
    .join(jobs, jobs.c.number == webhook_deliveries.c.job)
    .where(webhook_deliveries.c.active_at <= bindparam("since"))
    .order_by(webhook_deliveries.c.active_at)
    .limit(bindparam("wanted"))
)


def overdue(connection: Connection, *, now: datetime, limit: int) -> Sequence[str]:
    """Return ids of running jobs whose deadline has passed, the longest overdue first."""
    return connection.execute(_OVERDUE, {"now": millis(now), "wanted": limit}).scalars().all()


def stalled(connection: Connection, *, quiet_since: datetime, limit: int) -> Sequence[Ticket | DeliveryTicket]:
    """Return turns in which nothing happened since then, the quietest first."""
    parameters = {"since": millis(quiet_since), "wanted": limit}
    lanes = [Ticket(*row) for row in connection.execute(_QUIET_LANES, parameters)]
    parameters["wanted"] -= len(lanes)
    return [*lanes, *(DeliveryTicket(*row) for row in connection.execute(_QUIET_DELIVERIES, parameters))]


class Supervision:
    """Ends and wakes, and tells."""

    def __init__(self, lanes: LaneStore, events: Events) -> None:
        self._lanes = lanes
        self._events = events

    def cancel(self, connection: Connection, job_id: str, team_id: str, *, now: datetime) -> bool:
        """End the team's job; False when it had ended, or there is none."""
        tally = locked(connection, job_id)
        if tally is None or tally.team_id != team_id or not tally.running:
            return False
        end(connection, tally, JobState.CANCELLED, Reason.CANCELLED, now=now)
        self._events.write(connection, tally, [NewEvent(CANCELLED, success=False)], now=now)
        save(connection, tally, now=now)
        return True

    def end_overdue(self, connection: Connection, job_id: str, *, now: datetime) -> bool:
        """End the job as failed if it still runs and its deadline has passed."""
        tally = locked(connection, job_id)
        if tally is None or not tally.running or tally.deadline > millis(now):
            return False
        end(connection, tally, JobState.FAILED, Reason.DEADLINE, now=now, error=_OVERDUE_SENTENCE)
        failed = NewEvent(FAILED, success=False, error=_OVERDUE_SENTENCE)
        self._events.write(connection, tally, [failed], now=now)
        save(connection, tally, now=now)
        return True

    def restart(self, connection: Connection, ticket: Ticket | DeliveryTicket, *, now: datetime) -> bool:
        """Enqueue the turn after that of *ticket*, unless the lane or delivery has moved on."""
        if isinstance(ticket, Ticket):
            return self._restart_lane(connection, ticket, now)
        return self._restart_delivery(connection, ticket, now)

    def _restart_lane(self, connection: Connection, ticket: Ticket, now: datetime) -> bool:
        tally = locked(connection, ticket.job_id)
        lane = None if tally is None else self._lanes.lane(connection, tally, ticket.lane)
        if tally is None or lane is None or lane.active_at is None or lane.turn != ticket.turn:
            return False
        # It keeps its holder's name, so that the next one counts the attempt at what was held.
        self._lanes.hand_on(connection, tally, lane, now=now)
        self._lanes.save(connection, tally, lane)
        return True

    def _restart_delivery(self, connection: Connection, ticket: DeliveryTicket, now: datetime) -> bool:
        number = current(connection, ticket)
        if number is None:
            return False
        self._events.hand_on(connection, number, ticket, now=now)
        return True
