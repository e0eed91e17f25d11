import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from gossamer.core.crawls import CrawlScope, SitemapUse
from gossamer.core.jobs import JobState, JobUrl, Progress, TeamLoad, UrlState
from gossamer.wire import v0, v1, v2
from gossamer.wire.job_answers import ActiveCrawls, Concurrency, JobError, JobStatus, JobUrls, QueueStatus
from gossamer.wire.job_answers import JobUrl as JobUrlShape
from gossamer.wire.jobs import (
    active_json,
    concurrency_json,
    error_json,
    queue_json,
    started,
    url_json,
    urls_json,
)
from tests.unit.api.stub_jobs import BATCH, BATCH_ID, CRAWL, CRAWL_ID, START, a_job, page

DONE = a_job(
    state=JobState.COMPLETED,
    progress=Progress(done=2, failed=1, refused=7, known=2, credits_used=3, version=9),
    finished_at=START + timedelta(seconds=90, milliseconds=500),
)
PAGES = (page(1), page(2))


def locate(name: str) -> str:
    return f"https://api.example/blobs/{name}"


def as_json(answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return found


def test_a_started_job_tells_where_it_is_read() -> None:
    assert started("x", "http://h/v2/crawl") == {"success": True, "id": "x", "url": "http://h/v2/crawl/x"}


def test_the_status_of_a_finished_job_in_version_2() -> None:
    answer = as_json(v2.job_status(DONE, PAGES, locate, next_url="http://h/n", warning="careful"))
    assert answer == {
        "success": True,
        "status": "completed",
        "completed": 2,
        "total": 2,
        "creditsUsed": 3,
        "expiresAt": "2026-01-04T03:04:05.000Z",
        "next": "http://h/n",
        "warning": "careful",
        "createdAt": "2026-01-02T03:04:05.000Z",
        "completedAt": "2026-01-02T03:05:35.500Z",
        "duration": 90.5,
        "data": [
            {"markdown": "# Page 1", "metadata": dict(PAGES[0].document.metadata)},
            {"markdown": "# Page 2", "metadata": dict(PAGES[1].document.metadata)},
        ],
    }
    JobStatus.model_validate(answer)


def test_what_is_not_there_is_left_out_of_a_status() -> None:
    for show in (v1.job_status, v2.job_status):
        answer = show(a_job(), (), locate, next_url=None, warning=None)
        assert {"next", "warning", "error", "completedAt", "duration"}.isdisjoint(answer)
        JobStatus.model_validate(answer)


def test_version_1_has_no_dates() -> None:
    answer = v1.job_status(DONE, PAGES, locate, next_url=None, warning=None)
    assert {"createdAt", "completedAt", "duration"}.isdisjoint(answer)
    assert (answer["total"], answer["creditsUsed"]) == (2, 3)


def test_a_running_job_of_version_1_has_at_least_a_page_and_a_credit() -> None:
    fresh = a_job(progress=Progress())
    answer = v1.job_status(fresh, (), locate, next_url="n", warning=None)
    assert (answer["status"], answer["total"], answer["creditsUsed"], answer["completed"]) == ("scraping", 1, 1, 0)
    assert v2.job_status(fresh, (), locate, next_url="n", warning=None)["creditsUsed"] == 0
    ended = replace(fresh, state=JobState.CANCELLED)
    assert v1.job_status(ended, (), locate, next_url=None, warning=None)["creditsUsed"] == 0


@pytest.mark.parametrize(
    ("state", "done", "success"),
    [
        (JobState.SCRAPING, 0, True),
        (JobState.CANCELLED, 0, True),
        (JobState.COMPLETED, 0, True),
        (JobState.FAILED, 0, False),
        (JobState.FAILED, 5, True),
    ],
)
def test_only_a_job_that_came_to_nothing_is_no_success(state: JobState, done: int, success: bool) -> None:
    job = a_job(state=state, progress=Progress(done=done), error="No." if state is JobState.FAILED else None)
    answer = v2.job_status(job, (), locate, next_url=None, warning=None)
    assert (answer["success"], answer["status"]) == (success, state.value)
    assert answer.get("error") == job.error


def test_the_total_is_never_below_what_is_done() -> None:
    job = a_job(progress=Progress(done=5, known=4))
    assert v2.job_status(job, (), locate, next_url=None, warning=None)["total"] == 5


def test_a_failed_page_is_told_with_its_code() -> None:
    failed = JobUrl(7, "https://e.org/x", UrlState.FAILED, 1, "SCRAPE_TIMEOUT", "Timed out.", "5f0d2a52", START)
    answer = error_json(CRAWL_ID, failed)
    assert answer == {
        "id": "5f0d2a52",
        "timestamp": "2026-01-02T03:04:05.000Z",
        "url": "https://e.org/x",
        "code": "SCRAPE_TIMEOUT",
        "error": "Timed out.",
    }
    JobError.model_validate(answer)


def test_a_failure_without_a_scrape_has_an_id_that_stays() -> None:
    failed = JobUrl(7, "https://e.org/x", UrlState.FAILED, 1)
    answer = error_json(CRAWL_ID, failed)
    assert uuid.UUID(answer["id"]).version == 5
    assert answer == error_json(CRAWL_ID, failed)
    assert answer["id"] != error_json(CRAWL_ID, replace(failed, position=8))["id"]
    assert (answer["error"], "code" in answer) == ("The page could not be read.", False)


def test_urls_tell_what_became_of_each() -> None:
    urls = (
        JobUrl(1, "https://e.org/", UrlState.DONE, 0, scrape_id="s", at=START),
        JobUrl(2, "https://o.org/", UrlState.REFUSED, 1, "EXTERNAL_LINK"),
    )
    answer = urls_json(a_job(), urls, next_url="http://h/n")
    assert answer["urls"] == [
        {"url": "https://e.org/", "state": "done", "depth": 0, "scrapeId": "s", "at": "2026-01-02T03:04:05.000Z"},
        {"url": "https://o.org/", "state": "refused", "depth": 1, "code": "EXTERNAL_LINK"},
    ]
    JobUrls.model_validate(answer)
    assert "next" not in urls_json(a_job(), urls, next_url=None)


def test_every_state_of_a_url_is_in_the_reference() -> None:
    for state in UrlState:
        JobUrlShape.model_validate(url_json(JobUrl(1, "https://e.org/", state, 0)))


def test_a_running_crawl_is_listed_with_its_options_but_without_headers() -> None:
    scrape = replace(CRAWL.scrape, headers={"cookie": "secret"}, mobile=True)
    spec = replace(CRAWL, scrape=scrape, scope=CrawlScope(sitemap=SitemapUse.SKIP), limit=5, delay=timedelta(seconds=2))
    answer = as_json(active_json([a_job(spec=spec), a_job(BATCH_ID, BATCH)]))
    [listed] = answer["crawls"]
    assert (listed["id"], listed["teamId"], listed["url"]) == (CRAWL_ID, "team", "https://example.org/")
    assert listed["created_at"] == "2026-01-02T03:04:05.000Z"
    options = listed["options"]
    assert (options["limit"], options["sitemap"], options["delay"]) == (5, "skip", 2.0)
    assert options["scrapeOptions"]["mobile"] is True
    assert options["scrapeOptions"]["formats"] == ["markdown"]
    assert "secret" not in msgspec.json.encode(answer).decode()
    ActiveCrawls.model_validate(answer)


def test_options_that_are_told_are_options_that_can_be_asked_for() -> None:
    listed = active_json([a_job()])["crawls"][0]
    again = {key: value for key, value in listed["options"].items() if key != "maxDepth"}
    assert v2.CrawlRequest.model_validate({"url": listed["url"], **again}).spec().scope == CRAWL.scope


def test_the_load_of_a_team_is_told_in_pages() -> None:
    load = TeamLoad(jobs=2, in_flight=3, queued=40, last_success=START, at_once=10)
    answer = queue_json(load)
    assert answer == {
        "success": True,
        "jobsInQueue": 43,
        "activeJobsInQueue": 3,
        "waitingJobsInQueue": 40,
        "maxConcurrency": 10,
        "mostRecentSuccess": "2026-01-02T03:04:05.000Z",
    }
    QueueStatus.model_validate(answer)
    assert queue_json(TeamLoad())["mostRecentSuccess"] is None
    quiet = concurrency_json(load)
    assert quiet == {"success": True, "concurrency": 3, "maxConcurrency": 10}
    Concurrency.model_validate(quiet)


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (JobState.SCRAPING, "active"),
        (JobState.COMPLETED, "completed"),
        (JobState.FAILED, "failed"),
        (JobState.CANCELLED, "failed"),
    ],
)
def test_version_0_has_its_own_words_for_states(state: JobState, word: str) -> None:
    answer = v0.crawl_summary(a_job(state=state, progress=Progress(done=2, known=9)))
    assert answer == {"success": True, "status": word, "current": 2, "total": 9}


def test_version_0_shows_pages_as_its_scrapes_or_addresses_alone() -> None:
    shown = v0.crawl_page(a_job(), page(3), locate)
    assert (shown["content"], shown["metadata"]["pageStatusCode"]) == ("# Page 3", 200)
    bare = a_job(spec=replace(CRAWL, only_urls=True))
    assert v0.crawl_page(bare, page(3), locate) == {"url": "https://example.org/3"}
