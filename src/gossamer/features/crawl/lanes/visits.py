"""One page of a job: whether it may be asked for, what came of it, and when it is tried again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final, Protocol

from gossamer.core.crawls import Entry, Reason, Refusal, Wall
from gossamer.core.errors import (
    ForbiddenTarget,
    InvalidTarget,
    NameNotResolved,
    ProxyFailed,
    Refused,
    ServiceError,
    Unreachable,
)
from gossamer.core.jobs import JobKind
from gossamer.core.orders import ScrapeOrder
from gossamer.core.urls import WebUrl
from gossamer.features.crawl.discovery import Keys
from gossamer.features.crawl.lanes.arrivals import Arrival, Arrivals
from gossamer.features.crawl.lanes.context import JobContext
from gossamer.features.crawl.lanes.outcomes import Outcome
from gossamer.features.crawl.lanes.past_pages import past_pages_entry, visibility_of
from gossamer.features.crawl.lanes.robots_txt import Allowed, Disallowed, RobotsTxt
from gossamer.features.crawl.lanes.sitemaps import LATE_RANK, with_sitemaps
from gossamer.features.crawl.lanes.verdicts import (
    FAULT_TRIES,
    Failed,
    Fault,
    Forbidden,
    NoAnswer,
    OwnFault,
    Page,
    PushedBack,
    TooSlow,
    verdict,
)
from gossamer.features.crawl.lanes.visit_record import VisitRecord
from gossamer.features.crawl.pace import Pacer, host_key
from gossamer.features.crawl.sources import Guide
from gossamer.features.scrape import Performed
from gossamer.features.site_guide import SiteGuide, decline_guide, guide_of, read_guide
from gossamer.features.understanding import PageOfJob, remembering
from gossamer.ports.answers import AnswerStore
from gossamer.ports.clock import Clock
from gossamer.ports.frontier import EntryRefused, EntryReturned, PageFailed
from gossamer.ports.scrapes import FinishedScrape

ROBOTS_WARNING: Final = "Some pages were not fetched because robots.txt disallows them."
_OWN_PAUSE: Final = timedelta(seconds=2)
_WALL_PAUSE: Final = timedelta(seconds=5)
# Verdicts on pages that a person can pass.
_WALLS: Final = frozenset({"login", "consent", "challenge"})
_NO_TIME: Final = "The time of the run would be over before this page could be tried again."
_START_GONE: Final = (
    "The site cannot be reached, or its server fails: it did not give its robots.txt, "
    "without which nothing may be fetched from it (RFC 9309)."
)
_NO_RULES: Final = "The server did not give its robots.txt, so nothing else may be fetched from it (RFC 9309)."


class Scraper(Protocol):
    """Scrapes a page for somebody who records many at once."""

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Return the scrape to be recorded; a failure of the site is in it, not raised.

        NotAllowed is in it when the page led to where the order's permits say no.
        """


class Visits:
    """Visits pages as their job and their site want it; *identity* returns the name that sites are told."""

    def __init__(
        self,
        *,
        scraper: Scraper,
        extracting: Scraper,
        researching: Scraper,
        guide: Guide | None,
        robots: RobotsTxt,
        pacer: Pacer,
        clock: Clock,
        answers: AnswerStore | None,
        identity: Callable[[], str],
    ) -> None:
        self._scraper = scraper
        self._extracting = extracting
        self._researching = researching
        self._guide = guide
        self._robots = robots
        self._pacer = pacer
        self._clock = clock
        self._answers = answers
        self._identity = identity
        self._arrivals = Arrivals(robots, guide)

    async def visit(self, entry: Entry, context: JobContext, turn: Keys) -> Outcome:
        """Return the outcome of *entry*; *turn* holds the keys that this turn has met.

        The sitemaps of a crawl are looked for once its start is settled: where that led to, the crawl is at home.
        """
        record = VisitRecord()
        outcome = await self._visit_entry(entry, context, turn, record)
        outcome = record.add_to(outcome, self._identity(), self._clock.now())
        if isinstance(outcome.result, EntryReturned):
            return self._too_late(outcome, outcome.result, context) or outcome
        if not context.is_start(entry.url):
            return outcome
        outcome = with_sitemaps(outcome, context)
        discoveries = [*outcome.findings.found, *past_pages_entry(context)]
        return replace(outcome, findings=replace(outcome.findings, found=discoveries))

    def _too_late(self, outcome: Outcome, returned: EntryReturned, context: JobContext) -> Outcome | None:
        """Return the refusal of an entry whose next attempt would come after the end of its run."""
        if not context.is_guided or self._guide is None or not self._guide.is_over(context.job, returned.ready_at):
            return None
        return replace(outcome, result=EntryRefused(returned.entry, Refusal(Reason.TIME, _NO_TIME), returned.visit))

    async def _visit_entry(self, entry: Entry, context: JobContext, turn: Keys, record: VisitRecord) -> Outcome:
        permission = await self._permission(entry, context, record)
        if isinstance(permission, Outcome):
            return permission
        host = host_key(entry.url)
        if context.is_waiting(host):
            return self._wait(entry)
        ready_at = await self._pacer.admit(host, every=max(permission, context.delay))
        if ready_at is not None:
            return Outcome(EntryReturned(entry, ready_at), put_off_until=ready_at)
        monotonic_start, began_at = self._clock.monotonic(), self._clock.now()
        job = context.job
        scraper = self._scraper_of(job.kind)
        order = ScrapeOrder(
            replace(context.template, url=context.with_password(entry.url), written_url=entry.written),
            job.team_id,
            job.key_id,
            permits=context.permits,
            use_model=context.model,
            visibility=visibility_of(entry),
            job=job.job_id,
            # Where a crawl begins, the menus of the HTML lead to what the text does not name.
            takes_markdown=job.spec.scrape.takes_markdown and not context.is_start(entry.url),
        )
        with remembering(self._page_of(entry, context)):
            performed = record.performed = await scraper.perform(order)
        verdict_kind = _verdict_of(performed) if context.profile else ""
        if verdict_kind in _WALLS and context.meet(wall := Wall(host, entry.url, verdict_kind, began_at)):
            return replace(self._wait(entry), wall=wall)
        tries = FAULT_TRIES if self._pacer.is_dead(host) else entry.tries
        match verdict(performed, tries=tries, now=self._clock.now()):
            case Page(document, page):
                self._pacer.answered(host, self._clock.monotonic() - monotonic_start)
                guide = await self._read_guide(entry, order, page.url, context)
                arrival = Arrival(entry, performed.record, document, page, tuple(guide.links))
                outcome = await self._arrivals.outcome(arrival, context, turn)
                return replace(outcome, warnings=(*filter(None, (guide.notice,)), *outcome.warnings))
            case fault:
                outcome = await self._settle_fault(entry, fault, performed.record, monotonic_start, context)
                must_tell = context.crawl is None or context.is_start(entry.url)
                return _as_failed(outcome, performed.record) if must_tell else outcome

    def _wait(self, entry: Entry) -> Outcome:
        """Return that *entry* is to be looked at again in a while, when somebody may have passed the wall."""
        ready_at = self._clock.now() + _WALL_PAUSE
        return Outcome(EntryReturned(entry, ready_at), put_off_until=ready_at)

    async def _read_guide(self, entry: Entry, order: ScrapeOrder, home: WebUrl, context: JobContext) -> SiteGuide:
        """Return the guide of the site to which the start of a crawl led; an empty one for any other page."""
        crawl = context.crawl
        if crawl is None or not crawl.scope.llms_txt or not context.is_start(entry.url):
            return SiteGuide()
        guide = guide_of(home)
        try:
            is_allowed = not context.obeys_robots or isinstance(
                await self._robots.ruling(guide, agent=context.robots_agent), Allowed
            )
        except (ForbiddenTarget, InvalidTarget, NameNotResolved, ProxyFailed):
            is_allowed = False
        if not is_allowed or context.barred(guide) is not None:
            return decline_guide(home, "may not be fetched")
        while (ready_at := await self._pacer.admit(host_key(guide), every=context.pause)) is not None:
            await self._clock.sleep(ready_at - self._clock.now())
        spec = replace(order.spec, url=context.with_password(home))
        return await read_guide(self._scraper, replace(order, spec=spec))

    def _scraper_of(self, kind: JobKind) -> Scraper:
        if not kind.finds_pages:
            return self._scraper
        return self._extracting if kind is JobKind.EXTRACT else self._researching

    def _page_of(self, entry: Entry, context: JobContext) -> PageOfJob | None:
        """Return where answers of models about *entry* are kept; None where nothing may be."""
        if self._answers is None or context.template.zero_data_retention:
            return None
        return PageOfJob(self._answers, context.job.job_id, entry.position)

    async def _permission(self, entry: Entry, context: JobContext, record: VisitRecord) -> timedelta | Outcome:
        """Return the pause that robots.txt wants between two pages, or why there is no visit."""
        if not context.obeys_robots or (context.crawl is None and not entry.depth):
            return timedelta(0)
        started_at = self._clock.monotonic()
        try:
            ruling = await self._robots.ruling(entry.url, agent=context.robots_agent)
        except (ForbiddenTarget, InvalidTarget) as error:
            refused = Outcome(EntryRefused(entry, Refusal(Reason.FORBIDDEN, error.message)))
            return _unreachable_start(entry, context, error) or refused
        except (NameNotResolved, ProxyFailed) as error:
            return await self._in_vain(
                entry, started_at, context, Outcome(PageFailed(entry, error.code, error.message))
            )
        match ruling:
            case Allowed(every, line):
                record.robots = line
                context.keep_pace(entry.url, every)
                return every
            case Disallowed(line):
                record.robots = line
                return Outcome(EntryRefused(entry, Refusal(Reason.ROBOTS)), warnings=(ROBOTS_WARNING,))
        refused = Outcome(EntryRefused(entry, Refusal(Reason.ROBOTS, _NO_RULES)), warnings=(_NO_RULES,))
        at_last = _unreachable_start(entry, context, Unreachable(_START_GONE)) or refused
        return await self._in_vain(entry, started_at, context, at_last)

    async def _in_vain(self, entry: Entry, started_at: float, context: JobContext, at_last: Outcome) -> Outcome:
        """Return that *entry* is to be tried again, or *at_last* when that was its last attempt."""
        return at_last if entry.tries + 1 >= FAULT_TRIES else await self._without_answer(entry, started_at, context)

    async def _settle_fault(
        self, entry: Entry, fault: Fault, record: FinishedScrape, started_at: float, context: JobContext
    ) -> Outcome:
        host, now = host_key(entry.url), self._clock.now()
        match fault:
            case PushedBack(pause):
                ready_at = await self._pacer.pushed_back(host, begun=started_at, pause=pause)
                return Outcome(EntryReturned(entry, ready_at, tried=True))
            case NoAnswer():
                return await self._without_answer(entry, started_at, context)
            case TooSlow():
                self._pacer.slowed(host)
                return Outcome(EntryReturned(entry, now, tried=True, rank=LATE_RANK))
            case OwnFault():
                return Outcome(EntryReturned(entry, now + _OWN_PAUSE, tried=True))
            case Forbidden(refusal):
                return Outcome(EntryRefused(entry, refusal))
            case Failed(code, message):
                return Outcome(PageFailed(entry, code, message, _record_failure(record, code)))

    async def _without_answer(self, entry: Entry, started_at: float, context: JobContext) -> Outcome:
        # The pages of a crawl were found on a site that answered, perhaps to another process.
        ready_at = await self._pacer.faulted(
            host_key(entry.url),
            begun=started_at,
            tries=entry.tries,
            was_alive=context.crawl is not None and not context.is_start(entry.url),
        )
        return Outcome(EntryReturned(entry, ready_at, tried=True))


def _verdict_of(performed: Performed) -> str:
    """Return the kind of page that came in place of the one that was asked for, "" when it is that page."""
    if isinstance(performed.error, Refused):
        return performed.error.verdict
    return "" if performed.document is None else performed.document.metadata.get("pageVerdict", "")


def _unreachable_start(entry: Entry, context: JobContext, error: ServiceError) -> Outcome | None:
    """Return the failure of a crawl that cannot begin; None for any page but its start."""
    return Outcome(PageFailed(entry, error.code, error.message)) if context.is_start(entry.url) else None


def _as_failed(outcome: Outcome, record: FinishedScrape) -> Outcome:
    """Return *outcome* with a forbidden page as a failed one: each page of a batch was asked for, as for a scrape."""
    if not isinstance(outcome.result, EntryRefused) or outcome.result.refusal.reason is not Reason.FORBIDDEN:
        return outcome
    error = ForbiddenTarget()
    failed = PageFailed(outcome.result.entry, error.code, error.message, _record_failure(record, error.code))
    return replace(outcome, result=failed)


def _record_failure(record: FinishedScrape, code: str) -> FinishedScrape:
    """Return *record* as that of a page that did not come; a refusing answer is neither kept nor charged."""
    if record.error_code is not None:
        return record
    return replace(record, credits=0, error_code=code, document=None, page=None, page_key=None, version=None)
