"""Values and a bench for the contracts of jobs: stores on one database, and what they queued."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, func, insert, select

from gossamer.core.crawls import BatchSpec, CrawlSpec, Discovered, Entry, EntryKind, Reason, Refusal, Webhook
from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.jobs import DeliveryTicket, NewJob, Ticket
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.ports.frontier import Chunk, Counts, Dispatch, Next, PageDone, PageFailed, Plan, Planner, Turn
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.jobs import JobStore, SqlFrontier, SqlOutbox
from gossamer.store.schema import ledger
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.sealing import Seal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
TEAM, OTHER_TEAM = new_id(), new_id()
SITE = "https://e.org"
HOOK = Webhook(web_url("https://hook.org/in"))
_SCRAPE = ScrapeSpec(web_url(SITE))

NOTHING = Chunk()

_queued = Table(
    "queued_by_the_engine",
    MetaData(),
    Column("number", Integer, primary_key=True),
    Column("job_id", Text, nullable=False),
    Column("team_id", Text, nullable=False),
    Column("lane", Integer),
    Column("turn", Integer, nullable=False),
    Column("after", Integer, nullable=False),
)


class RecordingDispatch:
    """Queues turns in a table, on the connection it is given."""

    async def ready(self) -> None:
        return None

    def lane(self, connection: Any, ticket: Ticket, *, after: timedelta = timedelta(0)) -> None:
        _queue(connection, ticket, ticket.lane, after)

    def delivery(self, connection: Any, ticket: DeliveryTicket, *, after: timedelta = timedelta(0)) -> None:
        _queue(connection, ticket, None, after)


def _queue(connection: Connection, ticket: Ticket | DeliveryTicket, lane: int | None, after: timedelta) -> None:
    row = {"job_id": ticket.job_id, "team_id": ticket.team_id, "lane": lane, "turn": ticket.turn}
    connection.execute(insert(_queued), row | {"after": after // SECOND})


@dataclass(frozen=True)
class Queued:
    """A turn that was queued, and how long it waits."""

    ticket: Ticket | DeliveryTicket
    after: timedelta = timedelta(0)


class BrokenDispatch:
    """Cannot queue anything."""

    async def ready(self) -> None:
        return None

    def lane(self, connection: Any, ticket: Ticket, *, after: timedelta = timedelta(0)) -> None:
        raise RuntimeError("no engine")

    def delivery(self, connection: Any, ticket: DeliveryTicket, *, after: timedelta = timedelta(0)) -> None:
        raise RuntimeError("no engine")


@contextmanager
def answers_lost(database: Database, times: int = 1) -> Iterator[None]:
    """Lose the connection after each of the next commits, which were made all the same."""
    dialect: Any = database.engine.dialect
    commit = dialect.do_commit
    left = times

    def lose(connection: Any) -> None:
        nonlocal left
        commit(connection)
        if left:
            left -= 1
            error = dialect.dbapi.OperationalError("the connection was lost")
            if database.engine.dialect.name == "sqlite":
                error.sqlite_errorcode = 5
            raise error

    dialect.do_commit = lose
    yield
    dialect.do_commit = commit
    assert left == 0


class Bench:
    """The stores of one process."""

    def __init__(self, database: Database, dispatch: Dispatch | None = None, *, queue: int = 10**6) -> None:
        self.database = database
        dispatch = dispatch or RecordingDispatch()
        self.jobs = JobStore(database, dispatch, queue=queue, at_once=9)
        self.frontier = SqlFrontier(database, dispatch)
        self.secrets = WebhookSecrets(Seal(lambda: "the key of this deployment"))
        self.outbox = SqlOutbox(database, dispatch, self.secrets)
        self.scrapes = ScrapeStore(database)

    async def prepare(self) -> "Bench":
        """Make the table of queued turns."""
        await self.database.write(_queued.create)
        return self

    async def queued(self) -> list[Queued]:
        """Return everything that was queued, in order."""
        rows = await self.database.read(lambda c: c.execute(select(_queued).order_by(_queued.c.number)).all())
        return [
            Queued(
                DeliveryTicket(row.job_id, row.team_id, row.turn)
                if row.lane is None
                else Ticket(row.job_id, row.team_id, row.lane, row.turn),
                row.after * SECOND,
            )
            for row in rows
        ]

    async def turns(self) -> list[Queued]:
        """Return queued turns at lanes."""
        return [one for one in await self.queued() if isinstance(one.ticket, Ticket)]

    async def deliveries(self) -> list[Queued]:
        """Return queued turns at deliveries."""
        return [one for one in await self.queued() if isinstance(one.ticket, DeliveryTicket)]

    async def start(self, *seeds: Discovered, lanes: int = 1, **changes: Any) -> NewJob:
        """Start a crawl (or what *changes* say) with these seeds, "/" when none is given."""
        job = new_job(**changes)
        await self.jobs.create(job, seeds or [found("/")], lanes=lanes)
        return job

    async def begin(
        self,
        job: NewJob,
        lane: int = 1,
        turn: int = 1,
        *,
        holder: str = "h",
        plan: Planner | None = None,
        at: datetime = NOON,
    ) -> Turn:
        """Begin a turn that is expected to be there."""
        begun = await self.frontier.begin(Ticket(job.job_id, TEAM, lane, turn), holder, plan or take(100), now=at)
        assert begun is not None
        return begun

    async def commit(
        self,
        job: NewJob,
        chunk: Chunk = NOTHING,
        lane: int = 1,
        turn: int = 1,
        *,
        holder: str = "h",
        plan: Planner | None = None,
        at: datetime = NOON,
        **how: Any,
    ) -> Next:
        """Commit a chunk."""
        ticket = Ticket(job.job_id, TEAM, lane, turn)
        return await self.frontier.commit(ticket, holder, chunk, plan or take(100), now=at, **how)

    async def charged(self) -> int:
        """Return the sum of all charges."""
        query = select(func.coalesce(func.sum(ledger.c.credits), 0))
        return int(await self.database.read(lambda c: c.execute(query).scalar_one()))


def new_job(**changes: Any) -> NewJob:
    """Return a crawl of SITE that was admitted at noon and may take an hour."""
    spec = changes.pop("spec", None) or crawl(**{k: changes.pop(k) for k in ("limit", "webhook") if k in changes})
    job = NewJob(job_id=new_id(), team_id=TEAM, key_id=new_id(), spec=spec, created_at=NOON, deadline=NOON + HOUR)
    return replace(job, **changes)


def crawl(**changes: Any) -> CrawlSpec:
    """Return the spec of a crawl of SITE."""
    return replace(CrawlSpec(web_url(SITE), _SCRAPE), **changes)


def batch(*paths: str, **changes: Any) -> BatchSpec:
    """Return the spec of a batch."""
    return replace(BatchSpec(tuple(web_url(SITE + path) for path in paths), _SCRAPE), **changes)


def fingerprint(path: str) -> int:
    """Return a number that is the path's own."""
    return int.from_bytes(path.encode().rjust(8, b"\x00")[-8:], signed=True)


def found(path: str, **changes: Any) -> Discovered:
    """Return the discovery of a page of SITE."""
    return replace(Discovered(web_url(SITE + path), fingerprint(path)), **changes)


def refused(path: str, reason: Reason = Reason.EXTERNAL, **changes: Any) -> Discovered:
    """Return the discovery of a URL that does not belong to the job."""
    return found(path, refusal=Refusal(reason), **changes)


def sitemap(path: str) -> Discovered:
    """Return the discovery of a sitemap."""
    return found(path, kind=EntryKind.SITEMAP)


def done(entry: Entry, *aliases: str, **changes: Any) -> PageDone:
    """Return that the page was scraped, for one credit."""
    record = FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id="k",
        url=entry.url,
        credits=1,
        finished_at=NOON,
        expires_at=NOON + DAY,
        document=Document(metadata={"url": entry.url}, markdown="# Hi"),
    )
    return PageDone(entry, replace(record, **changes), tuple(fingerprint(path) for path in aliases))


def failed(entry: Entry, code: str = "SCRAPE_TIMEOUT", message: str = "It took too long.") -> PageFailed:
    """Return that the page could not be had."""
    record = replace(done(entry).record, document=None, error_code=code, credits=0)
    return PageFailed(entry, code, message, record)


def take(entries: int, pages: int | None = None, **more: Any) -> Planner:
    """Return a planner that takes so many and never finishes."""
    return lambda _counts: Plan(take=entries, take_pages=entries if pages is None else pages, **more)


def finish(leftover: Reason = Reason.LIMIT) -> Planner:
    """Return a planner that finishes."""
    return lambda _counts: Plan(finish=True, leftover=leftover)


def until(limit: int, each: int = 5, lanes: int = 1) -> Planner:
    """Return a planner that crawls *limit* pages with *lanes* lanes, as the real one does in essence."""

    def plan(counts: Counts) -> Plan:
        left = limit - counts.done - counts.in_flight
        open_entries = counts.queued if left > 0 else 0
        if not (open_entries or counts.in_flight or counts.sitemaps):
            return Plan(finish=True)
        return Plan(take=each - counts.held, take_pages=left, new_lanes=max(0, lanes - counts.lanes))

    return plan


def paths(entries: Sequence[Any]) -> list[str]:
    """Return the paths of entries or URLs."""
    return [str(entry.url).removeprefix(SITE) for entry in entries]


def seen(plan: Planner) -> tuple[list[Counts], Planner]:
    """Return a list that gets the counts *plan* is asked with, and that planner."""
    counts: list[Counts] = []

    def spy(given: Counts) -> Plan:
        counts.append(given)
        return plan(given)

    return counts, spy
