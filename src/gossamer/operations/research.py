"""Agents, deep research and llms.txt: admitted by their own groups, paid by the page."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import AlreadyEnded, NotFound
from gossamer.core.ids import is_id
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.core.research import LlmsTxtSpec, ResearchKind, ResearchSource, ResearchSpec, RunActivity, Thread
from gossamer.features.llmstxt import LlmsTxtFiles, LlmsTxtStatus
from gossamer.features.research import Research, RunHistory, RunStatus, deep_progress
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import (
    admit,
    ask_of_llmstxt,
    ask_of_research,
    check_research,
    check_url_count,
    may_ask_model,
)
from gossamer.operations.jobs import JobArrival
from gossamer.operations.threats import ThreatWatch

_KINDS: Final = {ResearchKind.AGENT: JobKind.AGENT, ResearchKind.DEEP_RESEARCH: JobKind.DEEP_RESEARCH}
_NO_AGENT: Final = "Agent job not found"
_NO_RESEARCH: Final = "Deep research job not found"
_NO_LLMSTXT: Final = "llmsTxt generation job not found"


class ResearchOperations:
    """Operations on runs of research; *most_urls* may be named by one."""

    def __init__(
        self, research: Research, llmstxt: LlmsTxtFiles, spending: Spending, threats: ThreatWatch, *, most_urls: int
    ) -> None:
        self._research = research
        self._llmstxt = llmstxt
        self._spending = spending
        self._threats = threats
        self._most_urls = most_urls

    async def start(
        self, caller: Principal, group: Group, spec: ResearchSpec, arrival: JobArrival
    ) -> tuple[str, Thread | None]:
        """Record the run and set it going; return its id and its place in its thread.

        Raises OutOfCredits, ThreadNotFound, ThreadBusy, ThreadExpired, AlreadyUsed and QueueFull.
        """
        ask = ask_of_research(group, spec)
        admit(caller, ask)
        check_research(caller, spec)
        check_url_count(len(spec.urls), self._most_urls)
        watch = await self._threats.of(caller, spec.scrape.threat_protection)
        watch.check(*spec.urls)
        prices = self._spending.prices
        least = prices.agent if spec.kind is ResearchKind.AGENT else prices.page_of(spec)
        await self._spending.check_price(caller, min(least, spec.budget.credits or least))
        return await self._research.start(
            replace(spec, notices=(*spec.notices, *watch.warnings)),
            **arrival.origin(caller),
            use_model=may_ask_model(caller, ask),
        )

    async def read(self, caller: Principal, group: Group, kind: ResearchKind, job_id: str) -> RunStatus:
        """Return the status of a run of the caller's team; NotFound when there is none."""
        admit(caller, AccessRequest(group))
        status = await self._research.status(job_id.lower(), caller.team_id, _KINDS[kind]) if is_id(job_id) else None
        if status is None:
            raise NotFound(_NO_AGENT if kind is ResearchKind.AGENT else _NO_RESEARCH)
        return status

    async def handed_out(self, status: RunStatus) -> None:
        """Forget the results of a run that keeps nothing: its caller has them."""
        await self._research.forget_results(status.job)

    async def history(self, caller: Principal, group: Group, kind: ResearchKind, job_id: str) -> RunHistory:
        """Return the history of a run so far; NotFound when there is none."""
        status = await self.read(caller, group, kind, job_id)
        return await self._research.history(status.job, status.spec)

    async def progress(
        self, caller: Principal, group: Group, job_id: str
    ) -> tuple[RunStatus, Sequence[RunActivity], Sequence[ResearchSource]]:
        """Return the status of deep research, its activities and its sources, the oldest first."""
        status = await self.read(caller, group, ResearchKind.DEEP_RESEARCH, job_id)
        history = await self._research.history(status.job, status.spec)
        return status, *deep_progress(status, history)

    async def cancel(self, caller: Principal, group: Group, job_id: str) -> None:
        """End an agent's run; raises NotFound and AlreadyEnded, also for one that was cancelled before."""
        status = await self.read(caller, group, ResearchKind.AGENT, job_id)
        if status.job.state is JobState.CANCELLED:
            raise AlreadyEnded("Agent is already cancelled")
        if status.job.state.final:
            raise AlreadyEnded("Agent already finished")
        await self._research.cancel(status.job.job_id, caller.team_id)

    async def runs(
        self, caller: Principal, group: Group, before: datetime | None
    ) -> tuple[Sequence[tuple[Job, ResearchSpec]], datetime | None]:
        """Return up to 20 of the team's agent runs, the youngest first, and where further ones begin."""
        admit(caller, AccessRequest(group))
        return await self._research.runs(caller.team_id, before=before)

    async def thread(self, caller: Principal, group: Group, thread_id: str) -> Sequence[RunStatus]:
        """Return the runs of a thread, the first turn first. Raises ThreadNotFound and ThreadExpired."""
        admit(caller, AccessRequest(group))
        return await self._research.thread(thread_id.lower(), caller.team_id)

    async def start_llmstxt(self, caller: Principal, group: Group, spec: LlmsTxtSpec, arrival: JobArrival) -> str:
        """Begin to make an llms.txt; return the id. Raises OutOfCredits, AlreadyUsed and QueueFull."""
        admit(caller, ask_of_llmstxt(group, spec))
        watch = await self._threats.of(caller, None)
        watch.check(spec.url)
        await self._spending.check_price(caller, self._spending.prices.page_of(spec))
        spec = replace(spec, notices=(*spec.notices, *watch.warnings))
        return await self._llmstxt.start(spec, **arrival.origin(caller))

    async def read_llmstxt(self, caller: Principal, group: Group, job_id: str) -> LlmsTxtStatus:
        """Return the status of making an llms.txt; NotFound when there is none."""
        admit(caller, AccessRequest(group))
        status = await self._llmstxt.status(job_id.lower(), caller.team_id) if is_id(job_id) else None
        if status is None:
            raise NotFound(_NO_LLMSTXT)
        return status
