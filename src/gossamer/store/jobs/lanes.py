"""Lanes: chains of turns. A lane is closed when its `active_at` is NULL; its number is used again."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, insert, select, update

from gossamer.core.jobs import Ticket
from gossamer.ports.frontier import Dispatch
from gossamer.store.jobs.tally import Tally
from gossamer.store.row_encoding import millis
from gossamer.store.schema import job_lanes


@dataclass(slots=True)
class Lane:
    """Columns of a lane whose job is locked, by their names."""

    lane: int
    turn: int
    holder: str | None
    held: int
    chunks: int
    commit_id: str | None
    gave: str | None
    active_at: int | None


_COLUMNS = ("lane", "turn", "holder", "held", "chunks", "commit_id", "gave", "active_at")
_ONE = (job_lanes.c.job == bindparam("of"), job_lanes.c.lane == bindparam("number"))
_LANE = select(*(job_lanes.c[name] for name in _COLUMNS)).where(*_ONE)
_SAVE = update(job_lanes).where(*_ONE)
_CLOSED = (
    select(job_lanes.c.lane, job_lanes.c.turn)
    .where(job_lanes.c.job == bindparam("of"), job_lanes.c.active_at.is_(None))
    .order_by(job_lanes.c.lane)
    .limit(bindparam("wanted"))
)
_HIGHEST = select(func.coalesce(func.max(job_lanes.c.lane), 0)).where(job_lanes.c.job == bindparam("of"))
_NEW = insert(job_lanes)


class LaneStore:
    """Opens lanes and hands them on; each turn is queued in the transaction that makes it."""

    def __init__(self, dispatch: Dispatch) -> None:
        self._dispatch = dispatch

    def lane(self, connection: Connection, tally: Tally, number: int) -> Lane | None:
        """Return the lane, or None."""
        row = connection.execute(_LANE, {"of": tally.number, "number": number}).first()
        return None if row is None else Lane(*row)

    def save(self, connection: Connection, tally: Tally, lane: Lane) -> None:
        """Write what was changed."""
        values = {name: getattr(lane, name) for name in _COLUMNS[1:]}
        connection.execute(_SAVE, {"of": tally.number, "number": lane.lane} | values)

    def open(self, connection: Connection, tally: Tally, more: int, *, now: datetime) -> None:
        """Start so many *more* lanes."""
        if more <= 0:
            return
        closed = connection.execute(_CLOSED, {"of": tally.number, "wanted": more}).all()
        for number, turn in closed:
            again = {"turn": turn + 1, "holder": None, "held": 0, "active_at": millis(now)}
            connection.execute(_SAVE, {"of": tally.number, "number": number} | again)
            self._dispatch.lane(connection, _ticket(tally, number, turn + 1))
        highest = connection.execute(_HIGHEST, {"of": tally.number}).scalar_one()
        for number in range(highest + 1, highest + 1 + more - len(closed)):
            fresh = {"job": tally.number, "lane": number, "turn": 1, "held": 0, "chunks": 0, "active_at": millis(now)}
            connection.execute(_NEW, fresh)
            self._dispatch.lane(connection, _ticket(tally, number, 1))
        tally.lanes += more

    def hand_on(
        self, connection: Connection, tally: Tally, lane: Lane, *, now: datetime, after: timedelta = timedelta(0)
    ) -> None:
        """Queue the lane's next turn; this one is void from here."""
        lane.turn += 1
        lane.active_at = millis(now + after)
        self._dispatch.lane(connection, _ticket(tally, lane.lane, lane.turn), after=after)

    def close(self, tally: Tally, lane: Lane) -> None:
        """End the lane; it holds nothing."""
        lane.active_at = None
        tally.lanes -= 1


def _ticket(tally: Tally, lane: int, turn: int) -> Ticket:
    return Ticket(tally.id, tally.team_id, lane, turn)
