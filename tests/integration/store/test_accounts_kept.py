"""Accounts as the service builds them: what is done beside answering, and what a home of its own means."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select, update

from gossamer.bootstrap.accounts import Rooms, build_accounts, first_start
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.database import open_database
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.errors import SecretUnreadable
from gossamer.settings import Settings
from gossamer.store.database import Database
from gossamer.store.schema import teams
from tests.accounts import OPERATOR


async def opened(settings: Settings, stack: AsyncExitStack) -> tuple[Rooms, Database]:
    database = await open_database(settings, stack)
    return build_accounts(settings, database, SystemClock()), database


async def test_what_was_only_noted_is_stored_before_the_service_ends(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        settings = Settings(home=tmp_path, api_key=SecretStr("my-own-key"))
        rooms, _ = await opened(settings, stack)
        async with rooms.kept():
            assert await first_start(rooms.accounts, settings) is None
            caller = await rooms.accounts.authenticate("my-own-key")
        key = await rooms.operations.key(OPERATOR, caller.key_id)
        assert key.last_used_at is not None


async def test_a_start_seals_what_an_earlier_release_stored_in_clear(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        rooms, database = await opened(Settings(home=tmp_path), stack)
        await rooms.accounts.first_start()
        await database.write(lambda c: c.execute(update(teams).values(webhook_secret="whsec_old")))
        async with rooms.kept():
            pass
        [stored] = await database.read(lambda c: c.execute(select(teams.c.webhook_secret)).scalars().all())
        assert "whsec_old" not in stored
        assert await rooms.operations.webhook_secret(OPERATOR, OPEN_TEAM) == "whsec_old"
    assert (tmp_path / "secret.key").exists()


async def test_homes_that_share_a_database_need_the_same_key(tmp_path: Path) -> None:
    url, homes = f"sqlite:///{tmp_path / 'shared.db'}", [tmp_path / "one", tmp_path / "two"]
    for home in homes:
        home.mkdir()
    async with AsyncExitStack() as stack:
        alone = [(await opened(Settings(home=home, database_url=url), stack))[0] for home in homes]
        await alone[0].accounts.first_start()
        await alone[0].operations.webhook_secret(OPERATOR, OPEN_TEAM)
        with pytest.raises(SecretUnreadable):
            await alone[1].operations.webhook_secret(OPERATOR, OPEN_TEAM)
        same = SecretStr("the-same-key-on-all-machines")
        together = [(await opened(Settings(home=home, database_url=url, secret_key=same), stack))[0] for home in homes]
        secret = await together[0].operations.webhook_secret(OPERATOR, OPEN_TEAM, new=True)
        assert await together[1].operations.webhook_secret(OPERATOR, OPEN_TEAM) == secret
