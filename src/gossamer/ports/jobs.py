"""Jobs on many pages: recorded, read, cancelled, forgotten."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gossamer.core.crawls import Discovered
from gossamer.core.jobs import DeliveryTicket, Job, JobKind, JobPage, JobUrl, NewJob, TeamLoad, Ticket, UrlState
from gossamer.core.seeds import Seeds
from gossamer.ports.scrapes import Expired


class JobStore(Protocol):
    """Jobs by id and team; an unknown, foreign or expired job is None (or empty).

    A job that was created is durable with its seeds, its first event and its first lane's
    turn: it will be worked on, whatever happens to this process. States only move forward.
    Results expire some time after the job has ended; a running job does not expire.
    """

    async def create(
        self, job: NewJob, seeds: Sequence[Discovered] | Seeds, *, lanes: int = 1, idempotency_key: str | None = None
    ) -> None:
        """Record the job and start it.

        `Seeds` are recorded part by part; there is no job before all of them are, and nothing is left if that never
        comes. Raises AlreadyUsed when the team used *idempotency_key* before, and QueueFull when so many pages more
        cannot wait, both in the transaction that starts the job.
        """

    async def append(self, job_id: str, team_id: str, seeds: Sequence[Discovered], *, now: datetime) -> bool:
        """Add URLs that a batch of the team has not; a completed one runs again if there are any.

        False when there is none, or it was cancelled or failed. Raises QueueFull as `create`.
        """

    async def job(self, job_id: str, team_id: str, *, now: datetime) -> Job | None:
        """Return the job as it stands; while it runs it expires as if it ended *now*."""

    async def team_of(self, job_id: str) -> str | None:
        """Return the team of a job, None when it is unknown."""

    async def version(self, job_id: str) -> int:
        """Return the job's version, 0 when unknown; cheap, for watchers."""

    async def pages(self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int) -> Sequence[JobPage]:
        """Return pages with positions above *after*, in order.

        At most *limit*, and none that would bring their sizes above *max_bytes*, but always
        the first one.
        """

    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]:
        """Return URLs in these states (empty: all) with positions above *after*, in order.

        What only leads to pages is left out.
        """

    async def warnings(self, job_id: str, team_id: str) -> Sequence[str]:
        """Return the warnings of its lanes, each sentence once."""

    async def active(self, team_id: str, kind: JobKind) -> Sequence[Job]:
        """Return the team's running jobs, youngest first."""

    async def cancel(self, job_id: str, team_id: str, *, now: datetime) -> bool:
        """End the job now; what is in flight is neither stored nor charged. False when it had ended."""

    async def pass_walls(self, job_id: str, team_id: str, *, now: datetime) -> int:
        """Let the job go on with hosts that it waits for; return how many there were."""

    async def forget_results(self, job_id: str, team_id: str, *, now: datetime, until: datetime, limit: int) -> int:
        """Forget up to *limit* pages of an ended job, and what models noted for it; return how many pages.

        When none is left the job has a warning that says so, and expires *until* then at the latest.
        """

    async def check_room(self, team_id: str, pages: int, *, now: datetime) -> None:
        """Raise QueueFull when *pages* more of the team cannot wait; to be asked before they are prepared."""

    async def load(self, team_id: str, *, at_once: int, now: datetime) -> TeamLoad:
        """Return the load of the team. Up to *at_once* pages of a job are under way; what more is held waits."""

    async def overdue(self, *, now: datetime, limit: int) -> int:
        """End up to *limit* running jobs whose deadline has passed, as failed with a clear error; return how many."""

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[Ticket | DeliveryTicket]:
        """Return current turns of running jobs, and of deliveries, in which nothing happened since then."""

    async def restart(self, ticket: Ticket | DeliveryTicket, *, now: datetime) -> bool:
        """Enqueue the next turn of a stalled lane or delivery; False when it moved on meanwhile."""

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        """Forget up to *limit* rows of jobs whose time is over, in one transaction.

        Its count is of rows, and 0 when nothing is left to forget.
        """
