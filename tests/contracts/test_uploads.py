"""Uploads: places for files, each there until it expires or was parsed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.errors import TooManyUploads
from gossamer.core.ids import new_id
from gossamer.core.uploads import UploadSlot
from gossamer.store.database import Database
from gossamer.store.uploads import UploadStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(hours=24)
TEAM = new_id()


async def issued(store: UploadStore, reference: str, *, team: str = TEAM, at: datetime = NOON) -> UploadSlot:
    upload = UploadSlot(new_id(), team, "a.pdf", "application/pdf", 9, at + timedelta(minutes=10))
    await store.issue(upload, reference_hash=reference, most=2, since=at - DAY, now=at)
    return upload


async def test_an_upload_is_found_by_its_reference_until_it_expires(database: Database) -> None:
    store = UploadStore(database)
    upload = await issued(store, "a")
    assert await store.find("a", now=NOON) == upload
    assert await store.find("b", now=NOON) is None
    assert await store.find("a", now=NOON + timedelta(minutes=10)) is None


async def test_a_second_file_tells_the_name_of_the_first(database: Database) -> None:
    store = UploadStore(database)
    upload = await issued(store, "a")
    assert await store.received(upload.upload_id, "one.bin") is None
    assert await store.received(upload.upload_id, "two.bin") == "one.bin"
    assert await store.find("a", now=NOON) == replace(upload, blob="two.bin")


async def test_a_team_leaves_only_so_many_unparsed_in_a_day(database: Database) -> None:
    store = UploadStore(database)
    first = await issued(store, "a")
    await issued(store, "b")
    with pytest.raises(TooManyUploads, match="2 uploads"):
        await issued(store, "c")
    await issued(store, "d", team=new_id())
    await store.parsed(first.upload_id)
    await issued(store, "e")
    await issued(store, "f", at=NOON + DAY + timedelta(seconds=1))


async def test_expired_files_are_forgotten_once_and_still_count(database: Database) -> None:
    store = UploadStore(database)
    upload = await issued(store, "a")
    await store.received(upload.upload_id, "one.bin")
    later = NOON + timedelta(minutes=11)
    assert await store.expire(now=NOON, counted_since=NOON - DAY, limit=9) == ()
    assert await store.expire(now=later, counted_since=later - DAY, limit=9) == ("one.bin",)
    assert await store.expire(now=later, counted_since=later - DAY, limit=9) == ()
    await issued(store, "b", at=later)
    with pytest.raises(TooManyUploads):
        await issued(store, "c", at=later)
