from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from gossamer.core.errors import Unauthenticated
from gossamer.core.ids import key_hash
from gossamer.features.accounts import OPEN_TEAM, Accounts
from gossamer.store.accounts import SqlAccountStore
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migrating import migrate
from gossamer.store.schema import api_keys
from gossamer.testing.clock import ManualClock


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def accounts(database: Database, clock: ManualClock) -> Accounts:
    return Accounts(SqlAccountStore(database), clock)


async def first_key(accounts: Accounts) -> str:
    made = await accounts.first_start()
    assert made is not None
    return made.api_key


async def test_the_first_start_makes_a_key_that_works(accounts: Accounts) -> None:
    caller = await accounts.authenticate(await first_key(accounts))
    assert caller.team_id == OPEN_TEAM


async def test_later_starts_make_none(accounts: Accounts) -> None:
    await first_key(accounts)
    assert await accounts.first_start() is None


async def test_the_operator_may_choose_the_first_key(accounts: Accounts) -> None:
    assert await accounts.let_in("my-own-key")
    assert (await accounts.authenticate("my-own-key")).team_id == OPEN_TEAM
    assert await accounts.first_start() is None


async def test_the_operator_may_choose_a_key_at_any_later_start(accounts: Accounts) -> None:
    first = await accounts.authenticate(await first_key(accounts))
    for _ in range(2):
        assert await accounts.let_in("my-own-key")
    own = await accounts.authenticate("my-own-key")
    assert (own.team_id, own.key_id != first.key_id) == (first.team_id, True)


async def test_a_revoked_key_stays_revoked_whatever_a_setting_says(accounts: Accounts, database: Database) -> None:
    await accounts.let_in("my-own-key")
    await database.write(lambda c: c.execute(update(api_keys).values(revoked_at=1)))
    assert not await accounts.let_in("my-own-key")
    with pytest.raises(Unauthenticated):
        await accounts.authenticate("my-own-key")


async def test_a_key_can_be_made_before_the_first_start(accounts: Accounts) -> None:
    api_key = await accounts.new_key("pipeline")
    assert (await accounts.authenticate(api_key)).team_id == OPEN_TEAM
    assert await accounts.first_start() is None


def everything_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("gossamer.db*"))


async def test_keys_are_stored_hashed_only(accounts: Accounts, database: Database, tmp_path: Path) -> None:
    api_key = await first_key(accounts)
    await database.close()
    stored = everything_in(tmp_path)
    assert key_hash(api_key).encode() in stored
    assert api_key.encode() not in stored


@pytest.mark.parametrize(
    ("token", "message"),
    [(None, "Unauthorized"), ("", "Unauthorized: Token missing"), ("fc-" + "0" * 32, "Unauthorized: Invalid token")],
)
async def test_each_way_of_having_no_key_has_its_message(accounts: Accounts, token: str | None, message: str) -> None:
    await first_key(accounts)
    with pytest.raises(Unauthenticated) as caught:
        await accounts.authenticate(token)
    assert caught.value.message == message


async def test_a_dashed_uuid_is_the_same_key_as_its_digits(accounts: Accounts) -> None:
    api_key = await first_key(accounts)
    digits = api_key.removeprefix("fc-")
    dashed = "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])
    assert await accounts.authenticate(dashed) == await accounts.authenticate(api_key)


async def test_a_revoked_key_is_refused_within_a_minute(
    accounts: Accounts, database: Database, clock: ManualClock
) -> None:
    api_key = await first_key(accounts)
    await accounts.authenticate(api_key)
    await database.write(lambda c: c.execute(update(api_keys).values(revoked_at=1)))
    await clock.advance(timedelta(minutes=1))
    with pytest.raises(Unauthenticated):
        await accounts.authenticate(api_key)


async def test_setting_the_machines_clock_back_does_not_keep_a_revoked_key_alive(
    accounts: Accounts, database: Database, clock: ManualClock
) -> None:
    api_key = await first_key(accounts)
    await accounts.authenticate(api_key)
    await database.write(lambda c: c.execute(update(api_keys).values(revoked_at=1)))
    clock.turn_back(timedelta(days=1))
    await clock.advance(timedelta(minutes=1))
    with pytest.raises(Unauthenticated):
        await accounts.authenticate(api_key)


async def test_another_key_works_beside_the_first(accounts: Accounts) -> None:
    first = await accounts.authenticate(await first_key(accounts))
    second = await accounts.authenticate(await accounts.new_key("pipeline"))
    assert (first.team_id, first.key_id != second.key_id) == (second.team_id, True)


@pytest.mark.parametrize("token", [None, "", "undefined", "anything"])
async def test_in_open_mode_every_caller_is_the_first_team(
    database: Database, clock: ManualClock, token: str | None
) -> None:
    accounts = Accounts(SqlAccountStore(database), clock, open_mode=True)
    assert (await accounts.authenticate(token)).team_id == OPEN_TEAM


async def test_work_goes_on_while_its_key_is_live(accounts: Accounts, database: Database) -> None:
    await accounts.first_start()
    key = await SqlAccountStore(database).key_by_hash(key_hash(await accounts.new_key("pipeline")))
    assert key is not None
    assert await accounts.why_not(key.key_id) is None
    assert await accounts.why_not("unknown") == "The API key that started this was revoked."


async def test_work_that_was_begun_without_a_key_goes_on(accounts: Accounts) -> None:
    assert await accounts.why_not("open") is None
    assert await accounts.why_not("cli") is None


async def test_the_webhook_secret_stays_until_another_is_wanted(accounts: Accounts) -> None:
    assert await accounts.webhook_secret(new=False) is None
    await accounts.first_start()
    first = await accounts.webhook_secret(new=False)
    assert first is not None
    assert await accounts.webhook_secret(new=False) == first
    assert await accounts.webhook_secret(new=True) != first
