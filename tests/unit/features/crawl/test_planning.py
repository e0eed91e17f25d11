"""Planning ends every job, never exceeds a limit, and never ends early."""

import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gossamer.core.crawls import BatchSpec, CrawlSpec, Discovered, Entry, EntryKind, Reason, Refusal
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobState, Ticket
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.limits import JobLimits
from gossamer.ports.frontier import Chunk, Counts, EntryRefused, EntryReturned, PageDone, PageFailed, Plan, SitemapDone
from gossamer.ports.scrapes import FinishedScrape
from tests.unit.features.crawl.model import NOW, MemoryFrontier

URL = web_url("http://e.org/")
SCRAPE = ScrapeSpec(URL)
_T = TypeVar("_T")


def planner(limit: int | None = 100, width: int = 10, lanes: int = 5, appetite: int = 20) -> JobPlanner:
    return JobPlanner(limit=limit, width=width, lanes=lanes, appetite=appetite)


def counts(**changes: int) -> Counts:
    blank: dict[str, Any] = dict.fromkeys(("done", "failed", "in_flight", "queued", "sitemaps", "ready", "held"), 0)
    return Counts(**{**blank, "lanes": 1, **changes})


@pytest.mark.parametrize(
    ("wanted", "delay", "shape"),
    [
        (None, None, (5, 10)),
        (1, None, (1, 1)),
        (7, None, (1, 7)),
        (10, None, (1, 10)),
        (11, None, (2, 5)),
        (25, None, (3, 8)),
        (1000, None, (5, 10)),
        (20, timedelta(seconds=1), (1, 1)),
    ],
)
def test_lanes_together_are_never_wider_than_the_concurrency(
    wanted: int | None, delay: timedelta | None, shape: tuple[int, int]
) -> None:
    spec = CrawlSpec(URL, SCRAPE, max_concurrency=wanted, delay=delay)
    plan = JobPlanner.of(spec, JobLimits(concurrency=50))
    assert (plan.lanes, plan.width) == shape


def test_a_batch_has_no_limit_of_its_own() -> None:
    assert JobPlanner.of(BatchSpec((URL,), SCRAPE), JobLimits()).limit is None


def test_a_lane_takes_what_it_needs_until_its_next_commit() -> None:
    plan = planner(limit=10_000)
    assert plan(counts(ready=1000, queued=1000)).take == 20
    assert plan.hungry(30)(counts(ready=1000, queued=1000, held=10, in_flight=10)).take == 50
    assert plan.hungry(0)(counts(ready=1000, queued=1000, held=20, in_flight=20)).take == 0


def test_a_lane_whose_entries_cannot_begin_takes_others_beside_them() -> None:
    waiting = counts(ready=1000, queued=1000, held=20, in_flight=20)
    assert planner(limit=10_000).hungry(0, blocked=15)(waiting).take == 15


def test_a_lane_leaves_others_their_share_of_the_last_pages() -> None:
    assert planner(lanes=5).hungry(30)(counts(ready=30, queued=30, held=10, in_flight=10)).take == 6


def test_what_a_lane_leaves_gets_more_lanes() -> None:
    assert planner()(counts(ready=35, queued=35)).new_lanes == 3
    assert planner()(counts(ready=35, queued=35, lanes=4)).new_lanes == 1
    assert planner()(counts(ready=35, queued=35, lanes=5)).new_lanes == 0
    assert planner()(counts(ready=10, queued=10)).new_lanes == 0


def test_a_lane_that_hands_on_takes_nothing_and_opens_nothing() -> None:
    assert planner().sated()(counts(ready=35, queued=35, held=3, in_flight=3)) == Plan()


def test_pages_done_and_in_flight_never_exceed_the_limit() -> None:
    assert planner(limit=10)(counts(done=5, in_flight=3, ready=50, queued=50)).take_pages == 2
    assert planner(limit=10)(counts(done=5, in_flight=5, ready=50, queued=50)) == Plan()


def test_a_sitemap_does_not_hold_back_a_job_that_has_its_pages() -> None:
    assert planner(limit=10)(counts(done=10, sitemaps=3, ready=3)).finish
    assert not planner(limit=10)(counts(done=9, sitemaps=1, ready=1)).finish


@pytest.mark.parametrize("left", [{"queued": 1}, {"in_flight": 1}, {"sitemaps": 1}])
def test_a_job_is_not_finished_while_something_is_left(left: dict[str, int]) -> None:
    assert not planner()(counts(**left)).finish
    assert planner()(counts(done=3)).finish


def test_a_paced_job_has_one_lane_no_wider_than_its_pace() -> None:
    paced = planner().paced(0)
    assert (paced.lanes, paced.width) == (1, 1)
    assert paced(counts(ready=35, queued=35)) == Plan(take=1, take_pages=1)


@dataclass
class Site:
    """What a simulated crawl meets; everything follows from the URL's number."""

    links: int
    pages: int
    sitemap: int
    failing: int
    refusing: int
    waiting: int
    seed: int
    given_back: set[int] = field(default_factory=set)

    def url(self, number: int) -> Discovered:
        refusal = Refusal(Reason.EXCLUDED) if self.refusing and number % self.refusing == 1 else None
        return Discovered(web_url(f"http://e.org/{number}"), number, rank=number.bit_length(), refusal=refusal)

    def children(self, number: int) -> list[Discovered]:
        first = number * self.links + 1
        return [self.url(n) for n in range(first, min(first + self.links, self.pages))]


def work(site: Site, entry: Entry, now: object) -> Chunk:
    number = entry.fingerprint
    if entry.kind is EntryKind.SITEMAP:
        return Chunk(sitemaps=[SitemapDone(entry)], discovered=[site.url(n) for n in range(site.sitemap)])
    if site.waiting and number % site.waiting == 2 and number not in site.given_back:
        site.given_back.add(number)
        return Chunk(returned=[EntryReturned(entry, NOW + timedelta(days=1), tried=True)])
    if site.failing and number % site.failing == 3:
        return Chunk(failed=[PageFailed(entry, "SCRAPE_SITE_ERROR", "broken")])
    if site.refusing and number % site.refusing == 5:
        return Chunk(refused=[EntryRefused(entry, Refusal(Reason.ROBOTS))])
    record = FinishedScrape(new_id(), "team", "key", entry.url, 1, NOW, NOW)
    return Chunk(done=[PageDone(entry, record)], discovered=site.children(number))


def simulate(site: Site, spec: CrawlSpec, limits: JobLimits) -> MemoryFrontier:
    """Let lanes work in any order, a few entries at a time, some of them dying on the way."""
    rng = random.Random(site.seed)
    plan = JobPlanner.of(spec, limits)
    frontier = MemoryFrontier(spec)
    seeds = [site.url(0)]
    if site.sitemap:
        seeds.append(Discovered(URL, -1, kind=EntryKind.SITEMAP))
    frontier.start(seeds)
    live: list[tuple[Ticket, str, list[Entry]]] = []
    steps = 0
    while not frontier.state.final:
        steps += 1
        assert steps < 40_000, "the job does not end"
        if frontier.tickets and (not live or rng.random() < 0.5):
            begin(frontier, plan, live)
        elif live:
            step(frontier, plan, site, live, rng)
        else:
            raise AssertionError("nobody is left to work on the job")
    return frontier


def begin(frontier: MemoryFrontier, plan: JobPlanner, live: list[tuple[Ticket, str, list[Entry]]]) -> None:
    ticket, holder = frontier.next_ticket(), new_id()
    assert ticket is not None
    lane = begun(frontier, ticket, holder, plan)
    if lane is not None:
        live.append((ticket, holder, lane))


def begun(frontier: MemoryFrontier, ticket: Ticket, holder: str, plan: JobPlanner) -> list[Entry] | None:
    turn = run(frontier.begin(ticket, holder, plan, now=frontier.now))
    return None if turn is None else list(turn.entries)


def step(
    frontier: MemoryFrontier,
    plan: JobPlanner,
    site: Site,
    live: list[tuple[Ticket, str, list[Entry]]],
    rng: random.Random,
) -> None:
    ticket, holder, entries = live.pop(rng.randrange(len(live)))
    if rng.random() < 0.05:
        # Its worker dies; somebody else gets the same ticket.
        frontier.tickets.append((frontier.now, ticket))
        return
    count = rng.randint(0, len(entries))
    chunk = merged([work(site, entry, frontier.now) for entry in entries[:count]])
    hand_on = rng.random() < 0.2
    wanted = plan.sated() if hand_on else plan.hungry(count)
    got = run(frontier.commit(ticket, holder, chunk, wanted, now=frontier.now, hand_on=hand_on))
    if not got.over:
        live.append((ticket, holder, [*entries[count:], *got.entries]))


def merged(chunks: list[Chunk]) -> Chunk:
    names = ("done", "failed", "refused", "returned", "sitemaps", "discovered")
    joined: dict[str, Any] = {name: [one for chunk in chunks for one in getattr(chunk, name)] for name in names}
    return Chunk(**joined)


def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError("the model never waits")


SITES = st.builds(
    Site,
    links=st.integers(1, 12),
    pages=st.integers(1, 300),
    sitemap=st.integers(0, 300),
    failing=st.integers(0, 6),
    refusing=st.integers(0, 6),
    waiting=st.integers(0, 6),
    seed=st.integers(0, 2**16),
)


@settings(max_examples=120, deadline=None)
@given(site=SITES, limit=st.integers(1, 200), concurrency=st.integers(1, 60))
def test_any_crawl_ends_with_its_limit_or_with_everything(site: Site, limit: int, concurrency: int) -> None:
    frontier = simulate(site, CrawlSpec(URL, SCRAPE, limit=limit), JobLimits(concurrency=concurrency))
    assert frontier.state is JobState.COMPLETED
    assert frontier.most <= limit
    left_over = [row for row in frontier.rows if row.code == Reason.LIMIT.value]
    assert len(frontier.done) == limit or not left_over
    assert len(set(frontier.pages())) == len(frontier.done)
