"""One turn at one check: what it works with, and how a page is compared and recorded."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, TypeAlias

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.metrics import Meters
from gossamer.core.monitoring import (
    Baseline,
    CrawlTarget,
    Monitor,
    MonitorTicket,
    PageStatus,
    ScrapeTarget,
    Target,
    TargetResult,
)
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.crawl import Jobs
from gossamer.features.monitor import results
from gossamer.features.monitor.alerts import page_messages
from gossamer.features.monitor.goals import read_goal
from gossamer.features.monitor.model_judge import ModelJudge
from gossamer.features.monitor.pictures import NO_PICTURE, KnownAreas, PictureFinding, picture_finding
from gossamer.features.monitor.results import CheckedPage, Question, Seen
from gossamer.features.monitor.targets import compared, kind_of
from gossamer.features.monitor.visits import CheckVisits, Visitor
from gossamer.features.search import Searching
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore
from gossamer.ports.monitors import CheckWork, PageOutcome
from gossamer.store.monitors.checks import CheckStore
from gossamer.store.monitors.messages import MessageStore
from gossamer.store.monitors.pictures import PictureStore

# URLs of one check that are visited at once.
_AT_ONCE: Final = 4
_COMPARING: Final = timedelta(minutes=1)


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


class CheckTurn:
    """The state of one turn at one check; *done* has the pages that are recorded, *results* the results by target."""

    def __init__(self, services: Services, ticket: MonitorTicket, work: CheckWork) -> None:
        self.services = services
        self.ticket = ticket
        self.monitor = work.monitor
        self.check = work.check
        self.done = set(work.done)
        self.results = {result.target_id: result for result in work.check.results}
        spec = work.monitor.spec
        self.criteria = read_goal(spec.goal or "") if spec.judged else None
        self.places = asyncio.Semaphore(_AT_ONCE)
        self._degraded: dict[str, str] = {}

    async def compare(
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
            second = await self.services.visits.again(spec, self.visitor(allowed), tracked=tracked)
            picture = await self._picture(question, before, visit, second)
        answer = results.answer(question, before, visit, second, picture)
        if answer.page.status is PageStatus.CHANGED and self.criteria is not None and allowed.model:
            answer = await self.by_model(target.target_id, answer)
        await self.record(target, answer, before, spent)
        learnt = answer.baseline.volatile
        if isinstance(target, ScrapeTarget) and learnt != (() if before is None else before.volatile):
            await self.services.visits.learn(answer.baseline, spec, self.visitor(allowed))

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
        last = None if baseline.picture is None else await self.services.pictures.picture(baseline.picture)
        again = None if second is None else second.picture
        return await self.services.offload.run(
            picture_finding,
            None if last is None else last.data,
            visit.picture,
            again,
            rules,
            KnownAreas(baseline.volatile_areas, baseline.suspect_areas),
            owner=self.monitor.team_id,
            size=HEAVY_BYTES,
            deadline=Deadline.after(_COMPARING),
        )

    async def by_model(self, target_id: str, answer: CheckedPage) -> CheckedPage:
        """Return *answer* as a model judges it; by the rules, with a note, when the model fails."""
        if not answer.changes or not self.services.judge.available:
            return answer
        judgment = await self.services.judge.judge(self.monitor.spec.goal or "", answer.changes)
        if isinstance(judgment, str):
            self._degraded[target_id] = judgment
            return answer
        return replace(answer, page=results.apply_judgment(answer.page, judgment))

    async def record(self, target: Target, answer: CheckedPage, before: Baseline | None, spent: int) -> None:
        """Record the result of a page with its messages; *spent* credits are charged."""
        now = self.services.clock.now()
        outcome = PageOutcome(
            answer.page,
            None if before is not None and answer.baseline.stored == before.stored else answer.baseline.stored,
            page_messages(self.monitor, self.check.check_id, answer.page, now),
            spent,
            answer.pictures,
        )
        await self.services.store.record(self.ticket, outcome, now=now)
        self.done.add((target.target_id, answer.page.url))

    def question(self, target: ScrapeTarget | CrawlTarget, url: str, spec: ScrapeSpec, *, first: bool) -> Question:
        """Return the question about the page at *url*; *first* where nothing is known of the target yet."""
        what = compared(spec, target.rules)
        return Question(
            page_id=self.page_id(target, url),
            target_id=target.target_id,
            url=url,
            rules=target.rules,
            now=self.services.clock.now(),
            text=what.text,
            data=what.json is not None,
            first=first,
            criteria=self.criteria,
        )

    def visitor(self, allowed: MonitorAuthorization) -> Visitor:
        """Return the visitor for whom pages are fetched."""
        return Visitor(self.monitor.team_id, self.monitor.key_id, allowed.permits, allowed.model)

    def result(self, target: Target) -> TargetResult:
        """Return the result of *target* so far."""
        return self.results.get(target.target_id, TargetResult(target.target_id, kind_of(target)))

    async def progress(self, target: Target, *, ended: bool = False, crawl_id: str | None = None) -> bool:
        """Record how far *target* is; False when the ticket is void."""
        result = self.result(target)
        why = self._degraded.get(target.target_id)
        result = replace(
            result,
            ended=ended,
            crawl_id=crawl_id or result.crawl_id,
            judge_degraded=True if why else result.judge_degraded,
            degraded_reason=why or result.degraded_reason,
        )
        self.results[target.target_id] = result
        now = self.services.clock.now()
        return await self.services.store.progress(self.ticket, tuple(self.results.values()), now=now)

    def page_id(self, target: Target, url: str) -> str:
        """Return the id of the page at *url* in this check."""
        return str(uuid.uuid5(uuid.UUID(self.check.check_id), f"page {target.target_id} {url}"))
