"""Extractions as JSON, the same in v1 and v2, and the shapes of these answers for the API reference."""

from typing import Any, Final, Literal

from pydantic import Field

from gossamer.core.extractions import ExtractSpec, Merged
from gossamer.core.jobs import Job, JobState
from gossamer.core.timestamps import instant
from gossamer.wire.answers import EVIDENCE, AnswerShape, Evidence, Success, drop_nulls
from gossamer.wire.shapes import example

_STATUS: Final = {JobState.SCRAPING: "processing"}
_ID: Final = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"


class ExtractStarted(AnswerShape):
    """The answer to starting an extraction."""

    model_config = example(success=True, id=_ID, urlTrace=[])

    success: bool
    id: str = Field(description="Id of the extraction.")
    url_trace: list[dict[str, Any]] = Field(description="Always empty.")
    invalid_urls: list[str] | None = Field(
        default=None, alias="invalidURLs", description="URLs that were left out; with `ignoreInvalidURLs`."
    )


class ExtractAnswer(Success):
    """The status of an extraction; `sources` and `evidence` are by JSON pointer (RFC 6901) into `data`."""

    model_config = example(
        success=True,
        status="completed",
        data={"name": "Orb web", "price": 12.5},
        expiresAt="2026-06-02T12:00:00.000Z",
        creditsUsed=5,
        tokensUsed=0,
        methods={"deterministic": 1},
    )

    status: Literal["processing", "completed", "failed", "cancelled"]
    data: Any = Field(
        description="The answer, once it is completed; an empty list before. "
        "Of one that failed or was cancelled: the fields of the schema without values."
    )
    expires_at: str = Field(description="When the result expires; 24 hours from now while it is processing.")
    credits_used: int
    tokens_used: int | None = Field(default=None, description="Tokens of a language model, once it has ended.")
    methods: dict[str, int] | None = Field(default=None, description="Pages by how they were read.")
    sources: dict[str, list[str]] | None = Field(default=None, description="With `showSources`: pages that say it.")
    evidence: dict[str, Evidence] | None = Field(default=None, description=EVIDENCE)
    warning: str | None = None
    error: str | None = None


def extract_json(
    job: Job,
    answer: Merged | None,
    *,
    unfilled: Any,
    tokens: int | None,
    warning: str | None,
    error: str | None,
) -> dict[str, Any]:
    """Return the state of an extraction, with its *answer* once there is one.

    *unfilled* is the data of one that ended without an answer; None where its request has no schema.
    """
    body: dict[str, Any] = {
        "success": job.state is not JobState.FAILED,
        "status": _STATUS.get(job.state, job.state.value),
        "data": _empty(unfilled) if answer is None else answer.value,
        "expiresAt": instant(job.expires_at),
        "creditsUsed": job.progress.credits_used,
    }
    body |= drop_nulls({"tokensUsed": tokens, "warning": warning, "error": error})
    if answer is not None and isinstance(job.spec, ExtractSpec):
        body.update(_beside(answer, job.spec))
    return body


def _empty(unfilled: Any) -> Any:
    # Clients read an empty list where there is no answer yet.
    return [] if unfilled is None else unfilled


def result_json(job: Job, answer: Merged, *, warning: str | None) -> dict[str, Any]:
    """Return the result of an extraction for webhooks."""
    body: dict[str, Any] = {
        "success": True,
        "data": answer.value,
        "extractId": job.job_id,
        "totalUrlsScraped": job.progress.done,
        "creditsUsed": job.progress.credits_used,
    }
    if warning is not None:
        body["warning"] = warning
    return {**body, **_beside(answer, job.spec)} if isinstance(job.spec, ExtractSpec) else body


def _beside(answer: Merged, spec: ExtractSpec) -> dict[str, Any]:
    fields: dict[str, Any] = {"methods": {method.value: count for method, count in answer.methods.items()}}
    if spec.show_sources:
        fields["sources"] = {pointer: list(urls) for pointer, urls in answer.sources.items()}
    if spec.evidence:
        fields["evidence"] = {pointer: evidence.to_json() for pointer, evidence in answer.evidence.items()}
    return fields
