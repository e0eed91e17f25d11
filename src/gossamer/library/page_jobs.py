"""Crawls and batches of one caller: their pages in order of completion, and what could not be had."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import suppress
from typing import Final

import structlog

from gossamer.bootstrap.local_caller import SELF
from gossamer.core.access import Group
from gossamer.core.canonical import fetchable
from gossamer.core.crawls import BatchSpec, CrawlSpec, Reason
from gossamer.core.documents import Document
from gossamer.core.errors import CallerError, InvalidTarget, ServiceError
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.library.pages import JobReport, NoPage
from gossamer.library.requests import document_in_python, in_python
from gossamer.library.results import FailedPage
from gossamer.operations.jobs import JobOperations
from gossamer.wire.batches import InvalidUrl
from gossamer.wire.jobs import error_json
from gossamer.wire.shapes import typed_url

_log = structlog.get_logger(__name__)
_SLICE: Final = 100
_SLICE_BYTES: Final = 16 * 1024 * 1024
_ROUND_SECONDS: Final = 5.0
_NOTHING: Final = "The crawl found no page."

# Addresses as they were given, by address as it is fetched; several may be fetched as one.
Written = Mapping[str, list[str]]


class PageJob:
    """A crawl or batch that has started, and its *report*."""

    def __init__(self, jobs: JobOperations, report: JobReport, group: Group, kind: JobKind) -> None:
        self._jobs = jobs
        self._report = report
        self._job_id = report.job_id or ""
        self._group = group
        self._kinds = frozenset({kind})

    async def pages(self) -> AsyncGenerator[Document, None]:
        """Yield the pages until the job has ended; cancel it when the caller leaves early."""
        position = 0
        final = False
        try:
            while True:
                reading = await self._jobs.read(
                    SELF, self._group, self._job_id, self._kinds, after=position, limit=_SLICE, max_bytes=_SLICE_BYTES
                )
                self._report.status = reading.job.state.value
                for page in reading.pages:
                    position = page.position
                    yield document_in_python(page.document)
                final = reading.job.state.final
                if final and not reading.pages:
                    self._report.warning = reading.warning and in_python(reading.warning)
                    return
                if not reading.pages:
                    await self._jobs.changed(reading.job, seconds=_ROUND_SECONDS)
        finally:
            if not final:
                self._report.status = JobState.CANCELLED.value
                with suppress(ServiceError):
                    await self._jobs.cancel(SELF, self._group, self._job_id, self._kinds)

    async def settle(self, written: Written) -> Job:
        """Report what the job, which has ended, could not get, and return it. Its results are handed out with this."""
        problems = await self._jobs.problems(SELF, self._group, self._job_id, self._kinds)
        async for urls in problems.failed:
            self._report.errors += [_report_failure(error_json(self._job_id, url), written) for url in urls]
        async for urls in problems.forbidden:
            self._report.robots_blocked += [url.url for url in urls]
        await self._jobs.handed_out(problems.job)
        return problems.job


def keep_written_addresses(spec: CrawlSpec | BatchSpec) -> Written:
    """Return the addresses of *spec* as the caller wrote them."""
    if isinstance(spec, CrawlSpec):
        return {fetchable(spec.url): [spec.scrape.written_url]}
    by_address: dict[str, list[str]] = {}
    for url, text in zip(spec.urls, spec.written, strict=True):
        by_address.setdefault(fetchable(url), []).append(text)
    return by_address


def unreadable(urls: Iterable[str]) -> list[FailedPage]:
    """Return the failures of those *urls* that are no addresses."""
    return [_report_refusal(str(url)) for url in urls if isinstance(url, InvalidUrl)]


def forbidden_by_robots(urls: Iterable[str]) -> list[FailedPage]:
    """Return *urls* of a batch as failures: each of them was asked for."""
    return [FailedPage.of(url, url=url, code=Reason.ROBOTS, error="robots.txt disallows this page.") for url in urls]


def check_crawl(job: Job, report: JobReport, *, any_page: bool) -> None:
    """Raise ServiceError when *job*, a crawl, failed, and NoPage when it had no page; log what it lacks otherwise."""
    if job.state is not JobState.COMPLETED:
        raise ServiceError(job.error or f"The crawl was {job.state.value}.")
    if not any_page:
        first = next(iter(report.errors), None)
        if first is not None:
            raise NoPage(first.error, first.code)
        reason = {"code": Reason.ROBOTS.value} if report.robots_blocked else {}
        raise NoPage(report.warning or _NOTHING, **reason)
    if report.errors or report.warning:
        # The caller sees this without a look at the iterator.
        _log.warning("crawl_incomplete", job_id=job.job_id, failed=len(report.errors), reason=report.warning)


def _report_refusal(entry: str) -> FailedPage:
    reason = "Invalid URL."
    try:
        typed_url(entry)
    except CallerError as error:
        reason = error.message
    return FailedPage.of(entry, url=entry, code=InvalidTarget.code, error=reason)


def _report_failure(problem: Mapping[str, str], written: Written) -> FailedPage:
    """Return *problem* with the address as it was given, which does not show a password (as in documents)."""
    texts = written.get(problem["url"], [])
    text = "" if not texts else texts.pop(0) if len(texts) > 1 else texts[0]
    reason = in_python(problem["error"])
    return FailedPage.of(
        text or problem["url"], url=problem["url"], code=problem.get("code", ServiceError.code), error=reason
    )
