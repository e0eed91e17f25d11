"""Walls that a job meets: how often it waits for a person to pass one."""

from datetime import timedelta

from gossamer.core.crawls import BatchSpec, Wall
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, JobKind, JobState, Progress
from gossamer.core.specs import ProfileUse, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import JobLimits
from gossamer.features.crawl.lanes.context import JobContext
from tests.unit.features.crawl.model import NOW

PAGE = web_url("http://e.org/account")
HOST = "e.org:80"


def job(*walls: Wall) -> Job:
    spec = BatchSpec((PAGE,), ScrapeSpec(PAGE, profile=ProfileUse("shop", waits=True)))
    return Job(
        job_id=new_id(),
        team_id="team",
        key_id="key",
        kind=JobKind.BATCH,
        state=JobState.SCRAPING,
        spec=spec,
        progress=Progress(),
        created_at=NOW,
        deadline=NOW + timedelta(days=1),
        expires_at=NOW + timedelta(days=2),
        walls=walls,
    )


def context_of(met: Job) -> JobContext:
    context = JobContext.of(met, JobLimits(), lambda secret, _: secret)
    context.refresh(met)
    return context


def wall(minute: int, *, passed: int | None = None, times: int = 1, host: str = HOST) -> Wall:
    passed_at = None if passed is None else NOW + timedelta(minutes=passed)
    return Wall(host, PAGE, "login", NOW + timedelta(minutes=minute), passed_at, times)


def test_somebody_is_asked_three_times_at_most_to_pass_a_wall() -> None:
    context = context_of(job())
    asked = []
    for time in range(5):
        asked.append(context.meet(wall(2 * time)))
        if asked[-1]:
            assert context.is_waiting(HOST)
            # The job learns from the database that a person has passed it.
            stands = context.walls[HOST]
            context.refresh(job(wall(2 * time, passed=2 * time + 1, times=stands.times)))
        assert not context.is_waiting(HOST)
    assert asked == [True, True, True, False, False]


def test_pages_that_were_under_way_when_a_wall_was_passed_do_not_count() -> None:
    context = context_of(job(wall(0, passed=5, times=3)))
    # This visit began before somebody passed the wall, so its page is tried again without asking.
    assert context.meet(wall(4))
    assert context.walls[HOST].times == 3
    assert not context.is_waiting(HOST)
    assert not context.meet(wall(6))


def test_each_host_is_counted_by_itself() -> None:
    context = context_of(job(wall(0, passed=1, times=3)))
    assert not context.meet(wall(2))
    assert context.meet(wall(2, host="other.org:80"))
    assert (context.is_waiting(HOST), context.is_waiting("other.org:80")) == (False, True)
