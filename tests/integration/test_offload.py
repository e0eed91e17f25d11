"""Page work that is heavy runs in helper processes, and nobody waits behind somebody else's."""

import asyncio
import math
import operator
import os
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, OwnError, TimedOut, TooLarge
from gossamer.core.urls import web_url

# A helper imports what the service imports, so the work here is the standard library's.
WHERE: Final = (os.getpid,)
ENDLESS: Final = (math.factorial, 10**8)
CORES: Final = 2


def minute() -> Deadline:
    return Deadline.after(timedelta(minutes=1))


@pytest.fixture
async def offload() -> AsyncIterator[Offload]:
    async with Offload(cores=CORES) as offload:
        yield offload


async def run(offload: Offload, *work: Any, owner: str = "a", deadline: Deadline | None = None) -> Any:
    function, *arguments = work
    return await offload.run(function, *arguments, owner=owner, size=HEAVY_BYTES, deadline=deadline or minute())


def children() -> list[psutil.Process]:
    """Return the helpers; other tests' servers may be children of this process too."""
    return [child for child in psutil.Process().children(recursive=True) if _is_helper(child)]


def _is_helper(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return "gossamer.content.offload.child" in process.cmdline()
    return False


async def until_processes(number: int) -> None:
    async with asyncio.timeout(30):
        while len(children()) != number:  # noqa: ASYNC110 - the process table raises no event
            await asyncio.sleep(0.01)


async def test_small_work_is_done_here(offload: Offload) -> None:
    assert await offload.run(*WHERE, owner="a", size=10, deadline=minute()) == os.getpid()
    assert children() == []


async def test_when_busy_patient_work_waits_for_a_helper(offload: Offload) -> None:
    places = await asyncio.gather(
        *(offload.run(*WHERE, owner="a", size=10, deadline=minute(), busy=True, patient=True) for _ in range(8))
    )
    assert os.getpid() not in places


async def test_large_work_is_done_in_one_helper_that_is_kept(offload: Offload) -> None:
    first = await run(offload, *WHERE)
    second = await run(offload, *WHERE)
    assert first == second != os.getpid()


async def test_arguments_go_there_and_answers_come_back(offload: Offload) -> None:
    page = b"x" * 3_000_000
    assert await run(offload, operator.mul, page, 2) == page * 2


async def test_failures_come_back_as_what_they_are(offload: Offload) -> None:
    with pytest.raises(InvalidTarget):
        await run(offload, web_url, "no address")
    with pytest.raises(OwnError, match="could not be read"):
        await run(offload, operator.truediv, 1, 0)


async def test_an_answer_that_cannot_be_sent_is_a_failure_and_not_the_helpers_end(offload: Offload) -> None:
    helper = await run(offload, *WHERE)
    with pytest.raises(OwnError):
        await run(offload, memoryview, b"page")
    assert await run(offload, *WHERE) == helper


async def test_more_memory_than_a_helper_may_have_is_refused(offload: Offload) -> None:
    with pytest.raises(TooLarge, match="memory"):
        await run(offload, bytearray, 8 * 1024**3)


async def test_endless_work_is_stopped_at_the_deadline(offload: Offload) -> None:
    helper = await run(offload, *WHERE)
    with pytest.raises(TimedOut):
        await run(offload, *ENDLESS, deadline=Deadline.after(timedelta(seconds=0.5)))
    assert await run(offload, *WHERE) != helper


async def test_endless_work_ends_with_its_processor_time_and_says_so() -> None:
    async with Offload(cores=CORES, processor_time=timedelta(seconds=1)) as offload:
        with pytest.raises(TooLarge, match="more than 1 seconds of processor time"):
            await run(offload, *ENDLESS)
        assert await run(offload, operator.add, 1, 1) == 2


async def test_each_piece_of_work_has_processor_time_of_its_own() -> None:
    async with Offload(cores=CORES, processor_time=timedelta(seconds=1)) as offload:
        helper = psutil.Process(await run(offload, *WHERE))
        # The limit is kept in whole seconds: if it were not set anew, it would be reached within two.
        while helper.cpu_times().user < 2.5:
            await run(offload, pow, 3, 1_000_000)
        assert await run(offload, *WHERE) == helper.pid


async def test_a_helper_that_dies_costs_only_its_own_work(offload: Offload) -> None:
    with pytest.raises(TooLarge):
        await run(offload, os._exit, 1)
    assert await run(offload, operator.add, 1, 1) == 2


async def test_a_helper_that_died_idle_is_replaced(offload: Offload) -> None:
    psutil.Process(await run(offload, *WHERE)).kill()
    [helper] = offload._helpers
    await helper.gone()
    assert await run(offload, operator.add, 1, 1) == 2


async def test_cancelled_work_is_stopped(offload: Offload) -> None:
    helper = psutil.Process(await run(offload, *WHERE))
    task = asyncio.create_task(run(offload, *ENDLESS))
    while helper.cpu_percent() == 0:  # noqa: ASYNC110 - another process's work has no event
        await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await run(offload, *WHERE) != helper.pid
    await until_processes(1)


async def test_nothing_is_left_when_it_closes() -> None:
    async with Offload(cores=CORES) as offload:
        tasks = [asyncio.create_task(run(offload, *ENDLESS, owner=owner)) for owner in "ab"]
        await until_processes(2)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await run(offload, *WHERE)
    assert children() == []


async def test_a_helper_without_work_is_ended() -> None:
    async with Offload(cores=CORES, idle=timedelta(0)) as offload:
        await run(offload, *WHERE)
        await until_processes(0)


async def test_other_teams_work_is_done_while_one_team_has_endless_work(offload: Offload) -> None:
    hogging = [asyncio.create_task(run(offload, *ENDLESS, owner="a")) for _ in range(10)]
    await until_processes(CORES)
    for owner in ("b", "c", "b"):
        assert await run(offload, operator.add, 1, 1, owner=owner) == 2
    assert not any(task.done() for task in hogging)
    for task in hogging:
        task.cancel()
    await asyncio.wait(hogging)


async def test_no_more_helpers_are_started_than_twice_the_cores(offload: Offload) -> None:
    hogging = [asyncio.create_task(run(offload, *ENDLESS, owner=str(number))) for number in range(20)]
    await until_processes(2 * CORES)
    with pytest.raises(TimedOut):
        await run(offload, *WHERE, owner="late", deadline=Deadline.after(timedelta(seconds=0.2)))
    assert len(children()) == 2 * CORES
    for task in hogging:
        task.cancel()
    await asyncio.wait(hogging)
    assert await run(offload, operator.add, 1, 1) == 2


async def test_when_busy_a_helper_takes_small_work_too_once_it_is_there(offload: Offload) -> None:
    async def busy() -> int:
        where: int = await offload.run(*WHERE, owner="a", size=10, deadline=minute(), busy=True)
        return where

    assert await busy() == os.getpid()
    async with asyncio.timeout(30):
        while (helper := await busy()) == os.getpid():  # noqa: ASYNC110 - the helper's start has no event outside
            await asyncio.sleep(0)
    assert [child.pid for child in children()] == [helper]
    assert await offload.run(*WHERE, owner="a", size=10, deadline=minute()) == os.getpid()


async def test_a_helper_has_nothing_of_the_services_secrets(offload: Offload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_API_KEY", "fc-secret")
    helper = psutil.Process(await run(offload, *WHERE))
    assert "fc-secret" not in helper.environ().values()
    assert set(helper.environ()) <= {"PATH", "LANG", "LC_CTYPE", "MIMALLOC_ARENA_RESERVE"}


async def test_a_helper_imports_nothing_from_the_folder_the_service_was_started_in(
    offload: Offload, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('hijacked')")
    monkeypatch.chdir(tmp_path)
    assert await run(offload, os.getcwd) == tmp_path.anchor


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a service of Linux")
async def test_a_helper_has_no_network(offload: Offload) -> None:
    network = Path("/proc/self/ns/net")
    assert await run(offload, Path.readlink, network) != await asyncio.to_thread(network.readlink)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a service of Linux")
async def test_a_helper_at_work_ends_when_the_service_is_killed() -> None:
    service = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _SERVICE_WITH_ENDLESS_WORK, stdout=asyncio.subprocess.PIPE
    )
    assert service.stdout is not None
    helper = psutil.Process(int(await service.stdout.readline()))
    while helper.cpu_times().user < 0.3:  # noqa: ASYNC110 - another process's work has no event
        await asyncio.sleep(0.02)
    service.kill()
    await service.wait()
    psutil.wait_procs([helper], timeout=10)
    assert not helper.is_running() or helper.status() == psutil.STATUS_ZOMBIE


_SERVICE_WITH_ENDLESS_WORK = """
import asyncio, math, os
from datetime import timedelta
from pathlib import Path
from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.deadlines import Deadline

async def main():
    deadline = Deadline.after(timedelta(minutes=1))
    async with Offload() as offload:
        print(await offload.run(os.getpid, owner="a", size=HEAVY_BYTES, deadline=deadline), flush=True)
        await offload.run(math.factorial, 10**8, owner="a", size=HEAVY_BYTES, deadline=deadline)

asyncio.run(main())
"""
