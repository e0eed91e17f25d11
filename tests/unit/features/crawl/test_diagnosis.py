"""What a job's URLs and pages say about how it behaved."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.crawls import CrawlSpec, Reason
from gossamer.core.diagnoses import Decision, Diagnosis
from gossamer.core.jobs import Job, JobKind, JobState, JobUrl, Progress, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import DecisionSummary
from gossamer.wire.diagnoses import decision_json, diagnosis_json

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
START = web_url("https://example.org/")


def job(**changes: object) -> Job:
    spec = CrawlSpec(START, ScrapeSpec(START, headers={"cookie": "secret=1"}))
    known = {"finished_at": NOON + timedelta(seconds=10), **changes}
    return Job(
        "j",
        "t",
        "k",
        JobKind.CRAWL,
        JobState.COMPLETED,
        spec,
        Progress(done=2),
        NOON,
        NOON,
        NOON,
        **known,  # type: ignore[arg-type]
    )


def page(position: int, fetcher: str = "http", reason: str | None = None, tries: int = 0) -> Decision:
    url = JobUrl(position, f"{START}{position}", UrlState.DONE, 1, scrape_id=f"s{position}", tries=tries)
    return Decision(url, fetcher, reason)


def refused(position: int, code: str, state: UrlState = UrlState.REFUSED) -> Decision:
    return Decision(JobUrl(position, f"{START}{position}", state, 1, code=code))


def diagnosis(*decisions: Decision, of: Job | None = None) -> Diagnosis:
    summary = DecisionSummary()
    summary.add(decisions[:1])
    summary.add(decisions[1:])
    return summary.diagnosis(of or job(), None)


def test_urls_are_counted_by_state_and_reason() -> None:
    found = diagnosis(page(1), refused(2, Reason.ROBOTS), refused(3, Reason.ROBOTS), refused(4, Reason.LIMIT))
    assert found.states == {UrlState.DONE: 1, UrlState.REFUSED: 3}
    assert found.codes == {(UrlState.REFUSED, "ROBOTS"): 2, (UrlState.REFUSED, "LIMIT_REACHED"): 1}


@pytest.mark.parametrize(
    ("code", "option"),
    [
        (Reason.LIMIT, "`limit`"),
        (Reason.DEPTH, "`maxDiscoveryDepth`"),
        (Reason.ROBOTS, "`ignoreRobotsTxt`"),
        (Reason.EXTERNAL, "`allowExternalLinks`"),
        ("SCRAPE_TIMEOUT", "`scrapeOptions.timeout`"),
    ],
)
def test_a_reason_leads_to_what_to_change(code: str, option: str) -> None:
    [sentence] = diagnosis(refused(1, code)).advice
    assert option in sentence


def test_what_went_well_needs_no_advice() -> None:
    assert diagnosis(page(1), page(2)).advice == ()


def test_rendered_pages_are_counted_by_the_reason_and_named_when_they_are_most() -> None:
    found = diagnosis(page(1, "browser", "content is loaded"), page(2, "browser", "content is loaded"), page(3))
    assert found.fetchers == {"browser": 2, "http": 1}
    assert found.rendered == {"content is loaded": 2}
    assert "`scrapeOptions.fastMode`" in found.advice[0]


def test_pages_that_hold_something_else_are_counted_by_verdict() -> None:
    found = diagnosis(page(1), replace(page(2), verdict="parked"), replace(page(3), verdict="parked"))
    assert found.verdicts == {"parked": 2}


def test_waiting_for_hosts_is_named_when_it_took_most_of_the_time() -> None:
    waited = job(delays=4, delayed=timedelta(seconds=30))
    assert "Pages waited for their hosts" in diagnosis(page(1), page(2), of=waited).advice[0]
    brief = job(delays=4, delayed=timedelta(seconds=1))
    assert diagnosis(page(1), page(2), of=brief).advice == ()


def test_the_most_retried_pages_come_first() -> None:
    found = diagnosis(*(page(number, tries=number) for number in range(8)))
    assert found.retries == 28
    assert [url.tries for url in found.most_tried] == [7, 6, 5, 4, 3]


def test_a_report_has_options_without_headers() -> None:
    report = diagnosis_json(diagnosis(page(1)))
    assert report["options"]["url"] == "https://example.org/"
    assert "secret" not in str(report)
    assert report["seconds"] == 10


def test_a_decision_says_what_is_known_and_nothing_else() -> None:
    assert decision_json(page(1, "browser", "content is loaded")) == {
        "url": "https://example.org/1",
        "state": "done",
        "depth": 1,
        "fetchedBy": "browser",
        "renderReason": "content is loaded",
        "scrapeId": "s1",
    }
    assert decision_json(refused(2, Reason.DEPTH))["code"] == "DISCOVERY_DEPTH"
