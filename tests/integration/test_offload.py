import asyncio
import os
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import psutil
import pytest

from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, TimedOut, TooLarge, Unsupported

LARGE = 10_000_000


def double(number: int) -> int:
    return number * 2


def process() -> int:
    return os.getpid()


def refuse() -> None:
    raise Unsupported("no")


def stumble() -> None:
    raise ZeroDivisionError


def never_end() -> None:
    while True:
        pass


def die() -> None:
    os._exit(1)


def minute() -> Deadline:
    return Deadline.after(timedelta(minutes=1))


@pytest.fixture
async def offload() -> AsyncIterator[Offload]:
    async with Offload() as offload:
        yield offload


async def test_small_work_is_done_here(offload: Offload) -> None:
    assert await offload.run(process, size=10, deadline=minute()) == os.getpid()


async def test_large_work_is_done_in_one_helper_that_is_kept(offload: Offload) -> None:
    first = await offload.run(process, size=LARGE, deadline=minute())
    second = await offload.run(process, size=LARGE, deadline=minute())
    assert first == second != os.getpid()


async def test_arguments_go_there_and_answers_come_back(offload: Offload) -> None:
    assert await offload.run(double, 21, size=LARGE, deadline=minute()) == 42


async def test_failures_come_back_as_what_they_are(offload: Offload) -> None:
    with pytest.raises(Unsupported):
        await offload.run(refuse, size=LARGE, deadline=minute())
    with pytest.raises(OwnError):
        await offload.run(stumble, size=LARGE, deadline=minute())


async def test_endless_work_is_stopped_at_the_deadline(offload: Offload) -> None:
    helper = await offload.run(process, size=LARGE, deadline=minute())
    began = time.monotonic()
    with pytest.raises(TimedOut):
        await offload.run(never_end, size=LARGE, deadline=Deadline.after(timedelta(seconds=0.5)))
    assert time.monotonic() - began < 2
    assert await offload.run(process, size=LARGE, deadline=minute()) != helper


async def test_a_helper_that_dies_costs_only_its_own_work(offload: Offload) -> None:
    with pytest.raises(TooLarge):
        await offload.run(die, size=LARGE, deadline=minute())
    assert await offload.run(double, 1, size=LARGE, deadline=minute()) == 2


async def test_cancelled_work_is_stopped(offload: Offload) -> None:
    await offload.run(double, 1, size=LARGE, deadline=minute())
    task = asyncio.create_task(offload.run(never_end, size=LARGE, deadline=minute()))
    await asyncio.wait([task], timeout=0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await offload.run(double, 2, size=LARGE, deadline=minute()) == 4


async def test_nothing_is_left_when_it_closes() -> None:
    async with Offload() as offload:
        helper = await offload.run(process, size=LARGE, deadline=minute())
    assert not psutil.pid_exists(helper)


async def test_when_busy_the_helper_takes_small_work_too_once_it_is_there(offload: Offload) -> None:
    async def busy() -> int:
        return await offload.run(process, size=10, deadline=minute(), busy=True)

    assert await busy() == os.getpid()
    async with asyncio.timeout(30):
        while (helper := await busy()) == os.getpid():  # noqa: ASYNC110 - the helper's start has no event outside
            await asyncio.sleep(0)
    assert psutil.pid_exists(helper)
    assert await offload.run(process, size=10, deadline=minute()) == os.getpid()
