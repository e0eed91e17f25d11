"""A scrape, from spec to recorded document."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from gossamer.content.offload import Offload
from gossamer.content.page_regions import page_regions
from gossamer.content.page_view import Selection
from gossamer.content.redaction import redact_document
from gossamer.core.access import Permits
from gossamer.core.changes import Tracked
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import LockdownMiss, ServiceError
from gossamer.core.explanations import Region
from gossamer.core.ids import new_id
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import BYTES_FETCHED, PAGE_TIME, PAGES
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Expected, FetchedPage, FetchRequest, SentRequest
from gossamer.core.prices import PriceTable
from gossamer.core.redactions import Redaction
from gossamer.core.specs import RenderMode, ScrapeSpec, TermsPolicy
from gossamer.core.tracing import span
from gossamer.core.urls import without_credentials
from gossamer.core.visit_identity import IdentityFinder, VisitIdentity, checking_pages, chosen_identity, visiting_as
from gossamer.features.history import History
from gossamer.features.scrape import stored
from gossamer.features.scrape.acquisition import Acquired, Acquisition, Task, request_of
from gossamer.features.scrape.answer_fields import Statement, state_results
from gossamer.features.scrape.captures import Captures, keep_captures
from gossamer.features.scrape.composition import Facts, compose
from gossamer.features.scrape.continuation import opening_of
from gossamer.features.scrape.coverage import finish_document, gaps_of
from gossamer.features.scrape.documents import Documents
from gossamer.features.scrape.ladder import Tier
from gossamer.features.scrape.main_texts import MainTexts
from gossamer.features.scrape.multi_page import Gather, GatheredPages
from gossamer.features.scrape.reading import Reading, formats_to_understand
from gossamer.features.scrape.recordings import PlayedRecordings, without_players
from gossamer.features.scrape.rendering import Renderings
from gossamer.features.scrape.safety import check_safe
from gossamer.features.scrape.site_terms import TermsReader, check_terms
from gossamer.features.scrape.tracking import ChangeTracker, add_changes, tracking_of, tracks_data
from gossamer.features.understanding import Result, Understand
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher
from gossamer.ports.recordings import Recordings
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.renderings import RenderMemory
from gossamer.store.scrapes import ScrapeStore

RESULTS_LAST = timedelta(hours=24)
# With zero data retention, for the caller to fetch pictures and PDFs; of the page itself nothing is kept.
_PICTURES_LAST = timedelta(minutes=10)
# Time for taking personal data out, in times of writing a page as Markdown.
_REDACTING = 10
# Time for choosing the part of a page that fits a question, likewise.
_SHORTENING = 20
# Names of a page's source when that was no fetcher.
STORED: Final = "store"
_NO_FETCHER: Final = "none"


@dataclass(frozen=True, slots=True)
class Performed:
    """A scrape that ended and is not yet recorded: either *document* and *page*, or *error*.

    *tracked* is the comparison with the page's history, and *compared* the text that it is made of; None where nobody
    wants one. *fetcher* is the name of what brought the page, "store" for a stored copy. *sent* are the requests for
    it, and *terms* what its site says about its use, under wire names; None where that does not matter.
    """

    record: FinishedScrape
    origin: str
    document: Document | None = None
    page: FetchedPage | None = None
    error: ServiceError | None = None
    tracked: Tracked | None = None
    compared: str | None = None
    fetcher: str = ""
    sent: Sequence[SentRequest] = ()
    terms: Mapping[str, Any] | None = None

    @property
    def result(self) -> ScrapeResult:
        """Return the result for the caller of a scrape; there must be a document."""
        if self.document is None:
            raise ValueError("a failed scrape has no result")
        return ScrapeResult(self.record.scrape_id, self.document, self.record.credits, self.origin, self.tracked)


class Scraping:
    """Scrapes pages and remembers what they gave.

    Without *understand* no model is ever asked; without *history* no changes are tracked; without *renderings* nothing
    is learnt about which pages need a browser; without *documents* no text is recognised, and no reading goes on when
    its request is over; without *recordings* a recording is where the page itself has it. *strongest_tier* is that of
    stronger ways to fetch a page. Without *terms* nothing is read about the use of pages. Work that has no identity yet
    has *identity*, or the one that *find_identity* returns.
    """

    def __init__(
        self,
        *,
        fetchers: Sequence[Fetcher],
        pages: ScrapeStore,
        scrapes: ScrapeStore,
        blobs: Blobs,
        offload: Offload,
        clock: Clock,
        prices: PriceTable,
        understand: Understand | None = None,
        history: History | None = None,
        renderings: RenderMemory | None = None,
        render: RenderMode = RenderMode.AUTO,
        strict_tls: bool = False,
        documents: Documents | None = None,
        recordings: Recordings | None = None,
        meters: Meters | None = None,
        strongest_tier: Tier = "stealth",
        terms: TermsReader | None = None,
        identity: VisitIdentity | None = None,
    ) -> None:
        self._meters = meters or Meters()
        self._terms = terms
        self._identity = identity
        self.find_identity: IdentityFinder | None = None
        self._scrapes = scrapes
        self._blobs = blobs
        self._clock = clock
        self._prices = prices
        self._strict_tls = strict_tls
        self._understand = understand
        self._offload = offload
        self.documents = documents or Documents(offload)
        self._recordings = PlayedRecordings(recordings, blobs)
        self._acquisition = Acquisition(
            fetchers=fetchers,
            pages=pages,
            blobs=blobs,
            offload=offload,
            documents=self.documents,
            clock=clock,
            renderings=Renderings(renderings, clock, render),
            history=history,
            meters=self._meters,
            strongest_tier=strongest_tier,
        )
        self.tracker = ChangeTracker(self._acquisition, history, understand)

    def keep_main_texts(self) -> MainTexts:
        """Return the main texts of pages that will be stored, for the index; they are kept from now on."""
        return self._acquisition.keep_main_texts()

    async def expected(self, page: FetchedPage, request: FetchRequest) -> Expected:
        """Return the content that a browser has to wait for when it opens *page* for a session."""
        return await self._acquisition.expected(page, request)

    async def scrape(
        self,
        order: ScrapeOrder,
        *,
        gather: Gather | None = None,
    ) -> ScrapeResult:
        """Return the document, recorded and charged before the caller sees it.

        A failure is recorded too, free of charge, and raised. *gather* takes the place of fetching the page; no
        stored copy is used then or made.
        """
        task = self._task(order, gather, continued=_is_retained(order.spec))
        done = await self._perform_measured(task)
        with span("store"):
            await self._record(
                replace(done.record, dialect=order.dialect, reservation=order.reservation, operation=order.operation),
                task.deadline,
            )
        try:
            if done.error is not None:
                raise done.error
            return done.result
        finally:
            # The error knows this frame, so the frame must not keep the error (see `ladder.climb`).
            del done

    async def perform(
        self,
        order: ScrapeOrder,
        *,
        gather: Gather | None = None,
    ) -> Performed:
        """Scrape one of many pages and return what is to be recorded; the rest is as in `scrape`."""
        return await self._perform_measured(self._task(order, gather, sampled=True))

    async def regions(self, html: str, spec: ScrapeSpec, owner: str, deadline: Deadline) -> tuple[Region, ...]:
        """Return the regions of the page *html* and whether *spec* keeps each; *owner* is the team whose work it is."""
        selection = Selection.of(spec)
        return await self._offload.run(
            page_regions, html, spec.url, selection, owner=owner, size=len(html), deadline=deadline
        )

    def _task(
        self, order: ScrapeOrder, gather: Gather | None, *, continued: bool = False, sampled: bool = False
    ) -> Task:
        return Task(
            self._with_trust(order.spec),
            order.team_id,
            order.key_id,
            order.due(),
            permits=order.permits,
            gather=gather,
            continued=continued,
            use_model=order.use_model,
            sampled=sampled,
            visibility=order.visibility,
            progress=order.progress,
            lasting=order.lasting,
            job=order.job,
            takes_markdown=order.takes_markdown or order.spec.takes_markdown,
        )

    def _with_trust(self, spec: ScrapeSpec) -> ScrapeSpec:
        """Return *spec* with whether any certificate will do.

        Where the caller does not say, it will, unless the operator is strict or the visit may carry secrets.
        """
        if spec.skip_tls_verification is not None:
            return spec
        may_carry_secrets = bool(spec.headers or spec.actions or spec.profile or spec.agent)
        return replace(spec, skip_tls_verification=not (self._strict_tls or may_carry_secrets))

    async def _perform_measured(self, task: Task) -> Performed:
        """Perform *task*; what came of it is counted and traced."""
        started_at = self._clock.monotonic()
        with span("scrape", _describe_spec(task.spec)) as scraping:
            done = await self._perform_identified(task)
            outcome = "ok" if done.error is None else done.error.code
            fetcher = _NO_FETCHER if done.page is None else done.fetcher
            scraping.set("gossamer.fetcher", fetcher)
            if done.error is not None:
                scraping.fail(outcome)
        self._meters.add(PAGES, outcome, fetcher)
        self._meters.observe(PAGE_TIME, self._clock.monotonic() - started_at, fetcher)
        if done.page is not None and fetcher != STORED:
            self._meters.add(BYTES_FETCHED, fetcher, by=len(done.page.body))
        return done

    async def _perform_identified(self, task: Task) -> Performed:
        """Perform *task* under the identity of the work under way, else that of its key."""
        identity = chosen_identity() or self._identity
        try:
            if chosen_identity() is None and self.find_identity is not None:
                identity = await self.find_identity(task.key_id)
        except ServiceError as error:
            return Performed(self._failure(new_id(), task, error), task.spec.origin, error=error)
        with visiting_as(identity):
            return await self._perform(task)

    async def _perform(self, task: Task) -> Performed:
        scrape_id = new_id()
        spec = task.spec
        request = replace(
            request_of(spec, task.deadline),
            team_id=task.team_id,
            # A page that nobody acted on is as it was when it is visited again.
            keep_as=scrape_id if task.continued and spec.actions else None,
            permits=task.permits,
            job=task.job,
        )
        terms: dict[str, Any] = {}
        try:
            async with task.deadline.guard():
                task = await self._with_terms(task, terms)
                request = replace(request, takes_markdown=task.takes_markdown)
                check = None if self._terms is None else self._terms.build_check(task.spec.terms, task.permits)
                with checking_pages(check):
                    acquired = await self._acquisition.acquire(task, request)
                _check_led_to(acquired, task.permits)
                await self._read_terms(task, terms, acquired)
                check_safe(spec, acquired.reading.injections)
                statement = await self._state_facts(task, acquired.reading)
                changes = await self.tracker.track(scrape_id, task, acquired)
                captures = await keep_captures(acquired.page, self._blobs)
                fetched = await self._recordings.of(
                    acquired.reading, spec, page=acquired.page.url, permits=task.permits, deadline=task.deadline
                )
                captures = replace(captures, recordings=fetched.blobs)
        except ServiceError as error:
            failure = self._failure(scrape_id, task, error)
            return Performed(failure, spec.origin, error=error, sent=request.sent, terms=terms or None)
        credits_used = self._price(spec, acquired)
        facts = _facts(scrape_id, acquired, captures, credits_used, terms)
        document = compose(
            spec,
            facts,
            without_players(acquired.reading, fetched),
            add_changes(statement, changes, tracking_of(spec)),
        )
        if spec.redaction is not None:
            document = await self._redact_document(document, spec.redaction, task)
        gaps = tuple(gaps_of(acquired.page, acquired.reading, lacks_content=acquired.lacks_content))
        document = await self._complete_document(document, gaps, task)
        kept_page = _is_kept(spec, acquired)
        if kept_page:
            self._acquisition.will_be_copied(acquired, task)
        record = replace(
            self._finish_scrape(scrape_id, task),
            credits=credits_used,
            document=document if _is_retained(spec) else None,
            blobs=captures.names,
            page_key=stored.key_of(spec, task.team_id) if kept_page else None,
            page=stored.as_kept(acquired.page, spec, captures.screenshot) if kept_page else None,
            opening=opening_of(spec, acquired.page.tier) if task.continued else None,
            tokens=statement.tokens,
            version=None if changes is None else changes.version,
        )
        fetcher = STORED if acquired.from_store else acquired.page.fetcher
        return Performed(
            record,
            spec.origin,
            document=document,
            page=acquired.page,
            tracked=changes,
            compared=acquired.reading.compared,
            fetcher=fetcher,
            sent=request.sent if acquired.gathered is None else _visited(acquired.gathered),
            terms=terms or None,
        )

    async def _with_terms(self, task: Task, terms_metadata: dict[str, Any]) -> Task:
        """Return *task* with the use that holds for it. Raises TermsRefused when its site denies that already."""
        if self._terms is None:
            return task
        use = await self._terms.find_use(task.spec, task.key_id)
        if not use.is_read:
            return task
        # The HTML says more of the terms than the Markdown of the site's own.
        task = replace(task, spec=replace(task.spec, terms=use), takes_markdown=False)
        if use.policy is TermsPolicy.OBEY:
            await self._read_terms(task, terms_metadata, None)
        return task

    async def _read_terms(self, task: Task, terms_metadata: dict[str, Any], acquired: Acquired | None) -> None:
        """Put into *terms_metadata* the terms of the page, or of its site before it came.

        Raises TermsRefused when they deny its use, and that is obeyed.
        """
        use = task.spec.terms
        if self._terms is None or not use.is_read:
            return
        page, markup = (None, ()) if acquired is None else (acquired.page, acquired.reading.terms)
        url = task.spec.url if page is None else page.url
        terms = await self._terms.read(url, task.spec, task.deadline, task.permits, page=page, markup=markup)
        terms_metadata.update(terms.as_json(use))
        check_terms(terms, use)

    async def _redact_document(self, document: Document, redaction: Redaction, task: Task) -> Document:
        """Return *document* without personal data; what takes the place of the answer is what is kept of it."""
        size = sum(len(text) for text in (document.markdown, document.html, document.raw_html) if text is not None)
        done = await self._offload.run(
            redact_document, document, redaction, owner=task.team_id, size=_REDACTING * size, deadline=task.deadline
        )
        # A job follows the links as they are, and redacts those that it keeps.
        return done if task.job is None else replace(done, links=document.links)

    async def _complete_document(self, document: Document, gaps: tuple[str, ...], task: Task) -> Document:
        if task.spec.excerpt is None:
            return finish_document(document, None, gaps)
        size = _SHORTENING * len(document.markdown or "")
        return await self._offload.run(
            finish_document, document, task.spec.excerpt, gaps, owner=task.team_id, size=size, deadline=task.deadline
        )

    async def _record(self, done: FinishedScrape, deadline: Deadline) -> None:
        try:
            await self._scrapes.record(done, within=timedelta(seconds=max(0.0, deadline.remaining())))
        except ServiceError:
            # Nobody learns their names; should this fail too, they go with their day.
            with suppress(ServiceError):
                await self._blobs.delete(list(done.blobs))
            raise

    async def stored(self, scrape_id: str, team_id: str, key_id: str | None = None) -> Document | None:
        """Return the document of an earlier scrape of *team_id*, or None; with *key_id* only of that key."""
        return await self._scrapes.document(scrape_id, team_id, now=self._clock.now(), key_id=key_id)

    async def _state_facts(self, task: Task, reading: Reading) -> Statement:
        if reading.understood is None:
            return Statement()
        wishes = formats_to_understand(task.spec)
        # The data of changes come last, and are asked for only when there is a change.
        page_wishes = wishes[:-1] if tracks_data(task.spec) else wishes
        understood = replace(reading.understood, results=reading.understood.results[: len(page_wishes)])
        results: Sequence[Result] = understood.results
        if self._understand is not None and task.use_model and page_wishes:
            with span("understand"):
                results = await self._understand.of(page_wishes, understood, deadline=task.deadline)
        text = understood.page.text
        return state_results(page_wishes, results, lambda proof: reading.places.located(proof, text))

    def _price(self, spec: ScrapeSpec, acquired: Acquired) -> int:
        if acquired.gathered is not None and acquired.gathered.credits is not None:
            return acquired.gathered.credits
        return self._prices.scraped(spec, pages=acquired.reading.pages_read)

    def _finish_scrape(self, scrape_id: str, task: Task) -> FinishedScrape:
        now = self._clock.now()
        is_forgotten = task.spec.zero_data_retention and task.job is None
        return FinishedScrape(
            scrape_id=scrape_id,
            team_id=task.team_id,
            key_id=task.key_id,
            url=without_credentials(task.spec.url),
            credits=0,
            finished_at=now,
            expires_at=now + (_PICTURES_LAST if is_forgotten else RESULTS_LAST),
            username=task.spec.username,
        )

    def _failure(self, scrape_id: str, task: Task, error: ServiceError) -> FinishedScrape:
        charged = self._prices.lockdown_miss if isinstance(error, LockdownMiss) else 0
        return replace(self._finish_scrape(scrape_id, task), error_code=error.code, credits=charged)


def _describe_spec(spec: ScrapeSpec) -> dict[str, str]:
    """Return the attributes of the page in a trace; empty where nothing may be retained."""
    return {} if not _is_retained(spec) else {"url.full": without_credentials(spec.url)}


def _visited(gathered: GatheredPages) -> list[SentRequest]:
    return [SentRequest(without_credentials(page.url), page.status) for page in gathered.pages]


def _facts(
    scrape_id: str, acquired: Acquired, captures: Captures, credits_used: int, terms: Mapping[str, Any]
) -> Facts:
    return Facts(
        scrape_id=scrape_id,
        page=acquired.page,
        credits_used=credits_used,
        from_store=acquired.from_store,
        screenshot=captures.screenshot,
        outcome=captures.outcome,
        warnings=acquired.warnings,
        extra_metadata={
            **({} if acquired.gathered is None else acquired.gathered.extra_metadata),
            **({"terms": terms} if terms else {}),
        },
        render_reason=acquired.render_reason,
        render_skipped=acquired.render_skipped,
    )


def _check_led_to(acquired: Acquired, permits: Permits | None) -> None:
    """Raise NotAllowed when anything that would be returned comes from where *permits* does not let us go."""
    if permits is None:
        return
    pages = (acquired.page,) if acquired.gathered is None else acquired.gathered.pages
    outcome = acquired.page.outcome
    for address in (*(page.url for page in pages), *(outcome.addresses if outcome else ())):
        if (refusal := permits(address)) is not None:
            raise refusal


def _is_kept(spec: ScrapeSpec, acquired: Acquired) -> bool:
    """Return whether the page may answer later requests: fetched just now, whole, and the one that was meant."""
    fetched = acquired.gathered is None and not acquired.from_store
    return fetched and stored.may_keep(spec, acquired.page) and acquired.reading.finding is None


def _is_retained(spec: ScrapeSpec) -> bool:
    """Return whether the document may be kept for reading it again; `lockdown` implies that it may not."""
    return not (spec.zero_data_retention or spec.cache.lockdown)
