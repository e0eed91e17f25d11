from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from gossamer.core.ids import key_hash, new_id
from gossamer.ports.accounts import KeyRecord
from gossamer.store.accounts import SqlAccountStore
from gossamer.store.database import Database
from gossamer.store.schema import api_keys

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM = new_id()
KEY = KeyRecord(key_id=new_id(), team_id=TEAM, name="Default", hash=key_hash("fc-" + "a" * 32))


@pytest.fixture
def store(database: Database) -> SqlAccountStore:
    return SqlAccountStore(database)


async def test_there_is_no_team_before_the_first_start(store: SqlAccountStore) -> None:
    assert await store.team_exists() is False


async def test_a_made_team_has_its_key(store: SqlAccountStore) -> None:
    assert await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    assert await store.team_exists()
    assert await store.key_by_hash(KEY.hash) == KEY


async def test_a_team_is_made_once(store: SqlAccountStore) -> None:
    assert await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    other = KeyRecord(key_id=new_id(), team_id=TEAM, name="Second", hash=key_hash("fc-" + "b" * 32))
    assert await store.create_team(team_id=TEAM, name="Default", key=other, now=NOON) is False
    assert await store.key_by_hash(other.hash) is None


async def test_an_unknown_hash_gives_none(store: SqlAccountStore) -> None:
    assert await store.key_by_hash("0" * 64) is None


async def test_an_added_key_works_beside_the_first(store: SqlAccountStore) -> None:
    await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    second = KeyRecord(key_id=new_id(), team_id=TEAM, name="Second", hash=key_hash("fc-" + "b" * 32))
    assert await store.add_key(second, now=NOON)
    assert [await store.key_by_hash(k.hash) for k in (KEY, second)] == [KEY, second]


async def test_a_hash_is_added_once_and_a_revoked_one_never_again(store: SqlAccountStore, database: Database) -> None:
    await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    same = KeyRecord(key_id=new_id(), team_id=TEAM, name="Same", hash=KEY.hash)
    assert not await store.add_key(same, now=NOON)
    await database.write(lambda c: c.execute(update(api_keys).values(revoked_at=1)))
    assert not await store.add_key(same, now=NOON)
    assert await store.key_by_hash(KEY.hash) is None


async def test_a_webhook_secret_is_made_once_and_kept_until_it_is_replaced(store: SqlAccountStore) -> None:
    await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    assert await store.webhook_secret(TEAM, offered="first", replace=False) == "first"
    assert await store.webhook_secret(TEAM, offered="second", replace=False) == "first"
    assert await store.webhook_secret(TEAM, offered="third", replace=True) == "third"


async def test_a_team_that_is_not_there_has_no_webhook_secret(store: SqlAccountStore) -> None:
    assert await store.webhook_secret("nobody", offered="first", replace=False) is None


async def test_a_key_is_live_until_it_is_revoked(store: SqlAccountStore) -> None:
    await store.create_team(team_id=TEAM, name="Default", key=KEY, now=NOON)
    assert await store.is_live(KEY.key_id)
    assert not await store.is_live("unknown")
