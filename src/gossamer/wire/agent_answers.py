"""Runs of agents as JSON, and the shapes of these answers for the API reference."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import Field

from gossamer.core.jobs import Job, JobState, WebhookEvent
from gossamer.core.research import Citation, ResearchAnswer, ResearchSpec, Thread
from gossamer.core.timestamps import instant
from gossamer.core.urls import without_credentials
from gossamer.wire.answers import AnswerShape, OpenAnswerShape, Success, drop_nulls, pick, to_json
from gossamer.wire.shapes import example

_ID: Final = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
# Clients know no "cancelled".
_STATUS: Final = {JobState.SCRAPING: "processing", JobState.COMPLETED: "completed"}
# The runs of a thread have words of their own.
_RUN_STATUS: Final = {JobState.SCRAPING: "processing", JobState.COMPLETED: "succeeded"}
_MODEL: Final = "spark-2"
_HINT: Final = 200


class AgentStarted(AnswerShape):
    """The answer to starting an agent."""

    model_config = example(success=True, id=_ID)

    success: bool
    id: str = Field(description="Id of the run.")
    thread_id: str | None = Field(default=None, description="Thread to continue with a further prompt.")
    thread_turn: int | None = Field(default=None, description="Position of the run in its thread, from 1.")


class CitationShape(OpenAnswerShape):
    """Words of a page: `quote` is what its Markdown has from `start` to `end` (characters)."""

    number: int
    url: str
    title: str
    quote: str
    start: int
    end: int
    content_hash: str = Field(description="SHA-256 of the page's Markdown, in hex.")
    published: str | None = None


class AgentAnswer(AnswerShape):
    """The status of a run."""

    model_config = example(success=True, status="completed", data={}, creditsUsed=3)

    success: bool
    status: Literal["processing", "completed", "failed"]
    data: Any = Field(default=None, description="The answer, in the shape of `schema` where there was one.")
    error: str | None = None
    warning: str | None = None
    partial: Any = Field(default=None, description="What was found by a run that did not complete.")
    partial_schema_valid: bool | None = None
    stop_reason: str | None = Field(
        default=None, description="`credit_limit`, `page_limit`, `time_limit` or `cancelled`, for what ended early."
    )
    model: str | None = None
    effort: str | None = None
    thread_id: str | None = None
    thread_turn: int | None = None
    mode: str | None = None
    message: str | None = Field(
        default=None, description="The answer in words, of a run in chat mode, whose `data` is null."
    )
    suggestions: list[dict[str, str]] | None = None
    sources: dict[str, list[str]] | None = Field(default=None, description="By JSON pointer: pages that say it.")
    evidence: dict[str, Any] | None = Field(default=None, description="By JSON pointer: the words it rests on.")
    citations: list[CitationShape] | None = None
    contradictions: list[dict[str, Any]] | None = Field(default=None, description="Where sources disagree.")
    unsupported: list[str] | None = Field(default=None, description="Sentences of a model that no passage supports.")
    methods: str | None = None
    expires_at: str
    credits_used: int


class AgentList(Success):
    """Runs of a team, the youngest first."""

    agents: list[dict[str, Any]]
    next: str | None = None


class AgentThread(Success):
    """The runs of a thread, the first turn first."""

    thread: dict[str, Any]


class AgentSnapshot(Success):
    """Something a run made or read, as text."""

    id: str
    snapshot_id: str
    snapshot: str


def agent_status_of(job: Job) -> str:
    """Return the status of a run as clients know it."""
    return _STATUS.get(job.state, "failed")


def started_json(job_id: str, place: Thread | None) -> dict[str, Any]:
    """Return the answer to starting a run, with its *place* in a thread."""
    body: dict[str, Any] = {"success": True, "id": job_id}
    return body if place is None else {**body, "threadId": place.thread_id, "threadTurn": place.turn}


def agent_json(
    job: Job,
    spec: ResearchSpec,
    answer: ResearchAnswer | None,
    *,
    warning: str | None,
    error: str | None,
    stop: str | None,
) -> dict[str, Any]:
    """Return the state of a run, with its *answer* once it has ended."""
    body: dict[str, Any] = {
        "success": job.state in _STATUS,
        "status": agent_status_of(job),
        "model": spec.model or _MODEL,
        "mode": spec.mode or "extract",
        "expiresAt": instant(job.expires_at),
        "creditsUsed": job.progress.credits_used,
    }
    if spec.thread is not None:
        body |= {"threadId": spec.thread.thread_id, "threadTurn": spec.thread.turn}
    body |= drop_nulls({"effort": spec.effort, "warning": warning, "error": error, "stopReason": stop})
    return body if answer is None else body | _answer_json(job, spec, answer)


def _answer_json(job: Job, spec: ResearchSpec, answer: ResearchAnswer) -> dict[str, Any]:
    body: dict[str, Any] = {"methods": answer.method, "citations": citations_json(answer.citations)}
    if job.state is not JobState.COMPLETED:
        return {**body, "partial": answer.data, "partialSchemaValid": answer.found}
    body |= {"data": None, "message": answer.report} if spec.mode == "chat" else {"data": answer.data}
    if answer.sources:
        body["sources"] = to_json(answer.sources)
    fields = pick(answer, "evidence", "contradictions", "unsupported")
    return body | {name: value for name, value in fields.items() if value}


def citations_json(citations: Sequence[Citation]) -> list[dict[str, Any]]:
    """Return citations with their numbers, from 1."""
    return [citation.as_json(number) for number, citation in enumerate(citations, 1)]


def agent_event_json(event: WebhookEvent, job: Job, answer: ResearchAnswer | None) -> Mapping[str, Any] | None:
    """Return the data of a webhook event of an agent; None for one that has none."""
    name = event.type.partition(".")[2]
    spent = {"creditsUsed": job.progress.credits_used}
    match name:
        case "started":
            return None
        case "action":
            metadata = event.document.metadata if event.document is not None else {}
            url = metadata.get("sourceURL") or metadata.get("url") or event.extra.get("url")
            return {**spent, "action": "scrape", "input": {"url": url}}
        case "completed" if answer is not None:
            return {**spent, "data": answer.data}
    return spent


def agents_json(runs: Sequence[tuple[Job, ResearchSpec]], following: str | None) -> dict[str, Any]:
    """Return a list of runs; *following* is the address of the next page."""
    return AgentList.of(agents=[_describe_run(job, spec) for job, spec in runs], next=following)


def _describe_run(job: Job, spec: ResearchSpec) -> dict[str, Any]:
    urls = [without_credentials(url) for url in spec.urls]
    options: dict[str, Any] = {"urls": urls or None, **pick(spec, "prompt", "schema", "model", "effort")}
    if spec.thread is not None:
        options |= {"threadId": spec.thread.thread_id, "threadTurn": spec.thread.turn}
    body: dict[str, Any] = {
        "id": job.job_id,
        **pick(job, "created_at"),
        "targetHint": without_credentials(spec.urls[0]) if spec.urls else spec.prompt[:_HINT],
        "settings": {"hidden": False, "starred": False},
        "status": agent_status_of(job),
        "options": drop_nulls(options),
    }
    return body | drop_nulls(pick(spec, "origin", "integration"))


def thread_run_json(
    job: Job, spec: ResearchSpec, answer: ResearchAnswer | None, *, stop: str | None, include_data: bool
) -> dict[str, Any]:
    """Return a run of a thread."""
    is_complete = job.state is JobState.COMPLETED
    body: dict[str, Any] = {
        "id": job.job_id,
        "turn": spec.thread.turn if spec.thread is not None else 1,
        "mode": spec.mode or "extract",
        **pick(spec, "prompt", "schema", "effort"),
        **pick(job, "created_at", "finished_at"),
        "urls": [without_credentials(url) for url in spec.urls],
        "status": _RUN_STATUS.get(job.state, job.state.value),
        "creditsUsed": job.progress.credits_used,
        "message": answer.report if answer is not None and spec.mode == "chat" else None,
    }
    if stop is not None:
        body["stopReason"] = stop
    if include_data and answer is not None and spec.mode != "chat":
        body["data" if is_complete else "partial"] = answer.data
    return body


def thread_json(thread_id: str, runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a thread with its *runs*, which are not empty."""
    status = "running" if any(run["status"] == "processing" for run in runs) else "idle"
    updated = max(run["finishedAt"] or run["createdAt"] for run in runs)
    thread = {
        "id": thread_id,
        "createdAt": runs[0]["createdAt"],
        "updatedAt": updated,
        "status": status,
        "runs": list(runs),
    }
    return {"success": True, "thread": thread}
