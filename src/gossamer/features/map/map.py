"""A map, from spec to recorded answer."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec, SiteMap, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.domains import site_of
from gossamer.core.errors import CallerError, MapFailed, MapTimedOut, NameNotResolved, ServiceError, TimedOut
from gossamer.core.ids import new_id
from gossamer.core.orders import ScrapeOrder
from gossamer.core.patterns import in_portions
from gossamer.core.prices import PriceTable
from gossamer.core.references import References
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, host_of, with_credentials_of
from gossamer.features.map.candidates import Gathering
from gossamer.features.map.relevance import MapQuery
from gossamer.features.map.scope import MapScope
from gossamer.features.map.sitemap_walk import SitemapWalk, Walked
from gossamer.features.map.start import Start, visit_start
from gossamer.features.site_guide import PageScraper, SiteGuide, decline_guide, guide_of, read_guide
from gossamer.ports.clock import Clock
from gossamer.ports.scrapes import FinishedScrape
from gossamer.ports.sites import Robots, Sitemaps
from gossamer.store.scrapes import ScrapeStore

# For a map whose caller sets no timeout.
PATIENCE: Final = timedelta(seconds=60)
_RESULTS_LAST: Final = timedelta(hours=24)
_MOST_STORED: Final = 10_000
# Fewer than this, and the caller asked for something else, or the site hides its pages.
_FEW: Final = 4
# Sources in the order of their worth; the sitemaps' own number stands between those of links and stored pages.
_START, _LINKS, _STORED = 0, 1, 3


class Maps:
    """Maps sites: asks all sources at once, merges what they tell, and answers with the best of it."""

    def __init__(
        self,
        *,
        visitor: PageScraper,
        sitemaps: Sitemaps,
        robots: Robots,
        known_pages: ScrapeStore,
        scrapes: ScrapeStore,
        clock: Clock,
        prices: PriceTable,
    ) -> None:
        self._visitor = visitor
        self._sitemaps = sitemaps
        self._robots = robots
        self._known = known_pages
        self._scrapes = scrapes
        self._clock = clock
        self._prices = prices

    async def map(
        self,
        spec: MapSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None = None,
        dialect: str = "",
        reservation: str | None = None,
    ) -> SiteMap:
        """Return the URLs of the site of *spec*, recorded and charged; none of where *permits* says no.

        When *deadline* passes the answer has what was found by then, and a warning. A failure is
        recorded too, free of charge, and raised: MapTimedOut when nothing was found in time,
        MapFailed when neither the start page nor a sitemap could be read, CallerError when the
        address may not be visited or an expression cannot be used. *dialect* is the API version that
        asks, *reservation* what was set aside for it.
        """
        record = FinishedScrape(
            scrape_id=new_id(),
            team_id=team_id,
            key_id=key_id,
            url=spec.url,
            credits=0,
            finished_at=self._clock.now(),
            expires_at=self._clock.now() + _RESULTS_LAST,
            operation="map",
            dialect=dialect,
            reservation=reservation,
        )
        try:
            site_map = await self.found(
                spec, team_id=team_id, key_id=key_id, deadline=deadline, permits=permits, map_id=record.scrape_id
            )
        except ServiceError as error:
            await self._record(replace(record, error_code=error.code))
            raise
        await self._record(replace(record, credits=site_map.credits_used))
        return site_map

    async def found(
        self,
        spec: MapSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None = None,
        map_id: str = "",
    ) -> SiteMap:
        """Return the URLs of the site of *spec*, neither recorded nor charged; otherwise as `map`."""
        # Before anything is fetched: an expression that cannot be used is the caller's mistake.
        MapScope(spec, spec.url)
        start = await visit_start(
            self._visitor, spec, team_id=team_id, key_id=key_id, deadline=deadline, permits=permits
        )
        ground = _Ground(
            start,
            MapScope(spec, start.home, permits),
            Gathering(spec.limit, query=MapQuery(spec.search) if spec.search else None, ignore_query=spec.ignore_query),
        )
        page = ScrapeSpec(
            url=with_credentials_of(spec.url, start.home),
            headers=spec.headers,
            origin=spec.origin,
            zero_data_retention=spec.zero_data_retention,
        )
        order = ScrapeOrder(page, team_id, key_id, deadline, permits)
        guide = await self._read_guide(start.home, order) if spec.llms_txt else SiteGuide()
        await _gather_links(ground, guide.links, _START, titles=guide.links)
        walk = SitemapWalk(self._sitemaps, self._robots, ground.scope, ground.gathering, spec.url)
        if spec.sitemap is not SitemapUse.ONLY:
            await _gather_start(ground)
        late = not await self._gather_all(spec, team_id, ground, walk, deadline)
        total = len(ground.gathering)
        if not total and (late or not _is_read(spec, start, walk.walked)):
            raise _failure(spec, start, walk.walked, late=deadline if late else None)
        noted = filter(None, (*spec.notices, guide.notice))
        warning = " ".join((*noted, *_warnings(spec, start, walk.walked, total, late=late)))
        # Many are ranked in tenths of a second; on the loop that would stall every other request.
        links = await asyncio.to_thread(ground.gathering.best)
        return SiteMap(map_id, links, self._prices.map, warning or None)

    async def _record(self, scrape: FinishedScrape) -> None:
        now = self._clock.now()
        await self._scrapes.record(replace(scrape, finished_at=now, expires_at=now + _RESULTS_LAST))

    async def _read_guide(self, home: WebUrl, order: ScrapeOrder) -> SiteGuide:
        """Return the guide of the site at *home*, where the requested address led."""
        url = guide_of(home)
        try:
            rules = await self._robots.rules(url, agent=None, deadline=order.due())
            is_allowed = rules.unreachable or rules.allows(url)
        except (CallerError, NameNotResolved):
            is_allowed = False
        if not is_allowed or (order.permits is not None and order.permits(url) is not None):
            return decline_guide(home, "may not be fetched")
        return await read_guide(self._visitor, order)

    async def _gather_all(
        self, spec: MapSpec, team_id: str, ground: "_Ground", walk: SitemapWalk, deadline: Deadline
    ) -> bool:
        """Ask all further sources at once; False when the time was over first."""
        try:
            async with deadline.guard(), asyncio.TaskGroup() as group:
                if spec.sitemap is not SitemapUse.SKIP:
                    group.create_task(walk.run(ground.start.home, deadline))
                if spec.sitemap is not SitemapUse.ONLY and spec.use_index and not spec.ignore_cache:
                    group.create_task(self._gather_stored(team_id, ground))
        except TimedOut:
            return False
        except ExceptionGroup as failures:
            failure = _first(failures)
            if not isinstance(failure, TimedOut):
                raise failure from failures
            return False
        return True

    async def _gather_stored(self, team_id: str, ground: "_Ground") -> None:
        pages = await self._known.of_site(team_id, site_of(host_of(ground.start.home)), limit=_MOST_STORED)
        first = 0
        for portion in in_portions(pages, lambda page: page.url, size=ground.scope.size):
            for number, page in enumerate(portion, start=first):
                if ground.scope.includes(page.url):
                    ground.gathering.offer(page.url, (_STORED, number), page.title, page.description)
            first += len(portion)
            await asyncio.sleep(0)


@dataclass(frozen=True, slots=True)
class _Ground:
    """State that the sources of one map share."""

    start: Start
    scope: MapScope
    gathering: Gathering


async def _gather_start(ground: _Ground) -> None:
    start = ground.start
    if start.failure is None and ground.scope.includes(start.home):
        ground.gathering.offer(start.home, (_START,), start.title, start.description)
    await _gather_links(ground, start.links, _LINKS, texts=start.texts)


async def _gather_links(
    ground: "_Ground",
    links: Iterable[str],
    source: int,
    *,
    titles: Mapping[str, str] | None = None,
    texts: Mapping[str, tuple[str, ...]] | None = None,
) -> None:
    references = References(ground.start.home)
    first = 0
    for portion in in_portions(links, str, size=ground.scope.size):
        for number, link in enumerate(portion, start=first):
            url = references.read(link)
            if url is not None and ground.scope.includes(url):
                title, own_texts = (titles or {}).get(link) or None, (texts or {}).get(link, ())
                ground.gathering.offer(url, (source, number), title, texts=own_texts)
        first += len(portion)
        # Others want to go on while a page with very many links is looked through.
        await asyncio.sleep(0)


def _first(failures: ExceptionGroup[Exception]) -> Exception:
    """Return the first failure inside; the caller gets one of several."""
    failure: Exception = failures
    while isinstance(failure, ExceptionGroup):
        failure = failure.exceptions[0]
    return failure


def _is_read(spec: MapSpec, start: Start, walked: Walked) -> bool:
    return walked.read > 0 or (spec.sitemap is not SitemapUse.ONLY and start.failure is None)


def _failure(spec: MapSpec, start: Start, walked: Walked, *, late: Deadline | None) -> ServiceError:
    """Return the error when there is no map; *late* is the deadline that passed, if that is the reason."""
    if late is not None:
        seconds = late.budget.total_seconds()
        return MapTimedOut(
            f"The map operation timed out: no URL was found within {seconds:g} seconds. Raise `timeout` to wait longer."
        )
    page = f"the start page ({_clause(start.failure)})"
    sitemap = f"a sitemap ({_clause(walked.failures[0])})" if walked.failures else "a sitemap"
    match spec.sitemap:
        case SitemapUse.SKIP:
            message = f"Not even {page}"
        case SitemapUse.ONLY:
            message = f"Not even {sitemap}"
        case SitemapUse.INCLUDE:
            message = f"Neither {page} nor {sitemap}"
    return MapFailed(f"{message} could be read, so nothing is known about the site.")


def _clause(sentence: str | None) -> str:
    return (sentence or "no answer").rstrip(".")


def _warnings(spec: MapSpec, start: Start, walked: Walked, total: int, *, late: bool) -> Iterator[str]:
    if start.failure is not None and spec.sitemap is not SitemapUse.ONLY:
        yield f"The start page could not be read: {start.failure}"
    if late:
        yield "The timeout passed before everything was read; raise `timeout` for the rest."
    if walked.failures:
        yield f"{len(walked.failures)} of the site's sitemaps could not be read: {walked.failures[0]}"
    if walked.left_out:
        yield f"The site has more sitemaps than are read for a map; {walked.left_out} were left out."
    if total < min(_FEW, spec.limit):
        yield f"Few such URLs were found ({total}); look at `includeSubdomains` and `filterByPath`, or crawl the site."
