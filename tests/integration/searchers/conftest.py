from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest
import pytest_asyncio

from gossamer.net.apis import ApiClient
from gossamer.testing.clock import ManualClock
from tests.searching import Asker


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_asker() -> AsyncIterator[Asker]:
    with ExitStack() as stack:
        async with ApiClient() as client:
            yield Asker(client, ManualClock(), stack)


@pytest.fixture
def asker(module_asker: Asker) -> Asker:
    module_asker.clock = ManualClock()
    return module_asker
