"""Reading, following and cancelling jobs.

The job decides its endpoint group, not the path of the request: a
batch read under a crawl's path needs the group of batches. An unknown job, one of another
team and one of a kind that the path does not serve get the same error.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import Reason
from gossamer.core.diagnoses import Decision, Diagnosis
from gossamer.core.errors import NotFound
from gossamer.core.ids import is_id
from gossamer.core.jobs import Job, JobKind, JobOrigin, JobPage, JobUrl, TeamLoad, UrlState
from gossamer.core.shared_calls import SharedCalls
from gossamer.features.crawl import DecisionSummary, Jobs, JobStanding
from gossamer.operations.admission import Admission
from gossamer.operations.gate import JOB_GROUPS, admit, ask_to_read

_SLICE = 1000
_PAGES = 100
_SLICE_BYTES = 4 * 1024 * 1024
# A duplicate's page is in the data, and what robots.txt forbids has a list of its own.
_TOLD_ELSEWHERE = frozenset({Reason.DUPLICATE.value, Reason.ROBOTS.value})
_LEFT_OVER = {
    Reason.CANCELLED.value: "The job was cancelled before this page was done.",
    Reason.DEADLINE.value: "The job took longer than a job may; this page was left over.",
    Reason.CREDITS.value: "The credits of the team or of the API key ran out; this page was left over.",
}


class _Positioned(Protocol):
    @property
    def position(self) -> int: ...


_T = TypeVar("_T", bound=_Positioned)


@dataclass(frozen=True, slots=True)
class JobArrival:
    """The way in which a request for a job arrived.

    *called_at* is our origin as the caller sees it, *dialect* the API version it speaks.
    """

    called_at: str
    dialect: str
    idempotency_key: str | None = None

    def origin(self, caller: Principal) -> JobOrigin:
        """Return the origin of a job that *caller* starts by this request."""
        return JobOrigin(
            team_id=caller.team_id,
            key_id=caller.key_id,
            called_at=self.called_at,
            dialect=self.dialect,
            idempotency_key=self.idempotency_key,
        )


@dataclass(frozen=True, slots=True)
class JobReading:
    """A job as it stood, and some of its pages, read after it: a final job's pages are all there."""

    job: Job
    warning: str | None
    pages: Sequence[JobPage]


@dataclass(frozen=True, slots=True)
class Problems:
    """URLs of a job that could not be had, and those that robots.txt forbids; both come in slices.

    Of a batch, whose every URL was asked for, *failed* has also those that it ended without.
    """

    job: Job
    failed: AsyncIterator[Sequence[JobUrl]]
    forbidden: AsyncIterator[Sequence[JobUrl]]


class JobOperations:
    """Operations on existing jobs of any kind.

    *job_pages* is how many pages of one job may be under way at once.
    """

    def __init__(self, jobs: Jobs, admission: Admission, *, job_pages: int) -> None:
        self._jobs = jobs
        self._admission = admission
        self._job_pages = job_pages
        # Followers of a job share a look at it, so some of them see it a little later than others.
        self.looks = SharedCalls(seconds=1.0)

    async def read(
        self,
        caller: Principal,
        group: Group,
        job_id: str,
        kinds: frozenset[JobKind],
        *,
        after: int,
        limit: int,
        max_bytes: int,
    ) -> JobReading:
        """Return the job, and up to *limit* pages behind position *after* in *max_bytes*, at least one if there is."""
        status = await self._find_job(caller, group, job_id, kinds)
        pages = await self._jobs.pages(status.job.job_id, caller.team_id, after=after, limit=limit, max_bytes=max_bytes)
        return JobReading(status.job, status.warning, pages)

    async def all_pages(
        self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]
    ) -> tuple[Job, AsyncIterator[Sequence[JobPage]]]:
        """Return the job and all its pages in slices."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        return job, _slices(
            lambda after: self._jobs.pages(
                job.job_id, caller.team_id, after=after, limit=_PAGES, max_bytes=_SLICE_BYTES
            )
        )

    async def urls(
        self,
        caller: Principal,
        group: Group,
        job_id: str,
        kinds: frozenset[JobKind],
        *,
        after: int,
        limit: int,
        states: frozenset[UrlState] = frozenset(),
    ) -> tuple[Job, Sequence[JobUrl]]:
        """Return the job, and up to *limit* of the URLs it met in *states* (empty: all) behind position *after*."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        return job, await self._jobs.urls(job.job_id, caller.team_id, states=states, after=after, limit=limit)

    async def owner(self, job_id: str) -> str:
        """Return the team of a job. For the operator, who knows no team; raises NotFound."""
        team_id = await self._jobs.team_of(job_id.lower()) if is_id(job_id) else None
        if team_id is None:
            raise NotFound("Job not found")
        return team_id

    async def decisions(
        self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]
    ) -> tuple[Job, AsyncIterator[Sequence[Decision]]]:
        """Return the job, and why each URL that it met was fetched and how, or not, in slices."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        return job, self._list_decisions(job)

    async def diagnosis(self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]) -> Diagnosis:
        """Return the diagnosis of a job; every URL and page of it is read for that."""
        status = await self._find_job(caller, group, job_id, kinds)
        summary = DecisionSummary()
        async for decisions in self._list_decisions(status.job):
            summary.add(decisions)
        return summary.diagnosis(status.job, status.warning)

    async def problems(self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]) -> Problems:
        """Return the URLs that the job could not get."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        failed = self._missing(job) if job.kind is JobKind.BATCH else self._in(job, UrlState.FAILED)
        return Problems(job, failed, self._forbidden(job))

    async def visits(
        self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]
    ) -> tuple[Job, AsyncIterator[Sequence[JobUrl]]]:
        """Return the job and every URL that it met, in slices, each with what is known of the visits to it."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        return job, self._in(job)

    async def cancel(self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]) -> None:
        """End the job; raises AlreadyEnded when it ended otherwise."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        await self._jobs.cancel(job.job_id, caller.team_id)

    async def resume(self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]) -> int:
        """Let the job go on with hosts that it waits for; return how many there were."""
        job = (await self._find_job(caller, group, job_id, kinds)).job
        return await self._jobs.resume(job.job_id, caller.team_id)

    async def handed_out(self, job: Job) -> None:
        """Forget the results of *job* if it keeps nothing: its caller has all of them."""
        await self._jobs.forget_results(job)

    async def changed(self, job: Job, *, seconds: float) -> int:
        """Return the job's version when there is more to know of it than *job* tells, or after *seconds*."""
        return await self._jobs.changed(job.job_id, since=job.progress.version, seconds=seconds)

    async def running(self, caller: Principal, group: Group) -> Sequence[Job]:
        """Return the team's jobs of every kind that run now, youngest first."""
        admit(caller, AccessRequest(group))
        jobs = [job for kind in JobKind for job in await self._jobs.active(caller.team_id, kind)]
        return sorted(jobs, key=lambda job: job.created_at, reverse=True)

    async def load(self, caller: Principal, group: Group) -> TeamLoad:
        """Return the load of the caller's team: with all its jobs, and beside them with scrapes and maps.

        For a team without a limit of its own, running and waiting callers are those of this process.
        """
        admit(caller, AccessRequest(group))
        load, presence = await self._jobs.load(caller.team_id), self._admission.presence(caller.team_id)
        bound = caller.limits.team_concurrency
        return replace(
            load,
            in_flight=load.in_flight + (presence.under_way if bound is None else load.visiting),
            queued=load.queued + presence.waiting,
            at_once=self._job_pages if bound is None else bound,
        )

    async def _find_job(self, caller: Principal, group: Group, job_id: str, kinds: frozenset[JobKind]) -> JobStanding:
        status = await self._jobs.status(job_id.lower(), caller.team_id) if is_id(job_id) else None
        if status is None or status.job.kind not in kinds:
            admit(caller, AccessRequest(group))
            raise NotFound("Job not found")
        group = group if group is Group.LEGACY else JOB_GROUPS[status.job.kind]
        admit(caller, ask_to_read(caller, group, status.job))
        return status

    def _in(self, job: Job, *states: UrlState) -> AsyncIterator[Sequence[JobUrl]]:
        chosen_states = frozenset(states)
        return _slices(
            lambda after: self._jobs.urls(job.job_id, job.team_id, states=chosen_states, after=after, limit=_SLICE)
        )

    async def _list_decisions(self, job: Job) -> AsyncIterator[Sequence[Decision]]:
        visits: dict[str, Sequence[str | None]] = {}
        async for pages in _slices(
            lambda after: self._jobs.pages(job.job_id, job.team_id, after=after, limit=_PAGES, max_bytes=_SLICE_BYTES)
        ):
            for page in pages:
                metadata = page.document.metadata
                visits[page.scrape_id] = [metadata.get(name) for name in ("fetchedBy", "renderReason", "pageVerdict")]
        async for urls in self._in(job):
            yield [Decision(url, *visits.get(url.scrape_id or "", ())) for url in urls]

    async def _missing(self, job: Job) -> AsyncIterator[Sequence[JobUrl]]:
        async for urls in self._in(job, UrlState.FAILED, UrlState.REFUSED):
            yield [_public(url) for url in urls if url.code not in _TOLD_ELSEWHERE]

    async def _forbidden(self, job: Job) -> AsyncIterator[Sequence[JobUrl]]:
        async for refused in self._in(job, UrlState.REFUSED):
            yield [url for url in refused if url.code == Reason.ROBOTS]


def _public(url: JobUrl) -> JobUrl:
    return url if url.reason else replace(url, reason=_LEFT_OVER.get(url.code or ""))


async def _slices(read: Callable[[int], Awaitable[Sequence[_T]]]) -> AsyncIterator[Sequence[_T]]:
    """Yield the slices that *read* gives behind ever higher positions, until it gives nothing."""
    after = 0
    while items := await read(after):
        yield items
        after = items[-1].position
