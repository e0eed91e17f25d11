"""Getting the page that a scrape is of, and reading it: from the store, by the ladder of fetchers, or gathered.

Each page that comes is judged. A challenge or a login wall sends the climb on to stronger fetchers. A page whose
content a script may bring in is rendered where `rendering` says so; both copies are compared and the better one wins.
"""

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from gossamer.content.documents import Progress
from gossamer.content.dynamic import Doubt, LookedUp, gain
from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.access import Permits
from gossamer.core.changes import HistoryKey, Visibility
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import LockdownMiss, NotInStore, Refused, Unsupported
from gossamer.core.formats import FORMATS, Branding, Format, Json, Screenshot
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import BLOCKS, ESCALATIONS
from gossamer.core.pages import Capability, Expected, Expects, FetchedPage, FetchRequest
from gossamer.core.specs import ScrapeSpec
from gossamer.core.tracing import span
from gossamer.core.visit_identity import VisitIdentity, chosen_identity
from gossamer.features.history import History
from gossamer.features.scrape import stored
from gossamer.features.scrape.documents import Documents
from gossamer.features.scrape.expectations import Expectations
from gossamer.features.scrape.exports import address_of_export
from gossamer.features.scrape.ladder import Accept, Attempt, Escalate, Tier, Verdict, climb, plan
from gossamer.features.scrape.linked_scripts import LinkedScripts
from gossamer.features.scrape.main_texts import MainTexts
from gossamer.features.scrape.multi_page import Gather, GatheredPages, unite_readings
from gossamer.features.scrape.reading import Reading, formats_to_understand, read
from gossamer.features.scrape.recent_readings import RecentReadings
from gossamer.features.scrape.rendering import RenderDecision, Renderings
from gossamer.features.scrape.site_terms import check_price
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher
from gossamer.store.scrapes import ScrapeStore

# Time for understanding a page, in times of writing its Markdown: as measured on 150 pages.
_CHECKING = 3
# Characters of a schema; some two hundred fields, which take as many tenths of a millisecond.
_LONG_SCHEMA: Final = 20_000
# So many pages read within so many seconds make a second core worth the way there, while others are being fetched.
# Scrapes that wait for long do not count. Jobs that are worth it have a worker process for each core.
_BUSY: Final = 4
_BUSY_SECONDS: Final = 0.1
# So long after a page of another team pages of jobs wait for a helper process, for its pages to be read meanwhile.
_SHARED_SECONDS: Final = 10.0
_NOT_MODIFIED: Final = 304
# Labels of escalations to a browser, by how doubtful it is that the content is in the HTML.
_DOUBTS: Final = {
    Doubt.NONE: "every_page",
    Doubt.SLIGHT: "content_may_be_scripted",
    Doubt.SERIOUS: "content_seems_scripted",
    Doubt.CERTAIN: "content_is_scripted",
}
# Capabilities that a page can be had without; the reading of the page warns of missing styles.
_DISPENSABLE: Final = {
    Capability.WAIT: "`waitFor` was not applied: no browser is available.",
    Capability.STYLES: "",
}
_FAST: Final = "`fastMode` left the browser out; this page may need one ({reason})."
_NEVER: Final = "This service renders no pages (GOSSAMER_RENDER=never); this one may need it ({reason})."
_NO_BROWSER: Final = "This page may need a browser ({reason}), and none is available; the result is from plain HTTP."
_IN_VAIN: Final = "This page may need a browser ({reason}), but rendering it failed; the result is from plain HTTP."
_FAILED: Final = "Content may be missing: scripts or data of the page did not come ({failures})."
_STILL_EMPTY: Final = "The page had hardly any content after its scripts had run ({reason})."


@dataclass(frozen=True, slots=True)
class Task:
    """A scrape that was asked for: what is wanted, for whom, until when, and how.

    *permits* says where redirects and actions may not lead. *gather* takes the place of fetching the page. A page that
    may be *continued* leaves behind how it is visited again. *use_model* lets models help to understand it. A *sampled*
    page is one of many of its site, *job* the job that it is a page of. *visibility* says how it was found. *progress*
    is called as pages of a document are read; the reading of a *lasting* task goes on when its deadline passes. A task
    *takes_markdown* as in `FetchRequest`.
    """

    spec: ScrapeSpec
    team_id: str
    key_id: str
    deadline: Deadline
    permits: Permits | None = None
    gather: Gather | None = None
    continued: bool = False
    use_model: bool = False
    sampled: bool = False
    visibility: Visibility = Visibility.VISIBLE
    progress: Progress | None = None
    lasting: bool = False
    job: str | None = None
    takes_markdown: bool = False


@dataclass(frozen=True, slots=True)
class Acquired:
    """A page that will be answered with, and what was read from it.

    When it was *gathered* by somebody, there may be more pages, and the reading is of all of them. *render_reason*
    says why a browser rendered it; None when none did, or when the caller asked for what only a browser does.
    *render_skipped* says why none did although its content is in doubt. It *lacks_content* where scripts would have
    brought more of it.
    """

    page: FetchedPage
    reading: Reading
    warnings: tuple[str, ...] = ()
    from_store: bool = False
    gathered: GatheredPages | None = None
    render_reason: str | None = None
    render_skipped: str | None = None
    lacks_content: bool = False


class Acquisition:
    """Gets pages for scrapes and reads them."""

    def __init__(
        self,
        *,
        fetchers: Sequence[Fetcher],
        pages: ScrapeStore,
        blobs: Blobs,
        offload: Offload,
        documents: Documents,
        clock: Clock,
        renderings: Renderings,
        history: History | None = None,
        meters: Meters | None = None,
        strongest_tier: Tier = "stealth",
    ) -> None:
        self._fetchers = tuple(fetchers)
        self._strongest_tier = strongest_tier
        self._pages = pages
        self._blobs = blobs
        self._offload = offload
        self._documents = documents
        self._clock = clock
        self._renderings = renderings
        self._history = history
        self._scripts = LinkedScripts(min(fetchers, key=lambda fetcher: fetcher.cost, default=None), clock)
        self._expectations = Expectations(renderings, self._scripts, offload, clock)
        self._readings = RecentReadings()
        self._main_texts: MainTexts | None = None
        self._latest_reads = deque([float("-inf")] * _BUSY, maxlen=_BUSY)
        # By team, the time of its last read, the latest at the end.
        self._readers: dict[str, float] = {}
        self._under_way = 0
        self.meters = meters or Meters()

    async def acquire(self, task: Task, request: FetchRequest) -> Acquired:
        """Return the page of *task*, fetched by *request* unless a stored copy will do.

        Raises what ended the climb, NotInStore, or Refused when no page that was reached is the one that was meant.
        """
        if task.gather is not None:
            return await self._read_all(await task.gather(), task)
        copy = await self._find_copy(task)
        answer = await self._as_answer(copy, task.spec)
        if answer is not None:
            return Acquired(answer, await self._reading_of(answer, task), from_store=True)
        if task.spec.cache.only_stored:
            raise _miss(task.spec)
        return await self._fetch(task, replace(request, validators=stored.validators_of(copy)), copy)

    async def _fetch(self, task: Task, request: FetchRequest, copy: FetchedPage | None) -> Acquired:
        spec = task.spec
        needs = needs_of(spec)
        attempts = plan(self._list_fetchers(), spec.proxy, needs, self._strongest_tier)
        if not attempts and needs <= _DISPENSABLE.keys():
            notice = " ".join(sentence for need, sentence in _DISPENSABLE.items() if need in needs and sentence)
            return await self._reach(task, request, copy, self._any_way(spec), notice or None)
        try:
            return await self._reach(task, request, copy, attempts)
        except Unsupported:
            # A browser downloads what it cannot show; a document is read without one.
            if spec.actions or not needs:
                raise
            lost = " and ".join(f"`{name}`" for name in sorted(needs))
            warning = f"This is a document: {lost} does not apply to it."
            return await self._reach(task, request, copy, self._any_way(spec), warning)

    def _any_way(self, spec: ScrapeSpec) -> tuple[Attempt, ...]:
        return plan(self._list_fetchers(), spec.proxy, frozenset(), self._strongest_tier)

    def _list_fetchers(self) -> Sequence[Fetcher]:
        """Return the fetchers that may be used: under the honest identity none that passes for a browser."""
        barred = Capability.STEALTH if chosen_identity() is VisitIdentity.HONEST else None
        return [fetcher for fetcher in self._fetchers if barred not in fetcher.capabilities]

    async def _reach(
        self,
        task: Task,
        request: FetchRequest,
        copy: FetchedPage | None,
        attempts: Sequence[Attempt],
        warning: str | None = None,
    ) -> Acquired:
        remembered = not task.spec.zero_data_retention
        async with self._renderings.decision(task.team_id, sampled=task.sampled, remembered=remembered) as decision:
            judge = _Judge(self, task, request, decision, copy)
            judged = replace(request, expects=self._expects(task, decision))
            self._under_way += 1
            try:
                reached = (await climb(attempts, judged, judge.verdict, self._clock)).value
            finally:
                self._under_way -= 1
        can_render = any(Capability.RENDER in attempt.fetcher.capabilities for attempt in attempts)
        unread = self._documents.doubt_about(reached.page, task.spec)
        scripted = judge.doubt_about(reached, can_render=can_render)
        warnings = (*reached.warnings, *filter(None, (warning, unread, scripted)))
        return replace(reached, warnings=warnings, lacks_content=scripted is not None)

    def _expects(self, task: Task, decision: RenderDecision) -> Expects:
        async def expects(page: FetchedPage, request: FetchRequest) -> Expected:
            return await self._expectations.of(
                page, request, owner=task.team_id, sampled=task.sampled, note=decision.note_sent
            )

        return expects

    async def expected(self, page: FetchedPage, request: FetchRequest) -> Expected:
        """Return the content that a browser has to wait for when it opens *page* for a session."""
        return await self._expectations.of(page, request)

    async def _read_all(self, gathered: GatheredPages, task: Task) -> Acquired:
        for page in gathered.pages:
            check_price(page)
        readings = [
            await self._read(page, replace(task, spec=_as_read(task.spec, page, gathered)), judged=gathered.judged)
            for page in gathered.pages
        ]
        _check_not_barred(readings)
        reading = unite_readings(gathered.pages, readings)
        doubts = dict.fromkeys(filter(None, map(_still_empty, gathered.pages, readings)))
        return Acquired(
            gathered.pages[0],
            reading,
            warnings=(*gathered.warnings, *doubts),
            gathered=gathered,
            lacks_content=bool(doubts),
        )

    async def read_again(self, page: FetchedPage, task: Task) -> Reading:
        """Read an older version of the page as *task* reads pages."""
        return await self._read(page, task, judged=False)

    async def _find_copy(self, task: Task) -> FetchedPage | None:
        """Return the copy of the page, however young: if it is no answer, the site is asked whether it has changed."""
        if task.spec.cache.as_of is not None:
            return await self._version(task, task.spec.cache.as_of)
        if not stored.may_read(task.spec):
            return None
        _, not_after = stored.bounds(task.spec, self._clock.now())
        copy = await self._pages.find(stored.key_of(task.spec, task.team_id), not_before=None, not_after=not_after)
        will_do = task.takes_markdown or task.spec.cache.only_stored
        return None if copy and stored.lacks_markup(copy) and not will_do else copy

    async def _as_answer(self, copy: FetchedPage | None, spec: ScrapeSpec) -> FetchedPage | None:
        """Return *copy* as it answers a request; None when it is too old or lacks something that is wanted."""
        not_before, _ = stored.bounds(spec, self._clock.now())
        if copy is None or (not_before and copy.fetched_at < not_before) or self._lacks_styles(copy, spec):
            return None
        if spec.screenshot is None:
            return copy
        if copy.picture is None or copy.picture.wanted != spec.screenshot:
            return None
        # Pictures live for a day, copies of pages for longer.
        picture = await self._blobs.get(copy.picture.name)
        return None if picture is None else replace(copy, screenshot=picture)

    def _lacks_styles(self, copy: FetchedPage, spec: ScrapeSpec) -> bool:
        """Return whether the page is to be visited again for its styles, which no browser has read yet."""
        is_wanted = copy.styles is None and wants_styles(spec) and not spec.cache.only_stored
        return is_wanted and any(Capability.STYLES in fetcher.capabilities for fetcher in self._fetchers)

    async def _version(self, task: Task, moment: datetime) -> FetchedPage | None:
        """Return the page as it was at *moment*, None when there is no version of that time."""
        if self._history is None:
            return None
        snapshot = await self._history.as_of(HistoryKey(task.team_id, task.spec.url), moment)
        return None if snapshot is None else replace(snapshot.content.page, fetched_at=snapshot.version.at)

    async def _reading_of(self, copy: FetchedPage, task: Task) -> Reading:
        key = stored.key_of(task.spec, task.team_id)
        if (recent_reading := self._readings.find(key, copy.fetched_at, task.spec)) is not None:
            return recent_reading
        reading = await self._read(copy, task, judged=False)
        self._readings.keep(key, copy.fetched_at, task.spec, reading)
        return reading

    def keep_main_texts(self) -> MainTexts:
        """Return the main texts of pages that will be stored, which are kept from now on."""
        if self._main_texts is None:
            self._main_texts = MainTexts()
        return self._main_texts

    def will_be_copied(self, acquired: Acquired, task: Task) -> None:
        """Note that the page of *acquired* will be stored, so that its copy need not be read again."""
        key = stored.key_of(task.spec, task.team_id)
        if self._main_texts is not None:
            self._main_texts.keep(key, acquired.page.fetched_at, task.spec, acquired.reading)
        # Those of jobs are too many to be worth it.
        if not task.sampled:
            self._readings.keep(key, acquired.page.fetched_at, task.spec, acquired.reading)

    async def judged(self, page: FetchedPage, task: Task) -> Reading:
        """Read *page*, and judge whether it is the one that was meant."""
        return await self._read(page, task, judged=True)

    async def judged_again(self, page: FetchedPage, task: Task, reading: Reading, request: FetchRequest) -> Reading:
        """Return *reading* of *page*, or another that knows of more content, with the linked scripts read as well."""
        names = await self._scripts.names(reading.need.linked, page, request)
        is_there = any(name.encode() in page.body for name in names.ids)
        return await self._read(page, task, judged=True, names=names) if is_there else reading

    async def _read(self, page: FetchedPage, task: Task, *, judged: bool, names: LookedUp | None = None) -> Reading:
        spec, now = task.spec, self._clock.monotonic()
        self._latest_reads.append(now)
        self._readers.pop(task.team_id, None)
        is_shared = now - next(reversed(self._readers.values()), float("-inf")) < _SHARED_SECONDS
        self._readers[task.team_id] = now
        with span("read", {"gossamer.bytes": len(page.body)}):
            parsed = await self._documents.read(
                page, spec, task.deadline, owner=task.team_id, progress=task.progress, lasting=task.lasting
            )
            return await self._offload.run(
                read,
                page,
                spec,
                parsed,
                judged,
                names,
                owner=task.team_id,
                size=max(_weight(page, spec), parsed.size if parsed else 0),
                deadline=task.deadline,
                busy=self._under_way > 1
                and now - self._latest_reads[0] < _BUSY_SECONDS
                and (task.job is None or is_shared),
                patient=task.job is not None and is_shared,
            )


class _Judge:
    """Judges the pages of one climb; a fetched page that is to be rendered is kept for comparison."""

    def __init__(
        self,
        acquisition: Acquisition,
        task: Task,
        request: FetchRequest,
        decision: RenderDecision,
        earlier: FetchedPage | None,
    ) -> None:
        self._earlier = earlier
        self._acquisition = acquisition
        self._task = task
        self._request = request
        self._decision = decision
        self._fetched: Acquired | None = None
        self._failures: tuple[str, ...] = ()
        self._is_compared = False

    async def verdict(self, page: FetchedPage) -> Verdict[Acquired]:
        """Return whether *page* will do; the copy that there is takes the place of one that has not changed."""
        if page.status == _NOT_MODIFIED and self._earlier is not None:
            page = replace(self._earlier, fetched_at=page.fetched_at)
        check_price(page)
        reading = await self._acquisition.judged(page, self._task)
        acquired = Acquired(page, reading)
        if (finding := reading.finding) is not None:
            last_resort = acquired if finding.readable else None
            self._escalates(page, finding.kind)
            if finding.kind != "login":
                self._acquisition.meters.add(BLOCKS, finding.vendor or "unknown")
            return Escalate(f"{finding.name} ({finding.evidence})", last_resort=last_resort)
        if page.rendered:
            return Accept(self._mark_incomplete(await self._better(acquired)))
        if not reading.is_page:
            return Accept(acquired)
        reason = await self._reason(acquired)
        if reason is None and reading.need.linked and self._decision.is_open:
            reading = await self._acquisition.judged_again(page, self._task, reading, self._request)
            acquired = Acquired(page, reading)
            reason = await self._reason(acquired)
        if reason is None:
            return Accept(replace(acquired, render_skipped=self._decision.skipped))
        self._fetched = acquired
        # Of a page without any text nothing is known but that it needs a browser.
        is_empty = reading.need.doubt is Doubt.CERTAIN and not reading.main_text.strip()
        awaited = reading.need.awaited if self._decision.is_content_expected else {}
        self._escalates(page, _DOUBTS[reading.need.doubt])
        return Escalate(reason, Capability.RENDER, None if is_empty else acquired, awaited)

    def _escalates(self, page: FetchedPage, reason: str) -> None:
        self._acquisition.meters.add(ESCALATIONS, page.fetcher, reason)

    async def _reason(self, fetched: Acquired) -> str | None:
        """Return the reason to render *fetched*, None when it will do."""
        allowed = not self._task.spec.fast
        return await self._decision.reason_for(fetched.page.url, fetched.reading.need, allowed=allowed)

    async def _better(self, rendered: Acquired) -> Acquired:
        """Return the better copy of a page that was rendered because what HTTP brought was doubtful."""
        page, text = rendered.page, rendered.reading.main_text
        self._failures = page.failures
        if self._fetched is None:
            if not self._task.spec.actions:
                await self._decision.learn_if_content_came(text)
            return rendered
        gained = gain(self._fetched.reading.main_text, text)
        self._is_compared = True
        if not await self._decision.learn_gain(gained, is_proof=page.complete and not page.failures):
            return self._fetched
        return replace(rendered, render_reason=self._decision.reason)

    def _mark_incomplete(self, answer: Acquired) -> Acquired:
        """Return *answer* as incomplete, so that it answers no later request, where content of it failed to come."""
        is_lacking = answer.reading.need.doubt is Doubt.CERTAIN or not answer.page.rendered
        if not self._failures or not is_lacking:
            return answer
        return replace(answer, page=replace(answer.page, complete=False))

    def doubt_about(self, answer: Acquired, *, can_render: bool) -> str | None:
        """Return a sentence for the caller where *answer* may lack content that a script brings, or None."""
        if answer.page.rendered:
            return _still_empty(answer.page, answer.reading)
        if self._failures and self._decision.is_doubtful:
            return _missing(self._failures)
        if self._is_compared or not self._decision.is_doubtful:
            return None
        if self._task.spec.fast:
            sentence = _FAST
        elif self._decision.is_forbidden:
            sentence = _NEVER
        else:
            sentence = _IN_VAIN if can_render else _NO_BROWSER
        return sentence.format(reason=self._decision.reason)


def _still_empty(page: FetchedPage, reading: Reading) -> str | None:
    """Return a sentence about a rendered page whose content did not come, or None."""
    if not page.rendered or reading.need.doubt is not Doubt.CERTAIN:
        return None
    return _missing(page.failures) if page.failures else _STILL_EMPTY.format(reason=reading.need.reason)


def _missing(failures: Sequence[str]) -> str:
    more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
    return _FAILED.format(failures=failures[0] + more)


def needs_of(spec: ScrapeSpec) -> frozenset[Capability]:
    """Return the capabilities that a fetcher needs for *spec*."""
    needs = {
        Capability.ACTIONS: bool(spec.actions),
        Capability.SCREENSHOT: spec.screenshot is not None,
        Capability.STYLES: wants_styles(spec),
        Capability.WAIT: spec.wait_for > timedelta(0),
    }
    return frozenset(capability for capability, is_wanted in needs.items() if is_wanted)


def wants_styles(spec: ScrapeSpec) -> bool:
    """Return whether the computed styles of the page are wanted."""
    return any(isinstance(format_, Branding) for format_ in spec.formats)


def request_of(spec: ScrapeSpec, deadline: Deadline) -> FetchRequest:
    """Return the request for fetchers."""
    has_visual_output = any(isinstance(f, Screenshot | Branding) for f in spec.formats) or any(
        action.kind in ("screenshot", "pdf") for action in spec.actions or ()
    )
    return FetchRequest(
        # A page that is to be seen or used is fetched itself, not as an export.
        url=spec.url if needs_of(spec) else address_of_export(spec.url),
        deadline=deadline,
        headers=spec.headers,
        mobile=spec.mobile,
        location=spec.location,
        skip_tls_verification=spec.skip_tls_verification is True,
        block_ads=spec.block_ads,
        wait_for=spec.wait_for,
        actions=spec.actions or (),
        screenshot=spec.screenshot,
        styles=wants_styles(spec),
        load_images=has_visual_output,
    )


def _as_read(spec: ScrapeSpec, page: FetchedPage, gathered: GatheredPages) -> ScrapeSpec:
    """Return *spec* for one of the pages that were gathered; one that is judged is measured by what was asked for."""
    return spec if gathered.judged else replace(spec, url=page.url)


def _check_not_barred(readings: Sequence[Reading]) -> None:
    """Raise Refused when something stands in front of a page that was gathered."""
    for finding in (reading.finding for reading in readings):
        if finding is not None and not finding.readable:
            message = f"The site did not give this page: {finding.name} ({finding.evidence})."
            raise Refused(message, finding.kind)


def _weight(page: FetchedPage, spec: ScrapeSpec) -> int:
    """Return the weight of reading in bytes; the caller's own selectors and schemas may make any page heavy."""
    selected = spec.include_tags or spec.exclude_tags or any(FORMATS[type(f)].expressions for f in spec.formats)
    if selected or any(map(_is_far_reaching, spec.formats)):
        return HEAVY_BYTES
    checked = _CHECKING if spec.safe_mode or spec.check_injection else 0
    # The data of changes that are tracked are no format of the request.
    formats = (*spec.formats, *(data for data in formats_to_understand(spec) if data not in spec.formats))
    return len(page.body) * (1 + checked + sum(FORMATS[type(format_)].effort for format_ in formats))


def _is_far_reaching(format_: Format) -> bool:
    """Return whether filling in a schema takes long whatever the page: it is large, or refers to itself perhaps."""
    if not isinstance(format_, Json) or format_.schema is None:
        return False
    written = json.dumps(format_.schema)
    return len(written) > _LONG_SCHEMA or '"$ref"' in written


def _miss(spec: ScrapeSpec) -> NotInStore:
    if spec.cache.lockdown:
        return LockdownMiss("No stored copy of this page, and `lockdown` forbids fetching it.")
    if spec.cache.as_of is not None:
        return NotInStore(
            "No version of this page was stored at the time of `asOf`. Versions are made by scrapes with "
            "`changeTracking` and by monitors."
        )
    return NotInStore("No stored copy of this page is as old as `minAge`. Leave `minAge` out to fetch the page.")
