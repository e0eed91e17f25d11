"""Checks: one turn works on one check until it ends, or until it waits for a crawl.

A turn may run again from its beginning: pages that are recorded are left out, and what is recorded twice counts once.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

import structlog

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.access import Permits
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, ServiceError
from gossamer.core.jobs import JobPage, JobState, JobUrl, UrlState
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import CHECK_DELAY
from gossamer.core.monitoring import (
    Baseline,
    Billing,
    Check,
    CheckState,
    CheckSummary,
    CrawlTarget,
    Monitor,
    MonitorTicket,
    PageStatus,
    ScrapeTarget,
    SearchTarget,
    Target,
    TargetResult,
)
from gossamer.core.prices import PriceTable
from gossamer.core.searches import Hit, Source
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.core.visit_identity import VisitIdentity, visiting_as
from gossamer.features.crawl import Jobs
from gossamer.features.monitor import results
from gossamer.features.monitor.alerts import end_messages, page_messages
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.judging import JudgedPart, judge
from gossamer.features.monitor.model_judge import ModelJudge
from gossamer.features.monitor.pictures import NO_PICTURE, KnownAreas, PictureFinding, picture_finding
from gossamer.features.monitor.results import CheckedPage, Question, Seen
from gossamer.features.monitor.targets import (
    compared,
    crawl_spec,
    kind_of,
    page_spec,
    reserved_for_check,
    search_spec,
)
from gossamer.features.monitor.visits import CheckVisits, Visitor, see_document
from gossamer.features.search import Searching
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore
from gossamer.ports.monitors import CheckEnd, CheckWork, PageOutcome
from gossamer.store.monitors.checks import CheckStore
from gossamer.store.monitors.messages import MessageStore
from gossamer.store.monitors.pictures import PictureStore

# URLs of one check that are visited at once.
_AT_ONCE: Final = 4
_LOOK: Final = timedelta(seconds=1)
_PAGES: Final = 50
_URLS: Final = 1000
_COMPARING: Final = timedelta(minutes=1)
_SLICE_BYTES: Final = 4 * 1024 * 1024
# A reservation outlives every check.
_RESERVED_FOR: Final = timedelta(hours=24)
_NO_CREDITS: Final = "There are not enough credits for this check."
_ALL_FAILED: Final = "No page could be read."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class MonitorAuthorization:
    """The permissions of a check: *why_not* is the reason to end it, None if it may go on.

    *permits* filters addresses, *model* lets models help, *metered* says that credits are bounded, and *own_only*
    that no request leaves. Sites are visited as *identity*.
    """

    why_not: str | None = None
    permits: Permits | None = None
    model: bool = True
    metered: bool = False
    own_only: bool = False
    identity: VisitIdentity | None = None


# Raises OwnError when permissions cannot be read now; the check then fails.
MonitorAuthorizer: TypeAlias = Callable[[Monitor, Target], Awaitable[MonitorAuthorization]]


@dataclass(frozen=True, slots=True)
class Services:
    """What checks use. *search* is None where the web cannot be searched."""

    store: CheckStore
    pictures: PictureStore
    messages: MessageStore
    visits: CheckVisits
    jobs: Jobs
    offload: Offload
    search: Searching | None
    credits: CreditStore
    prices: PriceTable
    judge: ModelJudge
    authorize: MonitorAuthorizer
    clock: Clock
    meters: Meters


class Checks:
    """Runs turns at checks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def run(self, ticket: MonitorTicket) -> None:
        """Work on the ticket's check; nothing when the ticket is void."""
        services = self._services
        work = await services.store.begin(ticket, now=services.clock.now())
        if work is None:
            return
        _meter(services.meters, work.check)
        run = _CheckRun(services, ticket, work)
        try:
            await run.go()
        except* DatabaseUnavailable as group:
            # The turn is begun again.
            raise _first(group) from group
        except* ServiceError as group:
            error = _first(group)
            _log.warning("check_failed", check_id=ticket.subject, error=error.code)
            await run.end(error=error.message)


def _meter(meters: Meters, check: Check) -> None:
    """Record how late a scheduled check began, in the turn that begins it."""
    if check.scheduled_for is not None and check.started_at is not None and check.started_at == check.updated_at:
        meters.observe(CHECK_DELAY, (check.started_at - check.scheduled_for).total_seconds())


class _CheckRun:
    """One turn at one check."""

    def __init__(self, services: Services, ticket: MonitorTicket, work: CheckWork) -> None:
        self._services = services
        self._ticket = ticket
        self._monitor = work.monitor
        self._check = work.check
        self._done = set(work.done)
        self._results = {result.target_id: result for result in work.check.results}
        spec = work.monitor.spec
        self._criteria = read_goal(spec.goal or "") if spec.judged else None
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._degraded: dict[str, str] = {}

    async def go(self) -> None:
        """Check every target that is not done; return early when one has to be waited for."""
        for target in self._monitor.spec.targets:
            if self._result(target).ended:
                continue
            allowed = await self._services.authorize(self._monitor, target)
            if allowed.why_not is not None:
                await self.end(error=allowed.why_not)
                return
            if not await self._reserve(allowed):
                await self.end(state=CheckState.SKIPPED_NO_CREDITS, error=_NO_CREDITS)
                return
            with visiting_as(allowed.identity):
                is_done = await self._target(target, allowed)
            if not is_done:
                return
        await self.end()

    async def _target(self, target: Target, allowed: MonitorAuthorization) -> bool:
        """Check *target*; False when the turn is over before it is done."""
        match target:
            case ScrapeTarget():
                await self._scrape(target, allowed)
            case CrawlTarget():
                if not await self._crawl(target, allowed):
                    return False
            case SearchTarget():
                await self._search(target, allowed)
        return await self._progress(target, ended=True)

    async def end(self, *, state: CheckState | None = None, error: str | None = None) -> None:
        """End the check with all its pages and messages; what was set aside is given back."""
        services, now = self._services, self._services.clock.now()
        statuses = [
            status for group in (await services.store.statuses(self._check.check_id)).values() for status in group
        ]
        summary = CheckSummary.of(statuses)
        state = state or _state(summary, error)
        latest = await services.store.begin(self._ticket, now=now)
        if latest is None:
            return
        spent = (latest.check.actual_credits or 0) + sum(result.credits for result in self._results.values())
        if latest.reservation is not None:
            await services.credits.release(latest.reservation, now=now)
        check = replace(
            latest.check,
            state=state,
            finished_at=now,
            summary=summary,
            results=tuple(self._results.values()),
            error=error or (_ALL_FAILED if state is CheckState.FAILED else None),
            actual_credits=spent,
            billing=_billing(state, spent),
        )
        alerts = await services.store.alerts(check.check_id, limit=200)
        waiting = await services.messages.waiting(self._monitor.monitor_id, now=now) if alerts else None
        messages = end_messages(self._monitor, check, alerts, now, waiting=waiting)
        await services.store.end(self._ticket, CheckEnd(check, messages), now=now)

    async def _reserve(self, allowed: MonitorAuthorization) -> bool:
        """Set the price of the check aside, once; False when it is not there."""
        if not allowed.metered or self._check.billing is Billing.RESERVED:
            return True
        amount, now = reserved_for_check(self._monitor.spec, self._services.prices), self._services.clock.now()
        reservation = await self._services.credits.reserve(
            self._monitor.team_id, self._monitor.key_id, amount, now=now, until=now + _RESERVED_FOR
        )
        if reservation is None:
            return False
        self._check = replace(self._check, billing=Billing.RESERVED, reserved_credits=amount)
        await self._services.store.reserved(self._ticket, reservation, amount, now=now)
        return True

    async def _scrape(self, target: ScrapeTarget, allowed: MonitorAuthorization) -> None:
        baselines = await self._services.store.baselines(self._monitor.monitor_id, target.target_id, target.urls)
        first = not baselines
        waiting = [url for url in target.urls if (target.target_id, url) not in self._done]
        async with asyncio.TaskGroup() as group:
            for url in waiting:
                group.create_task(self._scrape_one(target, url, baselines.get(url), allowed, first=first))

    async def _scrape_one(
        self, target: ScrapeTarget, url: WebUrl, before: Baseline | None, allowed: MonitorAuthorization, *, first: bool
    ) -> None:
        spec, visitor = page_spec(target.scrape, url, target.rules), self._visitor(allowed)
        # A URL that joined the target has no version to be compared with: it is no news either.
        question = self._question(target, url, target.scrape, first=first or before is None)
        async with self._places:
            if before is not None and await self._services.visits.unchanged(spec, before):
                await self._record(target, results.unchanged(question, before), before, 0)
                return
            visit, spent = await self._services.visits.visit(
                spec, visitor, check_id=self._check.check_id, target=target
            )
            baseline = await self._with_text(before, visit, spec, visitor)
            await self._compare(target, question, baseline, visit, spec=spec, spent=spent, allowed=allowed)

    async def _with_text(
        self, before: Baseline | None, visit: Seen, spec: ScrapeSpec, visitor: Visitor
    ) -> Baseline | None:
        """Return *before* with the text that is compared, where its history keeps that."""
        if before is None or before.content is None or visit.problem is not None:
            return before
        if before.content == visit.content:
            # Texts of one content do not differ.
            return replace(before, text=visit.text)
        if visit.previous is not None and visit.previous[0] == before.content:
            return replace(before, text=visit.previous[1])
        text = await self._services.visits.text_of(before, spec, visitor)
        return replace(before, text=text, content=None if text is None else before.content)

    async def _compare(
        self,
        target: ScrapeTarget | CrawlTarget,
        question: Question,
        before: Baseline | None,
        visit: Seen,
        *,
        spec: ScrapeSpec,
        spent: int,
        allowed: MonitorAuthorization,
    ) -> None:
        """Compare *visit* with the baseline, visiting once more where that decides, and record the result."""
        second, picture = None, await self._picture(question, before, visit, None)
        if results.differs(question, before, visit, picture):
            tracked = isinstance(target, ScrapeTarget)
            second = await self._services.visits.again(spec, self._visitor(allowed), tracked=tracked)
            picture = await self._picture(question, before, visit, second)
        answer = results.answer(question, before, visit, second, picture)
        if answer.page.status is PageStatus.CHANGED and self._criteria is not None and allowed.model:
            answer = await self._by_model(target.target_id, answer)
        await self._record(target, answer, before, spent)
        learnt = answer.baseline.volatile
        if isinstance(target, ScrapeTarget) and learnt != (() if before is None else before.volatile):
            await self._services.visits.learn(answer.baseline, spec, self._visitor(allowed))

    async def _picture(
        self, question: Question, before: Baseline | None, visit: Seen, second: Seen | None
    ) -> PictureFinding | None:
        """Return the difference of a page's picture from its last; None where no pictures are compared."""
        rules = question.rules.picture
        if rules is None or visit.problem is not None:
            return None
        if visit.picture is None:
            return PictureFinding(problem=NO_PICTURE)
        baseline = before or Baseline(question.target_id, question.url)
        last = None if baseline.picture is None else await self._services.pictures.picture(baseline.picture)
        again = None if second is None else second.picture
        return await self._services.offload.run(
            picture_finding,
            None if last is None else last.data,
            visit.picture,
            again,
            rules,
            KnownAreas(baseline.volatile_areas, baseline.suspect_areas),
            owner=self._monitor.team_id,
            size=HEAVY_BYTES,
            deadline=Deadline.after(_COMPARING),
        )

    async def _by_model(self, target_id: str, answer: CheckedPage) -> CheckedPage:
        """Return *answer* as a model judges it; by the rules, with a note, when the model fails."""
        if not answer.changes or not self._services.judge.available:
            return answer
        judgment = await self._services.judge.judge(self._monitor.spec.goal or "", answer.changes)
        if isinstance(judgment, str):
            self._degraded[target_id] = judgment
            return answer
        return replace(answer, page=results.apply_judgment(answer.page, judgment))

    async def _record(self, target: Target, answer: CheckedPage, before: Baseline | None, spent: int) -> None:
        now = self._services.clock.now()
        outcome = PageOutcome(
            answer.page,
            None if before is not None and answer.baseline.stored == before.stored else answer.baseline.stored,
            page_messages(self._monitor, self._check.check_id, answer.page, now),
            spent,
            answer.pictures,
        )
        await self._services.store.record(self._ticket, outcome, now=now)
        self._done.add((target.target_id, answer.page.url))

    async def _crawl(self, target: CrawlTarget, allowed: MonitorAuthorization) -> bool:
        """Crawl the site and compare its pages; False when the crawl runs, and the next turn looks again."""
        services, team_id = self._services, self._monitor.team_id
        crawl_id = self._result(target).crawl_id
        if crawl_id is None:
            # Recorded before it is started: a turn that runs again does not start another.
            crawl_id = str(uuid.uuid5(uuid.UUID(self._check.check_id), target.target_id))
            if not await self._progress(target, crawl_id=crawl_id):
                return False
        status = await services.jobs.status(crawl_id, team_id)
        if status is None:
            await services.jobs.start_crawl(
                crawl_spec(target.crawl, target.rules),
                team_id=team_id,
                key_id=self._monitor.key_id,
                called_at=self._monitor.called_at,
                dialect="monitor",
                idempotency_key=None,
                job_id=crawl_id,
            )
        if status is None or not status.job.state.final:
            await services.store.hand_on(self._ticket, now=services.clock.now(), after=_LOOK)
            return False
        baselines = await services.store.baselines(self._monitor.monitor_id, target.target_id, None)
        met = {url async for url in self._compare_pages(target, crawl_id, baselines, allowed)}
        is_complete = status.job.state is JobState.COMPLETED and status.job.progress.done < target.crawl.limit
        for url in (
            [url for url, baseline in baselines.items() if url not in met and not baseline.gone]
            if is_complete and met
            else []
        ):
            question = self._question(target, url, target.crawl.scrape, first=False)
            await self._record(
                target, results.answer(question, baselines[url], Seen(status_code=404)), baselines[url], 0
            )
        self._results[target.target_id] = replace(
            self._result(target), credits=status.job.progress.credits_used, result_count=len(met)
        )
        return True

    async def _compare_pages(
        self, target: CrawlTarget, crawl_id: str, baselines: Mapping[str, Baseline], allowed: MonitorAuthorization
    ) -> AsyncIterator[str]:
        """Compare every page of a crawl, and yield their addresses."""
        first = not baselines
        async for pages in self._slices(crawl_id):
            for page in pages:
                url = str(page.document.metadata.get("sourceURL") or page.document.metadata.get("url") or "")
                question = self._question(target, url, target.crawl.scrape, first=first)
                if (target.target_id, url) not in self._done:
                    spec = page_spec(target.crawl.scrape, WebUrl(url), target.rules)
                    visit = see_document(page.document, page.scrape_id)
                    # A first crawl is not repeated page by page; what is volatile is learnt before the first alert.
                    asked_question = replace(question, first=False) if first else question
                    await self._compare_crawled(
                        target, asked_question, baselines.get(url), visit, spec=spec, allowed=allowed, first=first
                    )
                yield url
        async for failed in self._failures(crawl_id):
            for failure in failed:
                question = self._question(target, failure.url, target.crawl.scrape, first=first)
                if (target.target_id, failure.url) not in self._done:
                    visit = Seen(
                        scrape_id=failure.scrape_id,
                        error=failure.reason or failure.code or "The page could not be read.",
                    )
                    answer = results.answer(question, baselines.get(failure.url), visit)
                    await self._record(target, answer, baselines.get(failure.url), 0)
                yield failure.url

    async def _compare_crawled(
        self,
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
            await self._record(target, answer, before, 0)
        else:
            await self._compare(target, question, before, visit, spec=spec, spent=0, allowed=allowed)

    async def _slices(self, crawl_id: str) -> AsyncIterator[Sequence[JobPage]]:
        after = 0
        while pages := await self._services.jobs.pages(
            crawl_id, self._monitor.team_id, after=after, limit=_PAGES, max_bytes=_SLICE_BYTES
        ):
            yield pages
            after = pages[-1].position

    async def _failures(self, crawl_id: str) -> AsyncIterator[Sequence[JobUrl]]:
        after = 0
        while failures := await self._services.jobs.urls(
            crawl_id, self._monitor.team_id, states=frozenset({UrlState.FAILED}), after=after, limit=_URLS
        ):
            yield failures
            after = failures[-1].position

    async def _search(self, target: SearchTarget, allowed: MonitorAuthorization) -> None:
        services, now = self._services, self._services.clock.now()
        if services.search is None:
            self._results[target.target_id] = replace(
                self._result(target), search_completed=False, summary="This service cannot search."
            )
            return
        baselines = await services.store.baselines(self._monitor.monitor_id, target.target_id, None)
        hits: dict[str, Hit] = {}
        spent = 0
        for query in target.queries:
            spec = search_spec(target, query, now)
            match = await services.search.search(
                spec,
                team_id=self._monitor.team_id,
                key_id=self._monitor.key_id,
                deadline=Deadline.after(spec.timeout),
                permits=allowed.permits,
                own_only=allowed.own_only,
                dialect="v2",
            )
            spent += match.credits_used
            for hit in match.hits.get(Source.WEB, ()):
                hits.setdefault(hit.url, hit)
        matches = 0
        for url, hit in hits.items():
            if (target.target_id, url) not in self._done:
                matches += await self._hit(target, hit, baselines.get(url), now, first=not baselines)
        self._results[target.target_id] = replace(
            self._result(target),
            search_completed=True,
            result_count=len(hits),
            matches=matches,
            search_credits=spent,
            credits=spent,
            summary=f"{len(hits)} results, {matches} of them new and relevant.",
        )

    async def _hit(self, target: SearchTarget, hit: Hit, before: Baseline | None, now: datetime, *, first: bool) -> int:
        """Record a result of a search; return 1 when it is one that somebody waits for."""
        text = f"{hit.title}\n\n{hit.description}"
        question = Question(_page_id(self._check, target, hit.url), target.target_id, hit.url, ComparisonRules(), now)
        baseline = Baseline(target.target_id, hit.url, text=text)
        page = replace(
            results.answer(question, None, Seen(text=text)).page,
            status=PageStatus.NEW if before is None else PageStatus.SAME,
            metadata={"title": hit.title, "description": hit.description},
            rule=None,
        )
        if before is not None:
            await self._record(target, CheckedPage(page, before), before, 0)
            return 0
        change = JudgedPart("added", "", text, hit.title)
        judgment = None if self._criteria is None else judge(replace(self._criteria, kinds=()), [change])
        answer = CheckedPage(replace(page, judgment=judgment), baseline, (change,))
        if self._criteria is not None and self._services.judge.available:
            answer = await self._by_model(target.target_id, answer)
        judgment = answer.page.judgment
        relevant = judgment is None or judgment.meaningful
        rule = results.NEW if judgment is None else judgment.reason
        # The results of the first search are what there was before anybody watched.
        shown = replace(answer.page, alert=relevant and not first, rule=results.FIRST if first else rule)
        await self._record(target, CheckedPage(shown, baseline), None, 0)
        return int(relevant)

    def _question(self, target: ScrapeTarget | CrawlTarget, url: str, spec: ScrapeSpec, *, first: bool) -> Question:
        what = compared(spec, target.rules)
        return Question(
            page_id=_page_id(self._check, target, url),
            target_id=target.target_id,
            url=url,
            rules=target.rules,
            now=self._services.clock.now(),
            text=what.text,
            data=what.json is not None,
            first=first,
            criteria=self._criteria,
        )

    def _visitor(self, allowed: MonitorAuthorization) -> Visitor:
        return Visitor(self._monitor.team_id, self._monitor.key_id, allowed.permits, allowed.model)

    def _result(self, target: Target) -> TargetResult:
        return self._results.get(target.target_id, TargetResult(target.target_id, kind_of(target)))

    async def _progress(self, target: Target, *, ended: bool = False, crawl_id: str | None = None) -> bool:
        """Record how far *target* is; False when the ticket is void."""
        result = self._result(target)
        why = self._degraded.get(target.target_id)
        result = replace(
            result,
            ended=ended,
            crawl_id=crawl_id or result.crawl_id,
            judge_degraded=True if why else result.judge_degraded,
            degraded_reason=why or result.degraded_reason,
        )
        self._results[target.target_id] = result
        now = self._services.clock.now()
        return await self._services.store.progress(self._ticket, tuple(self._results.values()), now=now)


def _first(group: BaseExceptionGroup[ServiceError]) -> ServiceError:
    first = group.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _state(summary: CheckSummary, error: str | None) -> CheckState:
    if error is not None or (summary.error and summary.error == summary.total):
        return CheckState.FAILED if not summary.total or summary.error == summary.total else CheckState.PARTIAL
    return CheckState.PARTIAL if summary.error else CheckState.COMPLETED


def _billing(state: CheckState, spent: int) -> Billing:
    if spent:
        return Billing.CONFIRMED
    return Billing.NOT_APPLICABLE if state is CheckState.SKIPPED_NO_CREDITS else Billing.RELEASED


def _page_id(check: Check, target: Target, url: str) -> str:
    return str(uuid.uuid5(uuid.UUID(check.check_id), f"page {target.target_id} {url}"))
