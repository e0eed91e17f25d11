"""Extractions from start to answer.

The answer is made when it is asked for, from the stored results of the pages: making it changes nothing, asks no
model, and gives the same whenever and wherever it is done. So the last ones are remembered: who waits for an extraction
asks again and again.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Unpack

from gossamer.core.crawls import Reason
from gossamer.core.errors import NotAvailable
from gossamer.core.extractions import ExtractSpec, Merged, PageValue
from gossamer.core.jobs import Job, JobKind, JobOrigin, JobPage, JobState, JobUrl, UrlState
from gossamer.core.urls import without_credentials
from gossamer.features.crawl import Jobs
from gossamer.features.evidence.unsupported import empty_unsupported
from gossamer.features.extract.merging import merge
from gossamer.features.extract.stored import page_values

_PAGES: Final = 100
_SLICE_BYTES: Final = 4 * 1024 * 1024
_URLS: Final = 1000
_MOST_FOUND: Final = 10_000
# So many times as many pages of a search are read when the first ones leave something open.
_WIDER: Final = 4
_UNPAID: Final = "{count} of {all} URLs were not read because the credits ran out."
_LEFT_OVER: Final = (
    "At least {count} more pages that fit were found and not read: raise `limit` ({limit}) to read them."
)
_NO_WEB: Final = (
    "No search provider is configured, so the web cannot be searched. Give `urls`, or ask the operator for one."
)
# Of stored pages; the answers made of them are about as large, several times as much in memory.
_MOST_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answered:
    """The results of an extraction's pages; *size* is their size in the store, in bytes."""

    answer: Merged
    tokens: int
    model_failure: str | None
    size: int


class Answers:
    """The answers that were asked for last, as many as fit into *most_bytes*."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Hashable, Answered] = OrderedDict()
        self._size = 0

    def of(self, job: Job) -> Answered | None:
        """Return the answer of *job*, None when it is not remembered."""
        answered = self._kept.get(_key(job))
        if answered is not None:
            self._kept.move_to_end(_key(job))
        return answered

    def keep(self, job: Job, answered: Answered) -> None:
        """Remember what *job*, which has ended, came to; not where nothing may be kept."""
        if job.spec.zero_data_retention or job.spec.scrape.zero_data_retention or self.of(job) is not None:
            return
        self._kept[_key(job)] = answered
        self._size += answered.size
        while self._size > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.size


def _key(job: Job) -> Hashable:
    """Return a key that changes whenever the pages of *job* do."""
    return job.job_id, job.finished_at, job.progress.done, job.progress.credits_used


@dataclass(frozen=True, slots=True)
class ExtractStatus:
    """An extraction as it stands; *answer* once it is completed. *tokens* are known when it has ended.

    *unfilled* is the shape of its schema without data, when it has ended without an answer.
    """

    job: Job
    spec: ExtractSpec
    answer: Merged | None = None
    unfilled: Any = None
    tokens: int | None = None
    warning: str | None = None
    error: str | None = None


class Extracts:
    """Extractions of a team.

    *web* says whether the web can be searched for pages; *found* is how many pages sites and that search lead to
    where the caller does not say. Of the search alone it is *searched* first, and a few times as many when those leave
    something open.
    """

    def __init__(self, jobs: Jobs, *, web: bool, found: int, searched: int) -> None:
        self._jobs = jobs
        self._web = web
        self._found = found
        self._searched = searched
        self._answers = Answers()

    async def start(
        self,
        spec: ExtractSpec,
        *,
        page_price: int | None = None,
        **origin: Unpack[JobOrigin],
    ) -> str:
        """Start an extraction and return its id; it is durable when this returns.

        *page_price* is as in `Jobs.start_extract`. Raises NotAvailable when the web alone is to be searched and
        cannot be, AlreadyUsed and QueueFull.
        """
        if spec.web_search and not self._web:
            if not (spec.urls or spec.sites):
                raise NotAvailable(_NO_WEB)
            spec = replace(spec, web_search=False, notices=(*spec.notices, _NO_WEB))
        spec = self._limit_pages(spec)
        return await self._jobs.start_extract(spec, page_price=page_price, **origin)

    async def status(self, job_id: str, team_id: str) -> ExtractStatus | None:
        """Return the status of an extraction; None when it is unknown, foreign, expired, or a job of another kind."""
        status = await self._jobs.status(job_id, team_id)
        if status is None or not isinstance(status.job.spec, ExtractSpec):
            return None
        job, spec = status.job, status.job.spec
        failed = await self._first_failure(job)
        warnings = [
            status.warning,
            await self._unread(job, spec, status.warning),
            failed if job.state is JobState.COMPLETED else None,
        ]
        if not job.state.final:
            return ExtractStatus(job, spec, warning=_join_sentences(warnings))
        if job.state is not JobState.COMPLETED:
            tokens = sum(page.tokens for page in await self._values(job, await self._pages(job)))
            why = failed or status.warning
            return ExtractStatus(
                job,
                spec,
                unfilled=_make_empty_shape(spec),
                tokens=tokens,
                warning=_join_sentences(warnings),
                error=_error(job, why),
            )
        answered = self._answers.of(job) or await self._build_answer(job, spec)
        warning = _join_sentences([*warnings, answered.model_failure, *answered.answer.notices])
        return ExtractStatus(job, spec, answered.answer, tokens=answered.tokens, warning=warning)

    async def forget_results(self, job: Job) -> None:
        """Forget what an extraction found if it keeps nothing and has ended."""
        await self._jobs.forget_results(job)

    async def so_far(self, job_id: str, team_id: str) -> Merged | None:
        """Return the joint answer of the pages that were read; None while some are under way, or without the job."""
        status = await self._jobs.status(job_id, team_id)
        if status is None or not isinstance(status.job.spec, ExtractSpec):
            return None
        if status.job.progress.queued or status.job.progress.in_flight:
            return None
        return await answer_of(status.job.spec, await self._values(status.job, await self._pages(status.job)))

    async def result(self, job: Job) -> ExtractStatus | None:
        """Return the result of *job*; None when it is no extraction that is completed."""
        if job.kind is not JobKind.EXTRACT or job.state is not JobState.COMPLETED:
            return None
        return await self.status(job.job_id, job.team_id)

    def _limit_pages(self, spec: ExtractSpec) -> ExtractSpec:
        """Return *spec* with the number of pages that are looked for."""
        if spec.found or not spec.web_search:
            return replace(spec, found=min(spec.found or self._found, _MOST_FOUND))
        bound = self._found if spec.sites else min(self._found, _WIDER * self._searched)
        return replace(spec, found=bound, first=self._searched if self._searched < bound else 0)

    async def _build_answer(self, job: Job, spec: ExtractSpec) -> Answered:
        pages = await self._pages(job)
        values = await self._values(job, pages)
        answered = Answered(
            answer=await answer_of(spec, values),
            tokens=sum(page.tokens for page in values),
            model_failure=_model_failures(values),
            size=sum(page.size for page in pages),
        )
        self._answers.keep(job, answered)
        return answered

    async def _values(self, job: Job, pages: Sequence[JobPage]) -> list[PageValue]:
        return await asyncio.to_thread(page_values, pages, await self._urls(job, UrlState.DONE))

    async def _pages(self, job: Job) -> Sequence[JobPage]:
        pages: list[JobPage] = []
        while job_pages := await self._jobs.pages(
            job.job_id, job.team_id, after=pages[-1].position if pages else 0, limit=_PAGES, max_bytes=_SLICE_BYTES
        ):
            pages += job_pages
        return pages

    async def _urls(self, job: Job, state: UrlState) -> Sequence[JobUrl]:
        urls: list[JobUrl] = []
        while job_urls := await self._jobs.urls(
            job.job_id,
            job.team_id,
            states=frozenset({state}),
            after=urls[-1].position if urls else 0,
            limit=_URLS,
        ):
            urls += job_urls
        return urls

    async def _unread(self, job: Job, spec: ExtractSpec, warning: str | None) -> str | None:
        """Return a warning about URLs that were left as credits ran out or sites have more pages than the limit."""
        # A search for pages refuses many; they are counted only where the job or the specification says so.
        unpaid = Reason.CREDITS in (warning or "")
        if not job.state.final or not (unpaid or spec.sites):
            return None
        refused_counts = Counter(url.code for url in await self._urls(job, UrlState.REFUSED))
        read = job.progress.done + job.progress.failed
        return _join_sentences(
            [
                _UNPAID.format(count=refused_counts[Reason.CREDITS], all=refused_counts[Reason.CREDITS] + read)
                if refused_counts[Reason.CREDITS]
                else None,
                _LEFT_OVER.format(count=refused_counts[Reason.LIMIT], limit=spec.found)
                if refused_counts[Reason.LIMIT]
                else None,
            ]
        )

    async def _first_failure(self, job: Job) -> str | None:
        """Return a warning about pages that could not be had, with the reason of the first; None when all could."""
        if not job.progress.failed or not job.state.final:
            return None
        states = frozenset({UrlState.FAILED})
        first = await self._jobs.urls(job.job_id, job.team_id, states=states, after=0, limit=1)
        count, pages = job.progress.failed, job.progress.failed + job.progress.done
        warnings = f"{count} of {pages} pages could not be read."
        return (
            f"{warnings} {without_credentials(first[0].url)}: {first[0].reason}"
            if first and first[0].reason
            else warnings
        )


async def answer_of(spec: ExtractSpec, pages: Sequence[PageValue]) -> Merged:
    """Return the joint answer of *pages*. Many of them take time, in which other requests must go on."""
    return await asyncio.to_thread(_accept_pages, spec, pages)


def _accept_pages(spec: ExtractSpec, pages: Sequence[PageValue]) -> Merged:
    merged = merge(pages, shaped=spec.wanted.schema is not None, prompt=spec.wanted.prompt)
    value, evidence = empty_unsupported(merged.value, merged.evidence, spec.acceptance)
    # Without pages it is not that nothing was found: what was found has been handed out, and is not kept.
    return replace(merged, value=_make_empty_shape(spec) if value is None and pages else value, evidence=evidence)


def _make_empty_shape(spec: ExtractSpec) -> Any:
    """Return the shape that the caller asked for, without data; None when no shape was asked for."""
    if spec.wanted.schema is None:
        return None
    # Only extractions with a schema need it.
    from gossamer.content.extraction.shape import shape_of, unfilled  # noqa: PLC0415

    return unfilled(shape_of(spec.wanted.schema))


def _model_failures(pages: Sequence[PageValue]) -> str | None:
    """Return on how many pages the model failed, and why on the first of them; None when it did on none."""
    failures = [page.model_failure for page in pages if page.model_failure]
    if not failures:
        return None
    warnings = f"The model failed on {len(failures)} of {len(pages)} pages; the rest was read without it."
    return f"{warnings} {failures[0]}"


def _error(job: Job, failure: str | None) -> str:
    warnings = job.error or f"The extraction was {job.state.value}."
    return f"{warnings} {failure}" if failure else warnings


def _join_sentences(sentences: Sequence[str | None]) -> str | None:
    return " ".join(dict.fromkeys(sentence for sentence in sentences if sentence)) or None
