"""What is remembered of work, for people who look at it."""

import threading
from dataclasses import replace

import pytest

from gossamer.core.crawls import Reason
from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.jobs import UrlState
from gossamer.core.reports import Pace, ReasonCount, RequestOutcome
from gossamer.ports.frontier import Chunk
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.database import Database
from gossamer.store.reports import ReportStore
from gossamer.store.row_encoding import unpack_document
from gossamer.store.schema import activities
from tests.contracts.jobs import (
    DAY,
    HOUR,
    NOON,
    OTHER_TEAM,
    SECOND,
    TEAM,
    Bench,
    done,
    failed,
    finish,
    found,
    refused,
    sitemap,
)

DOCUMENT = Document(metadata={"title": "T"}, markdown="# T")
SCRAPE = FinishedScrape(
    scrape_id="",
    team_id=TEAM,
    key_id="k",
    url="https://e.org/",
    credits=3,
    finished_at=NOON,
    expires_at=NOON + DAY,
    document=DOCUMENT,
)


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


@pytest.fixture
def store(database: Database) -> ReportStore:
    return ReportStore(database)


async def recorded(bench: Bench, **changes: object) -> str:
    scrape = replace(SCRAPE, scrape_id=new_id(), **changes)  # type: ignore[arg-type]
    await bench.scrapes.record(scrape)
    return scrape.scrape_id


async def test_a_scrape_is_told_with_what_it_gave_and_cost(bench: Bench, store: ReportStore) -> None:
    scrape_id = await recorded(bench)
    report = await store.scrape(scrape_id, TEAM, now=NOON)
    assert report is not None
    assert (report.scrape_id, report.key_id, report.operation) == (scrape_id, "k", "scrape")
    assert (report.url, report.finished_at, report.expires_at) == ("https://e.org/", NOON, NOON + DAY)
    assert (report.credits, report.error_code, report.document) == (3, None, DOCUMENT)


async def test_a_document_is_unpacked_beside_the_event_loop(
    bench: Bench, store: ReportStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scrape_id = await recorded(bench)
    threads: list[int] = []

    def noted(packed: bytes) -> Document:
        threads.append(threading.get_ident())
        return unpack_document(packed)

    monkeypatch.setattr("gossamer.store.reports.unpack_document", noted)
    assert await store.scrape(scrape_id, TEAM, now=NOON) is not None
    assert threads != [threading.get_ident()]


async def test_a_failure_is_told_with_its_code_and_nothing_else(bench: Bench, store: ReportStore) -> None:
    scrape_id = await recorded(bench, document=None, error_code="SCRAPE_TIMEOUT", credits=0)
    report = await store.scrape(scrape_id, TEAM, now=NOON)
    assert report is not None
    assert (report.error_code, report.document, report.credits) == ("SCRAPE_TIMEOUT", None, None)


async def test_a_map_is_told_as_one_even_when_it_failed(bench: Bench, store: ReportStore, database: Database) -> None:
    good = await recorded(bench, document=None, operation="map")
    bad = await recorded(bench, document=None, operation="map", error_code="MAP_FAILED", credits=0, dialect="v2")
    row = {"id": bad, "team_id": TEAM, "key_id": "k", "operation": "map", "dialect": "v2", "target": "u", "at": 0}
    await database.write(
        lambda connection: connection.execute(database.insert(activities).on_conflict_do_nothing(), [row])
    )
    reports = [await store.scrape(one, TEAM, now=NOON) for one in (good, bad)]
    assert [report and report.operation for report in reports] == ["map", "map"]


async def test_unknown_foreign_and_expired_scrapes_are_nothing(bench: Bench, store: ReportStore) -> None:
    scrape_id = await recorded(bench)
    assert await store.scrape(new_id(), TEAM, now=NOON) is None
    assert await store.scrape(scrape_id, OTHER_TEAM, now=NOON) is None
    assert await store.scrape(scrape_id, TEAM, now=NOON + DAY) is None
    assert await store.outcomes([scrape_id], OTHER_TEAM, now=NOON) == {}
    assert await store.outcomes([scrape_id], TEAM, now=NOON + DAY) == {}


async def test_outcomes_tell_scrapes_and_jobs_side_by_side(bench: Bench, store: ReportStore) -> None:
    good, bad = await recorded(bench), await recorded(bench, document=None, error_code="SCRAPE_TIMEOUT", credits=0)
    running = (await bench.start()).job_id
    foreign = (await bench.start(team_id=OTHER_TEAM)).job_id
    assert await store.outcomes([good, bad, running, foreign, new_id()], TEAM, now=NOON) == {
        good: RequestOutcome("completed", 3),
        bad: RequestOutcome("failed", 0, "SCRAPE_TIMEOUT"),
        running: RequestOutcome("scraping", 0),
    }


async def test_a_job_whose_time_is_over_has_no_outcome(bench: Bench, store: ReportStore) -> None:
    job = await bench.start()
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON + HOUR)
    assert await store.outcomes([job.job_id], TEAM, now=NOON + HOUR) == {job.job_id: RequestOutcome("cancelled", 0)}
    assert await store.outcomes([job.job_id], TEAM, now=NOON + 10 * DAY) == {}


async def test_pages_are_counted_by_interval_from_the_start_of_the_job(bench: Bench, store: ReportStore) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"), found("/d"))
    taken = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(taken[0])]), at=NOON + 3 * SECOND)
    await bench.commit(job, Chunk(done=[done(taken[1])], failed=[failed(taken[2])]), at=NOON + 24 * SECOND)
    await bench.commit(job, Chunk(done=[done(taken[3])]), plan=finish(), at=NOON + 26 * SECOND)
    assert await store.pace(job.job_id, TEAM, step=10 * SECOND) == [
        Pace(NOON, 1, 0, NOON + 3 * SECOND),
        Pace(NOON + 20 * SECOND, 2, 1, NOON + 24 * SECOND, NOON + 24 * SECOND),
    ]


async def test_urls_are_counted_by_why_they_are_no_pages(bench: Bench, store: ReportStore) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"), refused("/x"), refused("/y", Reason.ROBOTS))
    taken = (await bench.begin(job)).entries
    more = [refused("/z"), refused("/u"), sitemap("/s.xml")]
    chunk = Chunk(done=[done(taken[0])], failed=[failed(taken[1]), failed(taken[2])], discovered=more)
    await bench.commit(job, chunk)
    assert await store.reasons(job.job_id, TEAM) == [
        ReasonCount(UrlState.REFUSED, "EXTERNAL_LINK", 3),
        ReasonCount(UrlState.FAILED, "SCRAPE_TIMEOUT", 2),
        ReasonCount(UrlState.REFUSED, Reason.ROBOTS.value, 1),
    ]


async def test_urls_that_a_job_ended_without_are_counted_with_those_left_out(bench: Bench, store: ReportStore) -> None:
    job = await bench.start(found("/a"), found("/b"), refused("/x"))
    assert await store.reasons(job.job_id, TEAM) == [ReasonCount(UrlState.REFUSED, "EXTERNAL_LINK", 1)]
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON + HOUR)
    assert await store.reasons(job.job_id, TEAM) == [
        ReasonCount(UrlState.REFUSED, Reason.CANCELLED.value, 2),
        ReasonCount(UrlState.REFUSED, "EXTERNAL_LINK", 1),
    ]


async def test_another_team_learns_nothing_of_a_job(bench: Bench, store: ReportStore) -> None:
    job = await bench.start(found("/a"), refused("/x"))
    [entry] = (await bench.begin(job)).entries
    await bench.commit(job, Chunk(done=[done(entry)]))
    assert await store.reasons(job.job_id, OTHER_TEAM) == []
    assert await store.pace(job.job_id, OTHER_TEAM, step=SECOND) == []
