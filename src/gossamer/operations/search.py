"""Search, and feedback on answers."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, TypeAlias

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import ScrapeResult
from gossamer.core.errors import ServiceError
from gossamer.core.searches import Category, Feedback, FeedbackTaken, Found, Hit, Result, SearchSpec, Source
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url, without_credentials
from gossamer.features.search import FeedbackDesk, Searching
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_search, check_search, may_visit
from gossamer.operations.threats import ThreatWatch

Scrape: TypeAlias = Callable[[Principal, Group, ScrapeSpec, str], Awaitable[ScrapeResult]]

# A search's results are scraped so many at a time, each in a place of its own as any other scrape.
_AT_ONCE: Final = 10
# The answer is put together after the last of them.
_SPARE: Final = timedelta(milliseconds=500)
_LEAST: Final = timedelta(milliseconds=1)
_DROPPED: Final = "{count} of {total} results could not be scraped and were left out. {url}: {why}"
_SCRAPED: Final = frozenset({Source.WEB, Source.NEWS})


class Searches:
    """Searches, and scrapes results with the caller's own permissions, by *scrape*."""

    def __init__(
        self, searching: Searching, desk: FeedbackDesk, spending: Spending, threats: ThreatWatch, scrape: Scrape
    ) -> None:
        self._searching = searching
        self._desk = desk
        self._spending = spending
        self._threats = threats
        self._scrape = scrape

    async def search(self, caller: Principal, group: Group, spec: SearchSpec, dialect: str = "") -> Found:
        """Return the results of a search, recorded and charged; scraped pages are recorded and charged apart.

        *dialect* is the API version that asks. Raises OutOfCredits, SearchFailed when nobody answered, and TimedOut. A
        result that could not be scraped says why.
        """
        admit(caller, ask_of_search(group, spec))
        if Category.DEVELOPER in spec.categories:
            admit(caller, AccessRequest(Group.RESEARCH))
        check_search(caller, spec)
        watch = await self._threats.of(caller, spec.threat_protection)
        deadline = Deadline.after(spec.timeout)
        most = spec.limit * len(spec.sources)
        price = self._spending.prices.searched(most, zero_data_retention=spec.zero_data_retention)
        async with self._spending.reserved(caller, price, deadline) as reservation:
            outcome = await self._searching.search(
                spec,
                team_id=caller.team_id,
                key_id=caller.key_id,
                deadline=deadline,
                permits=watch.permits,
                own_only=not may_visit(caller, group),
                dialect=dialect,
                reservation=reservation,
            )
        results = {source: tuple(map(Result, hits)) for source, hits in outcome.hits.items()}
        answer = Found(
            outcome.search_id, results, outcome.credits_used, (*outcome.warnings, *watch.warnings), spec.origin
        )
        if spec.scrape is None:
            return answer
        return await self._with_pages(answer, _Scraping(caller, group, spec.scrape, deadline, dialect), spec)

    async def feedback(self, caller: Principal, group: Group, feedback: Feedback) -> FeedbackTaken:
        """Keep feedback on an answer of the caller's team.

        Raises NotFound, FeedbackTooLate and FeedbackOnFailure.
        """
        admit(caller, AccessRequest(group))
        return await self._desk.take(feedback, team_id=caller.team_id, key_id=caller.key_id)

    async def _with_pages(self, hits: Found, how: "_Scraping", spec: SearchSpec) -> Found:
        """Return *hits* with its results scraped."""
        places = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as tasks:
            scraping = {
                source: [tasks.create_task(self._page(result.hit, how, places)) for result in results]
                for source, results in hits.results.items()
                if source in _SCRAPED
            }
        pages = {source: [task.result() for task in page_tasks] for source, page_tasks in scraping.items()}
        charged = sum(credits_used for page in pages.values() for _, credits_used in page)
        answer = replace(hits, credits_used=hits.credits_used + charged)
        if spec.scrape_failures_dropped:
            return _without_failures(answer, pages)
        return replace(answer, results={**hits.results, **{source: _results(page) for source, page in pages.items()}})

    async def _page(self, hit: Hit, how: "_Scraping", places: asyncio.Semaphore) -> tuple[Result, int]:
        """Return a result with its page, or with why there is none, and what was charged for it."""
        try:
            url = web_url(hit.url)
            async with places:
                time_left = timedelta(seconds=how.deadline.remaining()) - _SPARE
                page_spec = replace(
                    how.spec, url=url, written_url=hit.url, timeout=max(_LEAST, min(how.spec.timeout, time_left))
                )
                scraped = await self._scrape(how.caller, how.group, page_spec, how.dialect)
        except ServiceError as error:
            return Result(hit, problem=error.message), 0
        return Result(hit, document=scraped.document), scraped.credits_used


@dataclass(frozen=True, slots=True)
class _Scraping:
    """The caller, options and deadline for scraping results."""

    caller: Principal
    group: Group
    spec: ScrapeSpec
    deadline: Deadline
    dialect: str


def _without_failures(hits: Found, pages: Mapping[Source, Sequence[tuple[Result, int]]]) -> Found:
    """Return *hits* with those of its *pages* that could be scraped, and a warning that tells of the others."""
    results = {source: _results(page) for source, page in pages.items()}
    successes = {
        source: tuple(result for result in all_ if result.document is not None) for source, all_ in results.items()
    }
    failed = [result for all_ in results.values() for result in all_ if result.document is None]
    if not failed:
        return replace(hits, results={**hits.results, **successes})
    total = sum(map(len, results.values()))
    warning = _DROPPED.format(
        count=len(failed), total=total, url=without_credentials(failed[0].hit.url), why=failed[0].problem
    )
    return replace(hits, results={**hits.results, **successes}, warnings=(*hits.warnings, warning), dropped=len(failed))


def _results(page: Sequence[tuple[Result, int]]) -> tuple[Result, ...]:
    return tuple(result for result, _ in page)
