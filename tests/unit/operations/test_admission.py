import asyncio
import time
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, Overloaded
from gossamer.operations import Admission

MINUTE = timedelta(minutes=1)


class Scrape:
    """Holds a place from *begun* until it is told to *end*."""

    def __init__(self, admission: Admission, team: str = "team", deadline: Deadline | None = None) -> None:
        self.begun = asyncio.Event()
        self.end = asyncio.Event()
        self.task = asyncio.create_task(self._run(admission, team, deadline or Deadline.after(MINUTE)))

    async def _run(self, admission: Admission, team: str, deadline: Deadline) -> None:
        async with admission.place(team, deadline):
            self.begun.set()
            await self.end.wait()


async def begun(*scrapes: Scrape) -> list[bool]:
    """Return which of *scrapes* hold a place once everybody had a turn."""
    for _ in range(10):
        await asyncio.sleep(0)
    return [scrape.begun.is_set() for scrape in scrapes]


async def ended(*scrapes: Scrape) -> None:
    for scrape in scrapes:
        scrape.end.set()
    await asyncio.gather(*(scrape.task for scrape in scrapes))


async def test_as_many_run_as_there_are_places_and_the_rest_follow_in_order() -> None:
    admission = Admission(at_once=2, team_at_once=2)
    scrapes = [Scrape(admission) for _ in range(4)]
    assert await begun(*scrapes) == [True, True, False, False]
    await ended(scrapes[1])
    assert await begun(*scrapes) == [True, True, True, False]
    await ended(*scrapes)


async def test_one_teams_line_stands_before_no_other_team() -> None:
    admission = Admission(at_once=3, team_at_once=2)
    many, one = [Scrape(admission, "many") for _ in range(5)], Scrape(admission, "one")
    assert await begun(*many, one) == [True, True, False, False, False, True]
    await ended(*many, one)


async def test_teams_together_take_no_more_than_the_process_has() -> None:
    admission = Admission(at_once=3, team_at_once=2)
    scrapes = [Scrape(admission, team) for team in "aabb"]
    assert await begun(*scrapes) == [True, True, True, False]
    await ended(*scrapes)


@pytest.mark.parametrize(
    ("admission", "setting"),
    [
        (Admission(at_once=9, team_at_once=1), "GOSSAMER_TEAM_SCRAPES_AT_ONCE"),
        (Admission(at_once=1, team_at_once=9), "GOSSAMER_SCRAPES_AT_ONCE"),
    ],
    ids=["team", "process"],
)
async def test_a_full_line_refuses_at_once_and_names_the_setting(admission: Admission, setting: str) -> None:
    scrapes = [Scrape(admission) for _ in range(5)]
    assert await begun(*scrapes) == [True, False, False, False, False]
    with pytest.raises(Overloaded, match=f" {setting}"):
        await Scrape(admission).task
    await ended(*scrapes)
    await ended(Scrape(admission))


async def test_waiting_ends_while_there_is_still_time_to_say_so() -> None:
    admission = Admission(at_once=1, team_at_once=1)
    holder = Scrape(admission)
    await holder.begun.wait()
    late = Deadline(time.monotonic() + 20.05, MINUTE)
    with pytest.raises(NoPlaceFree, match="timeout of 60 seconds"):
        await Scrape(admission, deadline=late).task
    await ended(holder)


async def test_who_gives_up_waiting_leaves_the_line() -> None:
    admission = Admission(at_once=1, team_at_once=1)
    holder, leaver, patient = (Scrape(admission) for _ in range(3))
    assert await begun(holder, leaver, patient) == [True, False, False]
    leaver.task.cancel()
    await ended(holder)
    assert await begun(leaver, patient) == [False, True]
    await ended(patient)


async def test_a_scrape_that_fails_gives_its_place_back() -> None:
    admission = Admission(at_once=1, team_at_once=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            async with admission.place("team", Deadline.after(MINUTE)):
                raise ZeroDivisionError


async def test_teams_that_are_gone_are_forgotten() -> None:
    admission = Admission(at_once=10, team_at_once=1)
    async with AsyncExitStack() as stack:
        for team in "abc":
            await stack.enter_async_context(admission.place(team, Deadline.after(MINUTE)))
        assert len(admission._teams) == 3
    assert admission._teams == {}
