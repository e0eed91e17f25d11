from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.integration.dashboard.world import World, world


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path) as found:
        yield found
