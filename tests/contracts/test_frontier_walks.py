"""Random walks: whatever lanes do, the counters in a job's row are what counting would give."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

from gossamer.core.crawls import Discovered, Entry, EntryKind, Reason, Refusal
from gossamer.core.ids import new_id
from gossamer.core.jobs import NewJob, Ticket
from gossamer.ports.frontier import Chunk, Counts, EntryRefused, EntryReturned, Plan, SitemapDone
from gossamer.store.database import Database
from gossamer.store.schema import fingerprints, frontier, job_lanes, job_pages, jobs, ledger, scrapes
from tests.contracts.jobs import DAY, NOON, SECOND, Bench, done, failed, found, refused, sitemap

LIMIT, URLS, STEPS = 40, 200, 60


@pytest.mark.parametrize("seed", range(6))
async def test_counters_agree_with_the_rows_after_every_step(database: Database, seed: int) -> None:
    walk = Walk(await Bench(database).prepare(), random.Random(seed))
    await walk.start()
    for _ in range(STEPS):
        await walk.step()
        counted, kept = await database.read(lambda connection: (counting(connection), counters(connection)))
        assert counted == kept
    assert walk.committed > STEPS / 6


class Walk:
    """A job with a few lanes, each with holders that come, work, hand on and die."""

    def __init__(self, bench: Bench, chance: random.Random) -> None:
        self._ready_queue = bench
        self._chance = chance
        self._held: dict[Ticket, tuple[str, list[Entry]]] = {}
        self._now = NOON
        self.committed = 0

    async def start(self) -> None:
        """Start the job."""
        self._job: NewJob = await self._ready_queue.start(*self._links(40), sitemap("/s0"), lanes=2, limit=LIMIT)

    async def step(self) -> None:
        """Do something with some lane that runs."""
        self._now += timedelta(seconds=self._chance.randrange(20))
        running = await self._ready_queue.jobs.stalled(quiet_since=NOON + 9 * DAY, limit=99)
        tickets = [ticket for ticket in running if isinstance(ticket, Ticket)]
        if not tickets:
            return
        ticket = self._chance.choice(tickets)
        known = [self._commit] * 7 if ticket in self._held else []
        await self._chance.choice([*known, self._begin, self._restart])(ticket)

    async def _begin(self, ticket: Ticket) -> None:
        holder = new_id()
        turn = await self._ready_queue.frontier.begin(ticket, holder, self._plan, now=self._now)
        self._held[ticket] = (holder, list(turn.entries if turn else ()))

    async def _restart(self, ticket: Ticket) -> None:
        await self._ready_queue.jobs.restart(ticket, now=self._now)

    async def _commit(self, ticket: Ticket) -> None:
        holder, held = self._held.get(ticket, ("nobody", []))
        settled = [entry for entry in held if self._chance.random() < 0.7]
        next_ = await self._ready_queue.frontier.commit(
            ticket, holder, self._chunk(settled), self._plan, now=self._now, hand_on=self._chance.random() < 0.2
        )
        self.committed += next_.committed
        left = [entry for entry in held if entry not in settled]
        self._held[ticket] = (holder, [*left, *next_.entries])

    def _plan(self, counts: Counts) -> Plan:
        if counts.done >= LIMIT or not (counts.queued or counts.in_flight or counts.sitemaps):
            return Plan(finish=True)
        return Plan(take=4, take_pages=LIMIT - counts.done - counts.in_flight, new_lanes=max(0, 3 - counts.lanes))

    def _chunk(self, settled: list[Entry]) -> Chunk:
        ends: dict[str, list[Entry]] = {"done": [], "failed": [], "refused": [], "returned": [], "sitemaps": []}
        for entry in settled:
            kinds = ["sitemaps"] if entry.kind is EntryKind.SITEMAP else ["done", "done", "failed", "refused"]
            ends[self._chance.choice([*kinds, *kinds, "returned"])].append(entry)
        return Chunk(
            done=[done(entry, *self._chance.sample(PATHS, self._chance.randrange(3))) for entry in ends["done"]],
            failed=[failed(entry) for entry in ends["failed"]],
            refused=[EntryRefused(entry, Refusal(Reason.ROBOTS)) for entry in ends["refused"]],
            returned=[
                EntryReturned(entry, self._now + self._chance.randrange(60) * SECOND, tried=True, rank=1)
                for entry in ends["returned"]
            ],
            sitemaps=[SitemapDone(entry) for entry in ends["sitemaps"]],
            discovered=self._links(self._chance.randrange(6)),
        )

    def _links(self, count: int) -> list[Discovered]:
        links = [found(path) for path in self._chance.choices(PATHS, k=count)]
        reasons = [Reason.DEPTH, Reason.EXTERNAL]
        return [
            refused("", self._chance.choice(reasons), url=link.url, fingerprint=link.fingerprint)
            if self._chance.random() < 0.3
            else replace(link, rank=self._chance.randrange(3))
            for link in links
        ]


PATHS = [f"/{n}" for n in range(URLS)]


def counters(connection: Connection) -> dict[str, int]:
    """Return what the job's and the lanes' rows say."""
    columns = ("done", "failed", "refused", "in_flight", "queued", "sitemaps", "ready", "waiting")
    more = ("entries", "listed", "lanes", "credits")
    row = connection.execute(select(jobs)).one()
    held = connection.execute(select(func.coalesce(func.sum(job_lanes.c.held), 0))).scalar_one()
    return {name: getattr(row, name) for name in (*columns, *more)} | {"held": held, "first": 1, "dangling": 0}


def counting(connection: Connection) -> dict[str, int]:
    """Return the same by counting rows."""
    ended = connection.execute(select(jobs.c.finished_at)).scalar() is not None
    states = {
        (kind, state): count
        for kind, state, count in connection.execute(
            select(frontier.c.kind, frontier.c.state, func.count()).group_by(frontier.c.kind, frontier.c.state)
        )
    }

    def pages(*wanted: int) -> int:
        return sum(states.get((0, state), 0) for state in wanted)

    def rows(*conditions: object) -> int:
        return connection.execute(select(func.count()).where(*conditions)).scalar_one()  # type: ignore[arg-type]

    waiting = states.get((0, 1), 0) + states.get((1, 1), 0)
    taken = states.get((0, 2), 0) + states.get((1, 2), 0)
    owned = select(fingerprints.c.position).where(fingerprints.c.fingerprint == frontier.c.fingerprint)
    scraped = select(scrapes.c.id).where(scrapes.c.id == frontier.c.scrape_id)
    return {
        "done": pages(3),
        "failed": pages(4),
        "refused": pages(5) + (pages(0, 1, 2) if ended else 0),
        "in_flight": 0 if ended else pages(2),
        "queued": 0 if ended else pages(0, 1),
        "sitemaps": 0 if ended else sum(states.get((1, state), 0) for state in (0, 1, 2)),
        "ready": 0 if ended else states.get((0, 0), 0) + states.get((1, 0), 0),
        "waiting": 0 if ended else waiting,
        "entries": rows(frontier.c.position > 0),
        "listed": rows(job_pages.c.position > 0),
        "lanes": rows(job_lanes.c.active_at.is_not(None)),
        "credits": connection.execute(select(func.coalesce(func.sum(ledger.c.credits), 0))).scalar_one(),
        "held": 0 if ended else taken,
        "first": connection.execute(select(func.min(frontier.c.position))).scalar_one(),
        # Entries that no fingerprint leads to, and scrapes that are told of and not there.
        "dangling": rows(frontier.c.position > 0, ~owned.exists())
        + rows(frontier.c.scrape_id.is_not(None), ~scraped.exists()),
    }
