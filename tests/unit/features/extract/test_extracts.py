"""Where an extraction stands, and the answer that is made of its pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from gossamer.core.crawls import BatchSpec, Reason
from gossamer.core.documents import Document
from gossamer.core.errors import NotAvailable
from gossamer.core.extractions import ExtractSpec, Merged
from gossamer.core.formats import Json
from gossamer.core.jobs import Job, JobKind, JobPage, JobState, JobUrl, Progress, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Method
from gossamer.core.urls import web_url
from gossamer.features.crawl import Jobs, JobStanding
from gossamer.features.extract import Extracts, ExtractStatus
from gossamer.features.extract.extracts import Answered, Answers

NOW = datetime(2026, 6, 1, tzinfo=UTC)
HOME = web_url("https://e.org/")
SCHEMA = {"type": "object", "properties": {"items": {"type": "array"}}}
PAGE = ScrapeSpec(HOME, formats=(Json(SCHEMA, "all", evidence=True),))
SPEC = ExtractSpec(PAGE, urls=(HOME,))


@dataclass
class Kept:
    """Jobs that hand out one job, its pages one at a time, and its URLs."""

    job: Job
    pages_: Sequence[JobPage] = ()
    urls_: Sequence[JobUrl] = ()
    warning: str | None = None
    started: list[ExtractSpec] = field(default_factory=list)

    async def status(self, job_id: str, team_id: str) -> JobStanding | None:
        return JobStanding(self.job, self.warning) if (job_id, team_id) == (self.job.job_id, "team") else None

    async def pages(self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int) -> Sequence[JobPage]:
        return [page for page in self.pages_ if page.position > after][:1]

    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]:
        return [url for url in self.urls_ if url.position > after and url.state in states][:limit]

    async def start_extract(self, spec: ExtractSpec, **_: Any) -> str:
        self.started.append(spec)
        return "j"


def job(state: JobState = JobState.COMPLETED, spec: Any = SPEC, **progress: int) -> Job:
    last = NOW + timedelta(hours=1)
    kind = JobKind.EXTRACT if isinstance(spec, ExtractSpec) else JobKind.BATCH
    return Job("j", "team", "key", kind, state, spec, Progress(**progress), NOW, last, last)


def page(position: int, value: Any, *, tokens: int = 0, **told: Any) -> JobPage:
    url = f"https://e.org/{position}"
    metadata = {"url": url, "methods": {"json": "model"}, "tokensUsed": tokens, **told}
    return JobPage(position, f"s{position}", Document(metadata=metadata, json=value), size=10)


def done(position: int, scrape: int, depth: int = 0) -> JobUrl:
    return JobUrl(position, f"https://e.org/{scrape}", UrlState.DONE, depth, scrape_id=f"s{scrape}")


def extracts(kept: Kept, *, web: bool = True) -> Extracts:
    return Extracts(cast("Jobs", kept), web=web, found=7, searched=2)


async def status(kept: Kept) -> ExtractStatus:
    there = await extracts(kept).status("j", "team")
    assert there is not None
    return there


def items(*names: str) -> Mapping[str, Any]:
    return {"items": [{"name": name} for name in names]}


async def test_pages_stand_in_the_order_of_what_was_asked_and_not_of_what_came_first() -> None:
    # Page 2 was named first; 1 and 4 were found by the first source, 3 by the second.
    pages = [page(1, items("found")), page(2, items("named")), page(3, items("last")), page(4, items("next"))]
    urls = [done(9, 1, depth=1), done(1, 2), done(5, 3, depth=2), done(10, 4, depth=1)]
    there = await status(Kept(job(), pages, urls))
    assert there.answer is not None
    assert there.answer.value == items("named", "found", "next", "last")


async def test_tokens_and_methods_are_those_of_the_pages() -> None:
    there = await status(Kept(job(), [page(1, items("a"), tokens=30), page(2, items("b"), tokens=12)]))
    assert there.tokens == 42
    assert there.answer is not None
    assert there.answer.methods == {Method.MODEL: 2}


async def test_a_model_that_failed_on_pages_is_told_with_the_reason() -> None:
    down = {"json": "The model rests."}
    pages = [page(1, items("a")), *(page(at, items("b"), modelFailures=down) for at in (2, 3))]
    told = (await status(Kept(job(), pages))).warning
    assert told == "The model failed on 2 of 3 pages; the rest was read without it. The model rests."


async def test_an_answer_that_is_asked_for_again_is_not_made_again() -> None:
    kept = Kept(job(), [page(1, items("a"))])
    asked = extracts(kept)
    first = await asked.status("j", "team")
    kept.pages_ = ()
    assert await asked.status("j", "team") == first
    kept.job = replace(kept.job, progress=Progress(done=2))
    assert await asked.status("j", "team") != first


async def test_an_answer_that_may_not_be_kept_is_not_remembered() -> None:
    kept = Kept(job(spec=replace(SPEC, zero_data_retention=True)), [page(1, items("a"))])
    asked = extracts(kept)
    first = await asked.status("j", "team")
    kept.pages_ = ()
    assert await asked.status("j", "team") != first


def test_what_is_remembered_is_bounded_by_its_size() -> None:
    answers = Answers(most_bytes=100)
    jobs = [replace(job(), job_id=f"j{number}") for number in range(4)]
    for one, size in zip(jobs, (40, 40, 40, 101), strict=True):
        answers.keep(one, Answered(Merged({}), 0, None, size))
        if one is jobs[2]:
            assert [answers.of(known) is not None for known in jobs] == [False, True, True, False]
    assert [answers.of(known) for known in jobs] == [None] * 4


async def test_nothing_is_read_while_it_runs() -> None:
    there = await status(Kept(job(JobState.SCRAPING), [page(1, items("a"))], warning="Careful."))
    assert (there.answer, there.tokens, there.warning, there.error) == (None, None, "Careful.", None)


async def test_pages_that_could_not_be_had_are_told_with_a_reason() -> None:
    failed = JobUrl(2, "https://e.org/2", UrlState.FAILED, 0, "X", "It took too long.")
    there = await status(Kept(job(done=1, failed=2), [page(1, items("a"))], [done(1, 1), failed]))
    assert there.warning == "2 of 3 pages could not be read. https://e.org/2: It took too long."


async def test_the_password_in_an_address_that_could_not_be_had_is_not_told() -> None:
    failed = JobUrl(2, "https://user:secret@e.org/2", UrlState.FAILED, 0, "X", "It took too long.")
    there = await status(Kept(job(done=1, failed=1), [page(1, items("a"))], [done(1, 1), failed]))
    assert there.warning == "1 of 2 pages could not be read. https://e.org/2: It took too long."


async def test_why_it_failed_is_told_with_what_the_first_page_said() -> None:
    failed = JobUrl(1, "https://e.org/1", UrlState.FAILED, 0, "X", "No.")
    kept = Kept(replace(job(JobState.FAILED, failed=1), error="None could be had."), [], [failed])
    there = await status(kept)
    assert (there.answer, there.unfilled, there.error) == (
        None,
        {"items": []},
        "None could be had. 1 of 1 pages could not be read. https://e.org/1: No.",
    )


async def test_why_it_failed_is_told_with_what_the_sources_said() -> None:
    kept = Kept(replace(job(JobState.FAILED), error="None could be had."), warning="The site gave no pages.")
    assert (await status(kept)).error == "None could be had. The site gave no pages."


async def test_a_cancelled_one_says_so() -> None:
    assert (await status(Kept(job(JobState.CANCELLED)))).error == "The extraction was cancelled."


async def test_a_job_of_another_kind_or_team_is_not_there() -> None:
    other = Kept(job(spec=BatchSpec((HOME,), PAGE)))
    assert await extracts(other).status("j", "team") is None
    assert await extracts(Kept(job())).status("j", "others") is None


async def test_only_a_completed_extraction_has_an_answer_to_deliver_and_it_has_its_warnings() -> None:
    kept = Kept(job(), [page(1, items("a"))], warning="Careful.")
    found = await extracts(kept).result(kept.job)
    assert found is not None
    assert found.answer is not None
    assert (found.answer.value, found.warning) == (items("a"), "Careful.")
    assert await extracts(kept).result(job(JobState.SCRAPING)) is None
    assert await extracts(kept).result(job(spec=BatchSpec((HOME,), PAGE))) is None


@pytest.mark.parametrize("state", [JobState.COMPLETED, JobState.FAILED])
async def test_how_many_urls_were_left_for_want_of_credits_is_told(state: JobState) -> None:
    left = [JobUrl(at, f"https://e.org/{at}", UrlState.REFUSED, 0, Reason.CREDITS) for at in (2, 3)]
    other = JobUrl(4, "https://e.org/4", UrlState.REFUSED, 0, Reason.DUPLICATE)
    spent = f"Spent ({Reason.CREDITS})."
    kept = Kept(job(state, refused=3, done=1, failed=1), [page(1, items("a"))], [done(1, 1), *left, other], spent)
    told = (await status(kept)).warning
    assert told is not None
    assert told.startswith(f"{spent} 2 of 4 URLs were not read because the credits ran out.")


async def test_how_many_pages_a_site_has_beyond_the_limit_is_told() -> None:
    spec = replace(SPEC, sites=(HOME,), found=5)
    left = [JobUrl(at, f"https://e.org/{at}", UrlState.REFUSED, 0, Reason.LIMIT) for at in (2, 3)]
    kept = Kept(job(spec=spec, refused=2, done=1), [page(1, items("a"))], [done(1, 1), *left])
    assert (await status(kept)).warning == (
        "At least 2 more pages that fit were found and not read: raise `limit` (5) to read them."
    )


@pytest.mark.parametrize(("limit", "pages"), [(0, 7), (3, 3), (10**9, 10_000)])
async def test_how_many_pages_are_looked_for_has_a_default_and_a_bound(limit: int, pages: int) -> None:
    kept = Kept(job())
    await start(kept, replace(SPEC, sites=(HOME,), found=limit))
    assert kept.started[0].found == pages


@pytest.mark.parametrize(
    ("changes", "found", "first"),
    [
        ({}, 7, 2),
        ({"sites": (HOME,)}, 7, 2),
        ({"found": 50}, 50, 0),
        ({"found": 1}, 1, 0),
    ],
)
async def test_a_search_begins_with_few_pages_unless_it_is_said_how_many(
    changes: dict[str, Any], found: int, first: int
) -> None:
    kept = Kept(job())
    await start(kept, replace(SPEC, web_search=True, **changes))
    assert (kept.started[0].found, kept.started[0].first) == (found, first)


async def test_of_a_search_alone_four_times_as_many_pages_are_the_most() -> None:
    kept = Kept(job())
    most = Extracts(cast("Jobs", kept), web=True, found=50, searched=5)
    await most.start(
        replace(SPEC, web_search=True), team_id="t", key_id="k", called_at="", dialect="v2", idempotency_key=None
    )
    assert (kept.started[0].found, kept.started[0].first) == (20, 5)


@pytest.mark.parametrize("under_way", [{"queued": 1}, {"in_flight": 1}])
async def test_what_pages_say_so_far_is_known_when_none_is_under_way(under_way: dict[str, int]) -> None:
    pages, urls = [page(1, items("a")), page(2, items("b"))], [done(1, 1), done(2, 2)]
    there = await extracts(Kept(job(JobState.SCRAPING, done=2), pages, urls)).so_far("j", "team")
    assert there is not None
    assert there.value == items("a", "b")
    assert await extracts(Kept(job(JobState.SCRAPING, **under_way), pages, urls)).so_far("j", "team") is None
    assert await extracts(Kept(job(), pages, urls)).so_far("other", "team") is None


async def test_the_web_is_not_searched_where_it_cannot_be() -> None:
    kept = Kept(job())
    with pytest.raises(NotAvailable, match="No search provider"):
        await start(kept, replace(SPEC, urls=(), sites=(), web_search=True), web=False)
    assert kept.started == []


async def test_pages_that_were_named_are_read_where_the_web_cannot_be_searched() -> None:
    kept = Kept(job())
    await start(kept, replace(SPEC, web_search=True), web=False)
    assert not kept.started[0].web_search
    assert "No search provider" in kept.started[0].notices[0]


async def start(kept: Kept, spec: ExtractSpec, *, web: bool = True) -> str:
    return await extracts(kept, web=web).start(
        spec, team_id="team", key_id="key", called_at="", dialect="v2", idempotency_key=None
    )
