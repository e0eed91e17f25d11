"""A team's work under way, in the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, literal_column, select

from gossamer.core.jobs import JobState
from gossamer.store.row_encoding import millis
from gossamer.store.schema import api_keys, jobs, places
from gossamer.store.sharing.bounds import bound_of_key
from gossamer.store.sharing.shares import BoundUsers, Demand

_RUNNING = select(
    jobs.c.number,
    jobs.c.key_id,
    jobs.c.in_flight,
    jobs.c.ready,
    jobs.c.done,
    jobs.c.page_limit,
    jobs.c.pages_at_once,
    select(api_keys.c.restrictions).where(api_keys.c.id == jobs.c.key_id).scalar_subquery().label("restrictions"),
).where(
    jobs.c.team_id == bindparam("team"),
    # As text, because a partial index is used only when the statement names its condition.
    jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'"),
)
_VISITS = select(places.c.id, places.c.key_id, places.c.waits_for, places.c.since).where(
    places.c.team_id == bindparam("team"), places.c.expires_at > bindparam("now")
)


@dataclass(frozen=True, slots=True)
class CallerPlace:
    """A caller's place: under way, or wanted *since* then (epoch milliseconds) and waiting for an owner's bound."""

    place_id: str
    key_id: str
    waits_for: str | None
    since: int

    def before(self, other: "CallerPlace") -> bool:
        """Return whether it came before the other."""
        return (self.since, self.place_id) < (other.since, other.place_id)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A team's running work, and its waiting callers."""

    team_id: str
    jobs: Sequence[Demand]
    visits: Sequence[CallerPlace]

    def scope(self, owner_id: str, bound: int) -> BoundUsers:
        """Return the work that counts against the *bound* of the team, or of a key of it."""
        visits = [visit for visit in self.visits if self._is_of(owner_id, visit.key_id)]
        return BoundUsers(
            bound=bound,
            jobs=[job for job in self.jobs if self._is_of(owner_id, job.key_id)],
            visiting=sum(visit.waits_for is None for visit in visits),
            waiting=len(self.waiting_for(owner_id)),
        )

    def waiting_for(self, owner_id: str) -> Sequence[CallerPlace]:
        """Return the visits that wait for a page of the team, or of a key of it.

        A visit waits for its key first; while it waits for the team, it keeps its place with the key.
        """
        waiting = [visit for visit in self.visits if visit.waits_for is not None]
        return [visit for visit in waiting if owner_id in {visit.waits_for, visit.key_id}]

    def _is_of(self, owner_id: str, key_id: str) -> bool:
        return owner_id in {self.team_id, key_id}


def under_way(connection: Connection, team_id: str, *, now: datetime) -> UnderWay:
    """Return the running jobs and visits of a team, which is locked."""
    running = connection.execute(_RUNNING, {"team": team_id}).all()
    visits = connection.execute(_VISITS, {"team": team_id, "now": millis(now)}).all()
    return UnderWay(
        team_id,
        [
            demand(
                row.number,
                row.key_id,
                in_flight=row.in_flight,
                ready=row.ready,
                remaining=row.page_limit - row.done,
                at_once=(row.pages_at_once, bound_of_key(row.restrictions)),
            )
            for row in running
        ],
        [CallerPlace(*row) for row in visits],
    )


def demand(
    number: int, key_id: str, *, in_flight: int, ready: int, remaining: int, at_once: Iterable[int | None]
) -> Demand:
    """Return the demand of a job with *remaining* pages to go, *ready* of them; bounds of its own are *at_once*.

    That of its key is among these: what others of its team may use is not to be left to it.
    """
    own_bounds = [bound for bound in at_once if bound is not None]
    return Demand(number, key_id, in_flight, min(in_flight + ready, remaining, *own_bounds))
