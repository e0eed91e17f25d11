"""Stopping: what is under way, and what comes."""

import asyncio
from datetime import timedelta
from typing import Any, cast

import pytest
from starlette.applications import Starlette

from gossamer.api import Drain, create_app
from gossamer.operations import Operations
from tests.unit.api.stub import Exchange, StubOperations, exchange

LONG, NONE = timedelta(seconds=60), timedelta(0)
SCRAPE = b'{"url": "https://example.org/"}'


@pytest.fixture
def stub() -> StubOperations:
    return StubOperations(endless=True)


@pytest.fixture
def drain() -> Drain:
    return Drain()


@pytest.fixture
def app(stub: StubOperations, drain: Drain) -> Starlette:
    return create_app(cast("Operations", stub), drain=drain)


def body() -> Any:
    messages = iter([{"type": "http.request", "body": SCRAPE, "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in messages:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    return receive


def is_told_to_come_again(done: Exchange) -> bool:
    headers = (done.headers[b"retry-after"], done.headers[b"connection"], done.headers[b"access-control-allow-origin"])
    return done.status == 503 and b'"STOPPING"' in done.body and headers == (b"5", b"close", b"*")


async def test_without_requests_the_end_comes_at_once(drain: Drain) -> None:
    await drain.finish(LONG)


async def test_what_is_under_way_may_end(app: Starlette, stub: StubOperations, drain: Drain) -> None:
    stub.endless = False
    asked, gate = asyncio.Event(), asyncio.Event()
    going = body()

    async def slow_body() -> dict[str, Any]:
        asked.set()
        await gate.wait()
        message: dict[str, Any] = await going()
        return message

    scraping = asyncio.create_task(exchange(app, slow_body))
    await asked.wait()
    finishing = asyncio.create_task(drain.finish(LONG))
    await asyncio.sleep(0)
    assert not finishing.done()
    gate.set()
    assert (await scraping).status == 200
    await finishing


async def test_what_comes_meanwhile_is_told_to_come_again(app: Starlette, stub: StubOperations, drain: Drain) -> None:
    await drain.finish(NONE)
    assert is_told_to_come_again(await exchange(app, body()))
    assert is_told_to_come_again(await exchange(app, body(), method="GET", path="/health/ready"))
    assert (await exchange(app, body(), method="GET", path="/health/live")).status == 200
    assert stub.asked == []


async def test_what_takes_too_long_is_cancelled_and_told_so(app: Starlette, stub: StubOperations, drain: Drain) -> None:
    scraping = asyncio.create_task(exchange(app, body()))
    await stub.started.wait()
    await drain.finish(NONE)
    assert is_told_to_come_again(await scraping)
    assert stub.cancelled.is_set()


async def test_who_asks_twice_does_not_wait(app: Starlette, stub: StubOperations, drain: Drain) -> None:
    scraping = asyncio.create_task(exchange(app, body()))
    await stub.started.wait()
    finishing = asyncio.create_task(drain.finish(LONG))
    await asyncio.sleep(0)
    drain.cut()
    drain.cut()
    await finishing
    assert is_told_to_come_again(await scraping)
