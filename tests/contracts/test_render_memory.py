from datetime import datetime, timedelta

import pytest

from gossamer.store.database import Database
from gossamer.store.renderings import RenderMemory, RenderOutcome
from tests.contracts.jobs import DAY, HOUR, NOON

SITE, PATTERN = "https://e.org:443", "/blog/*"
EVER = NOON - timedelta(days=365)


@pytest.fixture
def memory(database: Database) -> RenderMemory:
    return RenderMemory(database)


async def known_of(memory: RenderMemory, not_before: datetime = EVER) -> tuple[RenderOutcome, ...]:
    return (await memory.outcomes(SITE, PATTERN, "t", not_before=not_before)).here


def outcome(template: str = "t", *, dynamic: bool, now: datetime = NOON, looks: int = 1) -> RenderOutcome:
    return RenderOutcome("team", PATTERN, template, dynamic, looks, now)


def elsewhere(template: str, *, dynamic: bool) -> RenderOutcome:
    return RenderOutcome("team", "/shop/*", template, dynamic, 1, NOON)


async def test_of_a_page_nobody_looked_at_nothing_is_known(memory: RenderMemory) -> None:
    assert await known_of(memory) == ()


async def test_looks_with_one_outcome_are_counted(memory: RenderMemory) -> None:
    for _ in range(3):
        await memory.learn(SITE, outcome(dynamic=False))
    assert await known_of(memory) == (outcome(dynamic=False, looks=3),)


async def test_another_outcome_begins_the_count_anew(memory: RenderMemory) -> None:
    await memory.learn(SITE, outcome(dynamic=False))
    await memory.learn(SITE, outcome(dynamic=False))
    await memory.learn(SITE, outcome(dynamic=True, now=NOON + HOUR))
    assert await known_of(memory) == (outcome(dynamic=True, now=NOON + HOUR),)


async def test_an_outcome_without_a_look_replaces_none_but_its_like(memory: RenderMemory) -> None:
    await memory.learn(SITE, outcome(dynamic=False, looks=0))
    await memory.learn(SITE, outcome(dynamic=False, looks=0, now=NOON + HOUR))
    assert await known_of(memory) == (outcome(dynamic=False, looks=0, now=NOON + HOUR),)
    await memory.learn(SITE, outcome(dynamic=True, now=NOON))
    await memory.learn(SITE, outcome(dynamic=False, looks=0, now=NOON + HOUR))
    assert await known_of(memory) == (outcome(dynamic=True, now=NOON),)


async def test_outcomes_of_teams_are_kept_apart(memory: RenderMemory) -> None:
    other = RenderOutcome("other", PATTERN, "t", True, 1, NOON + HOUR)
    await memory.learn(SITE, outcome(dynamic=False))
    await memory.learn(SITE, other)
    assert await known_of(memory) == (other, outcome(dynamic=False))


async def test_templates_patterns_and_hosts_are_kept_apart_and_the_latest_comes_first(memory: RenderMemory) -> None:
    await memory.learn(SITE, outcome("a", dynamic=True))
    await memory.learn(SITE, outcome("b", dynamic=False, now=NOON + HOUR))
    await memory.learn(SITE, elsewhere("c", dynamic=True))
    await memory.learn("https://other.org:443", outcome("d", dynamic=True))
    assert [one.template for one in await known_of(memory)] == ["b", "a"]


async def test_an_outcome_that_is_too_old_is_left_out_and_goes_in_the_end(memory: RenderMemory) -> None:
    await memory.learn(SITE, outcome("old", dynamic=True))
    assert await known_of(memory, not_before=NOON + HOUR) == ()
    await memory.learn(SITE, outcome("new", dynamic=True, now=NOON + 40 * DAY))
    assert [one.template for one in await known_of(memory)] == ["new"]


async def test_what_a_template_brought_under_other_patterns_of_the_host_is_known(memory: RenderMemory) -> None:
    await memory.learn(SITE, outcome(dynamic=True))
    await memory.learn(SITE, elsewhere("t", dynamic=False))
    await memory.learn(SITE, elsewhere("another", dynamic=True))
    await memory.learn("https://other.org:443", elsewhere("t", dynamic=True))
    known = await memory.outcomes(SITE, PATTERN, "t", not_before=EVER)
    assert known.elsewhere == (elsewhere("t", dynamic=False),)


async def test_the_outcomes_of_a_host_are_counted_and_forgotten(memory: RenderMemory) -> None:
    for site in ("https://e.org:443", "http://e.org:80", "https://sub.e.org:443", "https://e_org:443"):
        await memory.learn(site, outcome(dynamic=False))
        await memory.learn(site, outcome("came", dynamic=True))
        await memory.learn(site, outcome("failed", dynamic=False, looks=0))
    assert await memory.count_static() == (4, 4)
    assert await memory.forget("E.org") == 6
    assert await memory.count_static() == (2, 2)
