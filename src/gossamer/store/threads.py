"""Threads of agent runs, in SQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, delete, select

from gossamer.store.database import Database
from gossamer.store.row_encoding import from_row, millis, to_row
from gossamer.store.schema import agent_runs

_RUN: Final = agent_runs.c
_OF_TEAM: Final = select(agent_runs).where(_RUN.team_id == bindparam("team"))
_THREAD: Final = _OF_TEAM.where(_RUN.thread_id == bindparam("thread")).order_by(_RUN.turn)
_ONE: Final = _OF_TEAM.where(_RUN.job_id == bindparam("job"))
_BEFORE: Final = (
    _OF_TEAM.where(_RUN.created_at < bindparam("until")).order_by(_RUN.created_at.desc()).limit(bindparam("wanted"))
)
_OLD: Final = select(_RUN.job_id).where(_RUN.created_at < bindparam("until")).limit(bindparam("wanted"))


@dataclass(frozen=True, slots=True)
class ThreadRun:
    """A run of a thread; *turn* counts from 1."""

    job_id: str
    team_id: str
    thread_id: str
    turn: int
    created_at: datetime


class ThreadStore:
    """Runs by team; those of another team are unknown. They are known far longer than their results are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = database.insert(agent_runs).on_conflict_do_nothing()

    async def add(self, run: ThreadRun) -> bool:
        """Make *run* durable; False when its thread has that turn already."""
        row = to_row(agent_runs, run)
        where = {"team": run.team_id, "job": run.job_id}

        def keep(connection: Any) -> bool:
            connection.execute(self._insert, row)
            return connection.execute(_ONE, where).first() is not None

        return await self._database.write(keep)

    async def remove(self, job_id: str) -> None:
        """Forget a run whose job was not started."""
        deletion = delete(agent_runs).where(_RUN.job_id == job_id)
        await self._database.write(lambda connection: connection.execute(deletion))

    async def thread(self, thread_id: str, team_id: str) -> Sequence[ThreadRun]:
        """Return the runs of a thread, the first turn first; empty when the team has no such thread."""
        where = {"team": team_id, "thread": thread_id}
        rows = await self._database.read(lambda connection: connection.execute(_THREAD, where).all())
        return [_run(row) for row in rows]

    async def runs(self, team_id: str, *, before: datetime, limit: int) -> Sequence[ThreadRun]:
        """Return the team's runs from before then, the youngest first."""
        where = {"team": team_id, "until": millis(before), "wanted": limit}
        rows = await self._database.read(lambda connection: connection.execute(_BEFORE, where).all())
        return [_run(row) for row in rows]

    async def run(self, job_id: str, team_id: str) -> ThreadRun | None:
        """Return a run; None when the team has none of that id."""
        where = {"team": team_id, "job": job_id}
        row = await self._database.read(lambda connection: connection.execute(_ONE, where).first())
        return None if row is None else _run(row)

    async def expire(self, *, before: datetime, limit: int) -> int:
        """Forget up to *limit* runs from before then; return how many."""
        deletion = delete(agent_runs).where(_RUN.job_id.in_(_OLD))
        where = {"until": millis(before), "wanted": limit}
        return await self._database.write(lambda connection: connection.execute(deletion, where).rowcount)


def _run(row: Any) -> ThreadRun:
    return from_row(ThreadRun, row)
