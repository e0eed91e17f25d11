"""Places for pages that are rendered, by turns of teams."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from gossamer.browser import render_line
from gossamer.browser.render_line import LineState, RenderLine, Turn
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import BrowserBusy


class Pages:
    """Pages of teams in one line, each of which holds its place until it is ended."""

    def __init__(self, line: RenderLine, group: asyncio.TaskGroup) -> None:
        self.line = line
        self.begun: list[str] = []
        self.turns: dict[str, Turn] = {}
        self._group = group
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, *names: str) -> None:
        """Begin pages, named by their team and a number, and let them come as far as they get."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self._tasks[name] = self._group.create_task(self._page(name))
        await pass_time()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self._tasks[name]
        await pass_time()

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await pass_time()

    async def _page(self, name: str) -> None:
        async with self.line.turn(name[0], Deadline.after(timedelta(seconds=60))) as turn:
            self.begun.append(name)
            self.turns[name] = turn
            await self._ends[name].wait()


async def pass_time() -> None:
    """Let everything run that can."""
    for _ in range(10):
        await asyncio.sleep(0)


@asynccontextmanager
async def pages(places: int) -> AsyncIterator[Pages]:
    async with asyncio.TaskGroup() as group:
        made = Pages(RenderLine(places), group)
        yield made
        for name in list(made._tasks):
            await made.cancel(name)


async def test_a_team_alone_has_all_places_and_its_pages_come_in_order() -> None:
    async with pages(3) as line:
        await line.begin("a1", "a2", "a3", "a4", "a5")
        assert line.begun == ["a1", "a2", "a3"]
        await line.end("a2")
        await line.end("a1")
        assert line.begun == ["a1", "a2", "a3", "a4", "a5"]


async def test_a_team_without_a_page_has_places_although_all_are_taken() -> None:
    async with pages(4) as line:
        await line.begin("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3")
        assert line.begun == ["a1", "a2", "a3", "a4", "b1", "b2"]
        assert line.line.state == LineState(working=6, resting=0, waiting=2, places=4)


async def test_all_teams_together_have_three_times_the_places_at_most() -> None:
    async with pages(2) as line:
        await line.begin("a1", "a2", "b1", "b2", "c1", "c2", "d1")
        assert len(line.begun) == 6
        await line.end("a1")
        assert line.begun[-1] == "d1"


async def test_a_free_place_goes_to_the_team_with_the_fewest_pages() -> None:
    async with pages(4) as line:
        await line.begin("a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3")
        for name in ("a1", "a2", "a3"):
            await line.end(name)
        assert line.begun[6:] == ["a5"]
        await line.end("b1")
        await line.end("b2")
        assert line.begun[7:] == ["b3", "a6"]


async def test_a_page_that_rests_leaves_its_place_and_comes_back_in_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(render_line, "_SHORT", 0)
    async with pages(1) as line:
        await line.begin("a1", "a2")
        resting = line.turns["a1"].resting()
        await resting.__aenter__()
        await pass_time()
        assert line.begun == ["a1", "a2"]
        back = asyncio.create_task(resting.__aexit__(None, None, None))
        await pass_time()
        await line.begin("a3")
        assert not back.done()
        await line.end("a2")
        assert back.done()
        assert line.begun == ["a1", "a2"]
        await line.end("a1")
        assert line.begun == ["a1", "a2", "a3"]


async def test_a_team_whose_page_had_to_be_stopped_has_one_at_a_time_beside_others() -> None:
    async with pages(4) as line:
        await line.begin("a1", "b1")
        line.line.penalize("a")
        await line.begin("a2", "a3", "b2")
        assert line.begun == ["a1", "b1", "b2"]
        await line.end("b1")
        await line.end("b2")
        await line.end("a1")
        assert line.begun == ["a1", "b1", "b2", "a2"]


async def test_a_team_alone_is_not_held_back_for_a_page_that_had_to_be_stopped() -> None:
    async with pages(4) as line:
        await line.begin("a1")
        line.line.penalize("a")
        await line.begin("a2", "a3")
        assert line.begun == ["a1", "a2", "a3"]


async def test_a_short_wait_keeps_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_line, "_SHORT", 3600)
    async with pages(1) as line:
        await line.begin("a1", "a2")
        async with line.turns["a1"].resting():
            await pass_time()
            assert line.begun == ["a1"]


async def test_pages_that_rest_are_limited_but_not_for_a_team_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_line, "_SHORT", 0)
    async with pages(1) as line:
        for number in range(6):
            name = f"a{number}"
            await line.begin(name)
            if name in line.turns:
                await line.turns[name].resting().__aenter__()
                await pass_time()
        assert line.line.state.resting == 4
        await line.begin("b1")
        assert line.begun[-1] == "b1"


async def test_a_page_that_was_cancelled_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_line, "_SHORT", 0)
    async with pages(1) as line:
        await line.begin("a1", "a2", "a3")
        await line.cancel("a2")
        await line.turns["a1"].resting().__aenter__()
        await pass_time()
        assert line.begun == ["a1", "a3"]
        await line.cancel("a1")
        await line.end("a3")
        assert line.line.state == LineState(working=0, resting=0, waiting=0, places=1)


async def test_who_waits_in_vain_hears_that_the_browser_was_busy() -> None:
    async with pages(1) as line:
        await line.begin("a1")
        with pytest.raises(BrowserBusy, match="GOSSAMER_BROWSER_PAGES"):
            async with line.line.turn("a", Deadline.after(timedelta(milliseconds=10))):
                pytest.fail("There was no place.")
        assert line.line.state.waiting == 0
