"""Jobs in SQL."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, update

from gossamer.core.crawls import Discovered
from gossamer.core.jobs import DeliveryTicket, Job, JobKind, JobPage, JobUrl, NewJob, TeamLoad, Ticket, UrlState
from gossamer.core.seeds import Seeds
from gossamer.ports.frontier import Dispatch
from gossamer.ports.scrapes import Expired
from gossamer.store.database import Database
from gossamer.store.jobs import job_queries, supervision
from gossamer.store.jobs.events import Events
from gossamer.store.jobs.expiry import expire
from gossamer.store.jobs.job_creation import Starting
from gossamer.store.jobs.lanes import LaneStore
from gossamer.store.jobs.supervision import Supervision
from gossamer.store.jobs.tally import locked, save
from gossamer.store.jobs.warnings import add_warnings
from gossamer.store.row_encoding import millis
from gossamer.store.schema import job_pages, job_warnings, model_answers, scrapes

HANDED_OUT: Final = "The results were read and are not kept any more: the job has zero data retention."
_SOME: Final = select(job_pages.c.scrape_id).where(job_pages.c.job == bindparam("of")).limit(bindparam("wanted"))


def forget_results(
    connection: Connection, job_id: str, team_id: str, *, now: datetime, until: datetime, limit: int
) -> int:
    """Forget up to *limit* pages of an ended job, and its notes; return how many pages.

    With the last of them the job is set to expire *until* then. 0 for a job that runs, or is not the team's.
    """
    tally = locked(connection, job_id)
    if tally is None or tally.team_id != team_id or tally.running:
        return 0
    ids = connection.execute(_SOME, {"of": tally.number, "wanted": limit}).scalars().all()
    if ids:
        connection.execute(update(scrapes).where(scrapes.c.id.in_(ids)).values(document=None))
        connection.execute(delete(job_pages).where(job_pages.c.job == tally.number, job_pages.c.scrape_id.in_(ids)))
    if len(ids) < limit:
        for table in (model_answers, job_warnings):
            connection.execute(delete(table).where(table.c.job == tally.number))
        add_warnings(connection, tally, [HANDED_OUT])
        tally.expires_at = min(tally.expires_at, millis(until))
    save(connection, tally, now=now)
    return len(ids)


class JobStore:
    """Jobs by id and team; an unknown, foreign or expired job is None (or empty).

    A job that was created is durable with its seeds, its first event and its first lane's
    turn: it will be worked on, whatever happens to this process. States only move forward.
    Results expire some time after the job has ended; a running job does not expire.
    """

    def __init__(self, database: Database, dispatch: Dispatch, *, queue: int = 100_000, at_once: int = 50) -> None:
        lanes, events = LaneStore(dispatch), Events(dispatch)
        self._database = database
        self._dispatch = dispatch
        self._starting = Starting(database, lanes, events, queue=queue, at_once=at_once)
        self._supervision = Supervision(lanes, events)

    async def create(
        self, job: NewJob, seeds: Sequence[Discovered] | Seeds, *, lanes: int = 1, idempotency_key: str | None = None
    ) -> None:
        """Record the job and start it.

        `Seeds` are recorded part by part; there is no job before all of them are, and nothing is left if that never
        comes. Raises AlreadyUsed when the team used *idempotency_key* before, and QueueFull when so many pages more
        cannot wait, both in the transaction that starts the job.
        """
        await self._dispatch.ready()
        for part in seeds.parts[:-1] if isinstance(seeds, Seeds) else ():
            await self._database.write(partial(self._starting.stage, job=job, part=part))
        await self._database.write(
            lambda connection: self._starting.create(connection, job, seeds, lanes, idempotency_key),
        )

    async def append(self, job_id: str, team_id: str, seeds: Sequence[Discovered], *, now: datetime) -> bool:
        """Add URLs that a batch of the team has not; a completed one runs again if there are any.

        False when there is none, or it was cancelled or failed. Raises QueueFull as `create`.
        """
        await self._dispatch.ready()
        return await self._database.write(
            lambda connection: self._starting.append(connection, job_id, team_id, seeds, now=now),
        )

    async def job(self, job_id: str, team_id: str, *, now: datetime) -> Job | None:
        """Return the job as it stands; while it runs it expires as if it ended *now*."""
        return await self._database.read(lambda connection: job_queries.job(connection, job_id, team_id, now=now))

    async def team_of(self, job_id: str) -> str | None:
        """Return the team of a job, None when it is unknown."""
        return await self._database.read(lambda connection: job_queries.team_of(connection, job_id))

    async def version(self, job_id: str) -> int:
        """Return the job's version, 0 when unknown; cheap, for watchers."""
        return await self._database.read(lambda connection: job_queries.version(connection, job_id))

    async def pages(self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int) -> Sequence[JobPage]:
        """Return pages with positions above *after*, in order.

        At most *limit*, and none that would bring their sizes above *max_bytes*, but always
        the first one.
        """
        return await self._database.read(
            lambda connection: job_queries.pages(
                connection, job_id, team_id, after=after, limit=limit, max_bytes=max_bytes
            )
        )

    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]:
        """Return URLs in these states (empty: all) with positions above *after*, in order.

        What only leads to pages is left out.
        """
        return await self._database.read(
            lambda connection: job_queries.urls(connection, job_id, team_id, states=states, after=after, limit=limit)
        )

    async def warnings(self, job_id: str, team_id: str) -> Sequence[str]:
        """Return the warnings of its lanes, each sentence once."""
        return await self._database.read(lambda connection: job_queries.warnings(connection, job_id, team_id))

    async def active(self, team_id: str, kind: JobKind) -> Sequence[Job]:
        """Return the team's running jobs, youngest first."""
        return await self._database.read(lambda connection: job_queries.active(connection, team_id, kind))

    async def check_room(self, team_id: str, pages: int, *, now: datetime) -> None:
        """Raise QueueFull when *pages* more of the team cannot wait; to be asked before they are prepared."""
        await self._database.read(lambda connection: self._starting.check_room(connection, team_id, pages, now=now))

    async def load(self, team_id: str, *, at_once: int, now: datetime) -> TeamLoad:
        """Return the load of the team. Up to *at_once* pages of a job are under way; what more is held waits."""
        return await self._database.read(
            lambda connection: job_queries.load(connection, team_id, at_once=at_once, now=now)
        )

    async def cancel(self, job_id: str, team_id: str, *, now: datetime) -> bool:
        """End the job now; what is in flight is neither stored nor charged. False when it had ended."""
        return await self._database.write(
            lambda connection: self._supervision.cancel(connection, job_id, team_id, now=now)
        )

    async def pass_walls(self, job_id: str, team_id: str, *, now: datetime) -> int:
        """Let the job go on with hosts that it waits for; return how many there were."""
        return await self._database.write(
            lambda connection: job_queries.pass_walls_of(connection, job_id, team_id, now=now)
        )

    async def forget_results(self, job_id: str, team_id: str, *, now: datetime, until: datetime, limit: int) -> int:
        """Forget up to *limit* pages of an ended job, and what models noted for it; return how many pages.

        When none is left the job has a warning that says so, and expires *until* then at the latest.
        """
        return await self._database.write(
            lambda connection: forget_results(connection, job_id, team_id, now=now, until=until, limit=limit)
        )

    async def overdue(self, *, now: datetime, limit: int) -> int:
        """End up to *limit* running jobs whose deadline has passed, as failed with a clear error; return how many."""
        late = await self._database.read(lambda connection: supervision.overdue(connection, now=now, limit=limit))
        # Each alone: no job is kept locked while another is waited for.
        return sum([await self._end_overdue(job_id, now) for job_id in late])

    async def _end_overdue(self, job_id: str, now: datetime) -> bool:
        await self._dispatch.ready()
        return await self._database.write(lambda connection: self._supervision.end_overdue(connection, job_id, now=now))

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[Ticket | DeliveryTicket]:
        """Return current turns of running jobs, and of deliveries, in which nothing happened since then."""
        return await self._database.read(
            lambda connection: supervision.stalled(connection, quiet_since=quiet_since, limit=limit)
        )

    async def restart(self, ticket: Ticket | DeliveryTicket, *, now: datetime) -> bool:
        """Enqueue the next turn of a stalled lane or delivery; False when it moved on meanwhile."""
        await self._dispatch.ready()
        return await self._database.write(lambda connection: self._supervision.restart(connection, ticket, now=now))

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        """Forget up to *limit* rows of jobs whose time is over, in one transaction.

        Its count is of rows, and 0 when nothing is left to forget.
        """
        return await self._database.write(lambda connection: expire(connection, now=now, limit=limit))
