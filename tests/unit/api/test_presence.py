import asyncio
import json
from typing import Any

import pytest

from gossamer.api.client_presence import ClientGone, WhilePresent
from tests.unit.api.stub import URL, StubOperations, app_over, exchange


async def test_a_scrape_ends_when_its_client_leaves() -> None:
    stub = StubOperations(endless=True)
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.request", "body": json.dumps({"url": URL}).encode(), "more_body": False})
    serving = asyncio.create_task(exchange(app_over(stub), messages.get))
    await stub.started.wait()
    messages.put_nowait({"type": "http.disconnect"})
    done = await asyncio.wait_for(serving, 5)
    assert stub.cancelled.is_set()
    assert done.status == 499


async def test_a_server_that_stops_is_not_mistaken_for_a_client_that_left() -> None:
    stub = StubOperations(endless=True)
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.request", "body": json.dumps({"url": URL}).encode(), "more_body": False})
    serving = asyncio.create_task(exchange(app_over(stub), messages.get))
    await stub.started.wait()
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert stub.cancelled.is_set()


async def test_no_watcher_outlives_its_request() -> None:
    before = asyncio.all_tasks()
    presence = WhilePresent(asyncio.Queue[dict[str, Any]]().get)
    async with presence:
        presence._watch()
        assert len(asyncio.all_tasks()) == len(before) + 1
    assert asyncio.all_tasks() == before


async def test_leaving_is_told_to_whoever_waits() -> None:
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.disconnect"})
    with pytest.raises(ClientGone):
        async with WhilePresent(messages.get):
            await asyncio.Event().wait()
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
