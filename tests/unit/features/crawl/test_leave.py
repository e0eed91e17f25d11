"""Running jobs ask again and again what their key may do."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from gossamer.core.crawls import Reason, SitemapUse
from gossamer.core.errors import DatabaseUnavailable, NotAllowed, OwnError, RestrictionsUnverified
from gossamer.core.jobs import Job, JobState
from gossamer.core.urls import host_of, web_url
from gossamer.features.crawl import JobAuthorization
from tests.unit.features.crawl.world import SITE, Answer, Robots, Rules, Sitemaps, World, tree

SKIP = {"sitemap": SitemapUse.SKIP}


def _only_home(url: str) -> NotAllowed | None:
    return None if host_of(url) == "e.org" else NotAllowed(f"The API key may not visit {host_of(url)}.")


async def _at_home(_: Job) -> JobAuthorization:
    return JobAuthorization(permits=_only_home)


async def test_links_to_where_the_key_may_not_go_are_told_and_never_fetched() -> None:
    answers: dict[str, Any] = {"/": Answer(["/a", "http://other.org/b"]), "/a": Answer()}
    world = World(answers, authorize=_at_home, scope=SKIP | {"external_links": True})
    frontier = await world.run()
    [told] = frontier.of("refused")
    assert (told.found.url, told.code) == ("http://other.org/b", Reason.NOT_PERMITTED)
    assert told.detail == "The API key may not visit other.org."
    assert set(world.site.visited()) == {"/", "/a"}


async def test_a_redirect_to_where_the_key_may_not_go_gives_nothing() -> None:
    answers: dict[str, Any] = {"/": Answer(["/a"]), "/a": Answer(to="http://other.org/b")}
    frontier = await World(answers, authorize=_at_home, scope=SKIP | {"external_links": True}).run()
    assert frontier.codes() == {f"{SITE}/a": Reason.NOT_PERMITTED}
    assert frontier.pages() == [f"{SITE}/"]


async def test_pages_of_a_batch_that_the_key_may_not_visit_any_more_are_refused_with_the_code() -> None:
    world = World({"/a": Answer()}, urls=["/a", "http://other.org/b"], authorize=_at_home)
    frontier = await world.run()
    assert frontier.codes() == {"http://other.org/b": Reason.NOT_PERMITTED}
    assert set(world.site.visited()) == {"/a"}


async def test_a_redirected_page_of_a_batch_is_refused_with_the_code() -> None:
    world = World({"/a": Answer(to="http://other.org/b")}, urls=["/a"], authorize=_at_home)
    assert (await world.run()).codes() == {f"{SITE}/a": Reason.NOT_PERMITTED}


async def test_sitemaps_elsewhere_are_not_read_with_a_key_that_may_not_go_there() -> None:
    robots = Robots({SITE: Rules(sitemaps=(web_url("http://other.org/map.xml"),))})
    sitemaps = Sitemaps({})
    await World(tree(3), robots=robots, sitemaps=sitemaps, authorize=_at_home).run()
    assert not [url for url in sitemaps.read_ if "other.org" in url]


@pytest.mark.parametrize("allowed", [True, False])
async def test_models_help_with_the_pages_of_a_key_that_may_use_them(allowed: bool) -> None:
    async def leave(_: Job) -> JobAuthorization:
        return JobAuthorization(model=allowed)

    world = World(tree(10), authorize=leave, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: world.frontier.state.final and not world.running)
    engine.cancel()
    assert set(world.site.with_model) == {allowed}


class Changing:
    """A key whose standing is changed while its job runs."""

    def __init__(self, after: Callable[[], JobAuthorization]) -> None:
        self.asked = 0
        self.changed = asyncio.Event()
        self._after = after

    async def __call__(self, _: Job) -> JobAuthorization:
        self.asked += 1
        return self._after() if self.changed.is_set() else JobAuthorization()


async def test_a_job_ends_with_the_reason_when_its_key_is_restricted_while_it_runs() -> None:
    key = Changing(lambda: JobAuthorization(why_not="The restrictions of its API key ended this job."))
    world = World(tree(3000), authorize=key, concurrency=5, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: len(world.frontier.done) > 20)
    key.changed.set()
    await world.clock.run(lambda: world.frontier.state.final and not world.running)
    engine.cancel()
    assert world.frontier.state is JobState.CANCELLED
    assert "The restrictions of its API key ended this job." in world.frontier.warnings
    assert len(world.frontier.done) < 3000


@pytest.mark.parametrize(
    "failure", [RestrictionsUnverified(), DatabaseUnavailable("It is away."), OwnError("It has no such table.")]
)
async def test_while_nobody_can_tell_what_a_key_may_do_its_job_waits_and_then_goes_on(failure: OwnError) -> None:
    def fail() -> JobAuthorization:
        raise failure

    key = Changing(fail)
    key.changed.set()
    world = World(tree(20), authorize=key, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: key.asked > 3)
    assert world.site.visits == []
    assert not world.frontier.state.final
    key.changed.clear()
    await world.clock.run(lambda: world.frontier.state.final and not world.running)
    engine.cancel()
    assert world.frontier.state is JobState.COMPLETED
    assert len(world.frontier.done) == 20


async def test_a_job_that_waits_for_its_key_keeps_no_pages_from_other_jobs_of_its_team() -> None:
    def fail() -> JobAuthorization:
        raise RestrictionsUnverified

    key = Changing(fail)
    key.changed.set()
    world = World(tree(20), authorize=key, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: key.asked > 1)
    assert world.frontier.of("taken") == []
    engine.cancel()


async def test_domains_that_are_taken_away_while_a_crawl_runs_bar_what_is_queued() -> None:
    answers = {"/": Answer([f"/p/{n}" for n in range(200)])} | {f"/p/{n}": Answer(seconds=1) for n in range(200)}
    key = Changing(lambda: JobAuthorization(permits=lambda url: None if url == f"{SITE}/" else NotAllowed("No more.")))
    world = World(answers, authorize=key, concurrency=2, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: len(world.frontier.done) > 10)
    key.changed.set()
    await world.clock.run(lambda: world.frontier.state.final and not world.running)
    engine.cancel()
    barred = [code for code in world.frontier.codes().values() if code == Reason.NOT_PERMITTED]
    assert barred
    assert len(world.frontier.done) + len(barred) == 201
