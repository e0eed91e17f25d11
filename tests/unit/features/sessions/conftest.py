from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gossamer.store.database import Database
from gossamer.testing.clock import ManualClock
from tests.unit.features.sessions.world import Process


@pytest.fixture
async def process(database: Database, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Process]:
    process = Process(database, clock, tmp_path)
    yield process
    await process.sessions.close()


@pytest.fixture
async def other(database: Database, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Process]:
    """Another process on the same database."""
    process = Process(database, clock, tmp_path, address="http://10.0.0.2:3002")
    yield process
    await process.sessions.close()
