"""The breaker and the memory in front of a provider."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.searches import Freshness, Hit, SearchQuery, Source
from gossamer.ports.search import ProviderFailed, SearchAnswer
from gossamer.searchers import Unanswered
from gossamer.searchers.guarding import Breaker, Remembering
from gossamer.testing.clock import ManualClock
from tests.searching import query, soon

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)
FOUND = SearchAnswer((Hit("https://example.org/"),))
BROKEN = Unanswered("it failed (500).")
TOO_OFTEN = Unanswered("it was asked too often (429).", rest=5 * MINUTE)
BAD_QUERY = Unanswered("it did not accept this query (422).", own_fault=False)


class Told:
    """A provider that does what it is told, once each, and then answers."""

    name = "told"
    sources = frozenset({Source.WEB})

    def __init__(self, script: Sequence[SearchAnswer | Exception | asyncio.Event] = ()) -> None:
        self.script = list(script)
        self.asked = 0
        self.waits = asyncio.Event()

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        del query, team_id, deadline
        self.asked += 1
        match self.script.pop(0) if self.script else FOUND:
            case SearchAnswer() as answer:
                return answer
            case asyncio.Event() as event:
                self.waits.set()
                await event.wait()
                return FOUND
            case failure:
                raise failure


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


async def outcome(provider: Breaker | Remembering, deadline: Deadline | None = None) -> SearchAnswer | str:
    try:
        return await provider.search(query(), team_id="t", deadline=deadline or soon())
    except (ProviderFailed, TimedOut) as failure:
        return str(failure)


async def outcomes(provider: Breaker, count: int) -> list[SearchAnswer | str]:
    return [await outcome(provider) for _ in range(count)]


async def test_three_failures_in_a_row_open_it_for_half_a_minute(clock: ManualClock) -> None:
    told = Told([BROKEN] * 3)
    breaker = Breaker(told, clock)
    await outcomes(breaker, 3)
    assert await outcome(breaker) == "it rests until 12:00:30 UTC: it failed (500)."
    assert told.asked == 3
    await clock.advance(timedelta(seconds=30))
    assert await outcomes(breaker, 2) == [FOUND, FOUND]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (datetime(2026, 6, 1, 7, 36, 20, 400_000, UTC), "07:36:51 UTC"),
        (datetime(2026, 6, 1, 23, 59, 45, tzinfo=UTC), "2026-06-02 00:00:15 UTC"),
    ],
)
async def test_the_end_of_a_rest_is_told_to_the_second_and_never_as_past(now: datetime, told: str) -> None:
    clock = ManualClock(now)
    breaker = Breaker(Told([BROKEN] * 3), clock)
    await outcomes(breaker, 3)
    assert await outcome(breaker) == f"it rests until {told}: it failed (500)."


async def test_failures_that_are_not_in_a_row_do_not(clock: ManualClock) -> None:
    told = Told([BROKEN, BROKEN, FOUND, BROKEN, BROKEN, FOUND])
    await outcomes(Breaker(told, clock), 6)
    assert told.asked == 6


async def test_a_failure_that_names_a_rest_opens_it_at_once_and_for_so_long(clock: ManualClock) -> None:
    told = Told([TOO_OFTEN])
    breaker = Breaker(told, clock)
    await outcome(breaker)
    await clock.advance(5 * MINUTE - SECOND)
    with pytest.raises(
        ProviderFailed, match=r"it rests until 12:05:00 UTC: it was asked too often \(429\)\."
    ) as raised:
        await breaker.search(query(), team_id="t", deadline=soon())
    assert raised.value.rest == SECOND
    await clock.advance(SECOND)
    assert await outcome(breaker) == FOUND


async def test_after_a_rest_one_search_is_let_through_to_try(clock: ManualClock) -> None:
    answered = asyncio.Event()
    told = Told([TOO_OFTEN, answered])
    breaker = Breaker(told, clock)
    await outcome(breaker)
    await clock.advance(5 * MINUTE)
    trial = asyncio.create_task(outcome(breaker))
    await told.waits.wait()
    assert await outcome(breaker) == "it is being tried again after a rest: it was asked too often (429)."
    answered.set()
    assert await trial == FOUND
    assert await outcome(breaker) == FOUND


async def test_a_trial_that_fails_doubles_the_rest_up_to_ten_minutes(clock: ManualClock) -> None:
    told = Told([BROKEN] * 20)
    breaker = Breaker(told, clock)
    await outcomes(breaker, 3)
    for seconds in (30, 60, 120, 240, 480, 600, 600):
        await clock.advance(timedelta(seconds=seconds - 1))
        assert "rests until" in str(await outcome(breaker))
        await clock.advance(SECOND)
        assert await outcome(breaker) == "it failed (500)."


async def test_a_trial_that_is_given_up_leaves_the_next_one_to_try(clock: ManualClock) -> None:
    told = Told([TOO_OFTEN, asyncio.Event()])
    breaker = Breaker(told, clock)
    await outcome(breaker)
    await clock.advance(5 * MINUTE)
    trial = asyncio.create_task(outcome(breaker))
    await told.waits.wait()
    trial.cancel()
    await asyncio.wait([trial])
    assert await outcome(breaker) == FOUND


async def test_a_query_that_was_refused_does_not_open_it(clock: ManualClock) -> None:
    told = Told([BAD_QUERY] * 9)
    await outcomes(Breaker(told, clock), 9)
    assert told.asked == 9


async def test_who_had_no_time_to_answer_is_not_to_blame(clock: ManualClock) -> None:
    late = TimedOut("The time is over.")
    hurried, patient = Told([late] * 4), Told([late] * 4)
    breaker = Breaker(hurried, clock)
    for _ in range(4):
        await outcome(breaker, Deadline.after(2 * SECOND))
    await outcomes(Breaker(patient, clock), 4)
    assert (hurried.asked, patient.asked) == (4, 3)


async def test_setting_the_machine_s_clock_does_not_lengthen_a_rest(clock: ManualClock) -> None:
    told = Told([TOO_OFTEN])
    breaker = Breaker(told, clock)
    await outcome(breaker)
    clock.turn_back(timedelta(days=1))
    await clock.advance(5 * MINUTE)
    assert await outcome(breaker) == FOUND


async def test_the_same_search_is_asked_once_in_five_minutes(clock: ManualClock) -> None:
    told = Told()
    memory = Remembering(told, clock)
    assert [await outcome(memory), await outcome(memory)] == [FOUND, FOUND]
    assert told.asked == 1
    await clock.advance(5 * MINUTE)
    await outcome(memory)
    assert told.asked == 2


async def test_another_search_is_another_question(clock: ManualClock) -> None:
    told = Told()
    memory = Remembering(told, clock)
    for other in (query(), query(limit=5), query(country="de"), query("other"), query(source=Source.NEWS)):
        await memory.search(other, team_id="t", deadline=soon())
    assert told.asked == 5


async def test_the_last_day_is_the_same_search_a_moment_later(clock: ManualClock) -> None:
    told = Told()
    memory = Remembering(told, clock)
    day = query(freshness=Freshness(since=clock.now() - timedelta(days=1)))
    later = replace(day, freshness=Freshness(since=clock.now() + SECOND - timedelta(days=1)))
    for asked in (day, later):
        await memory.search(asked, team_id="t", deadline=soon())
    assert told.asked == 1


async def test_neither_failures_nor_incomplete_answers_are_remembered(clock: ManualClock) -> None:
    told = Told([BROKEN, SearchAnswer(FOUND.hits, ("some of its engines did not answer: google.",))])
    memory = Remembering(told, clock)
    for _ in range(3):
        await outcome(memory)
    assert told.asked == 3


async def test_what_is_remembered_is_bounded(clock: ManualClock) -> None:
    told = Told()
    memory = Remembering(told, clock)
    for number in range(257):
        await memory.search(query(f"q{number}"), team_id="t", deadline=soon())
    await memory.search(query("q256"), team_id="t", deadline=soon())
    assert told.asked == 257
    await memory.search(query("q0"), team_id="t", deadline=soon())
    assert told.asked == 258
