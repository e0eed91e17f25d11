import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gossamer.core.actions import Captured
from gossamer.core.errors import BlobsUnavailable
from gossamer.store.blobs import ObjectBlobs
from gossamer.testing.clock import ManualClock

PICTURE = Captured(b"\x89PNG\r\n", "image/png")
LATE = datetime(2026, 6, 1, 23, 59, 59, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(LATE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "blobs"


@pytest.fixture
def blobs(folder: Path, clock: ManualClock) -> ObjectBlobs:
    return ObjectBlobs(str(folder), clock)


def names_in(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir()]


@contextmanager
def in_the_way(folder: Path) -> Iterator[None]:
    folder.write_text("a file where the folder should be")
    yield
    folder.unlink()


async def test_a_stored_blob_comes_back(blobs: ObjectBlobs) -> None:
    assert await blobs.get(await blobs.put(PICTURE)) == PICTURE


async def test_names_cannot_be_guessed(blobs: ObjectBlobs) -> None:
    names = {await blobs.put(PICTURE) for _ in range(20)}
    assert len({name[9:17] for name in names}) == 20
    assert all(re.fullmatch(r"20260601-[0-9a-f]{32}\.png", name) for name in names)


async def test_a_name_of_the_first_release_is_still_read_and_deleted(blobs: ObjectBlobs, folder: Path) -> None:
    name = "ab" * 16 + ".png"
    (folder / "ab").mkdir(parents=True)
    (folder / "ab" / name).write_bytes(PICTURE.data)
    assert await blobs.get(name) == PICTURE
    await blobs.delete([name])
    assert await blobs.get(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "x.png", "0" * 32 + ".png", "20260601-" + "0" * 32 + ".png", "../../etc/passwd", "0" * 32 + ".html", "\x00"],
)
async def test_a_name_that_was_never_given_out_gives_none(blobs: ObjectBlobs, name: str) -> None:
    assert await blobs.get(name) is None


async def test_a_deleted_blob_is_gone_and_deleting_again_is_fine(blobs: ObjectBlobs) -> None:
    name = await blobs.put(PICTURE)
    await blobs.delete([name])
    await blobs.delete([name, "unknown"])
    assert await blobs.get(name) is None


async def test_blobs_of_earlier_days_expire_and_leave_no_folder(
    blobs: ObjectBlobs, folder: Path, clock: ManualClock
) -> None:
    old = await blobs.put(PICTURE)
    await clock.advance(timedelta(seconds=1))
    young = await blobs.put(PICTURE)
    await blobs.expire(stored_before=clock.now() + DAY - timedelta(seconds=1))
    assert (await blobs.get(old), await blobs.get(young)) == (None, PICTURE)
    assert names_in(folder) == ["d=20260602"]


async def test_to_forget_what_never_was_makes_no_folder(tmp_path: Path, clock: ManualClock) -> None:
    blobs = ObjectBlobs(str(tmp_path / "blobs"), clock)
    await blobs.expire(stored_before=LATE)
    await blobs.delete([])
    assert not (tmp_path / "blobs").exists()


@pytest.mark.parametrize("url", ["/dev/null/blobs", "nonsense://bucket", "az://no-account/here"])
async def test_a_store_that_cannot_be_used_is_told_by_every_method(url: str, clock: ManualClock) -> None:
    blobs = ObjectBlobs(url, clock)
    name = "0" * 32 + ".png"
    for call in (blobs.put(PICTURE), blobs.get(name), blobs.delete([name]), blobs.expire(stored_before=LATE)):
        with pytest.raises(BlobsUnavailable):
            await call


async def test_a_store_that_comes_back_is_used_again(blobs: ObjectBlobs, folder: Path) -> None:
    with in_the_way(folder), pytest.raises(BlobsUnavailable):
        await blobs.put(PICTURE)
    assert await blobs.get(await blobs.put(PICTURE)) == PICTURE
