"""The janitor on real chains: what broke is continued, what merely waits is left alone."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from gossamer.core.jobs import Ticket
from gossamer.engine.janitor import Janitor
from gossamer.ports.blobs import Blobs
from gossamer.ports.credits import CreditStore
from gossamer.ports.scrapes import Expired
from gossamer.store.jobs.jobs import JobStore
from tests.integration.engine.chains import Chains, SystemClock, no_deliveries
from tests.integration.engine.conftest import Place
from tests.memory_places import MemoryPlaces

both = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


class Later(SystemClock):
    """The same clock, some minutes fast: whatever was heard of just now was heard of long ago."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=5)


class Flaky(Chains):
    """The first turn of a chain breaks before it has done anything; every other turn works."""

    async def run(self, ticket: Ticket) -> None:
        if ticket.turn == 1:
            raise ConnectionResetError
        await super().run(ticket)


def janitor(place: Place, engine: Any, jobs: object) -> Janitor:
    return Janitor(
        engine=engine,
        jobs=cast("JobStore", jobs),
        blobs=cast("Blobs", _Bin()),
        credits_store=cast("CreditStore", _NoReservations()),
        places=MemoryPlaces(),
        clock=Later(),
    )


class _NoReservations:
    """Credits that nobody has set aside."""

    async def sweep(self, *, now: datetime) -> int:
        return 0


class _Bin:
    """Blobs of which only the end is remembered."""

    def __init__(self) -> None:
        self.deleted: list[str] = []

    async def delete(self, names: list[str]) -> None:
        self.deleted += names


@both
async def test_a_chain_whose_turn_failed_is_continued(place: Place) -> None:
    engine = place.engine()
    chains = Flaky(place.database, engine.dispatch, page_seconds=0)
    await chains.make_tables()
    async with engine.running(lane=chains.run, delivery=no_deliveries):
        await chains.start("job", "team", pages=30)
        while await engine.alive(["job-0-1"]):  # noqa: ASYNC110 - a database sets no event
            await asyncio.sleep(0.02)
        await janitor(place, engine, chains).sweep()
        while await chains.done("job") < 30:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert await chains.pages("job") == list(range(1, 31))


@both
async def test_a_turn_that_waits_for_its_time_or_runs_is_no_broken_one(place: Place) -> None:
    engine, runs = place.engine(lanes=1), asyncio.Event()

    async def hang(ticket: Ticket) -> None:
        runs.set()
        await asyncio.Event().wait()

    chains = Chains(place.database, engine.dispatch)
    await chains.make_tables()
    async with engine.running(lane=hang, delivery=no_deliveries):
        for job in ("running", "waiting"):
            await chains.start(job, "team", pages=30)
        await runs.wait()
        await janitor(place, engine, chains).sweep()
        assert await engine.alive(["running-0-2", "waiting-0-2"]) == frozenset()


async def test_jobs_end_at_their_deadline_and_results_are_forgotten_with_their_blobs(place: Place) -> None:
    jobs, bin_ = _Ending(), _Bin()
    engine = place.engine()
    async with engine.running(lane=_nothing, delivery=no_deliveries):
        sweeper = Janitor(
            engine=engine,
            jobs=cast("JobStore", jobs),
            blobs=cast("Blobs", bin_),
            credits_store=cast("CreditStore", _NoReservations()),
            places=MemoryPlaces(),
            clock=Later(),
        )
        await sweeper.sweep()
    assert (jobs.overdue_jobs, jobs.results) == (0, 0)
    assert bin_.deleted == ["a", "a", "a"]


async def _nothing(ticket: Ticket) -> None:
    pass


class _Ending:
    """A job store with more to end and to forget than it does at once; one of its methods fails."""

    def __init__(self) -> None:
        self.overdue_jobs = 450
        self.results = 3

    async def overdue(self, *, now: datetime, limit: int) -> int:
        ended = min(limit, self.overdue_jobs)
        self.overdue_jobs -= ended
        return ended

    async def stalled(self, *, quiet_since: datetime, limit: int) -> list[Ticket]:
        raise ConnectionResetError

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        if not self.results:
            return Expired(0, ())
        self.results -= 1
        return Expired(1, ("a",))
