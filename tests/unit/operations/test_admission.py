import asyncio
import random
import time
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from gossamer.core.access import NO_LIMITS, Limits, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, Overloaded
from gossamer.operations import Admission
from gossamer.operations.admission import Presence
from tests.memory_places import free_places

MINUTE = timedelta(minutes=1)


class Scrape:
    """Holds a place from *begun* until it is told to *end*."""

    def __init__(
        self,
        admission: Admission,
        team: str = "team",
        deadline: Deadline | None = None,
        limits: Limits = NO_LIMITS,
    ) -> None:
        self.waited = timedelta(0)
        self.begun = asyncio.Event()
        self.end = asyncio.Event()
        self.task = asyncio.create_task(self._run(admission, of(team, limits), deadline or Deadline.after(MINUTE)))

    async def _run(self, admission: Admission, caller: Principal, deadline: Deadline) -> None:
        async with admission.place(caller, deadline) as self.waited:
            self.begun.set()
            await self.end.wait()


def of(team: str, limits: Limits = NO_LIMITS) -> Principal:
    return Principal(team, f"key of {team}", limits=limits)


def admits(*, at_once: int, team_at_once: int) -> Admission:
    return Admission(at_once=at_once, team_at_once=team_at_once, places=free_places())


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
    admission = admits(at_once=2, team_at_once=2)
    scrapes = [Scrape(admission) for _ in range(4)]
    assert await begun(*scrapes) == [True, True, False, False]
    await ended(scrapes[1])
    assert await begun(*scrapes) == [True, True, True, False]
    await ended(*scrapes)


async def test_one_teams_line_stands_before_no_other_team() -> None:
    admission = admits(at_once=3, team_at_once=2)
    many, one = [Scrape(admission, "many") for _ in range(5)], Scrape(admission, "one")
    assert await begun(*many, one) == [True, True, False, False, False, True]
    await ended(*many, one)


async def test_teams_together_take_no_more_than_the_process_has() -> None:
    admission = admits(at_once=3, team_at_once=2)
    scrapes = [Scrape(admission, team) for team in "aabb"]
    assert await begun(*scrapes) == [True, True, True, False]
    await ended(*scrapes)


@pytest.mark.parametrize(
    ("admission", "setting"),
    [
        (admits(at_once=9, team_at_once=1), "GOSSAMER_TEAM_SCRAPES_AT_ONCE"),
        (admits(at_once=1, team_at_once=9), "GOSSAMER_SCRAPES_AT_ONCE"),
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
    admission = admits(at_once=1, team_at_once=1)
    holder = Scrape(admission)
    await holder.begun.wait()
    late = Deadline(time.monotonic() + 20.05, MINUTE)
    with pytest.raises(NoPlaceFree, match="timeout of 60 seconds"):
        await Scrape(admission, deadline=late).task
    await ended(holder)


async def test_who_gives_up_waiting_leaves_the_line() -> None:
    admission = admits(at_once=1, team_at_once=1)
    holder, leaver, patient = (Scrape(admission) for _ in range(3))
    assert await begun(holder, leaver, patient) == [True, False, False]
    leaver.task.cancel()
    await ended(holder)
    assert await begun(leaver, patient) == [False, True]
    await ended(patient)


async def test_a_scrape_that_fails_gives_its_place_back() -> None:
    admission = admits(at_once=1, team_at_once=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            async with admission.place(of("team"), Deadline.after(MINUTE)):
                raise ZeroDivisionError


async def test_teams_that_are_gone_are_forgotten() -> None:
    admission = admits(at_once=10, team_at_once=1)
    async with AsyncExitStack() as stack:
        for team in "abc":
            await stack.enter_async_context(admission.place(of(team), Deadline.after(MINUTE)))
        assert len(admission._lines) == 3
    assert admission._lines == {}


async def test_a_teams_own_bound_takes_the_place_of_the_deployments() -> None:
    admission = admits(at_once=9, team_at_once=2)
    small = [Scrape(admission, "small", limits=Limits(team_concurrency=1)) for _ in range(2)]
    large = [Scrape(admission, "large", limits=Limits(team_concurrency=3)) for _ in range(4)]
    assert await begun(*small, *large) == [True, False, True, True, True, False]
    await ended(*small, *large)


async def test_a_key_waits_for_its_own_place_and_leaves_the_teams_to_others() -> None:
    admission = admits(at_once=9, team_at_once=2)
    bounded = [Scrape(admission, limits=Limits(key_concurrency=1)) for _ in range(3)]
    assert await begun(*bounded) == [True, False, False]
    other = Scrape(admission)
    assert await begun(other) == [True]
    await ended(other, *bounded)


async def test_a_bound_that_was_changed_holds_for_those_who_come_and_those_who_wait() -> None:
    admission = admits(at_once=9, team_at_once=9)
    early = [Scrape(admission, limits=Limits(team_concurrency=1)) for _ in range(3)]
    assert await begun(*early) == [True, False, False]
    late = Scrape(admission, limits=Limits(team_concurrency=3))
    assert await begun(*early, late) == [True, True, True, False]
    last = Scrape(admission, limits=Limits(team_concurrency=1))
    await ended(*early[:2])
    assert await begun(early[2], late, last) == [True, False, False]
    await ended(*early, late, last)


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        (Limits(team_concurrency=1), "1 pages of this team are under way.*raise the team's concurrency"),
        (Limits(key_concurrency=1), "1 pages of this API key are under way.*/dashboard/keys"),
    ],
    ids=["team", "key"],
)
async def test_who_waits_in_vain_is_told_whose_limit_it_is_and_who_can_raise_it(limits: Limits, told: str) -> None:
    admission = admits(at_once=9, team_at_once=9)
    holder = Scrape(admission, limits=limits)
    await holder.begun.wait()
    short = Deadline.after(timedelta(milliseconds=30))
    with pytest.raises(NoPlaceFree, match=told):
        await Scrape(admission, deadline=short, limits=limits).task
    await ended(holder)


async def test_it_is_told_how_long_a_place_was_waited_for() -> None:
    admission = admits(at_once=9, team_at_once=1)
    first, second = Scrape(admission), Scrape(admission)
    assert await begun(first, second) == [True, False]
    await ended(first)
    await ended(second)
    assert first.waited == timedelta(0)
    assert second.waited > timedelta(0)


async def test_a_team_is_told_what_it_has_here() -> None:
    admission = admits(at_once=9, team_at_once=2)
    scrapes = [Scrape(admission) for _ in range(5)]
    await begun(*scrapes)
    assert admission.presence("team") == Presence(under_way=2, waiting=3)
    assert admission.presence("other") == Presence()
    await ended(*scrapes)
    assert admission.presence("team") == Presence()


async def test_places_survive_any_order_of_coming_leaving_and_giving_up() -> None:
    admission = admits(at_once=3, team_at_once=2)
    chance = random.Random(4)
    scrapes: list[Scrape] = []
    for _ in range(400):
        match chance.randrange(3):
            case 0:
                limits = Limits(key_concurrency=chance.choice((1, 2)))
                scrapes.append(Scrape(admission, chance.choice("ab"), limits=limits))
            case 1 if scrapes:
                chance.choice(scrapes).task.cancel()
            case _ if scrapes:
                chance.choice(scrapes).end.set()
        if chance.random() < 0.5:
            await asyncio.sleep(0)
        scrapes = [scrape for scrape in scrapes if not scrape.task.done()]
    for scrape in scrapes:
        scrape.end.set()
    await asyncio.gather(*(scrape.task for scrape in scrapes), return_exceptions=True)
    assert admission._lines == {}
    assert admission._everybody.taken == admission._everybody.waiting == 0
