"""The room that the bounds of a team and a key leave one of its jobs."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection

from gossamer.store import sharing
from gossamer.store.jobs.tally import Tally
from gossamer.store.sharing import Demand, Scope

_LOOKS: Final = timedelta(seconds=1)
# So many waiting jobs a second look whether there is a page for them.
_LOOKS_A_SECOND: Final = 10


@dataclass(frozen=True, slots=True)
class Room:
    """How many more *pages* a job may take, and when to look again if that is none."""

    pages: int
    look_again: timedelta


def hold(connection: Connection, tally: Tally) -> None:
    """Keep others of a team with bounds from taking pages until the transaction ends."""
    if tally.bounds:
        sharing.hold(connection, tally.team_id)


def room_of(connection: Connection, tally: Tally, *, now: datetime) -> Room | None:
    """Return the room that the bounds leave the job, which is locked; None without bounds."""
    if not tally.bounds:
        return None
    mine = _demand(tally)
    usage = sharing.under_way(connection, tally.team_id, now=now)
    # Its row is about to be written.
    current = replace(usage, jobs=[mine, *(job for job in usage.jobs if job.number != tally.number)])
    # Where it had none, a page that is free is better used by it than by nobody.
    at_least = 0 if tally.paid_ahead else 1
    rooms = [_room(current.scope(owner, bound), mine, at_least, now) for owner, bound in tally.bounds.items()]
    return min(rooms, key=lambda room: room.pages)


def _room(scope: Scope, mine: Demand, at_least: int, now: datetime) -> Room:
    waiting = sum(job.wanted > 0 for job in scope.jobs)
    return Room(
        pages=scope.room_for_job(mine, now, at_least=at_least),
        look_again=max(_LOOKS, timedelta(seconds=waiting / _LOOKS_A_SECOND)),
    )


def _demand(tally: Tally) -> Demand:
    return sharing.demand(
        tally.number,
        tally.key_id,
        in_flight=tally.in_flight,
        ready=tally.ready,
        left=tally.page_limit - tally.done,
        at_once=(tally.pages_at_once, tally.bounds.get(tally.key_id)),
    )
