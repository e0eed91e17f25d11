import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import pytest
import pytest_asyncio

from gossamer.llm import Choice, ProviderModel
from gossamer.testing.model import ScriptedModel, running_model
from tests.integration.llm.hasty_clock import HastyClock


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModel]:
    with running_model() as model:
        yield model


@pytest.fixture(scope="module")
def module_clock() -> HastyClock:
    return HastyClock()


@pytest.fixture
def clock(module_clock: HastyClock) -> HastyClock:
    module_clock.waited.clear()
    return module_clock


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model(server: ScriptedModel, module_clock: HastyClock) -> AsyncIterator[ProviderModel]:
    choice = Choice("compatible", server.name, server.url, server.key)
    model = ProviderModel(choice, module_clock, patience=timedelta(seconds=60), places=asyncio.Semaphore(4))
    yield model
    await model.close()
