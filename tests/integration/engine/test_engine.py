"""The engine in one process, over real DBOS; the same on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, text

from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.engine import Engine
from gossamer.engine.database import connect, workflows_table
from gossamer.store.database import open_engine
from tests.integration.engine.chains import Chains, no_deliveries
from tests.integration.engine.conftest import Place

both = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


class Turns(asyncio.Queue[Ticket]):
    """A lane handler that remembers its tickets; the turns of teams in *busy* last until they are cut off."""

    def __init__(self, busy: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self._busy = busy
        self.cut_off: list[Ticket] = []

    async def run(self, ticket: Ticket) -> None:
        self.put_nowait(ticket)
        if ticket.team_id in self._busy:
            try:
                await asyncio.Event().wait()
            finally:
                self.cut_off.append(ticket)


async def enqueue(place: Place, engine: Engine, *tickets: Ticket, after: timedelta = timedelta(0)) -> None:
    def write(connection: Connection) -> None:
        for ticket in tickets:
            engine.dispatch.lane(connection, ticket, after=after)

    await engine.dispatch.ready()
    await place.database.write(write, patience=timedelta(seconds=30))


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    while not await condition():  # noqa: ASYNC110 - a database sets no event
        await asyncio.sleep(0.02)


async def statement(place: Place, sql: str, **values: Any) -> list[Any]:
    """Run a statement on the engine's tables, as if somebody else had."""
    engine = connect(place.url, open_engine)
    try:
        with engine.begin() as connection:
            result = connection.execute(text(sql.replace("WORKFLOWS", workflows_table(engine))), values)
            return list(result.all()) if result.returns_rows else []
    finally:
        engine.dispose()


@both
async def test_a_chain_of_turns_writes_every_page_once(place: Place) -> None:
    engine = place.engine()
    chains = Chains(place.database, engine.dispatch, page_seconds=0)
    await chains.make_tables()
    async with engine.running(lane=chains.run, delivery=no_deliveries):
        await chains.start("job", "team", pages=50)
        await until(lambda: is_done(chains, 50))
    assert await chains.pages("job") == list(range(1, 51))


async def is_done(chains: Chains, pages: int) -> bool:
    return await chains.done("job") == pages


@both
async def test_what_is_rolled_back_was_never_enqueued(place: Place) -> None:
    engine, turns = place.engine(), Turns()

    def fail(connection: Connection) -> None:
        engine.dispatch.lane(connection, Ticket("rolled back", "team", 0, 1))
        raise LookupError

    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await engine.dispatch.ready()
        with pytest.raises(LookupError):
            await place.database.write(fail)
        await enqueue(place, engine, Ticket("committed", "team", 0, 1))
        assert (await turns.get()).job_id == "committed"
    assert turns.empty()
    assert await statement(place, "SELECT workflow_uuid FROM WORKFLOWS") == [("committed-0-1",)]


async def test_the_connection_of_the_store_is_given_back_as_it_was(place: Place) -> None:
    engine = place.engine()

    def write(connection: Connection) -> bool:
        before = connection.get_execution_options()
        engine.dispatch.lane(connection, Ticket("job", "team", 0, 1))
        after = connection.get_execution_options()
        return {name: after.get(name) for name in before} == dict(before) and not after.get("schema_translate_map")

    async with engine.running(lane=Turns().run, delivery=no_deliveries):
        await engine.dispatch.ready()
        assert await place.database.write(write)


@both
async def test_a_ticket_that_is_enqueued_twice_is_one_turn(place: Place) -> None:
    engine, turns = place.engine(), Turns()
    ticket, last = Ticket("job", "team", 0, 1), Ticket("job", "team", 0, 2)
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await enqueue(place, engine, ticket)
        assert await turns.get() == ticket
        await enqueue(place, engine, ticket, last)
        assert await turns.get() == last
    assert turns.empty()


@both
async def test_a_delayed_turn_does_not_begin_before_its_time(place: Place) -> None:
    engine, turns = place.engine(), Turns()
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        began = asyncio.get_running_loop().time()
        await enqueue(place, engine, Ticket("later", "team", 0, 1), after=timedelta(seconds=1))
        await turns.get()
        assert asyncio.get_running_loop().time() - began >= 1


async def test_deliveries_have_a_handler_of_their_own(place: Place) -> None:
    engine, turns = place.engine(), Turns()
    delivered: asyncio.Queue[DeliveryTicket] = asyncio.Queue()
    ticket = DeliveryTicket("job", "team", 7)
    async with engine.running(lane=turns.run, delivery=delivered.put):
        await engine.dispatch.ready()
        await place.database.write(lambda connection: engine.dispatch.delivery(connection, ticket))
        assert await delivered.get() == ticket


async def test_a_turn_that_fails_ends_and_hinders_no_other(place: Place) -> None:
    engine, turns = place.engine(), Turns()

    async def run(ticket: Ticket) -> None:
        await turns.run(ticket)
        if ticket.turn == 1:
            raise ZeroDivisionError

    async with engine.running(lane=run, delivery=no_deliveries):
        await enqueue(place, engine, Ticket("job", "team", 0, 1))
        await turns.get()
        await enqueue(place, engine, Ticket("job", "team", 0, 2))
        await turns.get()
        await until(lambda: nothing_alive(engine, "job-0-1", "job-0-2"))


async def nothing_alive(engine: Engine, *names: str) -> bool:
    return not await engine.alive(names)


async def test_a_turn_that_finds_no_database_is_tried_again(place: Place) -> None:
    engine, turns = place.engine(), Turns()

    async def run(ticket: Ticket) -> None:
        await turns.run(ticket)
        if turns.qsize() == 1:
            raise DatabaseUnavailable("away")

    async with engine.running(lane=run, delivery=no_deliveries):
        await enqueue(place, engine, Ticket("job", "team", 0, 1))
        await until(lambda: nothing_alive(engine, "job-0-1"))
    assert turns.qsize() == 2


@both
async def test_a_team_with_hundreds_of_turns_does_not_keep_another_waiting(place: Place) -> None:
    engine, turns = place.engine(lanes=2), Turns(busy=frozenset({"greedy"}))
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await enqueue(place, engine, *(Ticket(f"job {number}", "greedy", 0, 1) for number in range(300)))
        assert [(await turns.get()).team_id for _ in range(2)] == ["greedy", "greedy"]
        await enqueue(place, engine, Ticket("small job", "modest", 0, 1))
        assert (await turns.get()).team_id == "modest"


async def test_a_job_that_ended_is_cut_off_alone_and_for_good(place: Place) -> None:
    engine, turns = place.engine(), Turns(busy=frozenset({"team"}))
    ended, other = Ticket("ended", "team", 0, 1), Ticket("other", "team", 0, 1)
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await enqueue(place, engine, ended, other)
        await turns.get()
        await turns.get()
        engine.interrupt("ended")
        await until(lambda: nothing_alive(engine, ended.name))
        assert turns.cut_off == [ended]
        assert await engine.alive([other.name]) == {other.name}


@both
async def test_who_leaves_cuts_its_turns_off_and_the_next_life_takes_them_up(place: Place) -> None:
    first, before = place.engine(), Turns(busy=frozenset({"team"}))
    ticket = Ticket("job", "team", 0, 1)
    async with first.running(lane=before.run, delivery=no_deliveries):
        await enqueue(place, first, ticket)
        await before.get()
    assert before.cut_off == [ticket]
    assert await statement(place, "SELECT status FROM WORKFLOWS") == [("ENQUEUED",)]
    assert await statement(place, "SELECT * FROM engine_executors") == []
    second, after = place.engine(), Turns()
    async with second.running(lane=after.run, delivery=no_deliveries):
        assert await after.get() == ticket


@both
@pytest.mark.parametrize(
    "executor", ["serve@elsewhere", "serve.1@MACHINE"], ids=["on another machine", "that left its slot free"]
)
async def test_the_turns_of_an_executor_that_died_are_taken_over(place: Place, executor: str) -> None:
    engine, turns = place.engine(), Turns()
    ticket = Ticket("job", "team", 0, 1)
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await enqueue(place, engine, ticket)
        await turns.get()
        await until(lambda: nothing_alive(engine, ticket.name))
        [(me,)] = await statement(place, "SELECT executor_id FROM engine_executors")
        (place.home / "engine" / "serve.1.lock").touch()
        died = executor.replace("MACHINE", me.partition("@")[2])
        await statement(place, "INSERT INTO engine_executors VALUES (:id, 'x', 5)", id=died)
        begun = "UPDATE WORKFLOWS SET status = 'PENDING', executor_id = :id, owner_xid = 'x'"
        await statement(place, begun, id=died)
        assert await turns.get() == ticket
        await until(lambda: only_one_executor(place))


async def only_one_executor(place: Place) -> bool:
    return len(await statement(place, "SELECT executor_id FROM engine_executors")) == 1


async def test_a_turn_that_was_claimed_and_never_begun_is_queued_again(place: Place) -> None:
    engine, turns = place.engine(), Turns()
    ticket = Ticket("job", "team", 0, 1)
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await enqueue(place, engine, ticket)
        await turns.get()
        await until(lambda: nothing_alive(engine, ticket.name))
        await statement(place, "UPDATE WORKFLOWS SET status = 'PENDING', owner_xid = 'x'")
        assert await turns.get() == ticket


async def test_an_engine_whose_id_another_process_took_is_not_well_and_claims_nothing_more(place: Place) -> None:
    engine, turns = place.engine(), Turns()
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await until(engine.answers)
        await statement(place, "UPDATE engine_executors SET incarnation = 'somebody else'")
        await until(lambda: is_unwell(engine))
        await enqueue(place, engine, Ticket("job", "team", 0, 1))
    assert turns.empty()
    assert await statement(place, "SELECT status FROM WORKFLOWS") == [("ENQUEUED",)]


async def is_unwell(engine: Engine) -> bool:
    return not await engine.answers()


@both
async def test_turns_that_ended_long_ago_are_forgotten(place: Place) -> None:
    engine, turns = place.engine(), Turns(busy=frozenset({"busy"}))
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        await until(engine.answers)
        await enqueue(place, engine, Ticket("ended", "team", 0, 1), Ticket("running", "busy", 0, 1))
        await turns.get()
        await turns.get()
        await until(lambda: nothing_alive(engine, "ended-0-1"))
        await engine.forget(before=datetime.now(UTC) - timedelta(hours=1))
        assert len(await statement(place, "SELECT 1 FROM WORKFLOWS")) == 2
        await engine.forget(before=datetime.now(UTC) + timedelta(hours=1))
        assert await statement(place, "SELECT workflow_uuid FROM WORKFLOWS") == [("running-0-1",)]


async def test_an_engine_on_demand_sleeps_until_work_is_queued(place: Place) -> None:
    turns = Turns()
    engine = place.engine(on_demand=True)
    async with engine.running(lane=turns.run, delivery=no_deliveries):
        assert await engine.answers()
        assert engine.open_lanes == 0
        await enqueue(place, engine, Ticket("job", "team", 0, 0))
        assert await turns.get() == Ticket("job", "team", 0, 0)
        assert await engine.answers()


async def test_an_engine_on_demand_wakes_for_what_an_earlier_one_left(place: Place) -> None:
    first = Turns(busy=frozenset({"team"}))
    left = Ticket("job", "team", 0, 0)
    async with (engine := place.engine()).running(lane=first.run, delivery=no_deliveries):
        await enqueue(place, engine, left)
        await first.get()
    second = Turns()
    async with place.engine(on_demand=True).running(lane=second.run, delivery=no_deliveries):
        assert await second.get() == left


async def test_an_engine_that_slept_leaves_without_having_launched(place: Place) -> None:
    async with (engine := place.engine()).running(lane=Turns().run, delivery=no_deliveries):
        await until(engine.answers)
    before = await statement(place, "SELECT incarnation, beats FROM engine_executors")
    async with place.engine(on_demand=True).running(lane=Turns().run, delivery=no_deliveries):
        pass
    assert await statement(place, "SELECT incarnation, beats FROM engine_executors") == before
