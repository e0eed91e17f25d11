"""Deep research, llms.txt and xclaw as JSON, and the shapes of these answers for the API reference."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from pydantic import Field

from gossamer.core.jobs import Job, JobState
from gossamer.core.research import ResearchAnswer, ResearchSource, ResearchSpec, RunActivity
from gossamer.core.timestamps import instant
from gossamer.wire.agent_answers import citations_json
from gossamer.wire.answers import AnswerShape, OpenAnswerShape, drop_nulls, pick

_STATUS: Final = {JobState.SCRAPING: "processing", JobState.COMPLETED: "completed"}


class _Deprecated(AnswerShape):
    success: bool
    warnings: list[str] | None = Field(default=None, description="That the endpoint is deprecated.")
    replacement: str | None = Field(default=None, description="The path that takes its place.")


class Begun(_Deprecated):
    """The answer to starting deep research, or an llms.txt."""

    id: str


class DeepResearchAnswer(_Deprecated):
    """The status of deep research."""

    status: Literal["processing", "completed", "failed"]
    data: dict[str, Any] | None = Field(default=None, description="`finalAnalysis`, `sources`, `activities`, `json`.")
    activities: list[dict[str, Any]]
    sources: list[dict[str, Any]]
    summaries: list[str]
    current_depth: int
    max_depth: int
    total_urls: int
    expires_at: str
    credits_used: int
    error: str | None = None
    warning: str | None = None


class LlmsTxtData(AnswerShape):
    """The files."""

    llmstxt: str
    llmsfulltxt: str | None = None
    site_llmstxt: str | None = Field(default=None, description="The site's own file, as the site wrote it.")


class LlmsTxtAnswer(_Deprecated):
    """The status of an llms.txt."""

    status: Literal["processing", "completed", "failed"]
    data: LlmsTxtData
    expires_at: str
    credits_used: int
    error: str | None = None
    warning: str | None = None


class Charged(OpenAnswerShape):
    """What was charged."""

    success: bool
    credits_billed: int = Field(alias="credits_billed")
    plays: int
    remaining_credits: int = Field(alias="remaining_credits")


def deep_json(
    job: Job,
    spec: ResearchSpec,
    answer: ResearchAnswer | None,
    activities: Sequence[RunActivity],
    sources: Sequence[ResearchSource],
    *,
    warning: str | None,
    error: str | None,
) -> dict[str, Any]:
    """Return the state of deep research."""
    acted = [{**pick(step, "type", "status", "message", "depth"), "timestamp": instant(step.at)} for step in activities]
    read = [_source(source) for source in sources]
    body: dict[str, Any] = {
        **_state_json(job, warning, error),
        "activities": acted,
        "sources": read,
        "summaries": [],
        "currentDepth": max((activity.depth for activity in activities), default=0),
        "maxDepth": spec.budget.depth,
        "totalUrls": len(read),
    }
    if answer is not None:
        data: dict[str, Any] = {"finalAnalysis": answer.report, "sources": read, "activities": acted}
        data["citations"] = citations_json(answer.citations)
        if "json" in spec.formats:
            data["json"] = answer.data
        body["data"] = data
    return body


def llmstxt_json(
    job: Job, *, text: str, full: str | None, site_text: str, warning: str | None, error: str | None
) -> dict[str, Any]:
    """Return the state of an llms.txt; clients want a text even while there is none."""
    data = {"llmstxt": text, **drop_nulls({"llmsfulltxt": full, "siteLlmstxt": site_text or None})}
    return {**_state_json(job, warning, error), "data": data}


def _state_json(job: Job, warning: str | None, error: str | None) -> dict[str, Any]:
    return {
        "success": job.state in _STATUS,
        "status": _STATUS.get(job.state, "failed"),
        "expiresAt": instant(job.expires_at),
        "creditsUsed": job.progress.credits_used,
        **drop_nulls({"error": error, "warning": warning}),
    }


def _source(source: ResearchSource) -> dict[str, Any]:
    return {**pick(source, "url", "title", "description"), **({"icon": source.icon} if source.icon else {})}
