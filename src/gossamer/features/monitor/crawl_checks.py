"""Checks of whole sites: a crawl, whose pages are compared when it has ended."""

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from gossamer.core.jobs import JobPage, JobState, JobUrl, UrlState
from gossamer.core.monitoring import Baseline, CrawlTarget
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.features.monitor import results
from gossamer.features.monitor.check_turn import CheckTurn, MonitorAuthorization
from gossamer.features.monitor.results import Question, Seen
from gossamer.features.monitor.targets import crawl_spec, page_spec
from gossamer.features.monitor.visits import see_document

_LOOK: Final = timedelta(seconds=1)
_PAGES: Final = 50
_URLS: Final = 1000
_SLICE_BYTES: Final = 4 * 1024 * 1024


async def check_crawl(turn: CheckTurn, target: CrawlTarget, allowed: MonitorAuthorization) -> bool:
    """Crawl the site and compare its pages; False when the crawl runs, and the next turn looks again."""
    services, team_id = turn.services, turn.monitor.team_id
    crawl_id = turn.result(target).crawl_id
    if crawl_id is None:
        # Recorded before it is started: a turn that runs again does not start another.
        crawl_id = str(uuid.uuid5(uuid.UUID(turn.check.check_id), target.target_id))
        if not await turn.progress(target, crawl_id=crawl_id):
            return False
    status = await services.jobs.status(crawl_id, team_id)
    if status is None:
        await services.jobs.start_crawl(
            crawl_spec(target.crawl, target.rules),
            team_id=team_id,
            key_id=turn.monitor.key_id,
            called_at=turn.monitor.called_at,
            dialect="monitor",
            idempotency_key=None,
            job_id=crawl_id,
        )
    if status is None or not status.job.state.final:
        await services.store.hand_on(turn.ticket, now=services.clock.now(), after=_LOOK)
        return False
    baselines = await services.store.baselines(turn.monitor.monitor_id, target.target_id, None)
    met = {url async for url in _compare_pages(turn, target, crawl_id, baselines, allowed)}
    is_complete = status.job.state is JobState.COMPLETED and status.job.progress.done < target.crawl.limit
    for url in (
        [url for url, baseline in baselines.items() if url not in met and not baseline.gone]
        if is_complete and met
        else []
    ):
        question = turn.question(target, url, target.crawl.scrape, first=False)
        await turn.record(target, results.answer(question, baselines[url], Seen(status_code=404)), baselines[url], 0)
    turn.results[target.target_id] = replace(
        turn.result(target), credits=status.job.progress.credits_used, result_count=len(met)
    )
    return True


async def _compare_pages(
    turn: CheckTurn,
    target: CrawlTarget,
    crawl_id: str,
    baselines: Mapping[str, Baseline],
    allowed: MonitorAuthorization,
) -> AsyncIterator[str]:
    """Compare every page of a crawl, and yield their addresses."""
    first = not baselines
    async for pages in _read_slices(turn, crawl_id):
        for page in pages:
            url = str(page.document.metadata.get("sourceURL") or page.document.metadata.get("url") or "")
            question = turn.question(target, url, target.crawl.scrape, first=first)
            if (target.target_id, url) not in turn.done:
                spec = page_spec(target.crawl.scrape, WebUrl(url), target.rules)
                visit = see_document(page.document, page.scrape_id)
                # A first crawl is not repeated page by page; what is volatile is learnt before the first alert.
                asked_question = replace(question, first=False) if first else question
                await _compare_crawled(
                    turn, target, asked_question, baselines.get(url), visit, spec=spec, allowed=allowed, first=first
                )
            yield url
    async for failed in _read_failures(turn, crawl_id):
        for failure in failed:
            question = turn.question(target, failure.url, target.crawl.scrape, first=first)
            if (target.target_id, failure.url) not in turn.done:
                visit = Seen(
                    scrape_id=failure.scrape_id,
                    error=failure.reason or failure.code or "The page could not be read.",
                )
                answer = results.answer(question, baselines.get(failure.url), visit)
                await turn.record(target, answer, baselines.get(failure.url), 0)
            yield failure.url


async def _compare_crawled(
    turn: CheckTurn,
    target: CrawlTarget,
    question: Question,
    before: Baseline | None,
    visit: Seen,
    *,
    spec: ScrapeSpec,
    allowed: MonitorAuthorization,
    first: bool,
) -> None:
    if first:
        answer = results.answer(replace(question, first=True), before, visit)
        await turn.record(target, answer, before, 0)
    else:
        await turn.compare(target, question, before, visit, spec=spec, spent=0, allowed=allowed)


async def _read_slices(turn: CheckTurn, crawl_id: str) -> AsyncIterator[Sequence[JobPage]]:
    after = 0
    while pages := await turn.services.jobs.pages(
        crawl_id, turn.monitor.team_id, after=after, limit=_PAGES, max_bytes=_SLICE_BYTES
    ):
        yield pages
        after = pages[-1].position


async def _read_failures(turn: CheckTurn, crawl_id: str) -> AsyncIterator[Sequence[JobUrl]]:
    after = 0
    while failures := await turn.services.jobs.urls(
        crawl_id, turn.monitor.team_id, states=frozenset({UrlState.FAILED}), after=after, limit=_URLS
    ):
        yield failures
        after = failures[-1].position
