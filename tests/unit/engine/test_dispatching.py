"""When work can be queued."""

import asyncio

import pytest
from sqlalchemy import create_engine

from gossamer.core.errors import DatabaseUnavailable
from gossamer.engine import dispatching
from gossamer.engine.dispatching import EngineDispatch


def dispatch_of(prepared: asyncio.Event) -> EngineDispatch:
    return EngineDispatch(create_engine("sqlite://"), lambda _queue: None, prepared)


async def test_who_queues_waits_until_there_are_tables_to_queue_in() -> None:
    prepared = asyncio.Event()
    waiting = asyncio.create_task(dispatch_of(prepared).ready())
    await asyncio.sleep(0)
    assert not waiting.done()
    prepared.set()
    await waiting


async def test_who_queues_is_told_when_there_never_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatching, "_READY_SECONDS", 0.0)
    with pytest.raises(DatabaseUnavailable):
        await dispatch_of(asyncio.Event()).ready()
