"""Progress of deep research as its callers follow it: activities and sources, in the order they came."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from gossamer.core.jobs import JobUrl, UrlState
from gossamer.core.research import ResearchSource, RunActivity
from gossamer.core.urls import without_credentials
from gossamer.features.research.runs import RunHistory, RunStatus


def deep_progress(status: RunStatus, history: RunHistory) -> tuple[Sequence[RunActivity], Sequence[ResearchSource]]:
    """Return the activities and the sources of a run so far, the oldest first."""
    activities = sorted(
        [*_tell_plan(status), *_searches(history), *_pages(history), *_tell_end(status)],
        key=lambda activity: activity.at,
    )
    return activities, [*_sources(history)]


def _tell_plan(status: RunStatus) -> Iterator[RunActivity]:
    facets = "; ".join(status.plan.facets)
    yield RunActivity("reasoning", "complete", f"Questions: {facets}", status.job.created_at, 0)


def _searches(history: RunHistory) -> Iterator[RunActivity]:
    for _, note in history.steps:
        if isinstance(note, dict) and "found" in note:
            count, about = len(note["found"]), note.get("query") or note.get("site") or ""
            outcome = "error" if "problem" in note else "complete"
            message = note.get("problem") or f"{count} pages found for “{about}”"
            yield RunActivity("search", outcome, message, datetime.fromisoformat(note["ended"]), 1)


def _pages(history: RunHistory) -> Iterator[RunActivity]:
    for url in history.urls:
        if url.at is not None and (activity := _of_url(url)) is not None:
            yield activity


def _of_url(url: JobUrl) -> RunActivity | None:
    shown = without_credentials(url.url)
    at = url.at
    if at is None:
        return None
    match url.state:
        case UrlState.DONE:
            return RunActivity("extract", "complete", f"Read {shown}", at, url.depth)
        case UrlState.FAILED:
            return RunActivity("extract", "error", f"Could not read {shown}: {url.reason or url.code}", at, url.depth)
        case UrlState.REFUSED:
            return RunActivity("reasoning", "complete", f"Left out {shown}: {url.reason or url.code}", at, url.depth)
    return None


def _tell_end(status: RunStatus) -> Iterator[RunActivity]:
    job = status.job
    if job.finished_at is not None:
        count = len(status.answer.citations) if status.answer is not None else 0
        yield RunActivity("synthesis", "complete", f"Report with {count} citations", job.finished_at, 0)


def _sources(history: RunHistory) -> Iterator[ResearchSource]:
    for page in history.pages:
        metadata = page.document.metadata
        yield ResearchSource(
            without_credentials(str(metadata.get("url") or "")),
            str(metadata.get("title") or ""),
            str(metadata.get("description") or ""),
            str(metadata.get("favicon") or ""),
        )
