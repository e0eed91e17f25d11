"""Lanes work on jobs: every page once, within its limits, whatever sites and machines do."""

import asyncio
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from gossamer.core.crawls import Reason, Refusal, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    DatabaseUnavailable,
    ForbiddenTarget,
    InvalidTarget,
    LockdownMiss,
    NameNotResolved,
    NotConnected,
    Overloaded,
    Refused,
    ServiceError,
    TimedOut,
    Unreachable,
)
from gossamer.core.formats import Links, Markdown
from gossamer.core.jobs import JobState
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import CachePolicy
from gossamer.core.urls import WebUrl, web_url
from gossamer.core.visit_identity import VisitIdentity, visiting_as
from gossamer.features.crawl import JobAuthorization
from gossamer.features.crawl.discovery import Explorer
from gossamer.features.crawl.lanes.robots_txt import RobotsTxt
from gossamer.testing.clock import ManualClock
from tests.unit.features.crawl.world import SITE, Answer, Robots, Rules, Sitemaps, World, at_last, tree

SKIP = {"sitemap": SitemapUse.SKIP}
LATER = timedelta(seconds=1)


def urls(*paths: str) -> list[str]:
    return [SITE + path for path in paths]


async def test_a_crawl_visits_every_page_once_and_ends() -> None:
    world = World(tree(300), scope=SKIP)
    frontier = await world.run()
    assert frontier.state is JobState.COMPLETED
    assert len(frontier.done) == 300
    assert set(world.site.visited().values()) == {1}


async def test_the_rules_that_one_identity_was_given_are_not_those_of_another() -> None:
    robots = Robots()
    known_rules = RobotsTxt(robots, ManualClock())
    asked = []
    for identity in (VisitIdentity.BROWSER, VisitIdentity.HONEST, VisitIdentity.BROWSER):
        with visiting_as(identity):
            await known_rules.ruling(web_url(f"{SITE}/a"), agent=None)
        asked.append(robots.asked)
    assert asked == [1, 2, 2]


async def test_the_limit_is_exact() -> None:
    world = World(tree(300), limit=37)
    frontier = await world.run()
    assert len(frontier.done) == 37
    assert frontier.most == 37
    assert len(world.site.visits) == 37


async def test_a_failed_page_gives_its_place_to_another() -> None:
    answers = tree(60)
    answers["/p/3"] = answers["/p/7"] = Answer(error=Refused("No fetcher could get this page."))
    frontier = await World(answers, limit=20, scope=SKIP).run()
    assert len(frontier.done) == 20


async def test_pages_nearer_to_the_start_come_first() -> None:
    frontier = await World(tree(200, 3), concurrency=1, scope=SKIP).run()
    depths = [page.entry.depth for page in frontier.done]
    assert depths == sorted(depths)


async def test_lanes_together_keep_the_concurrency() -> None:
    world = World(tree(400, 20, seconds=0.5), concurrency=25, scope=SKIP)
    await world.run()
    # Three lanes of eight.
    assert world.site.peak == 24


async def test_a_delay_makes_a_crawl_go_one_page_at_a_time() -> None:
    world = World(tree(8), delay=timedelta(seconds=1.5), scope=SKIP)
    await world.run()
    times = [at for at, _ in world.site.visits]
    assert world.site.peak == 1
    assert min(later - earlier for earlier, later in pairwise(times)) > 1.499


async def test_a_long_delay_holds_no_worker() -> None:
    world = World(tree(4), delay=timedelta(seconds=30), scope=SKIP)
    frontier = await world.run()
    assert len(frontier.done) == 4
    assert world.clock.passed >= 90
    assert world.longest_turn < 5


async def test_a_crawl_delay_in_robots_txt_is_kept() -> None:
    robots = Robots({SITE: Rules(crawl_delay=timedelta(seconds=1))})
    world = World(tree(12), robots=robots, scope=SKIP)
    await world.run()
    times = [at for at, _ in world.site.visits]
    assert min(later - earlier for earlier, later in pairwise(times)) > 0.999


async def test_what_robots_txt_disallows_is_refused_and_told() -> None:
    answers = tree(6) | {"/": Answer(["/p/1", "/private/a"])}
    world = World(answers, robots=Robots({SITE: Rules(("/private",))}), scope=SKIP)
    frontier = await world.run()
    assert frontier.codes() == {f"{SITE}/private/a": Reason.ROBOTS.value}
    assert "/private/a" not in world.site.visited()
    assert frontier.warnings == ["Some pages were not fetched because robots.txt disallows them."]


async def test_robots_txt_can_be_ignored() -> None:
    robots = Robots({SITE: Rules(("/",))})
    world = World(tree(6), robots=robots, scope={"ignore_robots": True, **SKIP})
    assert len((await world.run()).done) == 6
    assert robots.asked == 0


async def test_robots_txt_is_read_under_the_name_that_was_asked_for() -> None:
    world = World(tree(3), scope={"robots_user_agent": "Otherbot", **SKIP})
    await world.run()
    assert world.robots.agents == {"Otherbot"}


async def test_a_server_that_fails_its_robots_txt_is_asked_for_nothing_else_and_the_start_has_failed() -> None:
    world = World(tree(6), robots=Robots({SITE: Rules(unreachable=True)}))
    frontier = await world.run()
    assert frontier.codes() == {f"{SITE}/": "SCRAPE_SITE_ERROR"}
    assert frontier.rows[0].tries == 2
    assert world.site.visits == []


async def test_a_start_that_may_not_be_reached_is_a_failure_of_the_crawl() -> None:
    frontier = await World(tree(6), robots=Robots(error=ForbiddenTarget()), scope=SKIP).run()
    assert frontier.codes() == {f"{SITE}/": ForbiddenTarget.code}


async def test_links_out_of_the_crawl_are_told_with_their_reason() -> None:
    links = ["/a", "http://other.org/", "http://sub.e.org/", "/b.png", "mailto:x@e.org", "/a#part", "tel:1"]
    frontier = await World({"/": Answer(links), "/a": Answer()}, scope=SKIP).run()
    assert frontier.codes() == {
        "http://other.org/": Reason.EXTERNAL.value,
        "http://sub.e.org/": Reason.SUBDOMAIN.value,
        f"{SITE}/b.png": Reason.FILE_TYPE.value,
    }
    assert frontier.pages() == urls("/", "/a")


async def test_depth_is_counted_from_the_start() -> None:
    frontier = await World(tree(40, 3), scope={"max_discovery_depth": 1, **SKIP}).run()
    assert frontier.pages() == urls("/", "/p/1", "/p/2", "/p/3")
    assert set(frontier.codes().values()) == {Reason.DEPTH.value}


async def test_what_was_too_deep_becomes_a_page_when_a_sitemap_names_it() -> None:
    sitemaps = Sitemaps({"/sitemap.xml": [["/p/1", "/p/2"]]})
    frontier = await World(tree(4, 3), sitemaps=sitemaps, scope={"max_discovery_depth": 0}).run()
    assert sorted(frontier.pages()) == urls("/", "/p/1", "/p/2")
    assert frontier.codes() == {f"{SITE}/p/3": Reason.DEPTH.value}


async def test_what_is_met_nearer_to_the_start_later_becomes_a_page() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["/slow", "/a"]),
        "/a": Answer(["/b"]),
        "/b": Answer(["/x"]),
        "/slow": Answer(["/x"], seconds=2.0),
        "/x": Answer(),
    }
    frontier = await World(answers, scope={"max_discovery_depth": 2, **SKIP}).run()
    assert f"{SITE}/x" in frontier.pages()
    assert frontier.codes() == {}


async def test_a_redirect_within_the_crawl_does_not_double_a_page() -> None:
    answers: dict[str, Any] = {"/": Answer(["/old", "/new"]), "/old": Answer(to="/new"), "/new": Answer()}
    frontier = await World(answers, concurrency=1, scope=SKIP).run()
    assert len(frontier.done) == 2
    assert list(frontier.codes().values()) == [Reason.DUPLICATE.value]


async def test_a_redirect_out_of_the_crawl_is_refused_with_where_it_led() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["/out", "/admin"]),
        "/out": Answer(to="http://other.org/x?k=1"),
        "/admin": Answer(to="/secret"),
    }
    frontier = await World(answers, scope={"exclude_paths": ("^/secret",), **SKIP}).run()
    assert frontier.codes() == {f"{SITE}/out": Reason.EXTERNAL.value, f"{SITE}/admin": Reason.EXCLUDED.value}
    assert [row.detail for row in frontier.rows if row.found.url.endswith("/out")] == [
        "It redirects to http://other.org/x?k=1."
    ]


async def test_a_redirect_to_what_robots_txt_disallows_is_refused() -> None:
    answers: dict[str, Any] = {"/": Answer(["/a"]), "/a": Answer(to="/private/a")}
    frontier = await World(answers, robots=Robots({SITE: Rules(("/private",))}), scope=SKIP).run()
    assert frontier.codes() == {f"{SITE}/a": Reason.ROBOTS.value}


async def test_a_redirect_to_where_robots_txt_may_not_be_reached_is_refused() -> None:
    robots = Robots(failing={"http://inner.org": ForbiddenTarget()})
    answers: dict[str, Any] = {"/": Answer(["/a"]), "/a": Answer(to="http://inner.org/x")}
    frontier = await World(answers, robots=robots, scope={"external_links": True, **SKIP}).run()
    assert frontier.codes() == {f"{SITE}/a": Reason.FORBIDDEN.value}
    assert frontier.rows[1].detail == f"It redirects to http://inner.org/x. {ForbiddenTarget().message}"


async def test_a_crawl_is_at_home_where_its_start_page_leads() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["http://new.org/a", "/b"], to="http://new.org/"),
        "http://new.org/a": Answer(["http://new.org/c"]),
        "http://new.org/c": Answer(),
    }
    sitemaps = Sitemaps({"http://new.org/sitemap.xml": [["http://new.org/d"]]})
    frontier = await World(answers | {"http://new.org/d": Answer()}, sitemaps=sitemaps).run()
    assert frontier.home == "http://new.org/"
    assert set(frontier.pages()) == {f"{SITE}/", "http://new.org/a", "http://new.org/c", "http://new.org/d"}
    assert frontier.codes() == {f"{SITE}/b": Reason.EXTERNAL.value}
    assert frontier.warnings == ["The start page leads to http://new.org/; the crawl went on from there."]


async def test_a_start_that_leads_into_a_folder_of_its_own_site_is_followed_there() -> None:
    answers: dict[str, Any] = {"/docs": Answer(["/en/docs/a", "/shop"], to="/en/docs/"), "/en/docs/a": Answer()}
    frontier = await World(answers, start="/docs", scope=SKIP).run()
    assert frontier.pages() == urls("/docs", "/en/docs/a")


async def test_another_worker_learns_where_the_crawl_is_at_home() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["http://new.org/1"], to="http://new.org/"),
        **{f"http://new.org/{n}": Answer([f"http://new.org/{n + 1}"], seconds=2.0) for n in range(1, 5)},
        "http://new.org/5": Answer(),
    }
    world = World(answers, scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: world.turns > 1)
    world.lanes = world.worker()
    await world.clock.run(lambda: world.frontier.state.final)
    engine.cancel()
    assert len(world.frontier.done) == 6


async def test_a_canonical_link_names_the_same_page() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["/a?print=1", "/a"]),
        "/a?print=1": Answer(canonical=f"{SITE}/a"),
        "/a": Answer(),
    }
    frontier = await World(answers, scope=SKIP).run()
    assert len(frontier.done) == 2
    assert list(frontier.codes().values()) == [Reason.DUPLICATE.value]


@pytest.mark.parametrize("canonical", [f"{SITE}/", "http://other.org/a", "not an address:", "/"])
async def test_a_canonical_link_that_cannot_be_meant_is_not_believed(canonical: str) -> None:
    answers = tree(12, canonical=canonical)
    for number, answer in enumerate(answers.values()):
        assert isinstance(answer, Answer)
        answer.title = f"Page {number}"
    assert len((await World(answers, scope=SKIP).run()).done) == 12


@pytest.mark.parametrize("copy", ["/home", "/Welcome.aspx", "/?list=1"])
async def test_a_copy_of_the_front_page_is_its_duplicate(copy: str) -> None:
    answers: dict[str, Any] = {"/": Answer([copy]), copy: Answer(canonical=f"{SITE}/")}
    assert (await World(answers, scope=SKIP).run()).codes() == {f"{SITE}{copy}": Reason.DUPLICATE.value}


async def test_routes_of_a_script_are_pages_of_their_own() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["/#/a", "/#/b", "/#top"]),
        "/#/a": Answer(to="/", canonical=f"{SITE}/"),
        "/#/b": Answer(to="/"),
    }
    assert (await World(answers, scope=SKIP).run()).pages() == urls("/", "/#/a", "/#/b")


async def test_a_page_that_says_nofollow_is_kept_and_its_links_are_not_followed() -> None:
    answers: dict[str, Any] = {
        "/": Answer(["/a", "/b", "/c"]),
        "/a": Answer(["/x"], robots="noindex, nofollow"),
        "/b": Answer(["/y"], headers={"x-robots-tag": "none"}),
        "/c": Answer(["/z"], robots="noindex"),
        "/z": Answer(),
    }
    frontier = await World(answers, scope=SKIP).run()
    assert set(frontier.pages()) == set(urls("/", "/a", "/b", "/c", "/z"))
    assert len(frontier.warnings) == 1
    ignoring = await World(answers, scope={"ignore_robots": True, **SKIP}).run()
    assert f"{SITE}/x" in ignoring.pages()


async def test_links_of_an_error_page_are_not_followed_unless_it_is_the_start() -> None:
    answers: dict[str, Any] = {"/": Answer(["/a"], status=404), "/a": Answer(["/b"], status=500), "/b": Answer()}
    assert (await World(answers, scope=SKIP).run()).pages() == urls("/", "/a")


async def test_links_are_in_the_document_only_when_asked_for() -> None:
    plain = await World(tree(3), scope=SKIP).run()
    asked = await World(tree(3), scope=SKIP, scrape={"formats": (Markdown(), Links())}).run()
    documents = [(run.done[0].record.document, run) for run in (plain, asked)]
    assert [document and document.links for document, _ in documents] == [None, tuple(urls("/p/1", "/p/2"))]


async def test_only_addresses_are_kept_when_only_they_are_asked_for() -> None:
    world = World(tree(3), scope=SKIP, only_urls=True)
    assert len((await world.run()).done) == 3
    assert {spec.formats for spec in world.site.specs} == {(Links(),)}


async def test_a_page_has_its_document_even_when_it_may_only_come_from_the_store() -> None:
    frontier = await World(tree(2), scope=SKIP, scrape={"cache": CachePolicy(lockdown=True)}).run()
    assert all(page.record.document is not None for page in frontier.done)


async def test_with_zero_data_retention_the_scrape_decides_what_is_kept() -> None:
    world = World(tree(2), scope=SKIP, zero_data_retention=True)
    await world.run()
    assert all(spec.zero_data_retention for spec in world.site.specs)


async def test_links_to_hosts_that_no_site_has_end_with_the_reason() -> None:
    nameless, gone = InvalidTarget("A name needs a dot."), NameNotResolved("No such name.")
    robots = Robots(failing={"http://intranet": nameless, "http://gone.org": gone})
    answers: dict[str, Any] = {"/": Answer(["http://intranet/x", "http://gone.org/y"])}
    frontier = await World(answers, robots=robots, scope={"external_links": True, **SKIP}).run()
    assert frontier.codes() == {
        "http://intranet/x": Reason.FORBIDDEN.value,
        "http://gone.org/y": "SCRAPE_DNS_RESOLUTION_ERROR",
    }
    assert [row.detail for row in frontier.rows[1:]] == [nameless.message, gone.message]


@pytest.mark.parametrize("error", [InvalidTarget("A name needs a dot."), NameNotResolved("No such name.")])
async def test_a_crawl_fails_at_a_start_that_no_site_has(error: ServiceError) -> None:
    frontier = await World({}, robots=Robots(error=error)).run()
    assert frontier.codes() == {f"{SITE}/": error.code}
    assert frontier.rows[0].detail == error.message


@pytest.mark.parametrize(
    ("error", "visits"),
    [
        (NotConnected("Nobody answers."), 3),
        (Unreachable("The connection was reset."), 3),
        (TimedOut("Too late."), 2),
        (Overloaded("Full."), 3),
        (Refused("A challenge."), 1),
        (LockdownMiss("No stored copy."), 1),
    ],
)
async def test_a_page_that_cannot_be_had_is_tried_again_where_that_may_help(error: Any, visits: int) -> None:
    answers = tree(6) | {"/p/1": Answer(error=error)}
    world = World(answers, scope=SKIP)
    frontier = await world.run()
    assert world.site.visited()["/p/1"] == visits
    assert frontier.codes() == {f"{SITE}/p/1": error.code}
    assert len(frontier.done) == 5


async def test_a_page_that_comes_at_a_later_attempt_is_a_page() -> None:
    answers = at_last(tree(6), "/p/1", Answer(error=Unreachable("reset")))
    assert len((await World(answers, scope=SKIP).run()).done) == 6


async def test_an_address_that_may_not_be_reached_is_refused() -> None:
    answers = tree(3) | {"/p/1": Answer(error=ForbiddenTarget())}
    frontier = await World(answers, scope=SKIP).run()
    assert frontier.codes() == {f"{SITE}/p/1": Reason.FORBIDDEN.value}


async def test_a_busy_host_rests_for_as_long_as_it_asks() -> None:
    busy = Answer(status=429, headers={"retry-after": "20"})
    world = World(at_last(tree(30), "/p/1", busy), scope=SKIP)
    frontier = await world.run()
    assert len(frontier.done) == 30
    first, second = (at for at, path in world.site.visits if path == "/p/1")
    assert second - first >= 20
    in_between = [at for at, _ in world.site.visits if first + 1 < at < first + 20]
    assert in_between == []


async def test_a_host_that_stays_busy_fails_the_page_uncharged() -> None:
    world = World(tree(1) | {"/": Answer(status=503)}, scope=SKIP)
    frontier = await world.run()
    assert world.site.visited()["/"] == 5
    failed = [failure for chunk in frontier.chunks for failure in chunk.failed]
    assert [(one.code, one.record and (one.record.credits, one.record.document)) for one in failed] == [
        ("SCRAPE_SITE_ERROR", (0, None))
    ]


async def test_a_host_that_is_gone_for_a_while_costs_few_pages() -> None:
    world = World(tree(400, 3, seconds=0.1), scope=SKIP)
    working = world.site.answers
    gone = {path: Answer(error=NotConnected("Nobody answers.")) for path in working}

    async def outage() -> None:
        await world.clock.sleep(timedelta(seconds=0.6))
        world.site.answers = gone
        await world.clock.sleep(timedelta(minutes=3))
        world.site.answers = working

    breaking = asyncio.create_task(outage())
    frontier = await world.run()
    await breaking
    assert frontier.state is JobState.COMPLETED
    assert world.clock.passed > 180
    assert len(frontier.of("failed")) <= 10
    assert len(world.site.visits) < 500


async def test_one_broken_page_does_not_slow_the_others() -> None:
    answers = tree(100) | {"/p/1": Answer(error=Unreachable("reset"))}
    world = World(answers, scope=SKIP)
    await world.run()
    others = [at for at, path in world.site.visits if path != "/p/1"]
    assert max(others) < 1.5


async def test_a_hanging_page_does_not_hold_up_the_others() -> None:
    world = World(at_last(tree(600, 10), "/p/70", Answer(seconds=None)), scope=SKIP)
    frontier = await world.run()
    assert len(frontier.done) == 600
    assert max(at for at, path in world.site.visits if path != "/p/70") < 10
    assert world.longest_turn < 20
    assert world.site.visited()["/p/70"] == 2


async def test_pages_of_a_slow_site_are_never_thrown_away() -> None:
    world = World(tree(60, 8, seconds=6.0), scope=SKIP)
    frontier = await world.run()
    assert len(frontier.done) == 60
    assert world.site.given_up == []
    assert set(world.site.visited().values()) == {1}


async def test_a_turn_ends_after_a_few_seconds() -> None:
    world = World(tree(3000, 10), concurrency=2, scope=SKIP, limit=900)
    frontier = await world.run()
    assert len(frontier.done) == 900
    assert world.turns >= 3
    assert world.longest_turn < 4


async def test_a_cancelled_job_stops_within_a_second_and_stores_nothing_more() -> None:
    world = World(tree(500, seconds=0.5), scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: len(world.frontier.done) > 20)
    await world.frontier.cancel(world.frontier.job_id, "team", now=world.clock.now())
    cancelled, done = world.clock.passed, len(world.frontier.done)
    await world.clock.run(lambda: not world.running)
    engine.cancel()
    assert world.clock.passed - cancelled <= 1
    assert len(world.frontier.done) == done
    assert world.site.running == 0


async def test_who_is_told_of_a_cancellation_stops_at_once() -> None:
    world = World(tree(500, seconds=0.5), scope=SKIP)
    engine = asyncio.create_task(world.dispatch())
    await world.clock.run(lambda: len(world.frontier.done) > 20)
    await world.frontier.cancel(world.frontier.job_id, "team", now=world.clock.now())
    world.lanes.wake(world.frontier.job_id)
    before = world.clock.passed
    await world.clock.run(lambda: not world.running)
    engine.cancel()
    assert world.clock.passed == before


async def test_a_worker_that_is_stopped_commits_nothing_more_and_loses_nothing() -> None:
    world = World(tree(100, seconds=0.3), scope=SKIP)
    ticket = world.frontier.tickets.pop(0)[1]
    first = asyncio.create_task(world.lanes.run(ticket))
    await world.clock.run(lambda: len(world.frontier.done) > 5)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    chunks = len(world.frontier.chunks)
    assert world.site.running == 0
    world.frontier.tickets.append((world.clock.now(), ticket))
    world.lanes = world.worker()
    frontier = await world.run()
    assert len(frontier.chunks) > chunks
    assert len(frontier.done) == 100


async def test_who_was_thought_dead_commits_nothing() -> None:
    world = World(tree(50, seconds=0.5), scope=SKIP)
    ticket = world.frontier.tickets.pop(0)[1]
    frozen = asyncio.create_task(world.lanes.run(ticket))
    await world.clock.run(lambda: world.site.running > 0)
    world.frontier.tickets.append((world.clock.now(), ticket))
    other = World(tree(50, seconds=0.5), scope=SKIP)
    other.frontier, other.clock, other.site.clock = world.frontier, world.clock, world.clock
    other.lanes = other.worker()
    frontier = await other.run()
    await world.clock.run(frozen.done)
    assert len(frontier.done) == 50
    assert len({page.entry.url for page in frontier.done}) == 50


async def test_a_lane_waits_for_a_database_that_is_away() -> None:
    world = World(tree(40), scope=SKIP)
    world.frontier.away = 3
    assert len((await world.run()).done) == 40


async def test_a_lane_gives_up_when_the_database_stays_away() -> None:
    world = World(tree(40), scope=SKIP)
    ticket = world.frontier.tickets.pop(0)[1]
    turn = asyncio.create_task(world.lanes.run(ticket))
    await world.clock.run(lambda: world.site.running > 0)
    world.frontier.away = 1000
    await world.clock.run(turn.done)
    with pytest.raises(DatabaseUnavailable):
        await turn
    assert world.site.running == 0


async def test_a_page_that_breaks_our_code_ends_alone() -> None:
    world = World(tree(20, 20), scope=SKIP)
    perform = world.site.perform

    async def breaking(order: ScrapeOrder) -> Any:
        if order.spec.url.endswith("/p/2"):
            raise ZeroDivisionError
        return await perform(order)

    world.site.perform = breaking  # type: ignore[method-assign]
    frontier = await world.run()
    assert frontier.codes() == {f"{SITE}/p/2": "UNKNOWN_ERROR"}
    assert len(frontier.done) == 19


async def test_a_page_that_ends_every_worker_is_given_up() -> None:
    world = World(tree(6), scope=SKIP)
    world.frontier.rows[0].tries = 25
    frontier = await world.run()
    assert frontier.codes() == {f"{SITE}/": "UNKNOWN_ERROR"}
    assert world.site.visits == []


async def test_links_are_remembered_only_once_they_are_durable() -> None:
    world = World(tree(30), scope=SKIP)
    ticket = world.frontier.tickets.pop(0)[1]
    turn = asyncio.create_task(world.lanes.run(ticket))
    await world.clock.run(lambda: world.site.running > 0)
    world.frontier.away = 1000
    await world.clock.run(turn.done)
    with pytest.raises(DatabaseUnavailable):
        await turn
    # The links of the start page were met in this process, and nobody knows of them.
    world.frontier.away = 0
    world.frontier.tickets.append((world.clock.now(), ticket))
    assert len((await world.run()).done) == 30


async def test_a_key_that_may_not_go_on_ends_its_job_and_says_why() -> None:
    async def revoked(_: object) -> JobAuthorization:
        return JobAuthorization(why_not="The key that started this job was revoked.")

    world = World(tree(20), authorize=revoked)
    frontier = await world.run()
    assert frontier.state is JobState.CANCELLED
    assert frontier.warnings == ["The key that started this job was revoked."]
    assert world.site.visits == []


async def test_sitemaps_are_looked_for_where_robots_txt_and_custom_say() -> None:
    robots = Robots({SITE: Rules(sitemaps=(web_url(f"{SITE}/declared.xml"),))})
    sitemaps = Sitemaps({"/declared.xml": [["/deep"]]}, missing=Unreachable("404"))
    world = World(tree(3) | {"/deep": Answer()}, robots=robots, sitemaps=sitemaps)
    frontier = await world.run()
    assert f"{SITE}/deep" in frontier.pages()
    assert sitemaps.read_ == ["/declared.xml", "/sitemap.xml"]
    assert frontier.warnings == []


async def test_a_sitemap_that_nobody_named_is_read_only_where_robots_txt_allows_it() -> None:
    robots = Robots({SITE: Rules(("/p/", "/sitemap_index.xml"), sitemaps=())})
    sitemaps = Sitemaps({}, missing=Unreachable("404"))
    await World({"/p/": Answer(), "/": Answer()}, start="/docs/", robots=robots, sitemaps=sitemaps).run()
    assert sitemaps.read_ == ["/sitemap.xml", "/docs/sitemap.xml"]
    sitemaps.read_.clear()
    robots = Robots({SITE: Rules(("/docs/sitemap",), sitemaps=(web_url(f"{SITE}/docs/sitemap.xml"),))})
    await World({"/docs/": Answer()}, start="/docs/", robots=robots, sitemaps=sitemaps).run()
    assert sitemaps.read_ == ["/docs/sitemap.xml", "/sitemap.xml"]


async def test_a_crawl_whose_robots_txt_hangs_ends_within_half_a_minute() -> None:
    waited: list[float] = []

    class Hanging(Robots):
        async def rules(self, url: WebUrl, *, agent: str | None, deadline: Deadline) -> Rules:
            waited.append(deadline.budget.total_seconds())
            raise TimedOut("The server did not answer in time.")

    world = World(tree(3), robots=Hanging())
    frontier = await world.run()
    assert frontier.state.final
    assert frontier.pages() == []
    assert sum(waited) + world.clock.passed < 30


async def test_a_sitemap_that_was_named_and_cannot_be_read_is_told() -> None:
    robots = Robots({SITE: Rules(sitemaps=(web_url(f"{SITE}/declared.xml"),))})
    sitemaps = Sitemaps({"/declared.xml": [["/p/1"], Unreachable("It broke.")]})
    frontier = await World(tree(3), robots=robots, sitemaps=sitemaps).run()
    assert frontier.warnings == [f"The sitemap {SITE}/declared.xml could not be read: It broke."]
    assert len(frontier.done) == 3


async def test_without_sitemaps_none_is_asked_for() -> None:
    world = World(tree(3), scope=SKIP)
    await world.run()
    assert world.sitemaps.read_ == []


async def test_with_sitemaps_only_links_are_not_followed() -> None:
    sitemaps = Sitemaps({"/sitemap.xml": [["/", "/p/2"]]})
    world = World(tree(9), sitemaps=sitemaps, scope={"sitemap": SitemapUse.ONLY})
    frontier = await world.run()
    assert sorted(frontier.pages()) == urls("/", "/p/2")
    assert {spec.formats for spec in world.site.specs} == {(Markdown(),)}


async def test_nested_sitemaps_are_read_and_their_number_is_bounded() -> None:
    index = [f">/s/{n}.xml" for n in range(3)]
    sitemaps = Sitemaps({"/sitemap.xml": [[">/sitemap.xml", *index]]})
    for level in range(8):
        for name in [f"/s/{'/'.join(['0'] * level)}{n}.xml" for n in range(3)]:
            sitemaps.slices[name] = [[f">/s/{'/'.join(['0'] * (level + 1))}{n}.xml" for n in range(3)]]
    frontier = await World(tree(2), sitemaps=sitemaps).run()
    assert frontier.state is JobState.COMPLETED
    assert len(sitemaps.read_) == len(set(sitemaps.read_)) < 50


async def test_a_sitemap_of_any_size_is_read_in_slices_until_enough_is_known() -> None:
    slices: list[Any] = [[f"/p/{k * 500 + n}" for n in range(500)] for k in range(100)]
    sitemaps = Sitemaps({"/sitemap.xml": slices})
    world = World(tree(2) | {f"/p/{n}": Answer() for n in range(50_000)}, sitemaps=sitemaps, limit=20)
    frontier = await world.run()
    assert len(frontier.done) == 20
    assert sitemaps.handed_out <= 4
    assert sitemaps.closed == len(sitemaps.read_)
    assert max(len(chunk.discovered) for chunk in frontier.chunks) <= 1000


async def test_a_page_with_very_many_links_is_committed_in_parts() -> None:
    world = World({"/": Answer([f"/p/{n}" for n in range(3500)])}, limit=5, scope=SKIP)
    frontier = await world.run()
    assert max(len(chunk.discovered) for chunk in frontier.chunks) <= 1000
    assert len(frontier.rows) == 3501
    assert [len(chunk.done) for chunk in frontier.chunks[:3]] == [0, 0, 0]
    assert frontier.chunks[3].done[0].entry.url == f"{SITE}/"


@pytest.mark.parametrize("source", ["page", "sitemap"])
async def test_others_go_on_while_many_addresses_are_searched_with_large_expressions(
    monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    rounds = 0
    seen_at: set[int] = set()
    judge = Explorer.judge

    def judging(explorer: Explorer, url: WebUrl) -> Refusal | None:
        seen_at.add(rounds)
        return judge(explorer, url)

    async def others() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(Explorer, "judge", judging)
    long = [f"/{'a' * 1500}/{n}" for n in range(100)]
    answers, sitemaps = {"/": Answer(long if source == "page" else ())}, Sitemaps()
    if source == "sitemap":
        sitemaps = Sitemaps({"/sitemap.xml": [long]})
    world = World(answers, sitemaps=sitemaps, limit=1000, scope={"exclude_paths": ("(?:.?){200}c$",)})
    beside = asyncio.create_task(others())
    frontier = await world.run()
    beside.cancel()
    assert len(frontier.done) == 101
    assert len(seen_at) >= 100


async def test_more_pages_than_can_be_reached_are_not_listed() -> None:
    answers: dict[str, Any] = {"/": Answer([f"/a/{n}" for n in range(1200)])}
    answers |= {f"/a/{n}": Answer([f"/b/{n}/{k}" for k in range(20)]) for n in range(1200)}
    frontier = await World(answers, limit=50, scope=SKIP).run()
    assert len(frontier.done) == 50
    assert len(frontier.rows) < 2000
    assert "the surplus is not listed" in frontier.warnings[0]


async def test_a_batch_is_its_addresses_and_nothing_else() -> None:
    answers = {"/a": Answer(["/b"]), "/c": Answer(to="/a"), "/private": Answer()}
    robots = Robots({SITE: Rules(("/",))})
    world = World(answers, urls=["/a", "/c", "/private", "/missing"], robots=robots)
    frontier = await world.run()
    assert sorted(frontier.pages()) == urls("/a", "/c", "/missing", "/private")
    assert robots.asked == 0
    assert {spec.formats for spec in world.site.specs} == {(Markdown(),)}


async def test_an_address_of_a_batch_that_may_not_be_reached_failed_as_a_scrape_would() -> None:
    frontier = await World({"/a": Answer(), "/b": Answer(error=ForbiddenTarget())}, urls=["/a", "/b"]).run()
    assert [(row.state, row.code, row.detail) for row in frontier.rows] == [
        ("done", None, None),
        ("failed", "unsafe_domain_blocked", ForbiddenTarget().message),
    ]


@pytest.mark.parametrize("pace", ["delay", "crawl delay"])
async def test_the_work_for_a_page_does_not_grow_with_the_pages_that_wait(pace: str) -> None:
    long = timedelta(seconds=15)
    robots = Robots({SITE: Rules(crawl_delay=long if pace == "crawl delay" else None)})
    world = World(tree(300, 300), robots=robots, scope=SKIP, limit=12, delay=long if pace == "delay" else None)
    frontier = await world.run()
    assert len(frontier.done) == 12
    times = [at for at, _ in world.site.visits]
    assert max(later - earlier for earlier, later in pairwise(times)) < 16
    assert len(frontier.chunks) < 12 * 5
    # With a pause that is only known from robots.txt, the first turn has already begun more than one page.
    assert sum(len(chunk.returned) for chunk in frontier.chunks) < 12 * 3 + 50


async def test_a_resting_host_is_left_alone_and_so_are_the_pages_that_wait_for_it() -> None:
    busy = Answer(status=429, headers={"retry-after": "20"})
    world = World(at_last(tree(300, 300), "/p/1", busy), scope=SKIP)
    frontier = await world.run()
    assert len(frontier.done) == 300
    assert sum(len(chunk.returned) for chunk in frontier.chunks) < 100


@pytest.mark.long
async def test_a_resting_host_does_not_hold_up_the_others_of_a_batch() -> None:
    busy = Answer(status=429, headers={"retry-after": "60"})
    answers: dict[str, Any] = {f"http://busy.org/{n}": [busy, Answer()] for n in range(200)}
    answers |= {f"/{n}": Answer() for n in range(40)}
    world = World(answers, urls=list(answers), concurrency=20)
    frontier = await world.run()
    assert len(frontier.done) == 240
    assert max(at for at, path in world.site.visits if path.startswith("/")) < 10


async def test_one_slow_host_of_a_batch_does_not_hold_up_the_others() -> None:
    answers: dict[str, Any] = {f"http://slow.org/{n}": Answer(seconds=3.0) for n in range(40)}
    answers |= {f"/{n}": Answer() for n in range(40)}
    world = World(answers, urls=[*list(answers)[:40], *(f"/{n}" for n in range(40))], concurrency=20)
    await world.run()
    assert max(at for at, path in world.site.visits if path.startswith("/")) < 5


async def test_small_jobs_are_committed_page_by_page_at_first() -> None:
    frontier = await World(tree(6), scope=SKIP).run()
    assert len(frontier.chunks[0].done) == 1
