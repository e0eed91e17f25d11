"""A small world for lanes: a scripted site, a clock that moves by itself, and a frontier in memory."""

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from gossamer.core.crawls import BatchSpec, CrawlScope, CrawlSpec, Discovered
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document
from gossamer.core.errors import ServiceError
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Links
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobSpec, Ticket
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import FetchedPage
from gossamer.core.seeds import read_part, seeds_of
from gossamer.core.specs import ScrapeSpec
from gossamer.core.terms import RobotsLine
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl import JobAuthorizer, JobLimits, Lanes, Sources
from gossamer.features.crawl.jobs import _start_of
from gossamer.features.crawl.lanes.job_authorization import free
from gossamer.features.crawl.sources import extract_seeds
from gossamer.features.scrape import Performed
from gossamer.ports.hosts import HostPace
from gossamer.ports.scrapes import FinishedScrape
from gossamer.ports.sites import SitemapEntry
from tests.unit.features.crawl.model import NOW, MemoryFrontier

SITE = "http://e.org"
# What is ready to run in one moment has run after so many rounds of the loop.
_ROUNDS = 30
_TICK = timedelta(milliseconds=10)


class MovingClock:
    """A clock on which only sleeping takes time; `run` lets it pass when nothing else is to do."""

    def __init__(self) -> None:
        self.passed = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._numbers = count()

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.passed)

    def monotonic(self) -> float:
        return self.passed

    async def sleep(self, duration: timedelta) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (self.passed + duration.total_seconds(), next(self._numbers), woken))
        await woken.wait()

    async def run(self, until: Callable[[], bool]) -> None:
        """Let time pass until the condition holds; fail when nobody sleeps that could bring it about."""
        while not until():
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
            if until():
                return
            assert self._sleepers, "nothing happens any more"
            at, _, woken = heapq.heappop(self._sleepers)
            self.passed = max(self.passed, at)
            woken.set()


@dataclass
class Answer:
    """What is at an address: a page, or *error*. *seconds* is how long it takes, for ever when None.

    *tokens* are those of a model that reads it.
    """

    links: Sequence[str] = ()
    status: int = 200
    error: ServiceError | None = None
    to: str | None = None
    canonical: str | None = None
    title: str | None = None
    robots: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float | None = 0.02
    tokens: int = 0


@dataclass
class Site:
    """Answers by path; a list is given out one at a time, its last one for good."""

    answers: Mapping[str, Answer | list[Answer]]
    clock: MovingClock
    visits: list[tuple[float, str]] = field(default_factory=list)
    specs: list[ScrapeSpec] = field(default_factory=list)
    running: int = 0
    peak: int = 0
    given_up: list[str] = field(default_factory=list)
    with_model: list[bool] = field(default_factory=list)

    async def perform(self, order: ScrapeOrder) -> Performed:
        spec = order.spec
        path = spec.url.removeprefix(SITE)
        self.visits.append((self.clock.passed, path))
        self.specs.append(spec)
        self.with_model.append(order.use_model)
        answer = self._answer(path)
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            if answer.seconds is None:
                await asyncio.Event().wait()
            await self.clock.sleep(timedelta(seconds=answer.seconds or 0))
        except asyncio.CancelledError:
            self.given_up.append(path)
            raise
        finally:
            self.running -= 1
        led_to = web_url(_absolute(answer.to)) if answer.to else spec.url
        if order.permits is not None and (refusal := order.permits(led_to)) is not None:
            answer = Answer(error=refusal)
        return self._performed(spec, answer, order.team_id, order.key_id)

    def _answer(self, path: str) -> Answer:
        answer = self.answers.get(path, Answer(status=404))
        if isinstance(answer, list):
            return answer.pop(0) if len(answer) > 1 else answer[0]
        return answer

    def _performed(self, spec: ScrapeSpec, answer: Answer, team_id: str, key_id: str) -> Performed:
        now = self.clock.now()
        code = answer.error.code if answer.error else None
        record = FinishedScrape(new_id(), team_id, key_id, spec.url, 0 if code else 1, now, now, error_code=code)
        record = replace(record, tokens=answer.tokens)
        if answer.error is not None:
            return Performed(record, "api", error=answer.error)
        named = {"canonical": answer.canonical, "title": answer.title, "robots": answer.robots}
        links = tuple(_absolute(link) for link in answer.links)
        document = Document({k: v for k, v in named.items() if v}, markdown="text", links=links)
        if Links() not in spec.formats:
            document = replace(document, links=None)
        url = web_url(_absolute(answer.to)) if answer.to else spec.url
        page = FetchedPage(url, answer.status, answer.headers, b"", now, "http")
        return Performed(replace(record, document=document), "api", document=document, page=page)

    def visited(self) -> Counter[str]:
        return Counter(path for _, path in self.visits)


def _absolute(link: str) -> str:
    return link if ":" in link.partition("/")[0] else f"{SITE}{link}"


@dataclass
class Hosts:
    """A HostStore in memory."""

    next_at: dict[str, datetime] = field(default_factory=dict)
    resting: dict[str, datetime] = field(default_factory=dict)
    reserved: int = 0

    async def pace(self, host: str) -> HostPace:
        return HostPace(resting_until=self.resting.get(host))

    async def reserve(self, host: str, slots: int, *, every: timedelta, now: datetime) -> datetime:
        first = max(now, self.next_at.get(host, now))
        if slots:
            self.next_at[host] = first + slots * every
            self.reserved += slots
        return first

    async def rest(self, host: str, *, until: datetime, every: timedelta = timedelta(0)) -> None:
        self.resting[host] = max(until, self.resting.get(host, until))

    async def robots(self, origin: str, *, not_before: datetime) -> None:
        return None

    async def keep_robots(self, origin: str, robots: object) -> None:
        return None


@dataclass(frozen=True)
class Rules:
    disallowed: tuple[str, ...] = ()
    crawl_delay: timedelta | None = None
    sitemaps: tuple[WebUrl, ...] = ()
    unreachable: bool = False

    @property
    def lines(self) -> Sequence[RobotsLine]:
        return [RobotsLine(number, "*", "disallow", path) for number, path in enumerate(self.disallowed, start=1)]

    def deciding_line(self, url: WebUrl, *, allowed: bool) -> RobotsLine | None:
        path = url.removeprefix(SITE)
        return next((line for line in self.lines if path.startswith(line.value)), None)

    def allows(self, url: WebUrl) -> bool:
        return not any(url.removeprefix(SITE).startswith(path) for path in self.disallowed)


@dataclass
class Robots:
    """robots.txt by origin; *error* is raised instead, or what *failing* has for an origin."""

    rules_of: dict[str, Rules] = field(default_factory=dict)
    error: ServiceError | None = None
    failing: dict[str, ServiceError] = field(default_factory=dict)
    asked: int = 0
    agents: set[str | None] = field(default_factory=set)

    async def rules(self, url: WebUrl, *, agent: str | None, deadline: Deadline) -> Rules:
        self.asked += 1
        self.agents.add(agent)
        if self.error is not None:
            raise self.error
        origin = url[: url.index("/", 8)]
        if origin in self.failing:
            raise self.failing[origin]
        return self.rules_of.get(origin, Rules())

    async def file(self, url: WebUrl, *, deadline: Deadline) -> bytes:
        return b""


@dataclass
class Sitemaps:
    """Sitemaps by path, each a list of slices; an error ends one."""

    slices: dict[str, list[list[str] | ServiceError]] = field(default_factory=dict)
    read_: list[str] = field(default_factory=list)
    handed_out: int = 0
    closed: int = 0
    missing: ServiceError | None = None

    async def read(self, url: WebUrl, *, deadline: Deadline) -> AsyncGenerator[Sequence[SitemapEntry], None]:
        path = url.removeprefix(SITE)
        self.read_.append(path)
        try:
            if path not in self.slices and self.missing is not None:
                raise self.missing
            for part in self.slices.get(path, []):
                if isinstance(part, ServiceError):
                    raise part
                self.handed_out += 1
                yield [SitemapEntry(web_url(_absolute(at.lstrip(">"))), nested=at.startswith(">")) for at in part]
        finally:
            self.closed += 1


class World:
    """A job on a scripted site."""

    def __init__(
        self,
        answers: Mapping[str, Answer | list[Answer]],
        *,
        start: str = "/",
        concurrency: int = 50,
        robots: Robots | None = None,
        sitemaps: Sitemaps | None = None,
        authorize: JobAuthorizer = free,
        urls: Sequence[str] = (),
        scrape: Mapping[str, Any] | None = None,
        scope: Mapping[str, Any] | None = None,
        extract: ExtractSpec | None = None,
        sources: Sources | None = None,
        **changes: Any,
    ) -> None:
        url = web_url(_absolute(start))
        template = ScrapeSpec(url, **(scrape or {}))
        spec: JobSpec
        if extract is not None:
            spec = extract
        elif urls:
            spec = BatchSpec(tuple(web_url(_absolute(one)) for one in urls), template, **changes)
        else:
            spec = CrawlSpec(url, template, scope=CrawlScope(**(scope or {})), **changes)
        self.clock = MovingClock()
        self.site = Site(answers, self.clock)
        self.hosts = Hosts()
        self.robots = robots or Robots()
        self.sitemaps = sitemaps or Sitemaps()
        self.frontier = MemoryFrontier(spec)
        self.frontier.start(_seeds(spec))
        self.sources = sources
        self.lanes = self.worker(concurrency, authorize)
        self.turns = 0
        self.longest_turn = 0.0
        self.running: set[asyncio.Task[None]] = set()

    def worker(self, concurrency: int = 50, authorize: JobAuthorizer = free) -> Lanes:
        return Lanes(
            frontier=self.frontier,
            jobs=_JobStore(self.frontier),  # type: ignore[arg-type]
            hosts=self.hosts,
            robots=self.robots,
            sitemaps=self.sitemaps,
            scraper=self.site,
            clock=self.clock,
            limits=JobLimits(concurrency=concurrency),
            authorize=authorize,
            sources=self.sources,
        )

    async def run(self) -> MemoryFrontier:
        """Work on the job until it has ended and nobody works any more."""
        engine = asyncio.create_task(self.dispatch())
        await self.clock.run(lambda: self.frontier.state.final and not self.running)
        engine.cancel()
        return self.frontier

    async def dispatch(self) -> None:
        """Run turns when they are due, as the engine does."""
        while True:
            self.frontier.now = self.clock.now()
            for due in [one for one in self.frontier.tickets if one[0] <= self.frontier.now]:
                self.frontier.tickets.remove(due)
                task = asyncio.create_task(self._turn(due[1]))
                self.running.add(task)
                task.add_done_callback(self.running.discard)
            next_due = min((at for at, _ in self.frontier.tickets), default=self.frontier.now)
            idle = next_due - self.frontier.now
            await self.clock.sleep(max(_TICK, timedelta(0) if self.running else idle))

    async def _turn(self, ticket: Ticket) -> None:
        self.turns += 1
        began = self.clock.passed
        await self.lanes.run(ticket)
        self.longest_turn = max(self.longest_turn, self.clock.passed - began)


def _seeds(spec: JobSpec) -> Sequence[Discovered]:
    match spec:
        case CrawlSpec():
            return _start_of(spec)
        case BatchSpec():
            return [entry for part in seeds_of(spec).parts for entry in read_part(part)]
        case ExtractSpec():
            return extract_seeds(spec)
        case _:
            raise TypeError(f"{type(spec).__name__} has seeds of its own")


class _JobStore:
    def __init__(self, frontier: MemoryFrontier) -> None:
        self.job = frontier.job_of
        self.cancel = frontier.cancel


def at_last(answers: dict[str, Answer | list[Answer]], path: str, *first: Answer) -> dict[str, Answer | list[Answer]]:
    """Return the site with *first* at *path* before what is there at last."""
    last = answers[path]
    assert isinstance(last, Answer)
    return answers | {path: [*first, last]}


def tree(pages: int, links: int = 5, **changes: Any) -> dict[str, Answer | list[Answer]]:
    """Return a site of numbered pages, each linking to *links* more."""

    def path(number: int) -> str:
        return f"/p/{number}" if number else "/"

    return {
        path(n): Answer([path(k) for k in range(n * links + 1, min(n * links + links + 1, pages))], **changes)
        for n in range(pages)
    }
