"""The frontier of running jobs, as the lanes that work on it see it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeAlias

from gossamer.core.crawls import Discovered, Entry, Reason, Refusal, Wall
from gossamer.core.jobs import DeliveryTicket, Job, Ticket
from gossamer.core.urls import WebUrl
from gossamer.ports.scrapes import FinishedScrape


@dataclass(frozen=True, slots=True)
class PageDone:
    """A page that was scraped.

    *aliases* are fingerprints of other addresses of the same page (where it redirected to,
    its canonical link): they will not be crawled again. If one of them is a page of the job
    already, this entry becomes a refused DUPLICATE and is neither counted nor charged.
    *links* are fingerprints of the pages it links to, in a job that has a greatest depth. *visit* is a line of JSON
    about this and each other outcome that the compliance report of a job is made of.
    """

    entry: Entry
    record: FinishedScrape
    aliases: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    visit: str | None = None


@dataclass(frozen=True, slots=True)
class PageFailed:
    """A page that could not be had; *record* is the scrape that failed."""

    entry: Entry
    code: str
    message: str
    record: FinishedScrape | None = None
    visit: str | None = None


@dataclass(frozen=True, slots=True)
class EntryRefused:
    """An entry that turned out not to belong to the job."""

    entry: Entry
    refusal: Refusal
    visit: str | None = None


@dataclass(frozen=True, slots=True)
class EntryReturned:
    """An entry to be tried again, not before *ready_at*; *tried* counts the attempt, *rank* moves it back."""

    entry: Entry
    ready_at: datetime
    tried: bool = False
    rank: int | None = None
    visit: str | None = None


@dataclass(frozen=True, slots=True)
class SitemapDone:
    """A sitemap, or another source of pages, that was read, or could not be: *problem* says why."""

    entry: Entry
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """The work of a lane since its last commit; it becomes durable in one transaction.

    With *home* the job has it from then on; None leaves it as it is. *deepest* is the greatest depth of its pages,
    None without a bound. *walls* were met with the *profile*.
    """

    done: Sequence[PageDone] = ()
    failed: Sequence[PageFailed] = ()
    refused: Sequence[EntryRefused] = ()
    returned: Sequence[EntryReturned] = ()
    sitemaps: Sequence[SitemapDone] = ()
    discovered: Sequence[Discovered] = ()
    warnings: Sequence[str] = ()
    walls: Sequence[Wall] = ()
    profile: str = ""
    home: WebUrl | None = None
    deepest: int | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of the frontier after a chunk, inside the transaction that commits it.

    Pages only, except *sitemaps*: queued and taken entries that lead to pages. *ready* queued entries of
    any kind may be taken now; *next_ready* is when the next waiting one may, None if none
    waits. *held* are entries this lane still has; *lanes* counts the job's running lanes, this
    one among them. *payable* is how many more pages can be paid now, None without a bound; *spent* says
    that not one could be even if all that is set aside were given back. *room* is how many more pages the
    bounds of the team and of the key leave the job now, None without a bound.
    """

    done: int
    failed: int
    in_flight: int
    queued: int
    sitemaps: int
    ready: int
    held: int
    lanes: int
    next_ready: datetime | None = None
    payable: int | None = None
    spent: bool = False
    room: int | None = None

    @property
    def takeable(self) -> int | None:
        """Return the number of further pages that bounds outside of the job allow; None without a bound."""
        return min((bound for bound in (self.payable, self.room) if bound is not None), default=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """The decision that follows from the counts.

    Take *take* more entries for this lane (pages at most *take_pages* of them), start
    *new_lanes* more lanes, or finish the job: queued pages are then refused with *leftover*, and with a *failure*
    the job has failed, which says why.
    """

    take: int = 0
    take_pages: int = 0
    new_lanes: int = 0
    finish: bool = False
    leftover: Reason = Reason.LIMIT
    failure: str | None = None


Planner: TypeAlias = Callable[[Counts], Plan]


@dataclass(frozen=True, slots=True)
class Turn:
    """The start of a lane: the job, and its leased entries."""

    job: Job
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """The result of a commit: more *entries* for this lane; *over* when its turn has ended.

    *over* is true when the job is final, when somebody else drives the lane now (a worker that
    was thought dead), when the lane has nothing left to do, or when the turn was handed on.
    *committed* tells whether the chunk was taken: it is false for a job that is final and for
    a lane that somebody else drives; nothing of the chunk is then stored or charged.
    """

    entries: tuple[Entry, ...] = ()
    over: bool = False
    committed: bool = True


class Frontier(Protocol):
    """The URLs of many jobs, each URL at most once a job, and the lanes that work on them.

    The last process that began a lane's current turn drives it: `begin` with a fresh *holder*
    takes it from a worker that died or was frozen, with the entries that one held. What the
    old holder commits afterwards changes nothing.

    `commit` makes a chunk durable in one transaction that holds the job's row: scrapes, job
    pages, ledger entries, stored pages, discovered entries, counters, webhook events and the
    enqueueing of successors. A page counts and is charged once, however often it is committed.
    *plan* is called inside it with the counts after the chunk and says what is taken next. With
    *hand_on* the turn ends: entries still held stay with the lane, and its next turn is
    enqueued after *pause*. A lane that holds nothing and takes nothing is closed, also by
    `begin`; but the last one of a running job is handed on, to when the first waiting entry is
    ready. Calls from several processes never hand out the same entry twice.

    In a job with a greatest depth the depth of a page is the least at which it was met, under any of its addresses.
    When it falls, it falls below the page too, also when that was visited before: pages that were refused for their
    depth and are near enough now are queued.

    Pages in flight and done are never more than the job's limit, and pages in flight never more than
    can be paid when they are taken, whatever *plan* says. What they may cost is set aside while they are.
    Nor are pages in flight of all running jobs of a team, or of a key, together with its places (`ports.slots`)
    more than its concurrency; jobs get equal parts of theirs, and take turns when there are more jobs than pages.
    Entries that a worker held when it died count as tried.

    Raises DatabaseUnavailable when the database stays away longer than a worker should wait.
    """

    async def begin(self, ticket: Ticket, holder: str, plan: Planner, *, now: datetime) -> Turn | None:
        """Take over the lane; None when the ticket is void, the job is final, or the lane has nothing to do."""

    async def commit(
        self,
        ticket: Ticket,
        holder: str,
        chunk: Chunk,
        plan: Planner,
        *,
        now: datetime,
        hand_on: bool = False,
        pause: timedelta = timedelta(0),
    ) -> Next:
        """Make *chunk* durable and return what to do next."""

    async def is_running(self, job_id: str) -> bool:
        """Return whether the job has not ended; cheap, for workers that look now and then."""


class Dispatch(Protocol):
    """Hands work to the engine inside a transaction of the store.

    The work is queued if and only if that transaction commits. *connection* is the store's
    own; *after* is how long it waits at least.
    """

    async def ready(self) -> None:
        """Return when work can be queued: at once, but for a moment after the first start on a database.

        To be asked before the transaction, which would keep others from making it so. Raises EngineUnavailable when
        it takes longer, and DatabaseUnavailable when that is the database's fault.
        """

    def lane(self, connection: Any, ticket: Ticket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at a lane, in the partition of its team."""

    def delivery(self, connection: Any, ticket: DeliveryTicket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at delivering a job's webhook events."""
