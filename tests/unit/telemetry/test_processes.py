"""Figures of workers, as their parent adds them up."""

import os
import subprocess
import sys
from pathlib import Path

from gossamer.core.metrics import Meters, Series
from gossamer.core.metrics.catalogue import DATABASE_WAIT, PAGES, PROCESS_MEMORY
from gossamer.telemetry.processes import ProcessFigures, WorkerFigures, published
from gossamer.testing.clock import ManualClock


def ended_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


async def publish(home: Path, *, pid: int, pages: int) -> None:
    """Write the figures of a worker of ours with that process id."""
    meters = Meters()
    meters.add(PAGES, "ok", "http", by=pages)
    meters.observe(DATABASE_WAIT, 0.001, "read")
    async with published(ProcessFigures("serve.1", meters, []), home, ManualClock()):
        pass
    written = home / "metrics" / str(os.getppid()) / f"{os.getpid()}.json"
    ours = home / "metrics" / str(os.getpid())
    ours.mkdir(exist_ok=True)
    written.replace(ours / f"{pid}.json")


def of(series: list[Series], name: str) -> list[float]:
    return [one.value for one in series if one.metric.name == name]


async def test_a_worker_counts_as_long_as_it_lives(tmp_path: Path) -> None:
    workers = WorkerFigures(tmp_path)
    await publish(tmp_path, pid=os.getpid(), pages=3)
    series = list(await workers.series())
    assert of(series, PAGES.name) == [3]
    assert len(of(series, PROCESS_MEMORY.name)) == 1


async def test_what_a_worker_counted_outlives_it_and_its_memory_does_not(tmp_path: Path) -> None:
    workers = WorkerFigures(tmp_path)
    await publish(tmp_path, pid=ended_pid(), pages=3)
    await workers.series()
    await publish(tmp_path, pid=ended_pid(), pages=4)
    series = list(await workers.series())
    assert of(series, PAGES.name) == [7]
    assert [one.counts[1] for one in series if one.metric is DATABASE_WAIT] == [2]
    assert of(series, PROCESS_MEMORY.name) == []


async def test_figures_of_an_earlier_service_are_removed_at_the_start(tmp_path: Path) -> None:
    old = tmp_path / "metrics" / str(ended_pid())
    old.mkdir(parents=True)
    workers = WorkerFigures(tmp_path)
    async with workers.kept():
        assert not old.exists()
        await publish(tmp_path, pid=os.getpid(), pages=1)
    assert list((tmp_path / "metrics").glob(f"{os.getpid()}/*")) == []


async def test_a_file_that_cannot_be_read_costs_nothing_else(tmp_path: Path) -> None:
    await publish(tmp_path, pid=os.getpid(), pages=2)
    (tmp_path / "metrics" / str(os.getpid()) / "1.json").write_text("{half")
    assert of(list(await WorkerFigures(tmp_path).series()), PAGES.name) == [2]
