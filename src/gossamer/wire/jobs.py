"""Jobs as JSON: what v1 and v2 share. Each page is shown as a scrape of it would be."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.core.crawls import CrawlSpec, Wall
from gossamer.core.jobs import Job, JobPage, JobState, JobUrl, TeamLoad
from gossamer.core.timestamps import instant
from gossamer.core.urls import without_credentials
from gossamer.wire.answers import drop_nulls, pick
from gossamer.wire.documents import Locate, document_json
from gossamer.wire.job_answers import ActiveCrawl, ActiveCrawls, Concurrency, JobError, JobUrls, QueueStatus
from gossamer.wire.job_answers import JobUrl as JobUrlShown
from gossamer.wire.job_options import crawl_options, scrape_options

CANCELLED: Mapping[str, Any] = {"success": True, "status": JobState.CANCELLED.value}


def started(job_id: str, address: str) -> dict[str, Any]:
    """Return the answer to starting a job; *address* is where jobs of its kind are read."""
    return {"success": True, "id": job_id, "url": f"{address}/{job_id}"}


def summary_json(job: Job) -> dict[str, Any]:
    """Return the state of *job*."""
    progress = job.progress
    counted = {"completed": progress.done, "total": max(progress.known, progress.done)}
    return {"status": job.state.value, **counted, **pick(progress, "credits_used"), **pick(job, "expires_at")}


def status_json(
    job: Job, pages: Sequence[JobPage], locate: Locate, *, next_url: str | None, warning: str | None
) -> dict[str, Any]:
    """Return the state of *job*, and some of its pages.

    It is a success unless the job came to nothing: clients throw away what comes with a
    failure, and a job that failed late has pages that were paid for.
    """
    walls = [wall_json(wall) for wall in job.standing_walls] or None
    return {
        "success": job.state is not JobState.FAILED or job.progress.done > 0,
        **summary_json(job),
        **drop_nulls({"next": next_url, "warning": warning, "walls": walls, "error": job.error}),
        "data": [document_json(page.document, locate) for page in pages],
    }


def wall_json(wall: Wall) -> dict[str, Any]:
    """Return a page that somebody must pass."""
    return {**pick(wall, "host", "verdict"), "url": without_credentials(wall.url), "since": instant(wall.met_at)}


def error_json(job_id: str, url: JobUrl) -> dict[str, Any]:
    """Return the error of *url*. It has an id of its own even if the URL was never tried."""
    error = url.reason or url.code or "The page could not be read."
    identifier = url.scrape_id or str(uuid.uuid5(uuid.UUID(job_id), str(url.position)))
    return JobError.of(url, id=identifier, timestamp=url.at, error=error)


def url_json(url: JobUrl) -> dict[str, Any]:
    """Return the state of a URL that a job met, without the fields that are unknown."""
    return JobUrlShown.of(url)


def urls_json(job: Job, urls: Sequence[JobUrl], *, next_url: str | None) -> dict[str, Any]:
    """Return some of the URLs that *job* met."""
    return JobUrls.of(status=job.state, urls=[url_json(url) for url in urls], next=next_url)


def active_json(jobs: Sequence[Job]) -> dict[str, Any]:
    """Return the crawls that run now."""
    return ActiveCrawls.of(crawls=[_active(job, job.spec) for job in jobs if isinstance(job.spec, CrawlSpec)])


def _active(job: Job, spec: CrawlSpec) -> dict[str, Any]:
    options = {**crawl_options(spec), "scrapeOptions": scrape_options(spec.scrape)}
    return ActiveCrawl.of(job, id=job.job_id, url=without_credentials(spec.url), options=options)


def queue_json(load: TeamLoad) -> dict[str, Any]:
    """Return the load of a team."""
    return QueueStatus.of(
        jobs_in_queue=load.in_flight + load.queued,
        active_jobs_in_queue=load.in_flight,
        waiting_jobs_in_queue=load.queued,
        max_concurrency=load.at_once,
        most_recent_success=load.last_success,
    )


def concurrency_json(load: TeamLoad) -> dict[str, Any]:
    """Return the number of pages of a team in flight, and its limit."""
    return Concurrency.of(concurrency=load.in_flight, max_concurrency=load.at_once)
