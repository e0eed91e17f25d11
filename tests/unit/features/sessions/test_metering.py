"""What sessions cost, and that nobody has one longer than their credits last."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from gossamer.core.errors import OutOfCredits, TimedOut
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import EndReason, SessionSpec
from gossamer.features.sessions import LocalSession
from gossamer.store.schema import credit_accounts
from tests.contracts.credits import account, bound, make_team
from tests.unit.features.sessions.world import KEY, MINUTE, SECOND, Process, soon

LONG = SessionSpec(lifetime=timedelta(hours=1), idle=timedelta(hours=1))


async def metered(process: Process, allowance: int, *, prompted: bool = False) -> LocalSession:
    """Open a session of a team that has *allowance* credits."""
    team = await make_team(process.database)
    now = process.clock.now()
    await bound(process.database, team, allowance, now=now)
    price = process.sessions.meter.first_minute(prompted=prompted)
    reservation = await process.credits.reserve(team, KEY, price, now=now, until=now + 3 * MINUTE)
    return await process.open(team_id=team, spec=LONG, prompted=prompted, reservation=reservation)


@pytest.mark.parametrize(
    ("seconds", "prompted", "credits_used"),
    [(0, False, 2), (1, True, 7), (60, False, 2), (61, False, 3), (90, True, 11), (600, True, 70), (599.5, False, 20)],
)
def test_a_session_costs_by_the_second_and_one_minute_at_least(
    seconds: float, *, prompted: bool, credits_used: int
) -> None:
    assert PriceTable().session(timedelta(seconds=seconds), prompted=prompted) == credits_used


async def test_a_session_is_charged_for_as_long_as_it_was_open(process: Process) -> None:
    held = await process.open(spec=LONG)
    await process.pass_time(150 * SECOND)
    ended = await process.sessions.end(held, EndReason.ASKED)
    assert ended is not None
    assert ended.credits == 5


async def test_one_prompt_sets_the_price_of_the_whole_session(process: Process) -> None:
    held = await process.open(spec=LONG)
    await process.pass_time(MINUTE)
    async with process.sessions.driving(held, soon(), prompted=True):
        pass
    await process.pass_time(MINUTE)
    ended = await process.sessions.end(held, EndReason.ASKED)
    assert ended is not None
    assert ended.credits == 14


async def test_a_minute_is_set_aside_before_it_begins(process: Process) -> None:
    held = await metered(process, 100)
    team = held.session.team_id
    assert await account(process.database, team) == (0, 2)
    await process.pass_time(40 * SECOND)
    assert await account(process.database, team) == (0, 2)
    await process.pass_time(10 * SECOND)
    assert await account(process.database, team) == (0, 4)
    await process.pass_time(10 * MINUTE)
    assert await account(process.database, team) == (0, 24)
    await process.sessions.end(held, EndReason.ASKED)
    assert await account(process.database, team) == (22, 0)


async def test_a_session_ends_when_its_credits_do_and_never_costs_more(process: Process) -> None:
    held = await metered(process, 5)
    await process.pass_time(10 * MINUTE)
    stored = await process.stored(held)
    assert stored.end_reason is EndReason.CREDITS
    used, reserved = await account(process.database, held.session.team_id)
    assert (used, reserved) == (stored.credits, 0)
    assert 2 < used <= 5


async def test_a_prompt_that_cannot_be_paid_is_refused_and_the_session_goes_on(process: Process) -> None:
    held = await metered(process, 6)
    with pytest.raises(OutOfCredits):
        async with process.sessions.driving(held, soon(), prompted=True):
            pytest.fail("it was not paid for")
    async with process.sessions.driving(held, soon()):
        pass
    assert not (await process.stored(held)).prompted


async def test_a_page_that_does_not_open_costs_nothing(process: Process) -> None:
    process.browsers.failure = TimedOut("The page was not ready.")
    with pytest.raises(TimedOut):
        await metered(process, 10)
    process.browsers.failure = None
    [team] = await teams_with_an_account(process)
    assert await account(process.database, team) == (0, 0)


async def test_who_comes_second_gets_back_what_was_set_aside(process: Process) -> None:
    held = await metered(process, 100)
    team, now = held.session.team_id, process.clock.now()
    reservation = await process.credits.reserve(team, KEY, 7, now=now, until=now + MINUTE)
    again = await process.open(session_id=held.session.session_id, team_id=team, reservation=reservation)
    assert again is held
    assert await account(process.database, team) == (0, 2)


async def test_a_session_of_a_dead_process_gives_back_what_was_set_aside(process: Process, other: Process) -> None:
    held = await metered(process, 100, prompted=True)
    await process.pass_time(30 * SECOND)
    await other.pass_time(2 * MINUTE)
    assert (await process.stored(held)).end_reason is EndReason.LOST
    assert await account(process.database, held.session.team_id) == (7, 0)


async def teams_with_an_account(process: Process) -> list[str]:
    return list(await process.database.read(lambda c: c.execute(select(credit_accounts.c.owner_id)).scalars().all()))
