"""Steps of a run that lead to its pages: the plan, searches, maps of given sites; and the report at its end.

A step is an entry of the frontier, as a page is: it is done once, whatever happens to who does it, and what it came to
is noted with the run.
"""

import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol
from urllib.parse import quote, unquote, urlsplit

from gossamer.core.access import Permits
from gossamer.core.crawls import Discovered, FoundLink, MapSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, OwnError, ServiceError
from gossamer.core.jobs import Job
from gossamer.core.research import PLAN, REPORT, SEARCH, ResearchSpec
from gossamer.core.urls import WebUrl, web_url, without_credentials
from gossamer.features.crawl import Jobs, SourceResult, page_of, source_of
from gossamer.features.extract import SiteSearch, WebSearch
from gossamer.features.research import notes as steps
from gossamer.features.research.guidance import ends_at
from gossamer.features.research.notes import Notes
from gossamer.features.research.planning import ResearchPlan, plan_of
from gossamer.features.research.relevance import rank_found_pages, rank_mapped_pages
from gossamer.ports.clock import Clock

_PATIENCE: Final = timedelta(seconds=30)
_MOST_FOUND: Final = 20
_MOST_MAPPED: Final = 30
_MOST_SITES: Final = 3
_REPORT_RANK: Final = 10_000
# A step is noted a moment before the pages that it led to are in the frontier.
_SETTLING: Final = timedelta(seconds=1.5)


class Writer(Protocol):
    """Plans and writes with a language model."""

    async def plan(self, job: Job, spec: ResearchSpec) -> ResearchPlan:
        """Return the plan of a run; the one without a model where the model fails."""

    async def write(self, job: Job, spec: ResearchSpec) -> None:
        """Write the report of a run and note it; where the model fails, why."""


class ResearchSources:
    """Sources of research; *web* is None where nothing can be searched, *writer* without a model."""

    def __init__(
        self,
        *,
        sites: SiteSearch,
        web: WebSearch | None,
        jobs: Jobs,
        notes: Notes,
        clock: Clock,
        writer: Writer | None = None,
    ) -> None:
        self._sites = sites
        self._web = web
        self._jobs = jobs
        self._notes = notes
        self._clock = clock
        self._writer = writer

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, *, model: bool = False) -> SourceResult:
        """Return the pages to which the step at *source* leads; an error on our side is raised, for another attempt."""
        spec = job.spec
        if not isinstance(spec, ResearchSpec):
            return SourceResult(problem="Only research has steps.")
        if source == REPORT:
            return await self._report(job, spec, model=model)
        if self._clock.now() >= ends_at(job, spec):
            return SourceResult()
        if source == PLAN:
            plan = await self._writer.plan(job, spec) if self._writer is not None and model else plan_of(spec)
            return SourceResult(discovered=step_entries(spec, plan))
        if source.startswith(SEARCH):
            return await self._search_source(source, spec, job, permits)
        return await self._site(source, spec, job, permits)

    async def _search_source(
        self, source: WebUrl, spec: ResearchSpec, job: Job, permits: Permits | None
    ) -> SourceResult:
        query = unquote(source.removeprefix(SEARCH))
        if self._web is None:
            return SourceResult()
        most = min(_MOST_FOUND, max(5, spec.budget.pages))
        started_at = self._clock.now()
        deadline = Deadline.after(_PATIENCE)
        problem: str | None = None
        urls: list[WebUrl] = []
        try:
            addresses = await self._web.urls(query, limit=most, team_id=job.team_id, deadline=deadline)
        except OwnError:
            raise
        except ServiceError as error:
            problem = f"The search for “{query}” gave no pages. {error.message}"
        else:
            urls = [url for url in _readable(addresses) if permits is None or permits(url) is None]
        await self._note(job, _step_of(source, spec), urls, started_at, problem, query=query)
        return SourceResult(discovered=rank_found_pages(urls, depth=1), problem=problem)

    async def _site(self, site: WebUrl, spec: ResearchSpec, job: Job, permits: Permits | None) -> SourceResult:
        started_at = self._clock.now()
        problem: str | None = None
        links: Sequence[FoundLink] = ()
        if permits is None or permits(site) is None:
            map_spec = MapSpec(
                url=site, search=spec.prompt[:500], limit=_MOST_MAPPED, headers=spec.scrape.headers, origin=spec.origin
            )
            try:
                mapped = await self._sites.found(
                    map_spec,
                    team_id=job.team_id,
                    key_id=job.key_id,
                    deadline=Deadline.after(_PATIENCE),
                    permits=permits,
                )
            except OwnError:
                raise
            except ServiceError as error:
                problem = f"The map of {without_credentials(site)} failed. {error.message}"
            else:
                links = mapped.links
        urls = [WebUrl(link.url) for link in links]
        await self._note(job, _step_of(site, spec), urls, started_at, problem, site=without_credentials(site))
        return SourceResult(discovered=rank_mapped_pages(links, spec.prompt, depth=1), problem=problem)

    async def _note(
        self, job: Job, step: str, urls: Sequence[WebUrl], started_at: datetime, problem: str | None, **about: str
    ) -> None:
        now = self._clock.now()
        note = {
            **about,
            "found": [without_credentials(url) for url in urls[:_MOST_MAPPED]],
            "at": started_at.isoformat(),
            "ended": now.isoformat(),
            **({"problem": problem} if problem else {}),
        }
        await self._notes.keep(job.job_id, step, note)

    async def _report(self, job: Job, spec: ResearchSpec, *, model: bool) -> SourceResult:
        """Write the report once everything else is done; until then, wait."""
        if await self._goes_on(job, spec):
            return SourceResult(waits=True)
        if self._writer is not None and model:
            await self._writer.write(job, spec)
        return SourceResult()

    async def _goes_on(self, job: Job, spec: ResearchSpec) -> bool:
        status = await self._jobs.status(job.job_id, job.team_id)
        if status is None or status.job.state.final:
            return False
        progress, now = status.job.progress, self._clock.now()
        if progress.in_flight:
            return True
        if progress.done >= spec.limit or now >= ends_at(job, spec):
            return False
        if progress.queued:
            return True
        return await self._has_open_steps(job, spec, now)

    async def _has_open_steps(self, job: Job, spec: ResearchSpec, now: datetime) -> bool:
        planned = await self._notes.read(job.job_id, steps.PLAN)
        if planned is None:
            return True
        plan = ResearchPlan(tuple(planned["facets"]), tuple(planned["queries"]))
        for step in step_names(spec, plan):
            note = await self._notes.read(job.job_id, step)
            if note is None or now < datetime.fromisoformat(note["ended"]) + _SETTLING:
                return True
        return False


def seeds_of(spec: ResearchSpec, *, planned: bool) -> list[Discovered]:
    """Return the first entries of a run: its pages, and its steps; with *planned* a model plans them first."""
    pages = [
        page_of(url, depth=0, rank=number, written=written)
        for number, (url, written) in enumerate(zip(spec.urls, spec.written or ("",) * len(spec.urls), strict=True))
    ]
    once = list({page.fingerprint: page for page in reversed(pages)}.values())[::-1]
    if not planned:
        return [*once, *step_entries(spec, plan_of(spec))]
    return [*once, source_of(PLAN, depth=1), source_of(REPORT, depth=1, rank=_REPORT_RANK)]


def step_entries(spec: ResearchSpec, plan: ResearchPlan) -> list[Discovered]:
    """Return the searches and maps of *plan* as entries."""
    if spec.only_urls:
        return []
    searches = [source_of(search_address(query), depth=1) for query in _queries(spec, plan)]
    return [*(source_of(site, depth=1) for site in sites_of(spec)), *searches]


def step_names(spec: ResearchSpec, plan: ResearchPlan) -> list[str]:
    """Return under which names the steps of *plan* are noted, in their order."""
    if spec.only_urls:
        return []
    sites = [steps.site_step(number) for number in range(len(sites_of(spec)))]
    return [*sites, *(steps.search_step(number_of(query)) for query in _queries(spec, plan))]


def search_address(query: str) -> WebUrl:
    """Return the address that stands for a search."""
    return WebUrl(SEARCH + quote(query, safe=""))


def sites_of(spec: ResearchSpec) -> list[WebUrl]:
    """Return the sites of the given URLs, as far as their pages are looked for."""
    origins = dict.fromkeys(_origin(url) for url in spec.urls)
    return list(origins)[:_MOST_SITES]


def number_of(query: str) -> int:
    """Return a number that stands for *query*, the same in every process."""
    return zlib.crc32(query.encode())


def _queries(spec: ResearchSpec, plan: ResearchPlan) -> tuple[str, ...]:
    """Return the searches of *plan*; none about given pages, which other sites would answer in their place."""
    return () if spec.urls else plan.queries


def _step_of(source: WebUrl, spec: ResearchSpec) -> str:
    if source.startswith(SEARCH):
        return steps.search_step(number_of(unquote(source.removeprefix(SEARCH))))
    sites = sites_of(spec)
    return steps.site_step(sites.index(source) if source in sites else 0)


def _origin(url: WebUrl) -> WebUrl:
    parts = urlsplit(url)
    return WebUrl(f"{parts.scheme}://{parts.netloc}/")


def _readable(urls: Sequence[str]) -> list[WebUrl]:
    pages = []
    for url in urls:
        try:
            pages.append(web_url(url))
        except InvalidTarget:
            continue
    return pages
