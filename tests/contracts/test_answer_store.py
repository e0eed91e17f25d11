"""The contract of AnswerStore: what a model answered about a page is there for whoever takes the page over."""

import pytest
from sqlalchemy import func, select

from gossamer.core.interaction import TokenUsage
from gossamer.ports.frontier import Chunk
from gossamer.ports.models import Written
from gossamer.store.database import Database
from gossamer.store.jobs import SqlAnswerStore
from gossamer.store.schema import model_answers
from tests.contracts.jobs import DAY, HOUR, NOON, TEAM, Bench, answers_lost, done, failed, found, take

# What a page has in it is nobody's choice: no text may be too strange to be kept.
SAID = Written({"name": "Kettle \x00 \ud800 ☕", "price": 39.9}, TokenUsage(2, 900, 100), "schema", ("/price",))
OTHER = Written(None, TokenUsage(1, 5, 5), "tool")


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


@pytest.fixture
def answers(database: Database) -> SqlAnswerStore:
    return SqlAnswerStore(database)


async def kept(bench: Bench) -> int:
    count = select(func.count()).select_from(model_answers)
    return await bench.database.read(lambda connection: connection.execute(count).scalar_one())


async def test_an_answer_is_known_for_its_question_about_its_page_of_its_job(
    bench: Bench, answers: SqlAnswerStore
) -> None:
    job, other = await bench.start(), await bench.start()
    await answers.keep(job.job_id, 1, "q", SAID)
    assert await answers.known(job.job_id, 1, "q") == SAID
    assert [
        await answers.known(*asked) for asked in ((job.job_id, 1, "r"), (job.job_id, 2, "q"), (other.job_id, 1, "q"))
    ] == [None] * 3


async def test_the_first_answer_stays_though_the_connection_is_lost_meanwhile(
    bench: Bench, answers: SqlAnswerStore
) -> None:
    job = await bench.start()
    with answers_lost(bench.database):
        await answers.keep(job.job_id, 1, "q", SAID)
    await answers.keep(job.job_id, 1, "q", OTHER)
    assert await answers.known(job.job_id, 1, "q") == SAID


async def test_of_a_job_that_has_ended_or_is_unknown_nothing_is_kept(bench: Bench, answers: SqlAnswerStore) -> None:
    job = await bench.start()
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    await answers.keep(job.job_id, 1, "q", SAID)
    await answers.keep("no such job", 1, "q", SAID)
    assert await kept(bench) == 0


async def test_what_was_answered_about_a_page_goes_when_the_page_is_settled(
    bench: Bench, answers: SqlAnswerStore
) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"))
    turn = await bench.begin(job, plan=take(3))
    for entry in turn.entries:
        await answers.keep(job.job_id, entry.position, "q", SAID)
    had, not_had, waits = turn.entries
    page, failure = done(had, tokens=7), failed(not_had)
    assert failure.record is not None
    await bench.commit(job, Chunk(done=[page], failed=[failure]))
    left = [await answers.known(job.job_id, entry.position, "q") for entry in turn.entries]
    # About the page that failed no model was asked, as far as its record says.
    assert left == [None, SAID, SAID]
    assert waits.position > not_had.position


async def test_what_is_left_goes_with_its_job(bench: Bench, answers: SqlAnswerStore) -> None:
    job = await bench.start()
    await answers.keep(job.job_id, 1, "q", SAID)
    await bench.jobs.cancel(job.job_id, TEAM, now=NOON)
    assert await kept(bench) == 1
    while (await bench.jobs.expire(now=NOON + 30 * DAY + HOUR, limit=10)).count:
        pass
    assert await kept(bench) == 0
