"""The trace of a run: its events in the union that clients validate, made of what the run recorded.

Events are derived, not stored: what a run planned and found is in its notes, and what became of each URL, and why, in
its frontier. So a trace is the same whenever it is read, and a run costs no more for having one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from pydantic import Field

from gossamer.core.jobs import Job, JobPage, JobState, JobUrl, UrlState
from gossamer.core.timestamps import instant
from gossamer.core.urls import without_credentials
from gossamer.wire.answers import Success

RESULT: Final = "result"
_OUTCOMES: Final = {
    JobState.COMPLETED: "succeeded",
    JobState.FAILED: "failed",
    JobState.CANCELLED: "cancelled",
}
_MOST_SHOWN: Final = 10


class AgentTrace(Success):
    """What a run did, event by event."""

    id: str
    events: list[dict[str, Any]]
    credits_used: int
    active_browser_sessions: list[dict[str, Any]] | None = Field(default=None, description="With `liveView`.")


@dataclass(frozen=True, slots=True)
class _Event:
    at: datetime
    type: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TracedRun:
    """What a trace is made of: the *steps* with their notes, and all URLs and pages of the run."""

    job: Job
    facets: Sequence[str]
    steps: Sequence[tuple[str, Any]]
    urls: Sequence[JobUrl]
    pages: Sequence[JobPage]
    stop: str | None = None


def trace_json(run: TracedRun, *, live_view: bool) -> dict[str, Any]:
    """Return the trace of *run*."""
    events = [_event_json(run.job, number, event) for number, event in enumerate(_events(run), 1)]
    body = {
        "success": True,
        "id": run.job.job_id,
        "events": events,
        "creditsUsed": run.job.progress.credits_used,
    }
    return {**body, "activeBrowserSessions": []} if live_view else body


def _events(run: TracedRun) -> list[_Event]:
    job = run.job
    start = job.created_at
    plan = f"Questions: {'; '.join(run.facets)}"
    first = [
        _Event(start, "run.started", {}),
        _Event(start, "agent.started", {}),
        _Event(start, "progress.reported", {"phase": "planning", "message": plan[:2000]}),
    ]
    middle = sorted([*_of_steps(run.steps), *_of_urls(run)], key=lambda event: event.at)
    # Clocks of two processes may differ a little; the order of the whole is that of the times.
    return [*first, *(replace(event, at=max(event.at, start)) for event in middle), *_of_end(run)]


def _of_steps(steps: Sequence[tuple[str, Any]]) -> Iterator[_Event]:
    for name, note in steps:
        if not isinstance(note, Mapping) or "ended" not in note:
            continue
        start, ended = datetime.fromisoformat(note["at"]), datetime.fromisoformat(note["ended"])
        tool = "search" if "query" in note else "map"
        parameters = {key: note[key] for key in ("query", "site") if key in note}
        urls = note.get("found", [])
        result = {"found": len(urls), "urls": urls[:_MOST_SHOWN]}
        yield _Event(start, "tool_call.started", {"toolCallId": name, "toolName": tool, "parameters": parameters})
        if "problem" in note:
            result["error"] = note["problem"]
        yield _Event(ended, "tool_call.finished", {"toolCallId": name, "toolName": tool, "result": result})


def _of_urls(run: TracedRun) -> Iterator[_Event]:
    pages = {page.scrape_id: page for page in run.pages}
    for url in run.urls:
        shown, at = without_credentials(url.url), url.at
        if at is None:
            continue
        if url.state is UrlState.REFUSED:
            why = url.reason or url.code or "refused"
            yield _Event(at, "reasoning.summary", {"text": f"Left out {shown}: {why}"})
        elif url.state in {UrlState.DONE, UrlState.FAILED}:
            yield from _of_page(url, shown, at, pages.get(url.scrape_id or ""))


def _of_page(url: JobUrl, shown: str, at: datetime, page: JobPage | None) -> Iterator[_Event]:
    call = {"toolCallId": f"page {url.position}", "toolName": "scrape"}
    yield _Event(at, "tool_call.started", {**call, "parameters": {"url": shown, "depth": url.depth}})
    if url.state is UrlState.FAILED or page is None:
        reason = url.reason or url.code or "It could not be read."
        yield _Event(at, "tool_call.finished", {**call, "result": {"error": reason}})
        return
    metadata = page.document.metadata
    result = {"title": metadata.get("title"), "creditsUsed": metadata.get("creditsUsed", 0)}
    yield _Event(at, "tool_call.finished", {**call, "result": result})
    artifact = {
        "kind": "markdown",
        "artifactId": page.scrape_id,
        "path": shown,
        "snapshotId": page.scrape_id,
        "change": "init",
        "sourceToolCallId": call["toolCallId"],
    }
    yield _Event(at, "artifact.updated", {"artifact": artifact})


def _of_end(run: TracedRun) -> Iterator[_Event]:
    job = run.job
    if job.finished_at is None or not job.state.final:
        return
    at, outcome = job.finished_at, _OUTCOMES[job.state]
    if job.state is JobState.CANCELLED:
        yield _Event(at, "run.cancel_requested", {"reason": "user"})
    if job.state is JobState.COMPLETED:
        yield _Event(at, "progress.reported", {"phase": "finalizing", "message": "The answer is ready."})
        artifact = {"kind": "json", "artifactId": RESULT, "snapshotId": RESULT, "change": "update"}
        yield _Event(at, "artifact.updated", {"artifact": artifact})
    if run.stop == "credit_limit":
        message = "The credits of the run were used up; the answer rests on what was read until then."
        error = {"code": "credit_limit_reached", "source": "billing", "retryable": False, "message": message}
        yield _Event(at, "error.occurred", {"error": error})
    milliseconds = round((at - job.created_at).total_seconds() * 1000)
    yield _Event(at, "agent.finished", {"outcome": outcome, "durationMs": milliseconds})
    final = "credit_limit_reached" if run.stop == "credit_limit" else outcome
    yield _Event(at, "run.finished", {"outcome": final})


def _event_json(job: Job, number: int, event: _Event) -> dict[str, Any]:
    return {
        "schemaVersion": 1,
        "eventId": f"{job.job_id}-{number}",
        "runId": job.job_id,
        "occurredAt": instant(event.at),
        "producerSequence": number,
        "agent": {"id": job.job_id, "role": "orchestrator", "name": "research"},
        "type": event.type,
        **event.fields,
    }
