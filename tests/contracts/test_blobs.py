from pathlib import Path

import pytest

from gossamer.core.actions import Captured
from gossamer.store.blobs import ObjectBlobs

PICTURE = Captured(b"\x89PNG\r\n", "image/png")


@pytest.fixture
def blobs(tmp_path: Path) -> ObjectBlobs:
    return ObjectBlobs(str(tmp_path / "blobs"))


async def test_a_stored_blob_comes_back(blobs: ObjectBlobs) -> None:
    assert await blobs.get(await blobs.put(PICTURE)) == PICTURE


async def test_names_are_never_the_same(blobs: ObjectBlobs) -> None:
    assert await blobs.put(PICTURE) != await blobs.put(PICTURE)


@pytest.mark.parametrize("name", ["", "x.png", "0" * 32 + ".png", "../../etc/passwd", "0" * 32 + ".html", "\x00"])
async def test_a_name_that_was_never_given_out_gives_none(blobs: ObjectBlobs, name: str) -> None:
    assert await blobs.get(name) is None


async def test_a_deleted_blob_is_gone_and_deleting_again_is_fine(blobs: ObjectBlobs) -> None:
    name = await blobs.put(PICTURE)
    await blobs.delete([name])
    await blobs.delete([name, "unknown"])
    assert await blobs.get(name) is None
