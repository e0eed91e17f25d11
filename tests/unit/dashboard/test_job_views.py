from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import gossamer.core.errors
from gossamer.core.crawls import BatchSpec, CrawlSpec, Reason
from gossamer.core.errors import ServiceError, SiteError
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.jobs import Job, JobKind, JobState, JobUrl, Progress, UrlState
from gossamer.core.reports import Pace
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.dashboard.pages.activity import jobs
from gossamer.dashboard.pages.activity.reasons import FAILURES, failure, refusal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
URL = web_url("https://example.org/")
RUNNING = Job(
    job_id="j",
    team_id="t",
    key_id="k",
    kind=JobKind.CRAWL,
    state=JobState.SCRAPING,
    spec=CrawlSpec(URL, ScrapeSpec(URL), limit=10),
    progress=Progress(done=3, failed=1, refused=2, in_flight=2, queued=5, known=10, credits_used=3),
    created_at=NOON,
    deadline=NOON + timedelta(hours=1),
    expires_at=NOON + timedelta(days=1),
)
DONE = replace(
    RUNNING,
    state=JobState.COMPLETED,
    finished_at=NOON + 65 * SECOND,
    progress=replace(RUNNING.progress, in_flight=0, queued=0, known=3),
)


def test_a_running_job_tells_what_is_done_under_way_and_waiting() -> None:
    view = jobs.job_view(RUNNING, now=NOON + 4 * SECOND)
    assert (view.done, view.in_flight, view.waiting, view.known, view.share) == (3, 2, 5, 10, 30)
    assert (view.state_label, view.took, view.is_final) == ("Running", "4 s", False)


def test_a_job_that_ended_waits_for_nothing() -> None:
    view = jobs.job_view(DONE, now=NOON + timedelta(days=1))
    assert (view.in_flight, view.waiting, view.took) == (0, 0, "1 min 5 s")


def test_a_batch_is_called_by_its_first_url() -> None:
    spec = BatchSpec((URL, web_url("https://example.org/b")), ScrapeSpec(URL))
    assert jobs.target_of(replace(RUNNING, kind=JobKind.BATCH, spec=spec)) == "2 URLs, first https://example.org/"


def test_a_research_is_called_by_its_prompt() -> None:
    spec = ResearchSpec(ScrapeSpec(URL), "Who weaves silk?")
    assert jobs.target_of(replace(RUNNING, kind=JobKind.AGENT, spec=spec)) == "Who weaves silk?"


def test_no_credentials_are_shown_of_the_address_that_a_job_is_about() -> None:
    addresses = (web_url("https://user:secret@example.org/"), web_url("https://example.org/b"))
    page = ScrapeSpec(addresses[0], formats=(Json(None, "all"),))
    specs = (
        CrawlSpec(addresses[0], page, limit=1),
        BatchSpec(addresses, page),
        BatchSpec(addresses[:1], page),
        ExtractSpec(page, urls=addresses),
        LlmsTxtSpec(page, addresses[0]),
    )
    for spec in specs:
        target = jobs.target_of(replace(RUNNING, spec=spec))
        assert "https://example.org/" in target
        assert "secret" not in target


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.42, "0.4 s"), (12.9, "12 s"), (184, "3 min 4 s"), (7500, "2 h 5 min"), (-3, "0.0 s")]
)
def test_times_are_told_in_words(seconds: float, told: str) -> None:
    assert jobs.duration(timedelta(seconds=seconds)) == told


def test_what_happened_is_told_in_order() -> None:
    pace = [
        Pace(NOON, 1, 0, first_done=NOON + SECOND),
        Pace(NOON + 10 * SECOND, 2, 1, first_done=NOON + 11 * SECOND, first_failed=NOON + 12 * SECOND),
    ]
    told = [(event.title, event.tone) for event in jobs.timeline(DONE, pace)]
    assert told == [("Started", "plain"), ("First page", "good"), ("First failure", "bad"), ("Completed", "good")]
    assert [event.title for event in jobs.timeline(RUNNING, [])] == ["Started"]


@pytest.mark.parametrize(
    ("state", "title"),
    [(JobState.COMPLETED, "Completed"), (JobState.FAILED, "Failed"), (JobState.CANCELLED, "Cancelled")],
)
def test_every_ending_is_told(state: JobState, title: str) -> None:
    assert jobs.timeline(replace(DONE, state=state), [])[-1].title == title


@pytest.mark.parametrize("seconds", [0, 1, 59, 3600, 86_400])
def test_a_job_is_counted_in_few_intervals(seconds: int) -> None:
    job = replace(DONE, finished_at=NOON + seconds * SECOND)
    assert seconds * SECOND / jobs.step_of(job, now=NOON) <= 30


def test_intervals_in_which_nothing_ended_are_drawn_empty() -> None:
    pace = [Pace(NOON, 1, 0), Pace(NOON + 30 * SECOND, 2, 1)]
    drawn = jobs.pace_chart(DONE, pace, step=10 * SECOND)
    assert drawn is not None
    assert [len(stack.bars) for stack in drawn.wide.stacks] == [1, 0, 0, 2]
    assert jobs.pace_chart(RUNNING, [], step=SECOND) is None


def test_only_pages_that_are_done_lead_to_a_result() -> None:
    done = JobUrl(1, "https://example.org/", UrlState.DONE, 0, scrape_id="s")
    failed = JobUrl(2, "javascript:alert(1)", UrlState.FAILED, 1, "SCRAPE_TIMEOUT", "It took too long.", "s2")
    refused = JobUrl(3, "https://example.net/", UrlState.REFUSED, 1, "EXTERNAL_LINK")
    lines = jobs.url_lines([done, failed, refused])
    assert [line.scrape_id for line in lines] == ["s", "", ""]
    assert [line.reason for line in lines] == ["", "It took too long.", "It is on another site."]
    assert [line.label for line in lines] == ["Done", "Failed", "Left out"]
    assert lines[1].address.href is None


def test_every_reason_is_told_in_words() -> None:
    assert [reason for reason in Reason if not refusal(reason.value)] == []


def test_every_failure_of_a_site_is_told_in_words() -> None:
    classes = [kind for kind in vars(gossamer.core.errors).values() if isinstance(kind, type)]
    codes = {kind.code for kind in classes if issubclass(kind, SiteError)}
    assert codes <= set(FAILURES)
    assert {kind.code for kind in classes if issubclass(kind, ServiceError)} >= set(FAILURES)
    assert failure("UNKNOWN_ERROR") == "Something failed on our side."
