"""Runs of research from start to answer.

Without a model the answer is made when it is asked for, from the stored pages of the run: making it changes nothing
and gives the same whenever it is done. With a model, its report is a note of the run that is written once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, Unpack

from gossamer.core.errors import CallerError, ThreadBusy, ThreadExpired, ThreadNotFound
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, JobKind, JobOrigin, JobPage, JobState, JobUrl, UrlState
from gossamer.core.prices import PriceTable
from gossamer.core.research import ResearchAnswer, ResearchSpec, Thread
from gossamer.features.crawl import Jobs
from gossamer.features.research import notes as steps
from gossamer.features.research.notes import Notes
from gossamer.features.research.page_log import PageLog
from gossamer.features.research.planning import ResearchPlan, plan_of, subject_of
from gossamer.features.research.reading import Reader
from gossamer.features.research.sources import seeds_of, step_names
from gossamer.ports.clock import Clock
from gossamer.store.threads import ThreadRun, ThreadStore

_REMEMBERED: Final = 32
_LISTED: Final = 20
_MOST_EARLIER: Final = 10
_TOO_LITTLE: Final = "`maxCredits` must be at least {price}: that is what a page of this request costs."
_STOPPED: Final = "The budget of {limit} pages was used up; the answer rests on what was read until then."
_CAPPED: Final = "`maxCredits` was reached: the answer rests on what was read until then."


@dataclass(frozen=True, slots=True)
class RunStatus:
    """A run as it stands.

    *answer* is there once it has ended with pages, whatever ended it. *stop* says why it ended early: "credit_limit",
    "page_limit", "time_limit" or "cancelled"; None for a run that ended by itself, or has not.
    """

    job: Job
    spec: ResearchSpec
    plan: ResearchPlan
    answer: ResearchAnswer | None = None
    warning: str | None = None
    error: str | None = None
    stop: str | None = None


@dataclass(frozen=True, slots=True)
class RunHistory:
    """What a run did: the notes of its *steps* by name, and each URL that it met."""

    steps: tuple[tuple[str, Any], ...]
    urls: tuple[JobUrl, ...]
    pages: tuple[JobPage, ...]


class Research:
    """Runs of a team; *writes* is whether a model plans and writes."""

    def __init__(
        self,
        *,
        jobs: Jobs,
        threads: ThreadStore,
        notes: Notes,
        log: PageLog,
        reader: Reader,
        clock: Clock,
        prices: PriceTable,
        writes: bool,
    ) -> None:
        self._jobs = jobs
        self._threads = threads
        self._notes = notes
        self._log = log
        self._reader = reader
        self._clock = clock
        self._prices = prices
        self._writes = writes
        self._answers: OrderedDict[tuple[str, int], ResearchAnswer] = OrderedDict()

    async def start(
        self,
        spec: ResearchSpec,
        *,
        use_model: bool = True,
        **origin: Unpack[JobOrigin],
    ) -> tuple[str, Thread | None]:
        """Start a run and return its id and its place in a thread; it is durable when this returns.

        Raises CallerError when `maxCredits` does not pay a page, ThreadNotFound, ThreadBusy and ThreadExpired,
        AlreadyUsed, ForbiddenReceiver and QueueFull.
        """
        spec = self._affordable(spec)
        planned = self._writes and use_model
        team_id = origin["team_id"]
        if spec.thread is not None:
            spec = await self._continue_thread(spec, spec.thread, team_id)
        job = self._jobs.new(spec, **origin)
        thread = spec.thread
        if thread is not None:
            run = ThreadRun(job.job_id, team_id, thread.thread_id, thread.turn, job.created_at)
            if not await self._threads.add(run):
                raise ThreadBusy(await self._last_run(thread.thread_id, team_id))
        try:
            await self._jobs.start(job, seeds_of(spec, planned=planned), origin.get("idempotency_key"))
        except BaseException:
            if thread is not None:
                await asyncio.shield(self._threads.remove(job.job_id))
            raise
        return job.job_id, thread

    async def status(self, job_id: str, team_id: str, kind: JobKind) -> RunStatus | None:
        """Return the status of a run; None when it is unknown, foreign, expired, or of another kind."""
        status = await self._jobs.status(job_id, team_id)
        if status is None or status.job.kind is not kind or not isinstance(status.job.spec, ResearchSpec):
            return None
        job, spec = status.job, status.job.spec
        plan = await self._plan(job, spec)
        if not job.state.final:
            return RunStatus(job, spec, plan, warning=status.warning)
        if job.keeps_nothing:
            # Another process may have handed them out.
            self._log.forget(job.job_id)
        answer = await self.answer(job, spec, plan)
        stop = await self._stop(job, spec)
        sentences = [status.warning, *answer.warnings, _reason(stop, spec)]
        warning = " ".join(dict.fromkeys(sentence for sentence in sentences if sentence)) or None
        error = None if job.state is JobState.COMPLETED else job.error or f"The run was {job.state.value}."
        return RunStatus(job, spec, plan, answer, warning, error, stop)

    async def answer(self, job: Job, spec: ResearchSpec, plan: ResearchPlan | None = None) -> ResearchAnswer:
        """Return the answer of the pages that are done."""
        # These modules are loaded with the first question.
        from gossamer.features.research.answers import answer_of  # noqa: PLC0415
        from gossamer.features.research.written import with_model  # noqa: PLC0415

        stored = await self._read_stored_pages(job, spec)
        key = (job.job_id, job.progress.version)
        if key not in self._answers:
            plan = plan or await self._plan(job, spec)
            urls = await self._log.urls(job.job_id, job.team_id, UrlState.DONE)
            research_answer = await asyncio.to_thread(answer_of, spec, plan, stored, urls, self._reader)
            note = await self._notes.read(job.job_id, steps.REPORT)
            if note is not None:
                research_answer = with_model(research_answer, note, spec)
            if job.keeps_nothing:
                return research_answer
            self._answers[key] = research_answer
            if len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
        return self._answers[key]

    async def forget_results(self, job: Job) -> None:
        """Forget what a run found if it keeps nothing and has ended."""
        await self._jobs.forget_results(job)

    async def cancel(self, job_id: str, team_id: str) -> None:
        """End a run now. Raises NotFound and AlreadyEnded."""
        await self._jobs.cancel(job_id, team_id)

    async def history(self, job: Job, spec: ResearchSpec) -> RunHistory:
        """Return the history of a run so far; empty for a run that keeps nothing."""
        if job.keeps_nothing:
            return RunHistory((), (), ())
        plan = await self._plan(job, spec)
        named = [steps.PLAN, *step_names(spec, plan), steps.REPORT]
        noted = [(name, note) for name in named if (note := await self._notes.read(job.job_id, name)) is not None]
        urls = await self._log.urls(job.job_id, job.team_id)
        pages = await self._log.pages(job.job_id, job.team_id)
        return RunHistory(tuple(noted), tuple(urls), tuple(pages))

    async def runs(self, team_id: str, *, before: Any = None) -> tuple[Sequence[tuple[Job, ResearchSpec]], Any]:
        """Return up to 20 runs of the team from before then, the youngest first, and where further ones begin.

        The second is None when there are none.
        """
        runs = await self._threads.runs(team_id, before=before or self._clock.now() + timedelta(days=1), limit=_LISTED)
        statuses = [await self._jobs.status(run.job_id, team_id) for run in runs]
        research_runs = [
            (status.job, status.job.spec)
            for status in statuses
            if status is not None and isinstance(status.job.spec, ResearchSpec)
        ]
        return research_runs, runs[-1].created_at if len(runs) == _LISTED and research_runs else None

    async def thread(self, thread_id: str, team_id: str) -> Sequence[RunStatus]:
        """Return the runs of a thread, the first turn first. Raises ThreadNotFound and ThreadExpired."""
        thread_runs = await self._threads.thread(thread_id, team_id)
        if not thread_runs:
            raise ThreadNotFound("Thread not found")
        statuses = [await self.status(run.job_id, team_id, JobKind.AGENT) for run in thread_runs]
        answers = [
            replace(run_status, answer=None) if run_status.job.keeps_nothing else run_status
            for run_status in statuses
            if run_status is not None
        ]
        if not answers:
            raise ThreadExpired(_explain_expiry())
        return answers

    def _affordable(self, spec: ResearchSpec) -> ResearchSpec:
        """Return *spec* with no more pages than its credits pay."""
        price, most = self._prices.page_of(spec), spec.budget.credits
        if most is None or price == 0:
            return spec
        if most < price:
            raise CallerError(_TOO_LITTLE.format(price=price))
        pages = min(spec.budget.pages, most // price)
        return replace(spec, budget=replace(spec.budget, pages=pages))

    async def _continue_thread(self, spec: ResearchSpec, thread: Thread, team_id: str) -> ResearchSpec:
        """Return *spec* as the next turn of *thread*, in its mode; as the first of a new one where it has no id."""
        if not thread.thread_id:
            return replace(spec, thread=replace(thread, thread_id=new_id(), turn=1))
        thread_runs = await self._threads.thread(thread.thread_id, team_id)
        if not thread_runs:
            raise ThreadNotFound("Thread not found")
        last = await self._jobs.status(thread_runs[-1].job_id, team_id)
        if last is None:
            raise ThreadExpired(_explain_expiry())
        if not last.job.state.final:
            raise ThreadBusy(last.job.job_id)
        previous, subject, mode = last.job.spec, "", spec.mode
        if isinstance(previous, ResearchSpec):
            subject = subject_of(previous.prompt) or (previous.thread.subject if previous.thread else "")
            mode = mode or (None if spec.schema is not None else previous.mode)
        earlier = tuple(run.job_id for run in thread_runs[-_MOST_EARLIER:])
        return replace(spec, thread=Thread(thread.thread_id, thread_runs[-1].turn + 1, earlier, subject), mode=mode)

    async def _last_run(self, thread_id: str, team_id: str) -> str:
        thread_runs = await self._threads.thread(thread_id, team_id)
        return thread_runs[-1].job_id if thread_runs else ""

    async def _plan(self, job: Job, spec: ResearchSpec) -> ResearchPlan:
        note = await self._notes.read(job.job_id, steps.PLAN) if self._writes else None
        return plan_of(spec) if note is None else ResearchPlan(tuple(note["facets"]), tuple(note["queries"]))

    async def _read_stored_pages(self, job: Job, spec: ResearchSpec) -> Sequence[JobPage]:
        """Return the pages of the run and of the earlier turns of its thread, each address once."""
        earlier = spec.thread.earlier if spec.thread is not None else ()
        run_pages = await self._log.pages(job.job_id, job.team_id)
        before = [page for job_id in earlier for page in await self._log.pages(job_id, job.team_id)]
        addresses = {page.document.metadata.get("url") for page in run_pages}
        return [*run_pages, *(page for page in before if page.document.metadata.get("url") not in addresses)]

    async def _stop(self, job: Job, spec: ResearchSpec) -> str | None:
        if job.state is JobState.CANCELLED:
            return "cancelled"
        if job.progress.done >= spec.limit and job.progress.queued:
            return "credit_limit" if self._is_capped(spec) else "page_limit"
        refused = await self._log.urls(job.job_id, job.team_id, UrlState.REFUSED)
        codes = {url.code for url in refused}
        if "INSUFFICIENT_CREDITS" in codes:
            return "credit_limit"
        if "LIMIT_REACHED" in codes:
            return "credit_limit" if self._is_capped(spec) else "page_limit"
        return "time_limit" if "TIME_LIMIT" in codes else None

    def _is_capped(self, spec: ResearchSpec) -> bool:
        most, price = spec.budget.credits, self._prices.page_of(spec)
        return most is not None and price > 0 and most // price <= spec.limit


def _reason(stop: str | None, spec: ResearchSpec) -> str | None:
    if stop == "credit_limit":
        return _CAPPED
    return _STOPPED.format(limit=spec.limit) if stop == "page_limit" else None


def _explain_expiry() -> str:
    return "The runs of this thread are not kept any more: results are kept for 24 hours. Start a new thread."
