"""One turn of a lane: workers visit pages while their results are committed."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Final

import structlog

from gossamer.core.crawls import Entry, EntryKind, Refusal
from gossamer.core.errors import DatabaseUnavailable, NotAllowed, OwnError
from gossamer.core.jobs import Ticket
from gossamer.core.tracing import Span, Tracer, Value, trace
from gossamer.features.crawl.discovery import Findings, Keys
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.lanes.context import JobContext
from gossamer.features.crawl.lanes.database_retry import patiently
from gossamer.features.crawl.lanes.outcomes import Outbound, Outcome, Packed, Result
from gossamer.features.crawl.lanes.past_pages import is_past_pages, past_pages
from gossamer.features.crawl.lanes.ready_queue import ReadyQueue
from gossamer.features.crawl.lanes.sitemaps import LATE_RANK, SitemapReader
from gossamer.features.crawl.lanes.turn_schedule import (
    Move,
    Standing,
    is_overdue,
    may_begin,
    next_move,
    patience,
    until_due,
)
from gossamer.features.crawl.lanes.visits import Visits
from gossamer.features.crawl.pace import Pacer
from gossamer.features.crawl.sources import Guide, SourceResult, Sources, list_led_to
from gossamer.ports.clock import Clock
from gossamer.ports.frontier import Counts, EntryRefused, EntryReturned, Frontier, Next, PageFailed, Plan, SitemapDone
from gossamer.ports.frontier import Turn as Begun
from gossamer.store.history import HistoryStore

_TICK: Final = timedelta(milliseconds=100)
# So many ticks apart it is looked whether the job still runs.
_LOOKS: Final = 5
_OWN_PAUSE: Final = timedelta(seconds=2)
_OWN_TRIES: Final = 3
_SOURCE_PAUSE: Final = timedelta(milliseconds=500)
# A page that was begun so often kills the process that reads it.
_MOST_TRIES: Final = 25
_BROKEN: Final = "This page could not be read because of an internal error; the service's log has the details."
_NO_SOURCES: Final = "This service cannot discover pages."
_DEADLY: Final = f"This page was started {_MOST_TRIES} times and never finished; it is not tried again."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Tools:
    """The services that turns use."""

    frontier: Frontier
    visits: Visits
    reader: SitemapReader
    sources: Sources | None
    histories: HistoryStore | None
    guide: Guide | None
    pacer: Pacer
    clock: Clock
    tracer: Tracer | None = None


@dataclass(slots=True)
class _Run:
    """An entry that is under way; *scope* ends it when it is cut short."""

    entry: Entry
    begun: float
    scope: asyncio.Timeout


class LaneTurn:
    """A lane from `begin` until it is handed on, closed, or taken away."""

    def __init__(self, tools: Tools, ticket: Ticket, holder: str, context: JobContext, begun: Begun) -> None:
        self._tools = tools
        self._ticket = ticket
        self._holder = holder
        self._context = context
        self._clock = tools.clock
        self._began_at = tools.clock.monotonic()
        self._ready_queue = ReadyQueue(tools.pacer.has_room)
        self._ready_queue.add(begun.entries)
        self._outbound = Outbound(context.deepest, context.profile)
        self._met = Keys()
        self._running: dict[int, _Run] = {}
        self._patience = patience(context.template)
        self._bell = asyncio.Event()
        self._looking = asyncio.Event()
        self._committed = asyncio.Event()
        self._recording = 0
        self._commit_took = 0.0
        self._commit_ended = self._began_at
        self._is_void = False
        self._rests_until: datetime | None = None
        self._fruitful = True
        # How many outcomes are durable, and up to which somebody waits for them. The first page
        # of a job is shown, and its links are followed, at once.
        self._durable = 0
        self._awaited = 1 if begun.job.progress.done == 0 else 0

    async def run(self) -> None:
        """Work until the turn is over. Raises DatabaseUnavailable when the database stays away for long.

        When it is cancelled, nothing more is committed.
        """
        self._tools.pacer.listen(self._ready_queue.notify)
        try:
            async with asyncio.TaskGroup() as group:
                workers = [group.create_task(self._work()) for _ in range(self._context.planner.width)]
                helpers = [group.create_task(self._tick()), group.create_task(self._watch())]
                failure = await self._conduct()
                for task in (*workers, *helpers):
                    task.cancel()
        finally:
            self._tools.pacer.leave(self._ready_queue.notify)
        if failure is not None:
            raise failure

    def look(self) -> None:
        """Look at once whether the job still runs."""
        self._looking.set()

    async def _conduct(self) -> DatabaseUnavailable | None:
        """Commit when it is time to; return when the turn is over, with what ended it if it ended badly."""
        self._bell.set()
        while True:
            await self._bell.wait()
            self._bell.clear()
            if self._is_void:
                return None
            self._cut_short()
            standing = self._standing()
            move = next_move(standing)
            if move is Move.WAIT and standing.pending:
                # A tick would keep the places of what is pending for too long.
                asyncio.get_running_loop().call_later(max(0.0, until_due(standing)), self._bell.set)
            try:
                if move is not Move.WAIT and await self._commit(hand_on=move is Move.HAND_ON):
                    return None
            except DatabaseUnavailable as error:
                return error

    async def _work(self) -> None:
        while True:
            entry, host = await self._ready_queue.next(self._may_begin)
            self._tools.pacer.begin(host)
            try:
                outcome = await self._outcome(entry)
            finally:
                self._tools.pacer.end(host)
            number = self._outbound.add(outcome, self._clock.monotonic())
            if outcome.was_paid_for:
                # A model is not asked, nor paid, a second time for want of a commit.
                self._awaited = number
            if outcome.put_off_until is not None and self._context.is_of_one_pace:
                self._rests_until = outcome.put_off_until
            if len(self._outbound) == 1 or next_move(self._standing()) is not Move.WAIT:
                self._bell.set()

    async def _outcome(self, entry: Entry) -> Outcome:
        """Return the outcome of *entry*, whatever happens to it."""
        run = self._running[entry.position] = _Run(entry, self._clock.monotonic(), asyncio.timeout(None))
        try:
            async with run.scope:
                return await self._see_to(entry)
        except DatabaseUnavailable:
            return Outcome(EntryReturned(entry, self._clock.now() + _OWN_PAUSE))
        except Exception as error:  # noqa: BLE001 - the worker loop
            if run.scope.expired():
                return Outcome(self._give_back(run))
            # One page must not end the job, whatever it makes our code do.
            _log.exception(
                "page_broke", job_id=self._ticket.job_id, position=entry.position, error=type(error).__name__
            )
            return Outcome(_give_up(entry, _BROKEN))
        finally:
            del self._running[entry.position]

    def _give_back(self, run: _Run) -> EntryReturned:
        """Return an entry that was cut short; it counts as tried when it had its time."""
        tried = self._clock.monotonic() - run.begun >= self._patience
        return EntryReturned(run.entry, self._clock.now(), tried=tried, rank=LATE_RANK if tried else None)

    async def _see_to(self, entry: Entry) -> Outcome:
        if entry.tries >= _MOST_TRIES:
            return Outcome(_give_up(entry, _DEADLY))
        if entry.kind is EntryKind.SOURCE:
            return await self._seek_pages(entry)
        if (barred := self._context.barred(entry.url)) is not None:
            return Outcome(_bar_entry(entry, barred))
        if is_past_pages(entry):
            return await self._past_pages(entry)
        if entry.kind is EntryKind.SITEMAP:
            return await self._tools.reader.read(entry, self._context, self._met, self._publish)
        return await self._visit_page(entry)

    async def _visit_page(self, entry: Entry) -> Outcome:
        """Return the outcome of a visit to the page, or its refusal when a guide finds that it is not worth a visit."""
        if self._context.is_guided and (refusal := await self._not_worth(entry)) is not None:
            return Outcome(EntryRefused(entry, refusal))
        started_at = self._clock.monotonic()
        with self._trace("page", {"gossamer.tries": entry.tries}) as span:
            outcome = await self._tools.visits.visit(entry, self._context, self._met)
            span.set("gossamer.outcome", type(outcome.result).__name__)
        self._context.took(self._clock.monotonic() - started_at)
        return outcome

    def _trace(self, name: str, attributes: Mapping[str, Value]) -> AbstractContextManager[Span]:
        """Open a part of the trace of the request that started the job."""
        job = self._context.job
        about = {"gossamer.job.id": job.job_id, "gossamer.job.kind": job.kind.value, **attributes}
        return trace(self._tools.tracer, name, about, parent=job.trace, kind="consumer")

    async def _not_worth(self, entry: Entry) -> Refusal | None:
        guide = self._tools.guide
        return None if guide is None else await guide.refusal(entry, self._context.job)

    async def _seek_pages(self, entry: Entry) -> Outcome:
        """Return the pages that a source leads to."""
        if self._tools.sources is None:
            return Outcome(SitemapDone(entry, _NO_SOURCES), warnings=(_NO_SOURCES,))
        try:
            led = await self._tools.sources.read(
                entry.url, self._context.job, self._context.permits, model=self._context.model
            )
        except OwnError as error:
            if entry.tries + 1 < _OWN_TRIES:
                return Outcome(EntryReturned(entry, self._clock.now() + _OWN_PAUSE, tried=True))
            led = SourceResult(problem=error.message)
        if led.waits:
            return Outcome(EntryReturned(entry, self._clock.now() + _SOURCE_PAUSE))
        discoveries = list_led_to(led, entry)
        return Outcome(
            SitemapDone(entry, led.problem),
            Findings(discoveries),
            warnings=() if led.problem is None else (led.problem,),
        )

    async def _past_pages(self, entry: Entry) -> Outcome:
        """Return the pages of earlier crawls, once nothing else waits or is under way."""
        if self._context.queued or len(self._running) > 1 or len(self._outbound):
            return Outcome(EntryReturned(entry, self._clock.now() + _SOURCE_PAUSE))
        if self._tools.histories is None:
            return Outcome(SitemapDone(entry))
        return Outcome(SitemapDone(entry), await past_pages(self._context, self._tools.histories))

    async def _publish(self, findings: Findings) -> None:
        """Make what a sitemap holds durable before more of it is read."""
        number = self._outbound.add(Outcome(None, findings), self._clock.monotonic())
        self._awaited = number
        self._bell.set()
        while self._durable < number:
            await self._committed.wait()

    async def _commit(self, *, hand_on: bool) -> bool:
        """Commit what there is; return whether the turn is over."""
        is_over = False
        while not is_over:
            packed = self._outbound.pack()
            is_last = hand_on and not self._outbound
            planner = self._context.planner
            is_sated = hand_on or self._rests_until is not None
            wanting = planner.sated() if is_sated else planner.hungry(packed.settled, blocked=self._ready_queue.blocked)
            got = await self._make_durable(packed, wanting, hand_on=is_last)
            is_over = got.over or is_last
            if not hand_on:
                break
        return is_over

    async def _make_durable(self, packed: Packed, planner: JobPlanner, *, hand_on: bool) -> Next:
        frontier, clock, pause = self._tools.frontier, self._clock, self._pause()
        latest: Counts | None = None

        def plan(counts: Counts) -> Plan:
            nonlocal latest
            latest = counts
            return planner(counts)

        self._recording, started_at = packed.settled, clock.monotonic()
        try:
            with self._trace("store", {"gossamer.pages": packed.settled}):
                got = await patiently(
                    lambda: frontier.commit(
                        self._ticket,
                        self._holder,
                        packed.chunk,
                        plan,
                        now=clock.now(),
                        hand_on=hand_on,
                        pause=pause,
                    ),
                    clock,
                )
        finally:
            self._recording, self._commit_ended = 0, clock.monotonic()
            self._commit_took = self._commit_ended - started_at
        if got.committed:
            self._learn(packed, latest)
        self._ready_queue.add(got.entries)
        self._fruitful = bool(got.entries) and self._ready_queue.blocked < len(self._ready_queue)
        return got

    def _pause(self) -> timedelta:
        """Return the time for which the lane has nothing to do once its turn is over."""
        if self._rests_until is None:
            return timedelta(0)
        return max(self._rests_until - self._clock.now(), timedelta(0))

    def _learn(self, packed: Packed, counts: Counts | None) -> None:
        """Take what is durable now for known, and let those go on who waited for it."""
        if self._context.explorer is not None:
            self._context.explorer.remember(packed.keys)
        if counts is not None:
            self._context.queued = counts.queued
        self._durable += packed.settled
        self._committed.set()
        self._committed = asyncio.Event()

    def _cut_short(self) -> None:
        """End the visits that had their time."""
        now = self._clock.monotonic()
        for run in self._running.values():
            spent = is_overdue(
                run=now - run.begun, age=now - self._began_at, tries=run.entry.tries, patience=self._patience
            )
            if spent and run.scope.when() is None:
                run.scope.reschedule(asyncio.get_running_loop().time())

    def _may_begin(self) -> bool:
        return not self._is_void and may_begin(self._standing())

    def _standing(self) -> Standing:
        now = self._clock.monotonic()
        oldest = self._outbound.oldest
        blocked = self._ready_queue.blocked
        longest = min((run.begun for run in self._running.values()), default=now)
        return Standing(
            age=now - self._began_at,
            pending=len(self._outbound),
            oldest=0.0 if oldest is None else now - oldest,
            waiting=len(self._ready_queue) - blocked,
            blocked=blocked,
            running=len(self._running),
            longest=now - longest,
            usual=self._context.usual,
            width=self._context.planner.width,
            fruitful=self._fruitful,
            urgent=self._awaited > self._durable,
            resting=self._rests_until is not None,
            recording=self._recording,
            took=self._commit_took,
            since=now - self._commit_ended,
        )

    async def _tick(self) -> None:
        """Let time count, and now and then look whether the job still runs."""
        for ticks in count(1):
            await self._clock.sleep(_TICK)
            self._bell.set()
            if ticks % _LOOKS == 0:
                self._looking.set()

    async def _watch(self) -> None:
        """End the turn, and what it has under way, when the job has ended."""
        while not self._is_void:
            await self._looking.wait()
            self._looking.clear()
            with suppress(DatabaseUnavailable):
                self._is_void = not await self._tools.frontier.is_running(self._ticket.job_id)
        self._bell.set()


def _bar_entry(entry: Entry, why: NotAllowed) -> Result:
    is_sitemap = entry.kind is EntryKind.SITEMAP
    return SitemapDone(entry, why.message) if is_sitemap else EntryRefused(entry, Refusal.of(why))


def _give_up(entry: Entry, why: str) -> Result:
    return SitemapDone(entry, why) if entry.kind is not EntryKind.PAGE else PageFailed(entry, OwnError.code, why)
