"""How the pages that a team, or a key, may have under way at once are shared among its running jobs.

A bound is kept exactly: whoever takes pages holds the team's row, and counts what all its running
jobs have in flight. Within it jobs get equal parts, and what one cannot use goes to the others. When
there are more jobs than pages they take turns of a few seconds; a page that is free meanwhile goes to
whoever waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, literal_column, select

from gossamer.core.jobs import JobState
from gossamer.store.jobs.reading import AnyRow
from gossamer.store.jobs.tally import Tally
from gossamer.store.schema import jobs, teams

_TURN: Final = timedelta(seconds=5)
_LOOKS: Final = timedelta(seconds=1)
# So many waiting jobs a second look whether there is a page for them.
_LOOKS_A_SECOND: Final = 10
# A part of the team's row that no key refers to, so making keys is not held up.
_LOCK = select(teams.c.id).where(teams.c.id == bindparam("team")).with_for_update(key_share=True)
_RUNNING = select(
    jobs.c.number,
    jobs.c.team_id,
    jobs.c.key_id,
    jobs.c.in_flight,
    jobs.c.ready,
    jobs.c.done,
    jobs.c.page_limit,
    jobs.c.pages_at_once,
).where(
    jobs.c.team_id == bindparam("team"),
    # As text, because a partial index is used only when the statement names its condition.
    jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'"),
)


@dataclass(frozen=True, slots=True)
class Demand:
    """A running job: pages it has in flight, and how many it could have."""

    number: int
    in_flight: int
    wanted: int


@dataclass(frozen=True, slots=True)
class Room:
    """How many *pages* more a job may take, and when it should look again if that is none."""

    pages: int
    look_again: timedelta


def hold(connection: Connection, tally: Tally) -> None:
    """Keep other jobs of a team with bounds from taking pages until the transaction ends.

    To be called before credits are touched, whose accounts are locked after the team.
    """
    if tally.bounds:
        connection.execute(_LOCK, {"team": tally.team_id})


def room_of(connection: Connection, tally: Tally, *, now: datetime) -> Room | None:
    """Return what room the bounds leave the job, which is held; None when there are none."""
    if not tally.bounds:
        return None
    running = connection.execute(_RUNNING, {"team": tally.team_id}).all()
    others = [row for row in running if row.number != tally.number]
    rooms = [
        _room(bound, tally, [_demand(row) for row in others if owner in {row.team_id, row.key_id}], now)
        for owner, bound in tally.bounds.items()
    ]
    return min(rooms, key=lambda room: room.pages)


def _room(bound: int, tally: Tally, others: Sequence[Demand], now: datetime) -> Room:
    mine = _demand(tally)
    demands = [mine, *others]
    allowed = share(bound, demands, mine.number, turn=int(now.timestamp() / _TURN.total_seconds()))
    if not tally.paid_ahead:
        # It had none: a page that is free is better used by it than by nobody.
        allowed = max(allowed, 1)
    free = bound - sum(demand.in_flight for demand in demands)
    waiting = sum(demand.wanted > 0 for demand in demands)
    return Room(
        pages=max(0, min(allowed - mine.in_flight, free)),
        look_again=max(_LOOKS, timedelta(seconds=waiting / _LOOKS_A_SECOND)),
    )


def _demand(job: Tally | AnyRow) -> Demand:
    could = min(job.in_flight + job.ready, job.page_limit - job.done)
    return Demand(job.number, job.in_flight, could if job.pages_at_once is None else min(could, job.pages_at_once))


def share(bound: int, demands: Sequence[Demand], number: int, *, turn: int) -> int:
    """Return how many of *bound* pages the job *number* may have in flight in this *turn*."""
    wanting = sorted((demand for demand in demands if demand.wanted > 0), key=lambda demand: demand.number)
    if len(wanting) > bound:
        begin = turn % len(wanting)
        served = [*wanting[begin:], *wanting[:begin]][:bound]
        return int(any(demand.number == number for demand in served))
    left = bound
    for served_before, demand in enumerate(sorted(wanting, key=lambda demand: (demand.wanted, demand.number))):
        given = min(demand.wanted, left // (len(wanting) - served_before))
        if demand.number == number:
            return given
        left -= given
    return 0
