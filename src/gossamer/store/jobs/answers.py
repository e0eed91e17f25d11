"""Answers of models about pages that are under way, in SQL."""

import json
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, Integer, bindparam, delete, literal_column, select

from gossamer.core.interaction import TokenUsage
from gossamer.core.jobs import JobState
from gossamer.ports.frontier import Chunk, PageDone, PageFailed
from gossamer.ports.models import Written
from gossamer.store.database import Database
from gossamer.store.jobs.tally import Tally
from gossamer.store.schema import jobs, model_answers

_COLUMNS: Final = model_answers.c
_KNOWN: Final = (
    select(_COLUMNS.answer)
    .join(jobs, jobs.c.number == _COLUMNS.job)
    .where(
        jobs.c.id == bindparam("job_id"),
        _COLUMNS.position == bindparam("at"),
        _COLUMNS.asked == bindparam("question"),
    )
)
# With the job that runs: nothing is left behind by a worker that did not hear of its end.
_OF_A_RUNNING_JOB: Final = select(
    jobs.c.number, bindparam("at", type_=Integer), bindparam("question"), bindparam("answered")
).where(jobs.c.id == bindparam("job_id"), jobs.c.state == literal_column(f"'{JobState.SCRAPING.value}'"))
_FORGET: Final = delete(model_answers).where(
    _COLUMNS.job == bindparam("of"), _COLUMNS.position.in_(bindparam("positions", expanding=True))
)


class SqlAnswerStore:
    """An AnswerStore."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = (
            database.insert(model_answers)
            .from_select([column.name for column in _COLUMNS], _OF_A_RUNNING_JOB)
            .on_conflict_do_nothing()
        )

    async def known(self, job_id: str, position: int, question: str) -> Written | None:
        where = {"job_id": job_id, "at": position, "question": question}
        stored_answer = await self._database.read(lambda connection: connection.execute(_KNOWN, where).scalar())
        return None if stored_answer is None else _read_answer(json.loads(stored_answer))

    async def keep(self, job_id: str, position: int, question: str, written: Written) -> None:
        # In ASCII: neither database takes every text that JSON can say.
        row = {"job_id": job_id, "at": position, "question": question, "answered": json.dumps(asdict(written))}
        await self._database.write(lambda connection: connection.execute(self._insert, row))


def forget(connection: Connection, tally: Tally, chunk: Chunk) -> None:
    """Forget what models answered about the pages that *chunk* settles: it is in their records."""
    if positions := _find_asked_positions(chunk):
        connection.execute(_FORGET, {"of": tally.number, "positions": positions})


def _find_asked_positions(chunk: Chunk) -> list[int]:
    """Return the positions of pages for which a model was asked; of a crawl without one, none."""
    settled: list[PageDone | PageFailed] = [*chunk.done, *chunk.failed]
    return [page.entry.position for page in settled if page.record is not None and page.record.tokens]


def _read_answer(stored: dict[str, Any]) -> Written:
    return Written(stored["value"], TokenUsage(**stored["usage"]), stored["rung"], tuple(stored["broken"]))
