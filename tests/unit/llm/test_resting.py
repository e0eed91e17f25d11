"""A model that is not well is left alone, and tried again after a while."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.llm import ModelBreaker
from gossamer.llm.failures import Failure, Fault
from gossamer.ports.models import Reply
from gossamer.testing.clock import ManualClock

SECOND = timedelta(seconds=1)
DOWN = Failure("The server failed.", again=True, fault=Fault.PASSING, calls=4)
BAD_KEY = Failure("The key was not accepted.", again=False, fault=Fault.LASTING)
BAD_REQUEST = Failure("The request was refused.", again=False)
SAID = Reply("Hello.")
BUSY = replace(DOWN, pause=timedelta(minutes=5))


class Asked:
    """A model that answers as it is told; how many attempts it was given each time is kept."""

    def __init__(self, fair: timedelta = 15 * SECOND) -> None:
        self.clock = ManualClock()
        self.breaker = ModelBreaker("told", self.clock, fair=fair)
        self.attempts: list[int] = []

    async def told(self, outcome: Reply | Failure) -> Reply | Failure:
        return await self.breaker.guarded(self._saying(outcome), attempts=4, deadline=Deadline.after(60 * SECOND))

    def _saying(self, outcome: Reply | Failure) -> Callable[[int], Awaitable[Reply | Failure]]:
        async def ask(attempts: int) -> Reply | Failure:
            self.attempts.append(attempts)
            return outcome

        return ask


async def test_after_eight_failures_in_a_row_it_rests_and_says_so_at_once() -> None:
    asked = Asked()
    assert [await asked.told(DOWN) for _ in range(8)] == [DOWN] * 8
    resting = await asked.told(SAID)
    assert resting == Failure("The language model rests until 12:00:30 UTC: The server failed.", again=False, calls=0)
    assert asked.attempts == [4] * 8


async def test_failures_that_are_not_in_a_row_or_of_the_request_alone_do_not_count() -> None:
    asked = Asked()
    outcomes: tuple[Reply | Failure, ...] = (*[DOWN] * 7, SAID, *[DOWN] * 7, BAD_REQUEST, *[DOWN] * 7)
    for outcome in outcomes:
        await asked.told(outcome)
    assert await asked.told(SAID) == SAID


async def test_a_refused_key_counts_as_any_failure() -> None:
    asked = Asked()
    await worn_out(asked)
    assert isinstance(await asked.told(SAID), Failure)
    assert len(asked.attempts) == 8


async def worn_out(asked: Asked) -> None:
    for _ in range(8):
        await asked.told(BAD_KEY)


async def test_a_server_that_names_a_pause_has_it() -> None:
    asked = Asked()
    await asked.told(BUSY)
    await asked.clock.advance(299 * SECOND)
    assert isinstance(await asked.told(SAID), Failure)
    await asked.clock.advance(SECOND)
    assert await asked.told(SAID) == SAID


async def test_after_the_rest_one_attempt_tells_whether_it_is_well() -> None:
    asked = Asked()
    await worn_out(asked)
    await asked.clock.advance(30 * SECOND)
    await asked.told(DOWN)
    await asked.clock.advance(59 * SECOND)
    assert isinstance(await asked.told(SAID), Failure)
    await asked.clock.advance(SECOND)
    assert await asked.told(SAID) == SAID
    await asked.told(SAID)
    assert asked.attempts == [*[4] * 8, 1, 1, 4]


async def test_nobody_else_is_let_through_while_it_is_tried() -> None:
    asked = Asked()
    await worn_out(asked)
    await asked.clock.advance(30 * SECOND)
    begun = asyncio.Event()

    async def hang(_: int) -> Reply:
        begun.set()
        await asyncio.Event().wait()
        return SAID

    trial = asyncio.create_task(asked.breaker.guarded(hang, attempts=4, deadline=Deadline.after(60 * SECOND)))
    await begun.wait()
    other = await asked.told(SAID)
    assert isinstance(other, Failure)
    assert "being tried again" in other.sentence
    trial.cancel()
    await asyncio.gather(trial, return_exceptions=True)
    assert await asked.told(SAID) == SAID


async def silent(_: int) -> Reply:
    await asyncio.Event().wait()
    return SAID


@pytest.mark.parametrize(("fair", "kind"), [(timedelta(0), Failure), (15 * SECOND, Reply)])
async def test_silence_counts_where_there_was_time_to_answer(fair: timedelta, kind: type) -> None:
    asked = Asked(fair)
    for _ in range(8):
        deadline = Deadline.after(timedelta(milliseconds=20))
        with pytest.raises(TimedOut):
            async with deadline.guard():
                await asked.breaker.guarded(silent, attempts=4, deadline=deadline)
    assert isinstance(await asked.told(SAID), kind)
