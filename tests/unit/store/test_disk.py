"""A disk that takes no more is noticed, at little cost."""

import asyncio
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.store.disk import DiskProbe, Space, space_of
from gossamer.testing.clock import ManualClock

ROOM = Space(2**40, read_only=False)


def entries(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_folder_with_room_has_no_trouble_and_nothing_is_left_in_it(tmp_path: Path) -> None:
    assert await DiskProbe([tmp_path], ManualClock()).trouble() == ""
    assert entries(tmp_path) == []


@pytest.mark.parametrize(
    ("space", "told"),
    [
        (Space(12 * 2**20, read_only=False), "The disk of the data is full: 12 MB are free, and 64 MB are needed."),
        (Space(2**40, read_only=True), "The file system of the data is read-only."),
    ],
)
async def test_a_full_or_read_only_file_system_is_told(tmp_path: Path, space: Space, told: str) -> None:
    assert await DiskProbe([tmp_path], ManualClock(), lambda _: space).trouble() == told


async def test_a_folder_that_takes_no_file_is_told_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = await DiskProbe([tmp_path, tmp_path / "file"], ManualClock()).trouble()
    assert found == "The data folder cannot be written: Not a directory."
    gone = await DiskProbe([tmp_path / "gone"], ManualClock()).trouble()
    assert gone == "The data folder cannot be written: No such file or directory."


async def test_a_file_system_that_says_it_is_fine_and_takes_no_file_has_trouble() -> None:
    assert not space_of(Path("/proc")).read_only
    found = await DiskProbe([Path("/proc")], ManualClock(), lambda _: ROOM).trouble()
    assert found.startswith("The data folder cannot be written: ")


async def test_it_looks_every_fifteen_seconds_and_recovers(tmp_path: Path) -> None:
    clock, spaces = ManualClock(), [Space(0, read_only=False), ROOM]
    probe = DiskProbe([tmp_path], clock, lambda _: spaces.pop(0))
    first = await probe.trouble()
    assert first
    assert await probe.trouble() == first
    await clock.advance(timedelta(seconds=15))
    assert await probe.trouble() == ""
    assert spaces == []


async def test_a_disk_that_hangs_is_looked_at_once(tmp_path: Path) -> None:
    looks, answered = [], threading.Event()

    def hang(folder: Path) -> Space:
        looks.append(folder)
        answered.wait(30)
        return ROOM

    clock = ManualClock()
    probe = DiskProbe([tmp_path], clock, hang)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await probe.trouble()
    await clock.advance(timedelta(minutes=1))
    waiting = asyncio.create_task(probe.trouble())
    answered.set()
    assert await waiting == ""
    assert looks == [tmp_path]
