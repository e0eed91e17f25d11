"""Accounts on a database of their own, for whoever asks for them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gossamer.store.database import Database
from gossamer.testing.clock import ManualClock
from tests.accounts import World, copied, migrated_in, world_on


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return migrated_in(tmp_path_factory.mktemp("migrated"))


@pytest.fixture
async def database(migrated: Path, tmp_path: Path) -> AsyncIterator[Database]:
    async with copied(migrated, tmp_path) as database:
        yield database


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def world(database: Database, clock: ManualClock) -> World:
    return world_on(database, clock)
