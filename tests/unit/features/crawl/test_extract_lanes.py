"""Lanes work on extractions: named pages, what sources lead to, and nothing twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.access import Permits
from gossamer.core.actions import Wait
from gossamer.core.crawls import Reason
from gossamer.core.errors import NotAllowed, OwnError, Refused
from gossamer.core.extractions import WEB_SEARCH, WIDER_SEARCH, ExtractSpec
from gossamer.core.formats import Json, Question
from gossamer.core.jobs import Job, JobState
from gossamer.core.specs import AgentOption, ScrapeSpec
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl import JobAuthorization, SourceResult
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.lanes.turn_schedule import patience
from gossamer.features.crawl.limits import JobLimits
from gossamer.ports.frontier import Plan
from tests.unit.features.crawl.test_planning import counts
from tests.unit.features.crawl.world import SITE, Answer, Robots, Rules, World

PAGE = ScrapeSpec(web_url(SITE), formats=(Json(prompt="names", evidence=True),))


def spec(*paths: str, **changes: Any) -> ExtractSpec:
    return replace(ExtractSpec(PAGE, urls=tuple(web_url(SITE + path) for path in paths)), **changes)


@dataclass
class Known:
    """Sources that know where to look; an error is raised the first time."""

    leads: Mapping[str, Sequence[str]]
    error: OwnError | None = None
    asked: list[str] = field(default_factory=list)
    problem: str | None = None

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, **_: bool) -> SourceResult:
        self.asked.append(source)
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return SourceResult([web_url(SITE + path) for path in self.leads.get(source, ())], self.problem)


@dataclass
class Staged(Known):
    """Sources of which the wider search has to wait twice."""

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, **_: bool) -> SourceResult:
        led = await super().read(source, job, permits)
        if source == WIDER_SEARCH:
            return led if self.asked.count(source) > 2 else SourceResult(waits=True)
        return replace(led, then=WIDER_SEARCH)


def answers(*paths: str, **changes: Any) -> dict[str, Answer | list[Answer]]:
    return {path: Answer(**changes) for path in paths}


async def test_every_named_page_is_read_once() -> None:
    world = World(answers("/a", "/b"), extract=spec("/a", "/b", "/a"))
    frontier = await world.run()
    assert frontier.state is JobState.COMPLETED
    assert sorted(frontier.pages()) == [SITE + "/a", SITE + "/b"]
    assert set(world.site.visited().values()) == {1}
    assert {one.formats for one in world.site.specs} == {PAGE.formats}


@pytest.mark.parametrize("tokens", [9, 0], ids=["read by a model", "read without one"])
async def test_a_page_is_durable_at_once_where_recording_takes_no_time(tokens: int) -> None:
    site = {f"/{n}": Answer(seconds=0.1 * n, tokens=tokens) for n in range(1, 5)}
    frontier = await World(site, extract=spec(*site), concurrency=4).run()
    assert max(len(chunk.done) for chunk in frontier.chunks) == 1


async def test_a_site_and_the_web_lead_to_pages_behind_those_that_were_named() -> None:
    known = Known({SITE + "/": ["/s1", "/s2"], WEB_SEARCH: ["/w1", "/s1"]})
    asked = spec("/a", sites=(web_url(SITE + "/"),), web_search=True, found=9)
    world = World(answers("/a", "/s1", "/s2", "/w1"), extract=asked, sources=known)
    frontier = await world.run()
    assert sorted(known.asked) == sorted([SITE + "/", WEB_SEARCH])
    assert sorted(frontier.pages()) == [SITE + path for path in ("/a", "/s1", "/s2", "/w1")]
    depths = {str(row.found.url): row.found.depth for row in frontier.rows if row.is_page}
    assert (depths[SITE + "/a"], depths[SITE + "/s2"], depths[SITE + "/w1"]) == (0, 1, 2)


async def test_a_source_that_has_to_wait_is_asked_again_once_the_pages_before_it_were_read() -> None:
    known = Staged({WEB_SEARCH: ["/w1", "/w2"], WIDER_SEARCH: ["/w3", "/w1"]})
    asked = spec(web_search=True, found=9, first=2)
    world = World(answers("/w1", "/w2", "/w3"), extract=asked, sources=known)
    frontier = await world.run()
    assert frontier.state is JobState.COMPLETED
    assert known.asked == [WEB_SEARCH, WIDER_SEARCH, WIDER_SEARCH, WIDER_SEARCH]
    assert sorted(frontier.pages()) == [SITE + path for path in ("/w1", "/w2", "/w3")]
    depths = {str(row.found.url): row.found.depth for row in frontier.rows if row.is_page}
    assert (depths[SITE + "/w1"], depths[SITE + "/w3"]) == (1, 2)


async def test_no_more_pages_are_read_than_were_asked_for_and_one_that_fails_gives_its_place_to_the_next() -> None:
    known = Known({SITE + "/": [f"/{n}" for n in range(6)]})
    site = answers(*(f"/{n}" for n in range(6)))
    site["/0"] = Answer(error=Refused("No."))
    frontier = await World(site, extract=spec(sites=(web_url(SITE + "/"),), found=3), sources=known).run()
    assert frontier.state is JobState.COMPLETED
    assert sorted(frontier.pages()) == [f"{SITE}/1", f"{SITE}/2", f"{SITE}/3"]
    assert frontier.codes()[f"{SITE}/5"] == Reason.LIMIT


async def test_robots_rules_hold_for_pages_that_were_found_and_not_for_those_that_were_named() -> None:
    robots = Robots({SITE: Rules(disallowed=("/private",))})
    known = Known({SITE + "/": ["/private/found", "/open"]})
    asked = spec("/private/named", sites=(web_url(SITE + "/"),), found=5)
    site = answers("/private/named", "/private/found", "/open")
    frontier = await World(site, extract=asked, sources=known, robots=robots).run()
    assert sorted(frontier.pages()) == [SITE + "/open", SITE + "/private/named"]
    assert frontier.codes() == {SITE + "/private/found": Reason.ROBOTS}


async def test_a_source_that_gives_nothing_is_told_of_and_the_rest_goes_on() -> None:
    asked = spec("/a", sites=(web_url(SITE + "/"),), found=5)
    frontier = await World(answers("/a"), extract=asked, sources=Known({}, problem="It is silent.")).run()
    assert (frontier.state, frontier.pages()) == (JobState.COMPLETED, [SITE + "/a"])
    assert frontier.warnings == ["It is silent."]


async def test_a_source_is_asked_again_when_the_fault_is_ours() -> None:
    known = Known({SITE + "/": ["/a"]}, error=OwnError("It broke."))
    world = World(answers("/a"), extract=spec(sites=(web_url(SITE + "/"),), found=5), sources=known)
    frontier = await world.run()
    assert (known.asked, frontier.pages()) == ([SITE + "/"] * 2, [SITE + "/a"])


async def test_it_has_failed_when_nothing_could_be_read() -> None:
    frontier = await World({"/a": Answer(error=Refused("No."))}, extract=spec("/a")).run()
    assert frontier.state is JobState.FAILED
    assert frontier.error == "No page could be read, so there is nothing to extract from."


async def test_where_nobody_can_look_for_pages_that_is_said() -> None:
    frontier = await World({}, extract=spec(sites=(web_url(SITE + "/"),), found=5)).run()
    assert (frontier.state, frontier.warnings) == (JobState.FAILED, ["This service cannot discover pages."])


async def test_a_key_that_may_not_go_there_is_told_so() -> None:
    async def leave(_: Job) -> JobAuthorization:
        return JobAuthorization(permits=lambda url: NotAllowed("Not there.") if url.endswith("/b") else None)

    frontier = await World(answers("/a", "/b"), extract=spec("/a", "/b"), authorize=leave).run()
    assert (frontier.pages(), frontier.codes()) == ([SITE + "/a"], {SITE + "/b": Reason.NOT_PERMITTED})


def test_the_first_page_shows_what_pages_cost_those_who_have_a_bound() -> None:
    plan = JobPlanner.of(spec("/a", "/b", "/c"), JobLimits())
    assert plan(replace(counts(queued=3, ready=3), payable=3)).take_pages == 1
    assert plan(replace(counts(queued=2, ready=2, in_flight=1, held=1), payable=3)) == Plan()
    assert plan(replace(counts(queued=2, ready=2, done=1), payable=2)).take_pages == 2
    assert plan(counts(queued=3, ready=3)).take_pages == 3


def test_it_has_failed_when_the_credits_ran_out_before_a_page_was_read() -> None:
    plan = JobPlanner.of(spec("/a", "/b"), JobLimits())
    ended = plan(replace(counts(queued=2, ready=2), payable=0, spent=True))
    assert (ended.finish, ended.leftover) == (True, Reason.CREDITS)
    assert ended.failure is not None
    assert "credits" in ended.failure
    assert plan(replace(counts(queued=1, ready=1, done=1), payable=0, spent=True)).failure is None


@pytest.mark.parametrize(
    "page",
    [
        PAGE,
        replace(PAGE, formats=(Question("why?"),)),
        replace(PAGE, formats=(), agent=AgentOption("load all")),
        replace(PAGE, formats=(), actions=(Wait(timedelta(seconds=1)),)),
    ],
)
def test_what_a_model_or_an_agent_was_asked_for_is_waited_for(page: ScrapeSpec) -> None:
    assert patience(page) == page.timeout.total_seconds()
    assert patience(replace(page, formats=(), agent=None, actions=None)) < page.timeout.total_seconds()
