"""The outcome of an entry, and the chunk that several outcomes make."""

from collections import deque
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, TypeAlias

from gossamer.core.crawls import Discovered, Wall
from gossamer.core.urls import WebUrl
from gossamer.features.crawl.discovery import Findings, Keys
from gossamer.ports.frontier import Chunk, EntryRefused, EntryReturned, PageDone, PageFailed, SitemapDone

Result: TypeAlias = PageDone | PageFailed | EntryRefused | EntryReturned | SitemapDone

_MOST_PAGES: Final = 50
# A transaction with more holds up the job's other lanes.
_MOST_DISCOVERED: Final = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome that becomes durable in one commit: a result, its new links, and its warnings.

    *result* None is a part of what a sitemap holds, which is not read to its end. *put_off_until*
    is when its host may be asked again, for an entry that was not begun because of its pace, or of a *wall*.
    """

    result: Result | None
    findings: Findings = field(default_factory=Findings)
    warnings: tuple[str, ...] = ()
    home: WebUrl | None = None
    put_off_until: datetime | None = None
    wall: Wall | None = None

    @property
    def was_paid_for(self) -> bool:
        """Return whether a model was asked for it."""
        match self.result:
            case PageDone(record=record) | PageFailed(record=record):
                return record is not None and record.tokens > 0
        return False


@dataclass(frozen=True, slots=True)
class Packed:
    """A chunk, what to remember once it is durable, and how many outcomes are settled with it."""

    chunk: Chunk
    keys: Keys
    settled: int


class Outbound:
    """Outcomes that wait to be committed, in order.

    *oldest* is when the first of them came, in seconds on the caller's clock; *deepest* and *profile* are as in
    `Chunk`.
    """

    def __init__(self, deepest: int | None = None, profile: str = "") -> None:
        self._deepest = deepest
        self._profile = profile
        self._outcomes: deque[Outcome] = deque()
        self._since: deque[float] = deque()
        self._added = 0

    def __len__(self) -> int:
        return len(self._outcomes)

    @property
    def oldest(self) -> float | None:
        """Return when the first came; None when there is none."""
        return self._since[0] if self._since else None

    def add(self, outcome: Outcome, now: float) -> int:
        """Add an outcome and return its number, from 1."""
        self._outcomes.append(outcome)
        self._since.append(now)
        self._added += 1
        return self._added

    def pack(self) -> Packed:
        """Return the next chunk; empty when nothing waits.

        A page with very many links comes in the chunk that has the last of them, so that
        none is lost when nothing further is committed.
        """
        packing = _Packing(self._deepest, self._profile)
        while self._outcomes and packing.has_room:
            outcome = packing.take(self._outcomes[0])
            if outcome is not None:
                self._outcomes[0] = outcome
                break
            self._outcomes.popleft()
            self._since.popleft()
        return packing.packed()


class _Packing:
    """A chunk in the making."""

    def __init__(self, deepest: int | None, profile: str) -> None:
        self._deepest = deepest
        self._profile = profile
        self._results: list[Result] = []
        self._discovered: list[Discovered] = []
        self._warnings: dict[str, None] = {}
        self._walls: list[Wall] = []
        self._keys = Keys()
        self._home: WebUrl | None = None
        self.settled = 0

    @property
    def has_room(self) -> bool:
        return self.settled < _MOST_PAGES and len(self._discovered) < _MOST_DISCOVERED

    def take(self, outcome: Outcome) -> Outcome | None:
        """Take as much of *outcome* as fits; return what does not, None when all does."""
        room = _MOST_DISCOVERED - len(self._discovered)
        discoveries = outcome.findings.found
        self._discovered.extend(discoveries[:room])
        if outcome.home is not None:
            self._home = outcome.home
        if len(discoveries) > room:
            # The keys go with the rest: they are remembered when all of it is durable.
            return replace(outcome, findings=replace(outcome.findings, found=discoveries[room:]))
        self._keys.add(outcome.findings.keys)
        self._warnings.update(dict.fromkeys(outcome.warnings))
        if outcome.wall is not None:
            self._walls.append(outcome.wall)
        if outcome.result is not None:
            self._results.append(outcome.result)
        self.settled += 1
        return None

    def packed(self) -> Packed:
        results = self._results
        chunk = Chunk(
            done=[result for result in results if isinstance(result, PageDone)],
            failed=[result for result in results if isinstance(result, PageFailed)],
            refused=[result for result in results if isinstance(result, EntryRefused)],
            returned=[result for result in results if isinstance(result, EntryReturned)],
            sitemaps=[result for result in results if isinstance(result, SitemapDone)],
            discovered=self._discovered,
            warnings=tuple(self._warnings),
            walls=self._walls,
            profile=self._profile,
            home=self._home,
            deepest=self._deepest,
        )
        return Packed(chunk, self._keys, self.settled)
