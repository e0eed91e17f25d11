"""Diagnoses of jobs as JSON."""

from typing import Any

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.diagnoses import Decision, Diagnosis
from gossamer.core.jobs import Job, JobUrl
from gossamer.core.timestamps import instant
from gossamer.core.urls import without_credentials
from gossamer.wire.job_options import crawl_options, scrape_options


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return one URL of a job with what was decided about it; what is not known is left out."""
    url = decision.url
    shown = {
        "url": url.url,
        "state": url.state.value,
        "depth": url.depth,
        "code": url.code,
        "reason": url.reason,
        "retries": url.tries or None,
        "fetchedBy": decision.fetcher,
        "renderReason": decision.render_reason,
        "pageVerdict": decision.verdict,
        "scrapeId": url.scrape_id,
        "at": None if url.at is None else instant(url.at),
    }
    return {name: value for name, value in shown.items() if value is not None}


def diagnosis_json(found: Diagnosis) -> dict[str, Any]:
    """Return the diagnosis of a job as JSON."""
    job, progress = found.job, found.job.progress
    return {
        "id": job.job_id,
        "teamId": job.team_id,
        "keyId": job.key_id,
        "kind": job.kind.value,
        "status": job.state.value,
        "error": job.error,
        "warning": found.warning,
        "createdAt": instant(job.created_at),
        "finishedAt": None if job.finished_at is None else instant(job.finished_at),
        "seconds": None if found.lasted is None else found.lasted.total_seconds(),
        "options": options_json(job),
        "creditsUsed": progress.credits_used,
        "pages": {
            "done": progress.done,
            "failed": progress.failed,
            "refused": progress.refused,
            "inFlight": progress.in_flight,
            "queued": progress.queued,
        },
        "reasons": [
            {"state": state.value, "code": code, "count": count} for (state, code), count in found.codes.items()
        ],
        "fetchedBy": dict(found.fetchers),
        "renderReasons": dict(found.rendered),
        "pageVerdicts": dict(found.verdicts),
        "retries": found.retries,
        "mostRetried": [_describe_retries(url) for url in found.most_tried],
        "hostDelays": job.delays,
        "hostDelaySeconds": job.delayed.total_seconds(),
        "advice": list(found.advice),
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


def _describe_retries(url: JobUrl) -> dict[str, Any]:
    return {"url": url.url, "retries": url.tries, "state": url.state.value}
