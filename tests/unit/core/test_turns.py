"""Turns at heavy work go to whom they help most."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from gossamer.core.turns import Turns


class Desk:
    """Owners' pieces of work: each waits for its turn and holds it until it is done."""

    def __init__(self, places: int) -> None:
        self.turns = Turns(places)
        self.working: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Ask for a turn for each of *names*, of which the first letter is the owner."""
        for name in names:
            self._tasks[name] = asyncio.create_task(self._work(name))
        await self._settle()

    async def end(self, *names: str) -> None:
        """End the work, or the waiting, of *names* in one moment."""
        for name in names:
            self.leave(name)
        await self._settle()

    def leave(self, name: str) -> None:
        self._tasks[name].cancel()

    async def close(self) -> None:
        await self.end(*self._tasks)

    async def _work(self, name: str) -> None:
        async with self.turns.turn(name[0]):
            self.working.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                self.working.remove(name)

    async def _settle(self) -> None:
        # A piece of work needs three rounds of the loop to end and let the next one begin.
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        desk = Desk(places=2)
        stack.push_async_callback(desk.close)
        yield desk


async def test_one_owner_may_have_all_places(desk: Desk) -> None:
    await desk.ask("a1", "a2", "a3")
    assert desk.working == ["a1", "a2"]


async def test_the_first_work_of_another_owner_need_not_wait(desk: Desk) -> None:
    await desk.ask("a1", "a2", "b1", "b2", "c1", "d1")
    assert desk.working == ["a1", "a2", "b1", "c1"]
    assert not desk.turns.has_room("e")


async def test_a_free_place_goes_to_the_owner_with_the_least_work(desk: Desk) -> None:
    await desk.ask("a1", "a2", "b1", "c1", "a3", "b2", "d1")
    await desk.end("c1")
    assert desk.working == ["a1", "a2", "b1", "d1"]
    await desk.end("a1", "a2", "d1")
    assert desk.working == ["b1", "a3"]


async def test_equals_are_served_in_the_order_they_came(desk: Desk) -> None:
    await desk.ask("a1", "a2", "a3", "a4")
    await desk.end("a1")
    assert desk.working == ["a2", "a3"]


async def test_who_no_longer_waits_is_passed_over(desk: Desk) -> None:
    await desk.ask("a1", "a2", "a3", "a4")
    await desk.end("a3", "a1")
    assert desk.working == ["a2", "a4"]


async def test_a_place_given_to_one_who_goes_in_that_moment_is_handed_on(desk: Desk) -> None:
    await desk.ask("a1", "a2", "a3", "a4")
    desk.leave("a1")
    # One round: a1 has gone and a3 was given its place, which it has not taken yet.
    await asyncio.sleep(0)
    await desk.end("a3")
    assert desk.working == ["a2", "a4"]
    await desk.end("a2", "a4")
    assert all(desk.turns.has_room(owner) for owner in "ab")
