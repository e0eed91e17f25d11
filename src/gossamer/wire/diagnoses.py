"""Diagnoses of jobs as JSON."""

from typing import Any

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.diagnoses import Decision, Diagnosis
from gossamer.core.jobs import Job
from gossamer.core.urls import without_credentials
from gossamer.wire.answers import drop_nulls, pick
from gossamer.wire.job_options import crawl_options, scrape_options


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return one URL of a job with what was decided about it; what is not known is left out."""
    url = decision.url
    return drop_nulls(
        {
            **pick(url, "url", "state", "depth", "code", "reason", "scrape_id", "at"),
            "retries": url.tries or None,
            "fetchedBy": decision.fetcher,
            "renderReason": decision.render_reason,
            "pageVerdict": decision.verdict,
        }
    )


def diagnosis_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Return the diagnosis of a job as JSON."""
    job, progress = diagnosis.job, diagnosis.job.progress
    return {
        "id": job.job_id,
        **pick(job, "team_id", "key_id", "kind", "error", "created_at", "finished_at"),
        **pick(diagnosis, "warning", "retries", "advice"),
        "status": job.state.value,
        "seconds": None if diagnosis.lasted is None else diagnosis.lasted.total_seconds(),
        "options": options_json(job),
        "creditsUsed": progress.credits_used,
        "pages": pick(progress, "done", "failed", "refused", "in_flight", "queued"),
        "reasons": [
            {"state": state.value, "code": code, "count": count} for (state, code), count in diagnosis.codes.items()
        ],
        "fetchedBy": dict(diagnosis.fetchers),
        "renderReasons": dict(diagnosis.rendered),
        "pageVerdicts": dict(diagnosis.verdicts),
        "mostRetried": [{"retries": url.tries, **pick(url, "url", "state")} for url in diagnosis.most_tried],
        "hostDelays": job.delays,
        "hostDelaySeconds": job.delayed.total_seconds(),
    }


def options_json(job: Job) -> dict[str, Any]:
    """Return the options of *job*; headers, which may be secrets, are left out."""
    spec = job.spec
    options = crawl_options(spec) if isinstance(spec, CrawlSpec) else {}
    if isinstance(spec, BatchSpec):
        options = {"urls": spec.limit, "maxConcurrency": spec.max_concurrency}
    elif isinstance(spec, CrawlSpec):
        options = {"url": without_credentials(spec.url), **options}
    return {**options, "scrapeOptions": scrape_options(spec.scrape)}
