"""Work survives its workers: processes are killed, frozen and stopped, the database restarts and is locked."""

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gossamer.engine.database import connect, prepare
from gossamer.engine.dispatch import EngineDispatch
from gossamer.store.database import open_engine
from tests.integration.engine.chains import Chains
from tests.integration.engine.conftest import Place
from tests.integration.engine.worker import work
from tests.postgres import Postgres

both = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
postgresql = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
_PAGES = 100
# A new Python takes seconds to load what a worker needs; a fork of one that has loaded it takes none.
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.integration.engine.worker"])
_LEAVES_WITHIN = 5.0


class Worker:
    """A worker process; it is up when the constructor returns."""

    def __init__(self, place: Place, slot: str) -> None:
        is_up = _forks.Event()
        self.process = _forks.Process(target=work, args=(place.url, place.home, slot, is_up), daemon=True)
        self.process.start()
        is_up.wait()

    def tell(self, number: signal.Signals) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


Employ = Callable[[str], Worker]


@pytest.fixture
def employ(place: Place) -> Iterator[Employ]:
    employed: list[Worker] = []

    def start(slot: str) -> Worker:
        employed.append(Worker(place, slot))
        return employed[-1]

    yield start
    for worker in employed:
        worker.kill()
        worker.process.close()


@pytest.fixture
async def chains(place: Place) -> AsyncIterator[Chains]:
    """The chains as a process sees them that enqueues work and does none."""
    engine = connect(place.url, open_engine)
    prepare(engine)
    prepared = asyncio.Event()
    prepared.set()
    chains = Chains(place.database, EngineDispatch(engine, lambda _queue: None, lambda: None, prepared, lambda: None))
    await chains.make_tables()
    yield chains
    engine.dispose()


async def reached(chains: Chains, job: str, pages: int) -> None:
    while await chains.done(job) < pages:  # noqa: ASYNC110 - a database sets no event
        await asyncio.sleep(0.02)


async def complete(chains: Chains, *jobs: str) -> None:
    for job in jobs:
        await reached(chains, job, _PAGES)
        assert await chains.pages(job) == list(range(1, _PAGES + 1))


@both
async def test_work_goes_on_when_the_only_process_is_killed_and_started_again(chains: Chains, employ: Employ) -> None:
    worker = employ("serve")
    await chains.start("job", "team", _PAGES)
    for stage in (20, 60):
        await reached(chains, "job", stage)
        worker.kill()
        worker = employ("serve")
    await complete(chains, "job")


@postgresql
async def test_another_worker_takes_over_from_one_that_never_comes_back(chains: Chains, employ: Employ) -> None:
    first = employ("worker")
    for number in range(3):
        await chains.start(f"job {number}", f"team {number}", _PAGES)
    await reached(chains, "job 0", 20)
    employ("elsewhere")
    first.kill()
    await complete(chains, "job 0", "job 1", "job 2")


@postgresql
async def test_a_worker_that_was_frozen_and_wakes_up_does_no_harm(chains: Chains, employ: Employ) -> None:
    first = employ("worker")
    await chains.start("job", "team", _PAGES)
    await reached(chains, "job", 20)
    first.tell(signal.SIGSTOP)
    frozen_at = await chains.done("job")
    employ("elsewhere")
    await reached(chains, "job", frozen_at + 20)
    first.tell(signal.SIGCONT)
    await complete(chains, "job")


@both
async def test_a_worker_that_is_told_to_leave_hands_its_work_over(place: Place, chains: Chains, employ: Employ) -> None:
    first = employ("worker")
    await chains.start("job", "team", _PAGES)
    await reached(chains, "job", 20)
    first.tell(signal.SIGTERM)
    await asyncio.to_thread(first.process.join, _LEAVES_WITHIN)
    assert first.process.exitcode == 0
    employ("elsewhere")
    await complete(chains, "job")


@postgresql
async def test_work_goes_on_when_the_database_restarts(postgres: Postgres, chains: Chains, employ: Employ) -> None:
    employ("worker")
    employ("elsewhere")
    for number in range(3):
        await chains.start(f"job {number}", f"team {number}", _PAGES)
    await reached(chains, "job 0", 20)
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    await complete(chains, "job 0", "job 1", "job 2")


@postgresql
async def test_a_worker_leaves_in_time_although_its_database_is_away(
    postgres: Postgres, chains: Chains, employ: Employ
) -> None:
    worker = employ("worker")
    await chains.start("job", "team", _PAGES)
    await reached(chains, "job", 20)
    await asyncio.to_thread(postgres.stop)
    worker.tell(signal.SIGTERM)
    await asyncio.to_thread(worker.process.join, _LEAVES_WITHIN)
    await asyncio.to_thread(postgres.start)
    assert worker.process.exitcode == 0


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [6, 30])
async def test_work_goes_on_when_somebody_holds_the_lock_of_the_database(
    place: Place, chains: Chains, employ: Employ, seconds: float
) -> None:
    employ("serve")
    await chains.start("job", "team", _PAGES)
    await reached(chains, "job", 20)
    await asyncio.to_thread(hold_lock, place.home / "gossamer.db", seconds)
    await complete(chains, "job")


def hold_lock(file: Path, seconds: float) -> None:
    with closing(sqlite3.connect(file, isolation_level=None, timeout=60)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        threading.Event().wait(seconds)
        connection.execute("ROLLBACK")


@pytest.mark.slow
@both
async def test_whatever_is_killed_however_often_every_page_is_written_once(chains: Chains, employ: Employ) -> None:
    workers = {slot: employ(slot) for slot in ("serve", "serve.1")}
    jobs = [f"job {number}" for number in range(3)]
    for job in jobs:
        await chains.start(job, f"team of {job}", _PAGES)
    for round_, slot in enumerate(["serve", "serve.1"] * 4, start=1):
        await reached(chains, jobs[0], round_ * 10)
        workers[slot].kill()
        workers[slot] = employ(slot)
    await complete(chains, *jobs)
