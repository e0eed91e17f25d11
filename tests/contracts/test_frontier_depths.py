"""A crawl with a greatest depth has the pages that so few links lead to, whatever comes first."""

import random
from collections import deque
from dataclasses import dataclass, replace

import pytest

from gossamer.core.crawls import CrawlScope, CrawlSpec, Entry, EntryKind
from gossamer.core.ids import new_id
from gossamer.core.jobs import JobState, Ticket, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl.discovery import Explorer, Findings, Keys, sitemap_at
from gossamer.ports.frontier import Chunk, PageDone, SitemapDone
from gossamer.ports.sites import SitemapEntry
from gossamer.store.database import Database
from tests.contracts.jobs import NOON, SITE, TEAM, Bench, done, found, new_job, until

START = web_url(f"{SITE}/p0")
SCRAPE = ScrapeSpec(START)
PAGES, LANES, DEEPEST = 14, 3, 4
PLAN = until(100, each=3)


@dataclass
class Site:
    """Pages by number: what they link to, which the sitemap names, and which lead to another."""

    links: dict[int, list[int]]
    sitemap: list[int]
    moved: dict[int, int]

    @classmethod
    def random(cls, chance: random.Random) -> "Site":
        """Return a site of a long chain with many ways across, back, and by redirects."""
        links = {page: [page + 1] if page + 1 < PAGES else [] for page in range(PAGES)}
        for _ in range(chance.randrange(PAGES)):
            links[chance.randrange(PAGES)].append(chance.randrange(PAGES))
        moved = {page: chance.randrange(page + 1, PAGES) for page in chance.sample(range(1, PAGES - 1), 2)}
        return cls(links, chance.sample(range(1, PAGES), chance.randrange(4)), moved)

    def within(self, depth: int) -> dict[int, int]:
        """Return the depths of the pages that at most so many links lead to, breadth first."""
        depths = {self.end(page): 0 for page in (0, *self.sitemap)}
        left = deque(depths)
        while left:
            page = left.popleft()
            for linked in map(self.end, self.links[page]):
                if linked not in depths and depths[page] < depth:
                    depths[linked] = depths[page] + 1
                    left.append(linked)
        return depths

    def end(self, page: int) -> int:
        """Return where *page* leads to at last."""
        while page in self.moved:
            page = self.moved[page]
        return page


class Worker:
    """A lane of a process of its own, which knows what it met itself."""

    def __init__(self, bench: Bench, job_id: str, lane: int, spec: CrawlSpec, site: Site) -> None:
        self._bench, self._spec, self._site = bench, spec, site
        self._ticket = Ticket(job_id, TEAM, lane, 1)
        self.held: list[Entry] = []

    async def begin(self) -> None:
        """Begin, also in place of one that died."""
        self._holder, self._turn = new_id(), Keys()
        self._explorer = Explorer(self._spec, home=START, begun=NOON)
        turn = await self._bench.frontier.begin(self._ticket, self._holder, PLAN, now=NOON)
        self.held = list(turn.entries) if turn else []

    async def work(self, chance: random.Random) -> None:
        """Settle one of its entries."""
        entry = self.held.pop(chance.randrange(len(self.held)))
        is_sitemap = entry.kind is EntryKind.SITEMAP
        chunk, findings = self._read_sitemap(entry) if is_sitemap else self._visited(entry)
        chunk = replace(chunk, discovered=findings.found, deepest=self._spec.scope.max_discovery_depth)
        given = await self._bench.frontier.commit(self._ticket, self._holder, chunk, PLAN, now=NOON)
        assert given.committed
        self._explorer.remember(findings.keys)
        self.held += given.entries

    def _read_sitemap(self, entry: Entry) -> tuple[Chunk, Findings]:
        named = [SitemapEntry(web_url(f"{SITE}/p{page}")) for page in self._site.sitemap]
        findings = self._explorer.entries(named, depth=0, turn=self._turn, full=False)
        return Chunk(sitemaps=[SitemapDone(entry)]), findings

    def _visited(self, entry: Entry) -> tuple[Chunk, Findings]:
        end = self._site.end(number(entry.url))
        links = [f"{SITE}/p{linked}" for linked in self._site.links[end]]
        findings = self._explorer.links(links, depth=entry.depth + 1, turn=self._turn, full=False)
        alias = self._explorer.sameness.fingerprint(web_url(f"{SITE}/p{end}"))
        return Chunk(done=[PageDone(entry, done(entry).record, (alias,), findings.children)]), findings


def number(url: str) -> int:
    return int(url.removeprefix(f"{SITE}/p"))


async def crawled(bench: Bench, site: Site, depth: int, chance: random.Random) -> dict[int, int]:
    """Return the depths of a crawl's pages after workers took turns, and died, at random."""
    spec = CrawlSpec(START, SCRAPE, scope=CrawlScope(max_discovery_depth=depth, entire_domain=True), limit=100)
    job = new_job(spec=spec)
    start = found("/p0", fingerprint=Explorer(spec, home=START, begun=NOON).sameness.fingerprint(START))
    await bench.jobs.create(job, [start, sitemap_at(web_url(f"{SITE}/sitemap.xml"))], lanes=LANES)
    workers = [Worker(bench, job.job_id, lane + 1, spec, site) for lane in range(LANES)]
    for worker in workers:
        await worker.begin()
    while busy := [worker for worker in workers if worker.held]:
        worker = chance.choice(busy)
        await (worker.begin() if chance.random() < 0.1 else worker.work(chance))
    ended = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert ended is not None
    assert ended.state is JobState.COMPLETED
    pages = await bench.jobs.urls(job.job_id, TEAM, states=frozenset({UrlState.DONE}), after=0, limit=100)
    depths = {site.end(number(page.url)): page.depth for page in pages}
    assert len(depths) == len(pages) == ended.progress.done
    return depths


@pytest.mark.parametrize("seed", range(4))
async def test_pages_and_their_depths_are_those_of_a_search_breadth_first(database: Database, seed: int) -> None:
    bench, chance = await Bench(database).prepare(), random.Random(seed)
    site = Site.random(chance)
    depths = [await crawled(bench, site, depth, chance) for depth in range(DEEPEST)]
    assert depths == [site.within(depth) for depth in range(DEEPEST)]
    assert await bench.charged() == sum(map(len, depths))
