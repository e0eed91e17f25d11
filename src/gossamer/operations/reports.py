"""Looking back at work that was asked for: for people who are signed in, as part of their account."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import NotFound
from gossamer.core.ids import is_id
from gossamer.core.jobs import Job
from gossamer.core.reports import Pace, ReasonCount, RequestOutcome, ScrapeReport
from gossamer.operations.gate import admit
from gossamer.ports.clock import Clock
from gossamer.store.reports import ReportStore


class Reports:
    """Reports on a team's scrapes, maps and jobs."""

    def __init__(self, store: ReportStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def scrape(self, caller: Principal, scrape_id: str) -> ScrapeReport:
        """Return the report on a scrape or map; NotFound when it is unknown, foreign or expired."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        now = self._clock.now()
        report = await self._store.scrape(scrape_id.lower(), caller.team_id, now=now) if is_id(scrape_id) else None
        if report is None:
            raise NotFound("Job not found")
        return report

    async def outcomes(self, caller: Principal, ids: Sequence[str]) -> Mapping[str, RequestOutcome]:
        """Return by id how these scrapes, maps and jobs stand; those that are unknown are left out."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._store.outcomes(ids, caller.team_id, now=self._clock.now()) if ids else {}

    async def pace(self, caller: Principal, job: Job, *, step: timedelta) -> Sequence[Pace]:
        """Return the number of pages of *job* that ended in each interval of *step* from its start."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._store.pace(job.job_id, caller.team_id, step=step)

    async def reasons(self, caller: Principal, job: Job) -> Sequence[ReasonCount]:
        """Return how many URLs of *job* failed or were refused for each reason, the most frequent first."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._store.reasons(job.job_id, caller.team_id)
