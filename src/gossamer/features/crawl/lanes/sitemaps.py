"""Sitemaps of a crawl: where they are looked for, and reading them a slice at a time.

An entry of kind sitemap at "/robots.txt" stands for all sitemaps of a site: who takes it puts
those that robots.txt declares, and the usual places, into the frontier. A slice of a sitemap
is committed before the next is read, so one of any size costs no memory, and reading stops
when more pages wait than the crawl can ever reach.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from typing import Final, TypeAlias
from urllib.parse import urljoin, urlsplit

from gossamer.core.canonical import fetchable
from gossamer.core.crawls import Discovered, Entry, Reason, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ForbiddenTarget, InvalidTarget, NameNotResolved, ProxyFailed, SiteError
from gossamer.core.patterns import in_portions
from gossamer.core.urls import WebUrl, without_credentials
from gossamer.features.crawl.discovery import Explorer, Findings, Keys, sitemap_at
from gossamer.features.crawl.lanes.context import JobContext
from gossamer.features.crawl.lanes.outcomes import Outcome
from gossamer.features.crawl.lanes.robots_txt import Allowed, RobotsTxt
from gossamer.features.crawl.pace import Pacer, host_key
from gossamer.features.map.sitemap_walk import usual_places
from gossamer.ports.clock import Clock
from gossamer.ports.frontier import EntryRefused, EntryReturned, SitemapDone
from gossamer.ports.sites import SitemapEntry, Sitemaps

# Makes findings durable; returns when they are.
Publish: TypeAlias = Callable[[Findings], Awaitable[None]]

# Behind everything that was not tried.
LATE_RANK: Final = 1_000_000
_ROBOTS: Final = "/robots.txt"
# For one crawl in this process, and from an index to what it names at last.
_MOST_SITEMAPS: Final = 100
_DEEPEST: Final = 4
_PATIENCE: Final = timedelta(seconds=60)
# A crawl goes on although its start is no page of it.
_STILL_A_START: Final = frozenset({Reason.ROBOTS, Reason.EXCLUDED, Reason.NOT_INCLUDED})
_NO_SITEMAP: Final = "No sitemap with pages was found, so only the start page was scraped."


def sitemaps_of(url: WebUrl) -> WebUrl:
    """Return the address that stands for the sitemaps of the site of *url*."""
    return WebUrl(urljoin(url, _ROBOTS))


def with_sitemaps(outcome: Outcome, context: JobContext) -> Outcome:
    """Return the outcome of the start of a crawl with the sitemaps to look for, if they are wanted."""
    crawl, explorer = context.crawl, context.explorer
    if crawl is None or explorer is None or crawl.scope.sitemap is not SitemapUse.INCLUDE:
        return outcome
    if isinstance(outcome.result, EntryRefused) and outcome.result.refusal.reason not in _STILL_A_START:
        return outcome
    discoveries = [sitemap_at(sitemaps_of(explorer.home)), *outcome.findings.found]
    return replace(outcome, findings=replace(outcome.findings, found=discoveries))


class SitemapReader:
    """Reads sitemaps for crawls."""

    def __init__(self, *, sitemaps: Sitemaps, robots: RobotsTxt, pacer: Pacer, clock: Clock) -> None:
        self._sitemaps = sitemaps
        self._robots = robots
        self._pacer = pacer
        self._clock = clock

    async def read(self, entry: Entry, context: JobContext, turn: Keys, publish: Publish) -> Outcome:
        """Return the outcome of the sitemap *entry*; its findings are given to *publish* as they come."""
        explorer = context.explorer
        if explorer is None:
            return Outcome(SitemapDone(entry, "A batch reads no sitemaps."))
        if urlsplit(entry.url).path == _ROBOTS:
            return await self._places(entry, context, explorer)
        ready_at = await self._pacer.admit(host_key(entry.url), every=context.pause)
        if ready_at is not None:
            return Outcome(EntryReturned(entry, ready_at), put_off_until=ready_at)
        if context.sitemaps >= _MOST_SITEMAPS:
            problem = f"More than {_MOST_SITEMAPS} sitemaps were named; the rest was not read."
            return Outcome(SitemapDone(entry, problem), warnings=(problem,))
        context.sitemaps += 1
        return await self._read(entry, context, explorer, turn, publish)

    async def _places(self, entry: Entry, context: JobContext, explorer: Explorer) -> Outcome:
        try:
            declared = await self._robots.sitemaps(entry.url, agent=context.robots_agent)
            if declared is None:
                return Outcome(SitemapDone(entry, "The server did not give its robots.txt."))
            guessed = await self._keep_permitted(usual_places(explorer.home, any_declared=bool(declared)), context)
        except (ForbiddenTarget, InvalidTarget, NameNotResolved, ProxyFailed) as error:
            return Outcome(SitemapDone(entry, error.message))
        places = dict.fromkeys([*declared[:_MOST_SITEMAPS], *guessed])
        crawl = context.crawl
        is_only = crawl is not None and crawl.scope.sitemap is SitemapUse.ONLY
        if crawl and is_only and not await self._is_any_filled(places, context):
            start = fetchable(crawl.url)
            discovered = Discovered(start, explorer.sameness.fingerprint(start), written=crawl.scrape.written_url)
            return Outcome(SitemapDone(entry), Findings([discovered]), warnings=(_NO_SITEMAP,))
        return Outcome(SitemapDone(entry), Findings([sitemap_at(place) for place in places]))

    async def _keep_permitted(self, guessed: Iterable[WebUrl], context: JobContext) -> list[WebUrl]:
        """Return those of the places that robots.txt allows: where nobody named a file, it is a page like any other."""
        if not context.obeys_robots:
            return [*guessed]
        agent = context.robots_agent
        return [place for place in guessed if isinstance(await self._robots.ruling(place, agent=agent), Allowed)]

    async def _is_any_filled(self, places: Iterable[WebUrl], context: JobContext) -> bool:
        """Return whether there is a sitemap that names anything at one of *places*."""
        for place in map(context.with_password, places):
            try:
                async with aclosing(self._sitemaps.read(place, deadline=Deadline.after(_PATIENCE))) as slices:
                    async for part in slices:
                        if part:
                            return True
            except (SiteError, ForbiddenTarget, InvalidTarget, ProxyFailed):
                continue
        return False

    async def _read(
        self, entry: Entry, context: JobContext, explorer: Explorer, turn: Keys, publish: Publish
    ) -> Outcome:
        try:
            # However the reading ends, no connection is left behind.
            url = context.with_password(entry.url)
            async with aclosing(self._sitemaps.read(url, deadline=Deadline.after(_PATIENCE))) as slices:
                async for part in slices:
                    await publish(await _findings(_follow_part(part, entry), entry, explorer, turn))
                    if context.is_full:
                        return Outcome(EntryReturned(entry, self._clock.now(), rank=LATE_RANK))
        except (SiteError, ForbiddenTarget, InvalidTarget, ProxyFailed) as error:
            return Outcome(
                SitemapDone(entry, error.message), warnings=_warnings(entry, context, explorer, error.message)
            )
        return Outcome(SitemapDone(entry))


async def _findings(named: Sequence[SitemapEntry], entry: Entry, explorer: Explorer, turn: Keys) -> Findings:
    parts: list[Findings] = []
    for portion in in_portions(named, lambda sitemap_entry: sitemap_entry.url, size=explorer.scope.size):
        if parts:
            await asyncio.sleep(0)
        parts.append(explorer.entries(portion, depth=entry.depth, turn=turn, full=False))
    return Findings.joined(parts)


def _follow_part(part: Sequence[SitemapEntry], entry: Entry) -> Sequence[SitemapEntry]:
    return part if entry.depth < _DEEPEST else [named for named in part if not named.nested]


def _warnings(entry: Entry, context: JobContext, explorer: Explorer, message: str) -> tuple[str, ...]:
    """Return the warnings about a sitemap that could not be read; none about a sitemap that was only guessed."""
    crawl = context.crawl
    guessed = entry.depth == 0 and entry.url in usual_places(explorer.home)
    if guessed and crawl is not None and crawl.scope.sitemap is not SitemapUse.ONLY:
        return ()
    return (f"The sitemap {without_credentials(entry.url)} could not be read: {message}",)
