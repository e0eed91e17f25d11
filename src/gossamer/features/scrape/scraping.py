"""A scrape from spec to recorded document."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.access import Permits
from gossamer.core.actions import Captured, StoredOutcome
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import LockdownMiss, NotAllowed, NotInStore, Refused, ServiceError, Unsupported
from gossamer.core.formats import Attributes, Format, Highlights, Json, Product, Question, Screenshot, Summary
from gossamer.core.ids import new_id
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import without_credentials
from gossamer.features.scrape import stored
from gossamer.features.scrape.composing import Facts, compose
from gossamer.features.scrape.continuing import opening_of
from gossamer.features.scrape.documents import read_document
from gossamer.features.scrape.gathering import Gather, Gathered, united
from gossamer.features.scrape.ladder import Accept, Attempt, Escalate, Verdict, climb, plan
from gossamer.features.scrape.reading import Reading, read, wanted_of
from gossamer.features.scrape.stating import Statement, stated
from gossamer.features.understanding import Understand
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher
from gossamer.ports.pages import PageStore
from gossamer.ports.scrapes import FinishedScrape, ScrapeStore

RESULTS_LAST = timedelta(hours=24)
# What understanding a page takes, in times of writing its Markdown: as measured on 150 pages.
_EFFORT = {Json: 5, Summary: 2, Question: 6, Highlights: 2, Product: 5}
# Characters of a schema; some two hundred fields, which take as many tenths of a millisecond.
_LONG_SCHEMA = 20_000
# From this many scrapes at once a second core is worth the way there.
_BUSY = 4
_NAMES = {
    "shell": "empty shell",
    "partial": "part of a page",
    "challenge": "challenge",
    "refusal": "refusal",
    "login": "login wall",
}


@dataclass(frozen=True, slots=True)
class _Won:
    """A page that will be answered with, and what was read from it.

    When it was *gathered* by somebody, there may be more pages, and the reading is of all of them.
    """

    page: FetchedPage
    reading: Reading
    warnings: tuple[str, ...] = ()
    from_store: bool = False
    gathered: Gathered | None = None


@dataclass(frozen=True, slots=True)
class _Captures:
    """Names of what a visit left in the blob store."""

    screenshot: str | None = None
    outcome: StoredOutcome | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All names, for expiry."""
        own = (self.screenshot,) if self.screenshot else ()
        return own if self.outcome is None else (*own, *self.outcome.screenshots, *self.outcome.pdfs)


@dataclass(frozen=True, slots=True)
class Performed:
    """A scrape that ended and is not yet recorded: either *document* and *page*, or *error*."""

    record: FinishedScrape
    origin: str
    document: Document | None = None
    page: FetchedPage | None = None
    error: ServiceError | None = None

    @property
    def result(self) -> ScrapeResult:
        """Return what the caller of a scrape gets; there must be a document."""
        if self.document is None:
            raise ValueError("a failed scrape has no result")
        return ScrapeResult(self.record.scrape_id, self.document, self.record.credits, self.origin)


class Scraping:
    """Scrapes pages and remembers what they gave; without *understand* no model is ever asked."""

    def __init__(
        self,
        *,
        fetchers: Sequence[Fetcher],
        pages: PageStore,
        scrapes: ScrapeStore,
        blobs: Blobs,
        offload: Offload,
        clock: Clock,
        prices: PriceTable,
        understand: Understand | None = None,
    ) -> None:
        self._fetchers = tuple(fetchers)
        self._pages = pages
        self._scrapes = scrapes
        self._blobs = blobs
        self._offload = offload
        self._clock = clock
        self._prices = prices
        self._understand = understand
        self._under_way = 0

    async def scrape(
        self,
        spec: ScrapeSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline | None = None,
        permits: Permits | None = None,
        dialect: str = "",
        reservation: str | None = None,
        gather: Gather | None = None,
        use_model: bool = False,
    ) -> ScrapeResult:
        """Return the page in the formats of *spec*, recorded and charged.

        A *deadline* that began before this call takes the place of the timeout of *spec*. *permits* says
        where redirects and actions may not lead. A failure is recorded too, free of charge, and raised.
        *dialect* is the API version that asks, *reservation* what was set aside for it. *gather* takes the place
        of fetching the page; no stored copy is used then or made. *use_model* lets models help to understand it.
        """
        done = await self.perform(
            spec,
            team_id=team_id,
            key_id=key_id,
            deadline=deadline,
            permits=permits,
            continued=_is_retained(spec),
            gather=gather,
            use_model=use_model,
        )
        await self._record(replace(done.record, dialect=dialect, reservation=reservation))
        try:
            if done.error is not None:
                raise done.error
            return done.result
        finally:
            # The error knows this frame, so the frame must not keep the error (see `ladder.climb`).
            del done

    async def perform(
        self,
        spec: ScrapeSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline | None = None,
        permits: Permits | None = None,
        continued: bool = False,
        gather: Gather | None = None,
        use_model: bool = False,
    ) -> Performed:
        """Scrape and return what is to be recorded, for a caller that records many at once.

        One that may be *continued* leaves behind how its page is visited again, and the page itself where a browser
        rendered it. *gather* and *use_model* are as in `scrape`.
        """
        self._under_way += 1
        try:
            return await self._perform(
                spec,
                team_id,
                key_id,
                deadline or Deadline.after(spec.timeout),
                permits,
                continued=continued,
                gather=gather,
                use_model=use_model,
            )
        finally:
            self._under_way -= 1

    async def _perform(
        self,
        spec: ScrapeSpec,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None,
        *,
        continued: bool,
        gather: Gather | None,
        use_model: bool,
    ) -> Performed:
        scrape_id = new_id()
        request = replace(_request(spec, deadline), keep_as=scrape_id if continued else None)
        try:
            async with deadline.guard():
                won = await self._won(spec, team_id, request, gather)
                _check_led_to(won, permits)
                statement = await self._stated(spec, won.reading, deadline, use_model=use_model)
                captures = await self._keep_captures(won.page)
        except ServiceError as error:
            return Performed(self._failure(scrape_id, spec, team_id, key_id, error), spec.origin, error=error)
        credits_used = self._price(spec, won)
        document = compose(spec, self._facts(scrape_id, spec, won, captures, credits_used), won.reading, statement)
        kept_page = _is_kept(spec, won)
        record = replace(
            self._finished(scrape_id, spec, team_id, key_id),
            credits=credits_used,
            document=document if _is_retained(spec) else None,
            blobs=captures.names,
            page_key=stored.key_of(spec, team_id) if kept_page else None,
            page=won.page if kept_page else None,
            opening=opening_of(spec, won.page.tier) if continued else None,
            tokens=statement.tokens,
        )
        return Performed(record, spec.origin, document=document, page=won.page)

    async def _record(self, done: FinishedScrape) -> None:
        try:
            await self._scrapes.record(done)
        except ServiceError:
            # Nobody learns their names; should this fail too, they go with their day.
            with suppress(ServiceError):
                await self._blobs.delete(list(done.blobs))
            raise

    async def stored(self, scrape_id: str, team_id: str) -> Document | None:
        """Return what an earlier scrape of *team_id* gave, or None."""
        return await self._scrapes.document(scrape_id, team_id, now=self._clock.now())

    async def _won(self, spec: ScrapeSpec, team_id: str, request: FetchRequest, gather: Gather | None) -> _Won:
        if gather is not None:
            return await self._read_all(await gather(), spec, team_id, request.deadline)
        copy = await self._copy(spec, team_id)
        if copy is not None:
            return _Won(copy, await self._read(copy, spec, team_id, request.deadline, judged=False), from_store=True)
        if spec.cache.only_stored:
            raise _miss(spec)
        return await self._fetched(spec, team_id, request)

    async def _fetched(self, spec: ScrapeSpec, team_id: str, request: FetchRequest) -> _Won:
        needs = _needs(spec)
        attempts = plan(self._fetchers, spec.proxy, needs)
        if not attempts and needs == {Capability.WAIT}:
            warning = "`waitFor` was not applied: no browser is available."
            return await self._reach(spec, team_id, request, self._any_way(spec), warning)
        try:
            return await self._reach(spec, team_id, request, attempts)
        except Unsupported:
            # A browser downloads what it cannot show; a document is read without one.
            if spec.actions or not needs:
                raise
            lost = " and ".join(f"`{name}`" for name in sorted(needs))
            warning = f"This is a document: {lost} does not apply to it."
            return await self._reach(spec, team_id, request, self._any_way(spec), warning)

    def _any_way(self, spec: ScrapeSpec) -> tuple[Attempt, ...]:
        return plan(self._fetchers, spec.proxy, frozenset())

    async def _reach(
        self,
        spec: ScrapeSpec,
        team_id: str,
        request: FetchRequest,
        attempts: Sequence[Attempt],
        warning: str | None = None,
    ) -> _Won:
        async def judge(page: FetchedPage) -> Verdict[_Won]:
            return await self._judge(page, spec, team_id, request.deadline)

        reached = await climb(attempts, request, judge, self._clock)
        warnings = () if warning is None else (warning,)
        return replace(reached.value, warnings=warnings)

    async def _read_all(self, gathered: Gathered, spec: ScrapeSpec, team_id: str, deadline: Deadline) -> _Won:
        readings = [
            await self._read(page, _as_read(spec, page, gathered), team_id, deadline, judged=gathered.judged)
            for page in gathered.pages
        ]
        _check_not_barred(readings)
        reading = united(gathered.pages, readings)
        return _Won(gathered.pages[0], reading, warnings=gathered.warnings, gathered=gathered)

    async def _copy(self, spec: ScrapeSpec, team_id: str) -> FetchedPage | None:
        if not stored.may_read(spec):
            return None
        not_before, not_after = stored.bounds(spec, self._clock.now())
        return await self._pages.find(stored.key_of(spec, team_id), not_before=not_before, not_after=not_after)

    async def _judge(self, page: FetchedPage, spec: ScrapeSpec, team_id: str, deadline: Deadline) -> Verdict[_Won]:
        reading = await self._read(page, spec, team_id, deadline, judged=True)
        finding = reading.finding
        if finding is None:
            return Accept(_Won(page, reading))
        if spec.fast and finding.wants_browser:
            return Accept(_Won(page, await self._read(page, spec, team_id, deadline, judged=False)))
        needs = Capability.RENDER if finding.wants_browser else None
        last_resort = _Won(page, reading) if finding.readable else None
        return Escalate(f"{_NAMES[finding.kind]} ({finding.evidence})", needs, last_resort)

    async def _read(
        self, page: FetchedPage, spec: ScrapeSpec, team_id: str, deadline: Deadline, *, judged: bool
    ) -> Reading:
        parsed = await read_document(page, spec, deadline, offload=self._offload, owner=team_id)
        return await self._offload.run(
            read,
            page,
            spec,
            parsed,
            judged,
            owner=team_id,
            size=_weight(page, spec),
            deadline=deadline,
            busy=self._under_way >= _BUSY,
        )

    async def _stated(self, spec: ScrapeSpec, reading: Reading, deadline: Deadline, *, use_model: bool) -> Statement:
        if reading.understood is None:
            return Statement()
        wanted = wanted_of(spec)
        if self._understand is None or not use_model:
            return stated(wanted, reading.understood.results)
        return stated(wanted, await self._understand.of(wanted, reading.understood, deadline=deadline))

    async def _keep_captures(self, page: FetchedPage) -> _Captures:
        picture = await self._put(page.screenshot)
        if page.outcome is None:
            return _Captures(picture)
        outcome = page.outcome
        return _Captures(
            picture,
            StoredOutcome(
                screenshots=tuple([await self._blobs.put(c) for c in outcome.screenshots]),
                scrapes=outcome.scrapes,
                returns=outcome.returns,
                pdfs=tuple([await self._blobs.put(c) for c in outcome.pdfs]),
            ),
        )

    async def _put(self, capture: Captured | None) -> str | None:
        return None if capture is None else await self._blobs.put(capture)

    def _facts(self, scrape_id: str, spec: ScrapeSpec, won: _Won, captures: _Captures, credits_used: int) -> Facts:
        return Facts(
            scrape_id=scrape_id,
            page=won.page,
            credits_used=credits_used,
            store_consulted=won.gathered is None and stored.may_read(spec),
            from_store=won.from_store,
            screenshot=captures.screenshot,
            outcome=captures.outcome,
            warnings=won.warnings,
            told={} if won.gathered is None else won.gathered.told,
        )

    def _price(self, spec: ScrapeSpec, won: _Won) -> int:
        if won.gathered is not None:
            return won.gathered.credits
        return self._prices.scraped(spec, pages=won.reading.pages_read)

    def _finished(self, scrape_id: str, spec: ScrapeSpec, team_id: str, key_id: str) -> FinishedScrape:
        now = self._clock.now()
        return FinishedScrape(
            scrape_id=scrape_id,
            team_id=team_id,
            key_id=key_id,
            url=without_credentials(spec.url),
            credits=0,
            finished_at=now,
            expires_at=now + RESULTS_LAST,
        )

    def _failure(
        self, scrape_id: str, spec: ScrapeSpec, team_id: str, key_id: str, error: ServiceError
    ) -> FinishedScrape:
        charged = self._prices.lockdown_miss if isinstance(error, LockdownMiss) else 0
        return replace(self._finished(scrape_id, spec, team_id, key_id), error_code=error.code, credits=charged)


def _as_read(spec: ScrapeSpec, page: FetchedPage, gathered: Gathered) -> ScrapeSpec:
    """Return *spec* for one of the pages that were gathered; one that is judged is measured by what was asked for."""
    return spec if gathered.judged else replace(spec, url=page.url)


def _check_not_barred(readings: Sequence[Reading]) -> None:
    """Raise Refused when something stands in front of a page that was gathered."""
    for finding in (reading.finding for reading in readings):
        if finding is not None and not finding.readable:
            raise Refused(f"The site did not give this page: {_NAMES[finding.kind]} ({finding.evidence}).")


def _check_led_to(won: _Won, permits: Permits | None) -> None:
    """Raise NotAllowed when anything that would be returned comes from where *permits* does not let us go."""
    if permits is None:
        return
    pages = (won.page,) if won.gathered is None else won.gathered.pages
    outcome = won.page.outcome
    for address in (*(page.url for page in pages), *(outcome.addresses if outcome else ())):
        if (refusal := permits(address)) is not None:
            raise NotAllowed(refusal)


def _is_kept(spec: ScrapeSpec, won: _Won) -> bool:
    """Return whether the page may answer later requests: fetched just now, whole, and the one that was meant."""
    fetched = won.gathered is None and not won.from_store
    return fetched and stored.may_keep(spec, won.page) and won.reading.finding is None


def _is_retained(spec: ScrapeSpec) -> bool:
    """Return whether the document may be kept for reading it again; `lockdown` implies that it may not."""
    return not (spec.zero_data_retention or spec.cache.lockdown)


def _weight(page: FetchedPage, spec: ScrapeSpec) -> int:
    """Return how heavy reading is, in bytes; the caller's own selectors and schemas may make any page heavy."""
    selected = spec.include_tags or spec.exclude_tags or any(isinstance(f, Attributes) for f in spec.formats)
    if selected or any(map(_is_far_reaching, spec.formats)):
        return HEAVY_BYTES
    return len(page.body) * (1 + sum(_EFFORT[type(one)] for one in wanted_of(spec)))


def _is_far_reaching(wanted: Format) -> bool:
    """Return whether filling in a schema takes long whatever the page: it is large, or refers to itself perhaps."""
    if not isinstance(wanted, Json) or wanted.schema is None:
        return False
    written = json.dumps(wanted.schema)
    return len(written) > _LONG_SCHEMA or '"$ref"' in written


def _miss(spec: ScrapeSpec) -> NotInStore:
    if spec.cache.lockdown:
        return LockdownMiss("No stored copy of this page, and `lockdown` forbids fetching it.")
    return NotInStore("No stored copy of this page is old enough for `minAge`; leave it out to fetch the page.")


def _needs(spec: ScrapeSpec) -> frozenset[Capability]:
    """Return what a fetcher must be able to do for *spec*."""
    wanted = {
        Capability.ACTIONS: bool(spec.actions),
        Capability.SCREENSHOT: spec.screenshot is not None,
        Capability.WAIT: spec.wait_for > timedelta(0),
    }
    return frozenset(capability for capability, is_wanted in wanted.items() if is_wanted)


def _request(spec: ScrapeSpec, deadline: Deadline) -> FetchRequest:
    seen = any(isinstance(f, Screenshot) for f in spec.formats) or any(
        action.kind in ("screenshot", "pdf") for action in spec.actions or ()
    )
    return FetchRequest(
        url=spec.url,
        deadline=deadline,
        headers=spec.headers,
        mobile=spec.mobile,
        location=spec.location,
        skip_tls_verification=spec.skip_tls_verification,
        block_ads=spec.block_ads,
        wait_for=spec.wait_for,
        actions=spec.actions or (),
        screenshot=spec.screenshot,
        load_images=seen,
    )
