from datetime import datetime, timedelta

import pytest

from gossamer.ports.renderings import RenderOutcome
from gossamer.store.database import Database
from gossamer.store.renderings import SqlRenderMemory
from tests.contracts.jobs import DAY, HOUR, NOON

SITE, PATTERN = "https://e.org:443", "/blog/*"
EVER = NOON - timedelta(days=365)


@pytest.fixture
def memory(database: Database) -> SqlRenderMemory:
    return SqlRenderMemory(database)


async def known_of(memory: SqlRenderMemory, not_before: datetime = EVER) -> tuple[RenderOutcome, ...]:
    return (await memory.outcomes(SITE, PATTERN, "t", not_before=not_before)).here


async def test_of_a_page_nobody_looked_at_nothing_is_known(memory: SqlRenderMemory) -> None:
    assert await known_of(memory) == ()


async def test_looks_with_one_outcome_are_counted(memory: SqlRenderMemory) -> None:
    for _ in range(3):
        await memory.learn(SITE, PATTERN, "t", dynamic=False, now=NOON)
    [known] = await known_of(memory)
    assert known == RenderOutcome("t", dynamic=False, looks=3, looked_at=NOON)


async def test_another_outcome_begins_the_count_anew(memory: SqlRenderMemory) -> None:
    await memory.learn(SITE, PATTERN, "t", dynamic=False, now=NOON)
    await memory.learn(SITE, PATTERN, "t", dynamic=False, now=NOON)
    await memory.learn(SITE, PATTERN, "t", dynamic=True, now=NOON + HOUR)
    [known] = await known_of(memory)
    assert known == RenderOutcome("t", dynamic=True, looks=1, looked_at=NOON + HOUR)


async def test_templates_patterns_and_hosts_are_kept_apart_and_the_latest_comes_first(memory: SqlRenderMemory) -> None:
    await memory.learn(SITE, PATTERN, "a", dynamic=True, now=NOON)
    await memory.learn(SITE, PATTERN, "b", dynamic=False, now=NOON + HOUR)
    await memory.learn(SITE, "/shop/*", "c", dynamic=True, now=NOON)
    await memory.learn("https://other.org:443", PATTERN, "d", dynamic=True, now=NOON)
    assert [one.template for one in await known_of(memory)] == ["b", "a"]


async def test_an_outcome_that_is_too_old_is_left_out_and_goes_in_the_end(memory: SqlRenderMemory) -> None:
    await memory.learn(SITE, PATTERN, "old", dynamic=True, now=NOON)
    assert await known_of(memory, not_before=NOON + HOUR) == ()
    await memory.learn(SITE, PATTERN, "new", dynamic=True, now=NOON + 40 * DAY)
    assert [one.template for one in await known_of(memory)] == ["new"]


async def test_what_a_template_brought_under_other_patterns_of_the_host_is_known(memory: SqlRenderMemory) -> None:
    await memory.learn(SITE, PATTERN, "t", dynamic=True, now=NOON)
    await memory.learn(SITE, "/shop/*", "t", dynamic=False, now=NOON)
    await memory.learn(SITE, "/shop/*", "another", dynamic=True, now=NOON)
    await memory.learn("https://other.org:443", "/shop/*", "t", dynamic=True, now=NOON)
    known = await memory.outcomes(SITE, PATTERN, "t", not_before=EVER)
    assert known.elsewhere == (RenderOutcome("t", dynamic=False, looks=1, looked_at=NOON),)
