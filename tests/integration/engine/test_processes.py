"""Worker processes beside the first: as many as there is work for, and none that outlives it."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import psutil

from gossamer.engine.processes import Workers

_ROOT = Path(__file__).parents[3]
_CHILD = "from gossamer.cli.parent_pipe import hold_on_to_parent; hold_on_to_parent(); import signal; signal.pause()"
_PARENT = """
import asyncio
from tests.integration.engine.test_processes import child
from gossamer.engine.processes import Workers
from gossamer.telemetry import configure_logs

async def main():
    async with Workers(slot="serve", most=1, open_lanes=lambda: 9, command=child) as workers:
        while not workers.pids:
            await asyncio.sleep(0.01)
        print(*workers.pids, flush=True)
        await asyncio.Event().wait()

configure_logs("error", "json")
asyncio.run(main())
"""


def child(_slot: str) -> Sequence[str]:
    return (sys.executable, "-c", _CHILD)


NONE = timedelta(0)


def workers_for(
    open_lanes: Callable[[], int], *, most: int = 2, idle: timedelta = timedelta(minutes=1), worth: timedelta = NONE
) -> Workers:
    return Workers(slot="serve", most=most, open_lanes=open_lanes, command=child, idle=idle, worth=worth)


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - what is looked at sets no event
        await asyncio.sleep(0.02)


async def until_there_are(workers: Workers, number: int) -> Sequence[int]:
    while len(workers.pids) != number:  # noqa: ASYNC110 - processes set no event
        await asyncio.sleep(0.02)
    return workers.pids


async def test_every_lane_after_the_first_is_worth_a_process_up_to_a_limit() -> None:
    lanes = 2
    async with workers_for(lambda: lanes) as workers:
        [first] = await until_there_are(workers, 1)
        lanes = 9
        assert first in await until_there_are(workers, 2)


async def test_without_a_second_lane_there_is_no_second_process() -> None:
    asked = asyncio.Event()

    def one_lane() -> int:
        asked.set()
        return 1

    async with workers_for(one_lane) as workers:
        await asked.wait()
        assert workers.pids == []


async def test_work_that_is_soon_over_starts_no_process() -> None:
    looked = 0

    def several_lanes() -> int:
        nonlocal looked
        looked += 1
        return 9

    async with workers_for(several_lanes, worth=timedelta(hours=1)) as workers:
        await until(lambda: looked > 1)
        assert workers.pids == []


async def test_a_process_that_dies_is_replaced() -> None:
    async with workers_for(lambda: 2) as workers:
        [first] = await until_there_are(workers, 1)
        psutil.Process(first).kill()
        await until_there_are(workers, 0)
        [second] = await until_there_are(workers, 1)
        assert second != first


async def test_processes_leave_when_there_has_been_nothing_to_do_for_a_while() -> None:
    lanes = 3
    async with workers_for(lambda: lanes, idle=timedelta(milliseconds=1)) as workers:
        await until_there_are(workers, 2)
        lanes = 0
        await until_there_are(workers, 0)


async def test_no_process_outlives_the_block() -> None:
    async with workers_for(lambda: 3) as workers:
        pids = await until_there_are(workers, 2)
    assert [pid for pid in pids if psutil.pid_exists(pid)] == []


def test_no_process_outlives_a_parent_that_is_killed() -> None:
    command = [sys.executable, "-c", _PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_ROOT) as parent:
        assert parent.stdout is not None
        orphan = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    psutil.wait_procs([orphan], timeout=10)
    assert not orphan.is_running()
