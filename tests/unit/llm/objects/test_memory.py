"""What does not work with a model is known after a restart, and tried again in time."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.llm.objects import RungMemory
from gossamer.llm.shapes import Rung
from gossamer.testing.clock import ManualClock

MODEL = "compatible:small@127.0.0.1:8000/v1"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


async def test_a_refusal_is_known_after_a_restart(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "models.json"
    await RungMemory(path, clock).learn(MODEL, works=Rung.PROMPTED, refused=[Rung.SCHEMA, Rung.JSON])
    assert await RungMemory(path, clock).failing(MODEL) == {Rung.SCHEMA, Rung.JSON}
    assert await RungMemory(path, clock).failing("another") == frozenset()


async def test_writing_leaves_nothing_else_behind(tmp_path: Path, clock: ManualClock) -> None:
    await RungMemory(tmp_path / "models.json", clock).learn(MODEL, works=Rung.PROMPTED, refused=[Rung.SCHEMA])
    assert await asyncio.to_thread(lambda: [file.name for file in tmp_path.iterdir()]) == ["models.json"]


async def test_one_useless_answer_is_an_accident_and_two_in_a_row_are_none(clock: ManualClock) -> None:
    memory = RungMemory(None, clock)
    await memory.learn(MODEL, works=Rung.JSON, useless=[Rung.SCHEMA])
    assert await memory.failing(MODEL) == frozenset()
    await memory.learn(MODEL, works=Rung.SCHEMA)
    await memory.learn(MODEL, works=Rung.JSON, useless=[Rung.SCHEMA])
    assert await memory.failing(MODEL) == frozenset()
    await memory.learn(MODEL, works=Rung.JSON, useless=[Rung.SCHEMA])
    assert await memory.failing(MODEL) == {Rung.SCHEMA}


async def test_what_failed_is_tried_again_after_a_day(clock: ManualClock) -> None:
    memory = RungMemory(None, clock)
    await memory.learn(MODEL, works=Rung.JSON, refused=[Rung.SCHEMA])
    await clock.advance(timedelta(hours=25))
    assert await memory.failing(MODEL) == frozenset()


async def test_what_other_processes_learnt_is_kept(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "models.json"
    first, second = RungMemory(path, clock), RungMemory(path, clock)
    await first.failing(MODEL)
    await second.learn("another", works=Rung.JSON, refused=[Rung.SCHEMA])
    await first.learn(MODEL, works=Rung.JSON, refused=[Rung.SCHEMA])
    later = RungMemory(path, clock)
    assert await later.failing(MODEL) == await later.failing("another") == {Rung.SCHEMA}


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"m": 1}', '{"m": {"schema": 3, "json": {"since": 1, "times": 9}}}'])
async def test_a_file_that_cannot_be_read_is_no_memory(tmp_path: Path, clock: ManualClock, kept: str) -> None:
    path = tmp_path / "models.json"
    path.write_text(kept)
    assert await RungMemory(path, clock).failing("m") == frozenset()


async def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path, clock: ManualClock) -> None:
    memory = RungMemory(tmp_path / "none" / "models.json", clock)
    await memory.learn(MODEL, works=Rung.JSON, refused=[Rung.SCHEMA])
    assert await memory.failing(MODEL) == {Rung.SCHEMA}
