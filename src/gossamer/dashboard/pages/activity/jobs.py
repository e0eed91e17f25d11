"""A job as people follow it: counts, how far it is, what happened when, and what became of its URLs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, assert_never

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import Job, JobKind, JobState, JobUrl, UrlState
from gossamer.core.reports import Pace
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.urls import without_credentials
from gossamer.dashboard.charts import Column, ColumnPart, Drawing, drawing
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.activity.activity_list import STATES
from gossamer.dashboard.pages.activity.exports import KINDS
from gossamer.dashboard.pages.activity.reasons import refusal

_INTERVALS: Final = 30
_STEPS: Final = tuple(timedelta(seconds=s) for s in (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200))
_HOUR = 3600
_MINUTE = 60

_KINDS: Final = {
    JobKind.CRAWL: "Crawl",
    JobKind.BATCH: "Batch scrape",
    JobKind.EXTRACT: "Extract",
    JobKind.AGENT: "Agent",
    JobKind.DEEP_RESEARCH: "Deep research",
    JobKind.LLMSTXT: "llms.txt",
}
# Nothing is wrong with most of them: the limit was reached, or they are elsewhere.
_LEFT_OUT: Final = "Left out"
_URL_STATES: Final[Mapping[UrlState, str]] = {
    UrlState.QUEUED: "Waiting",
    UrlState.RUNNING: "Under way",
    UrlState.DONE: "Done",
    UrlState.FAILED: "Failed",
    UrlState.REFUSED: _LEFT_OUT,
}
FILTERS: Final[Mapping[str, tuple[str, frozenset[UrlState]]]] = {
    "": ("All", frozenset()),
    "done": ("Done", frozenset({UrlState.DONE})),
    "failed": ("Failed", frozenset({UrlState.FAILED})),
    "refused": (_LEFT_OUT, frozenset({UrlState.REFUSED})),
    "waiting": ("Waiting", frozenset({UrlState.QUEUED, UrlState.RUNNING})),
}


@dataclass(frozen=True, slots=True)
class JobView:
    """A job; *share* is how much of what is known is done, 0 to 100."""

    job_id: str
    kind: str
    target: str
    state: str
    state_label: str
    is_final: bool
    done: int
    failed: int
    refused: int
    waiting: int
    in_flight: int
    known: int
    share: int
    credits: int
    started: datetime
    finished: datetime | None
    took: str
    error: str
    has_pages: bool


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: *tone* is "good", "bad" or "plain"."""

    at: datetime
    title: str
    detail: str = ""
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class UrlLine:
    """A URL that the job met."""

    position: int
    address: ShownLink
    state: str
    label: str
    depth: int
    code: str
    reason: str
    scrape_id: str
    at: datetime | None


def job_view(job: Job, *, now: datetime) -> JobView:
    """Return *job* as it is shown at *now*."""
    progress = job.progress
    total = max(progress.known, progress.done)
    return JobView(
        job_id=job.job_id,
        kind=_KINDS[job.kind],
        target=target_of(job),
        state=job.state.value,
        state_label=STATES[job.state.value],
        is_final=job.state.final,
        done=progress.done,
        failed=progress.failed,
        refused=progress.refused,
        waiting=0 if job.state.final else total - progress.done - progress.in_flight,
        in_flight=0 if job.state.final else progress.in_flight,
        known=total,
        share=100 * progress.done // total if total else 0,
        credits=progress.credits_used,
        started=job.created_at,
        finished=job.finished_at,
        took=duration((job.finished_at or now) - job.created_at),
        error=job.error or "",
        has_pages=job.kind in KINDS and progress.done > 0,
    )


def target_of(job: Job) -> str:
    """Return the subject of the job, without credentials: its start page, its prompt, or the number of its URLs."""
    named: Sequence[str]
    match job.spec:
        case CrawlSpec(url=url) | LlmsTxtSpec(url=url):
            return without_credentials(url)
        case ResearchSpec():
            return job.spec.about
        case BatchSpec(urls=urls, limit=count):
            named = urls
        case ExtractSpec(addresses=()):
            return job.spec.about
        case ExtractSpec(addresses=addresses):
            named, count = addresses, len(addresses)
        case _:
            assert_never(job.spec)
    first = without_credentials(named[0])
    return first if count == 1 else f"{count} URLs, first {first}"


def duration(took: timedelta) -> str:
    """Return a time in words: 0.4 s, 12 s, 3 min 4 s, 2 h 5 min."""
    seconds = max(0.0, took.total_seconds())
    if seconds < 1:
        return f"{seconds:.1f} s"
    whole_seconds = int(seconds)
    if whole_seconds < _MINUTE:
        return f"{whole_seconds} s"
    if whole_seconds < _HOUR:
        return f"{whole_seconds // _MINUTE} min {whole_seconds % _MINUTE} s"
    return f"{whole_seconds // _HOUR} h {whole_seconds % _HOUR // _MINUTE} min"


def step_of(job: Job, *, now: datetime) -> timedelta:
    """Return the length of the intervals by which the pages of *job* are counted."""
    took = (job.finished_at or now) - job.created_at
    return next((step for step in _STEPS if step * _INTERVALS >= took), _STEPS[-1])


def timeline(job: Job, pace: Sequence[Pace]) -> tuple[Event, ...]:
    """Return the events of *job*, oldest first."""
    return tuple(sorted(_events(job, pace), key=lambda event: event.at))


def _events(job: Job, pace: Sequence[Pace]) -> Iterator[Event]:
    yield Event(job.created_at, "Started", _request_summary(job))
    first = min((p.first_done for p in pace if p.first_done), default=None)
    if first:
        yield Event(first, "First page", f"after {duration(first - job.created_at)}", "good")
    failures = min((p.first_failed for p in pace if p.first_failed), default=None)
    if failures:
        count = job.progress.failed
        yield Event(failures, "First failure", f"{count} page{'s' * (count != 1)} failed in all", "bad")
    if job.finished_at:
        yield _ending(job, job.finished_at)


def _request_summary(job: Job) -> str:
    if isinstance(job.spec, CrawlSpec | ResearchSpec | LlmsTxtSpec):
        return f"at most {job.spec.limit} page{'s' * (job.spec.limit != 1)}"
    named = len(job.spec.addresses) if isinstance(job.spec, ExtractSpec) else job.spec.limit
    return f"{named} URL{'s' * (named != 1)}"


def _ending(job: Job, at: datetime) -> Event:
    pages = f"{job.progress.done} page{'s' * (job.progress.done != 1)} in {duration(at - job.created_at)}"
    match job.state:
        case JobState.CANCELLED:
            return Event(at, "Cancelled", pages)
        case JobState.FAILED:
            return Event(at, "Failed", job.error or pages, "bad")
        case _:
            return Event(at, "Completed", pages, "good")


def pace_chart(job: Job, pace: Sequence[Pace], *, step: timedelta) -> Drawing | None:
    """Return pages over time, done and failed; None when none has ended yet."""
    if not pace:
        return None
    by_interval = {(p.since - job.created_at) // step: p for p in pace}
    columns = [_interval(number, by_interval.get(number), step) for number in range(max(by_interval) + 1)]
    done, failed = sum(p.done for p in pace), sum(p.failed for p in pace)
    return drawing(
        "pace",
        columns,
        title="Pages over time",
        description=f"{done} pages were done and {failed} failed, counted every {duration(step)}.",
        width=460,
        height=160,
    )


def _interval(number: int, pace: Pace | None, step: timedelta) -> Column:
    done, failed = (pace.done, pace.failed) if pace else (0, 0)
    label = duration(number * step) if number else "0 s"
    return Column(
        label=label.replace(" ", "\u00a0"),
        parts=(ColumnPart(done, 0), ColumnPart(failed, 1)),
        tooltip=f"after {label}: {done} done, {failed} failed",
    )


def url_lines(urls: Iterable[JobUrl]) -> tuple[UrlLine, ...]:
    """Return the lines of the table of URLs."""
    return tuple(
        UrlLine(
            position=url.position,
            address=link(url.url),
            state=url.state.value,
            label=_URL_STATES[url.state],
            depth=url.depth,
            code=url.code or "",
            reason=url.reason or refusal(url.code),
            scrape_id=(url.scrape_id or "") if url.state is UrlState.DONE else "",
            at=url.at,
        )
        for url in urls
    )
