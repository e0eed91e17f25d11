"""Which fetched pages are rendered: by the evidence in them, and by what rendering brought on pages made alike.

A page whose content is surely in its HTML is taken as it is. A doubtful one is rendered once, both copies are compared,
and the outcome is remembered for pages of the same host, path pattern and template: the next ones follow it. A page
with other scripts or other signs has another template, so it is looked at again. A template that has nothing to bring
under several patterns has nothing to bring under the others. While one page is being looked at, others like it wait
for what comes of it.

Content that came is remembered for every team. That none came is remembered for the team whose page it was, or when
the pages of several teams agree, and only of pages whose scripts and data all came. It decides no page without text.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final, TypeAlias

from gossamer.content.dynamic import Doubt, Gain, Need, gain
from gossamer.core.errors import ServiceError
from gossamer.core.specs import RenderMode
from gossamer.core.urls import WebUrl, origin_of, path_pattern
from gossamer.ports.clock import Clock
from gossamer.store.renderings import Outcomes, RenderMemory, RenderOutcome

# How long an outcome holds: sites are rebuilt.
_STATIC_LASTS: Final = timedelta(days=3)
_DYNAMIC_LASTS: Final = timedelta(days=14)
# So long a page with a slight doubt is left alone after others like it were rendered and their scripts or data failed.
_FAILURE_LASTS: Final = timedelta(minutes=1)
# So many other teams whose pages brought nothing are believed.
_ENOUGH_TEAMS: Final = 2
# So many looks that brought nothing speak for every page of a pattern, whatever its template.
_ENOUGH_LOOKS: Final = 8
# So many are needed to say that a page of this template has nothing to get.
_LOOKS_NEEDED: Final[Mapping[Doubt, int]] = {Doubt.NONE: 0, Doubt.SLIGHT: 0, Doubt.SERIOUS: 1, Doubt.CERTAIN: 2}
# A template that brought nothing under so many patterns is not looked at under another, if a page has some content.
_ENOUGH_PATTERNS: Final = 4
_SOME_CONTENT: Final = 200
_ALWAYS: Final = "the service renders every page"
_FOLLOWS: Final = "rendering brought content on other pages like it"
_SKIPPED: Final = (
    "Rendering brought nothing on pages like it, last at {moment:%Y-%m-%dT%H:%M:%SZ}. "
    "A scrape with `waitFor` renders it, and is remembered if it brings content."
)

_CAME: Final = frozenset({Gain.CAME, Gain.CHANGED})

_Key: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class PatternPages:
    """Pages of one *host* (with scheme and port) whose addresses have one *pattern*."""

    host: str
    pattern: str

    @classmethod
    def like(cls, url: WebUrl) -> "PatternPages":
        """Return the pages that *url* is one of."""
        scheme, host, port = origin_of(url)
        return cls(f"{scheme}://{host}:{port}", path_pattern(url))


class Renderings:
    """Decides about pages and remembers outcomes; without *memory* every doubtful page is rendered."""

    def __init__(self, memory: RenderMemory | None, clock: Clock, mode: RenderMode = RenderMode.AUTO) -> None:
        self._memory = memory
        self._clock = clock
        self.mode = mode
        self._looks: dict[_Key, asyncio.Semaphore] = {}
        self._lookers: Counter[_Key] = Counter()

    @asynccontextmanager
    async def decision(self, team_id: str, *, sampled: bool, remembered: bool) -> AsyncIterator["RenderDecision"]:
        """Open the decision about one page of a team.

        *sampled* says that the page stands for many: one with the slightest doubt is looked at, too, if none like it
        was. Unless it is *remembered*, nothing of it is kept.
        """
        decision = RenderDecision(self, team_id, sampled=sampled, remembered=remembered)
        try:
            yield decision
        finally:
            decision.end()

    async def outcomes(self, pages: PatternPages, template: str, team_id: str) -> Outcomes:
        """Return the outcomes that count for *team_id*; none when the store fails: a scrape is worth more."""
        if self._memory is None:
            return Outcomes()
        now = self._clock.now()
        try:
            stored_outcomes = await self._memory.outcomes(
                pages.host, pages.pattern, template, not_before=now - _DYNAMIC_LASTS
            )
        except ServiceError:
            return Outcomes()
        return Outcomes(
            *(tuple(_select(outcomes, team_id, now)) for outcomes in (stored_outcomes.here, stored_outcomes.elsewhere))
        )

    async def is_content_expected(self, pages: PatternPages, need: Need, team_id: str, *, sampled: bool) -> bool | None:
        """Return whether *pages*, which a browser renders anyway, have content to come that *need* says may come.

        None: nothing is known of pages like them, and the doubt is too slight to wait.
        """
        if self.mode is RenderMode.ALWAYS and need.doubt < Doubt.SERIOUS:
            return False
        outcomes = await self.outcomes(pages, need.template, team_id)
        ruling = _ruling(need, outcomes, sampled=sampled)
        if ruling is False and all(render_outcome.template != need.template for render_outcome in outcomes.here):
            return None
        return ruling is not False

    async def learn(self, pages: PatternPages, template: str, team_id: str, *, dynamic: bool, is_proof: bool) -> None:
        """Remember what rendering one of *pages* showed; without *is_proof* only that it was rendered."""
        if self._memory is None:
            return
        outcome = RenderOutcome(team_id, pages.pattern, template, dynamic, int(is_proof), self._clock.now())
        try:
            await self._memory.learn(pages.host, outcome)
        except ServiceError:
            return

    async def begin(self, key: _Key, *, most: int = 1) -> None:
        """Begin to look at a page like *key*, when fewer than *most* others are looked at."""
        self._lookers[key] += 1
        try:
            await self._looks.setdefault(key, asyncio.Semaphore(most)).acquire()
        except asyncio.CancelledError:
            self._leave_key(key)
            raise

    def over(self, key: _Key) -> None:
        """Note that the look at a page like *key* has ended, however it ended."""
        self._looks[key].release()
        self._leave_key(key)

    def _leave_key(self, key: _Key) -> None:
        self._lookers[key] -= 1
        if not self._lookers[key]:
            del self._lookers[key], self._looks[key]


class RenderDecision:
    """Whether one page is rendered, and whether that was worth it.

    *reason* says why it should be, None before. *is_open* says that nothing is known of pages like it. *skipped* says
    what kept a doubtful page from being rendered, None when nothing did.
    """

    def __init__(self, renderings: Renderings, team_id: str, *, sampled: bool, remembered: bool) -> None:
        self._renderings = renderings
        self._team_id = team_id
        self._sampled = sampled
        self._remembered = remembered
        self._looking: list[_Key] = []
        self._pages: PatternPages | None = None
        self._need = Need(Doubt.NONE)
        self._known = Outcomes()
        self._sent = ""
        self.reason: str | None = None
        self.skipped: str | None = None
        self.is_open = False

    @property
    def is_doubtful(self) -> bool:
        """Return whether an answer without rendering has to say so."""
        return self.reason is not None and self._need.doubt >= Doubt.SERIOUS

    @property
    def is_content_expected(self) -> bool:
        """Return whether rendering may bring content, so that it is worth waiting for."""
        return self._renderings.mode is not RenderMode.ALWAYS or self._need.doubt >= Doubt.SERIOUS

    @property
    def is_forbidden(self) -> bool:
        """Return whether this service renders no page that needs it."""
        return self._renderings.mode is RenderMode.NEVER

    async def reason_for(self, url: WebUrl, need: Need, *, allowed: bool) -> str | None:
        """Return the reason to render the page fetched at *url*; None when the fetched page has to do.

        Unless it is *allowed*, none is; `reason` says all the same why it should be.
        """
        self._need, self._pages = need, PatternPages.like(url)
        if allowed and not self.is_forbidden:
            self.reason = await self._reason()
            return self.reason
        outcomes = await self._outcomes() if need.doubt >= Doubt.SERIOUS else Outcomes()
        self.reason = need.reason if _ruling(need, outcomes, sampled=False) is not False else None
        return None

    async def _outcomes(self) -> Outcomes:
        if self._pages is None:
            return Outcomes()
        self._known = await self._renderings.outcomes(self._pages, self._need.template, self._team_id)
        return self._known

    async def _reason(self) -> str | None:
        need, pages = self._need, self._pages
        if self._renderings.mode is RenderMode.ALWAYS:
            return need.reason or _ALWAYS
        if need.doubt is Doubt.NONE or pages is None:
            return None
        outcomes = await self._outcomes()
        ruling = _ruling(need, outcomes, sampled=self._sampled)
        self.is_open = all(render_outcome.template != need.template for render_outcome in outcomes.here)
        if ruling is None:
            ruling = await self._rule_by_looks(need, pages)
        if ruling is False:
            if need.doubt >= Doubt.SERIOUS:
                moment = max(outcome.looked_at for outcome in (*self._known.here, *self._known.elsewhere))
                self.skipped = _SKIPPED.format(moment=moment)
            return None
        return need.reason if need.doubt > Doubt.SLIGHT or ruling is None else _FOLLOWS

    async def _rule_by_looks(self, need: Need, pages: PatternPages) -> bool | None:
        """Return the ruling of looks that are under way; None when this page is to be looked at itself."""
        # One page of a pattern is enough to see whether a slight doubt is justified there.
        key = (pages.host, pages.pattern, need.template if need.doubt > Doubt.SLIGHT else "")
        for queue, most in ((key, 1), ((pages.host, "", need.template), _ENOUGH_PATTERNS)):
            await self._renderings.begin(queue, most=most)
            self._looking.append(queue)
            ruling = _ruling(need, await self._outcomes(), sampled=self._sampled)
            if ruling is not None:
                self.end()
                return ruling
        return None

    def note_sent(self, pages: PatternPages, need: Need, text: str) -> None:
        """Note the main content of a page, as its site sent it, that a browser renders because it was asked to."""
        self._pages, self._need, self._sent = pages, need, text

    async def learn_if_content_came(self, text: str) -> None:
        """Learn from a browser that was asked for: *text* is the main content that the page has there."""
        if gain(self._sent, text) in _CAME:
            await self._learn(dynamic=True, is_proof=True)

    async def learn_gain(self, gained: Gain, *, is_proof: bool) -> bool:
        """Learn what rendering brought; return whether the rendered copy is the one to answer with.

        Without *is_proof* something did not come that may have brought more.
        """
        came = gained in _CAME
        await self._learn(dynamic=came, is_proof=came or is_proof)
        self.end()
        return came or (self._renderings.mode is RenderMode.ALWAYS and gained is not Gain.LOST)

    async def _learn(self, *, dynamic: bool, is_proof: bool) -> None:
        if self._remembered and self._pages is not None and self._need.template:
            await self._renderings.learn(
                self._pages, self._need.template, self._team_id, dynamic=dynamic, is_proof=is_proof
            )

    def end(self) -> None:
        """Let those go on who wait for this look."""
        while self._looking:
            self._renderings.over(self._looking.pop())


def _select(outcomes: Iterable[RenderOutcome], team_id: str, now: datetime) -> Iterator[RenderOutcome]:
    """Yield the outcome that counts for *team_id* of each pattern and template; *outcomes* have the latest first."""
    groups = defaultdict(list)
    for outcome in outcomes:
        if _lasts(outcome, now):
            groups[outcome.pattern, outcome.template].append(outcome)
    for alike in groups.values():
        yield from _select_one(alike, team_id)


def _select_one(alike: Sequence[RenderOutcome], team_id: str) -> Iterator[RenderOutcome]:
    """Yield the outcome of one pattern and template that counts for *team_id*, if one does."""
    dynamic = [outcome for outcome in alike if outcome.dynamic]
    # An outcome says nothing against content that came later.
    static = list(takewhile(lambda outcome: not outcome.dynamic, alike))
    proofs = [outcome for outcome in static if outcome.looks]
    team_outcomes = [outcome for outcome in static if outcome.team_id == team_id]
    if len(proofs) >= _ENOUGH_TEAMS:
        yield replace(proofs[0], looks=sum(outcome.looks for outcome in proofs))
    else:
        yield from (*(outcome for outcome in team_outcomes if outcome in proofs), *dynamic, *team_outcomes)[:1]


def _lasts(outcome: RenderOutcome, now: datetime) -> bool:
    lasts = _STATIC_LASTS if outcome.looks else _FAILURE_LASTS
    return outcome.dynamic or outcome.looked_at >= now - lasts


def _ruling(need: Need, outcomes: Outcomes, *, sampled: bool) -> bool | None:
    """Return whether a page with *need* is rendered by what is *outcomes* of pages like it; None: it is looked at.

    >>> _ruling(Need(Doubt.SLIGHT, "", "a"), Outcomes(), sampled=False)
    False
    """
    if need.is_empty:
        return True
    alike = next((outcome for outcome in outcomes.here if outcome.template == need.template), None)
    if alike is not None and (alike.dynamic or alike.looks >= _LOOKS_NEEDED[need.doubt]):
        return alike.dynamic
    looks = Counter[bool]()
    for outcome in outcomes.here:
        looks[outcome.dynamic] += outcome.looks
    if looks[True]:
        is_unsure = looks[False] and need.doubt is not Doubt.SLIGHT
        return None if is_unsure else not looks[False]
    if need.doubt < Doubt.CERTAIN and _brings_nothing(need, outcomes.elsewhere):
        return False
    is_looked_at = {
        Doubt.SLIGHT: sampled and not outcomes.here,
        Doubt.SERIOUS: looks[False] < _ENOUGH_LOOKS,
    }
    return None if is_looked_at.get(need.doubt, True) else False


def _brings_nothing(need: Need, elsewhere: tuple[RenderOutcome, ...]) -> bool:
    """Return whether the page's template had nothing to bring wherever else it was looked at."""
    is_static = not any(render_outcome.dynamic for render_outcome in elsewhere)
    proofs = sum(render_outcome.looks > 0 for render_outcome in elsewhere)
    return is_static and proofs >= _ENOUGH_PATTERNS and need.amount >= _SOME_CONTENT
