"""When work can be queued."""

import asyncio

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from gossamer.core.errors import DatabaseUnavailable, EngineUnavailable
from gossamer.engine import dispatch
from gossamer.engine.dispatch import EngineDispatch


def dispatch_of(prepared: asyncio.Event, failure: Exception | None = None) -> EngineDispatch:
    return EngineDispatch(create_engine("sqlite://"), lambda _queue: None, lambda: None, prepared, lambda: failure)


async def test_who_queues_waits_until_there_are_tables_to_queue_in() -> None:
    prepared = asyncio.Event()
    waiting = asyncio.create_task(dispatch_of(prepared).ready())
    await asyncio.sleep(0)
    assert not waiting.done()
    prepared.set()
    await waiting


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (None, EngineUnavailable),
        (RuntimeError("no such module"), EngineUnavailable),
        (OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked")), DatabaseUnavailable),
        (DatabaseUnavailable("It is away."), DatabaseUnavailable),
    ],
)
async def test_who_queues_is_told_whose_fault_it_is_when_there_never_are(
    monkeypatch: pytest.MonkeyPatch, failure: Exception | None, expected: type[Exception]
) -> None:
    monkeypatch.setattr(dispatch, "_READY_SECONDS", 0.0)
    with pytest.raises(expected, match="No job can be started"):
        await dispatch_of(asyncio.Event(), failure).ready()
