"""The engine's register: who works on this database, and what they say they have in hand."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Engine, bindparam, text

from gossamer.engine.database import workflows_table
from gossamer.engine.queues import Queue

_BEAT: Final = text(
    "INSERT INTO engine_executors (executor_id, incarnation, beats) VALUES (:id, :incarnation, 1) "
    "ON CONFLICT (executor_id) DO UPDATE SET beats = engine_executors.beats + 1 "
    "WHERE engine_executors.incarnation = excluded.incarnation"
)
_REGISTER: Final = text(
    "INSERT INTO engine_executors (executor_id, incarnation, beats) VALUES (:id, :incarnation, 1) "
    "ON CONFLICT (executor_id) DO UPDATE SET incarnation = excluded.incarnation, beats = 1"
)
_STRIKE: Final = text(
    "DELETE FROM engine_executors WHERE executor_id = :id AND incarnation = :incarnation AND beats = :beats"
)
_LEAVE: Final = text("DELETE FROM engine_executors WHERE executor_id = :id AND incarnation = :incarnation")
_EVERYBODY: Final = text("SELECT executor_id, incarnation, beats FROM engine_executors")


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life: *beats* grows as long as the process of that *incarnation* lives."""

    incarnation: str
    beats: int


@dataclass(frozen=True, slots=True)
class BegunWorkflow:
    """A workflow that *executor_id* has begun and not ended; *claim* differs each time it is claimed."""

    name: str
    queue: str
    executor_id: str
    claim: str | None


@dataclass(frozen=True, slots=True)
class Census:
    """A snapshot of the engine: heartbeats, started lanes, and lanes that wait or run."""

    beats: Mapping[str, Beat]
    begun: Sequence[BegunWorkflow]
    open_lanes: int


class Executors:
    """The register as one executor sees it. All methods block."""

    def __init__(self, database: Engine, executor_id: str) -> None:
        self._database = database
        self._me = {"id": executor_id, "incarnation": secrets.token_hex(8)}
        table = workflows_table(database)
        self._begun = text(
            f"SELECT workflow_uuid, queue_name, executor_id, owner_xid FROM {table} "  # noqa: S608 - one of two names
            "WHERE status = 'PENDING' AND executor_id IS NOT NULL AND queue_name IS NOT NULL"
        )
        self._open = text(
            f"SELECT count(*) FROM {table} WHERE queue_name = '{Queue.LANES}' "  # noqa: S608
            "AND status IN ('ENQUEUED', 'PENDING')"
        )
        self._again = text(
            f"UPDATE {table} SET status = 'ENQUEUED', owner_xid = NULL, started_at_epoch_ms = NULL "  # noqa: S608
            "WHERE workflow_uuid = :name AND status = 'PENDING' AND executor_id = :executor "
            "AND (owner_xid = :claim OR owner_xid IS NULL)"
        )
        self._alive = text(
            f"SELECT workflow_uuid FROM {table} "  # noqa: S608
            "WHERE workflow_uuid IN :names AND status IN ('ENQUEUED', 'DELAYED', 'PENDING')"
        ).bindparams(bindparam("names", expanding=True))
        self._ended = text(
            f"SELECT workflow_uuid FROM {table} WHERE completed_at < :before LIMIT :limit"  # noqa: S608
        )

    def register(self) -> None:
        """Say that this process lives; who had the same id before is succeeded."""
        with self._database.begin() as connection:
            connection.execute(_REGISTER, self._me)

    def beat(self) -> bool:
        """Give a sign of life; False when another process lives under our id."""
        with self._database.begin() as connection:
            return connection.execute(_BEAT, self._me).rowcount > 0

    def census(self) -> Census:
        """Return the executors, their turns and the number of open lanes."""
        with self._database.connect() as connection:
            beats = {row.executor_id: Beat(row.incarnation, row.beats) for row in connection.execute(_EVERYBODY)}
            turns = [BegunWorkflow(*row) for row in connection.execute(self._begun)]
            return Census(beats, turns, connection.execute(self._open).scalar_one())

    def strike(self, executor_id: str, beat: Beat) -> None:
        """Forget an executor, unless it gave a sign of life meanwhile."""
        values = {"id": executor_id, "incarnation": beat.incarnation, "beats": beat.beats}
        with self._database.begin() as connection:
            connection.execute(_STRIKE, values)

    def leave(self) -> None:
        """Say goodbye."""
        with self._database.begin() as connection:
            connection.execute(_LEAVE, self._me)

    def queue_again(self, begun: Sequence[BegunWorkflow]) -> None:
        """Queue again what was begun and will not be ended; what was claimed anew meanwhile is left alone.

        DBOS does the same for its own former life, and blocks for as long as the database is away.
        """
        if not begun:
            return
        values = [{"name": turn.name, "executor": turn.executor_id, "claim": turn.claim} for turn in begun]
        with self._database.begin() as connection:
            connection.execute(self._again, values)

    def alive(self, names: Sequence[str]) -> frozenset[str]:
        """Return which of these workflows wait or run."""
        if not names:
            return frozenset()
        with self._database.connect() as connection:
            return frozenset(connection.execute(self._alive, {"names": list(names)}).scalars())

    def ended(self, *, before: datetime, limit: int) -> Sequence[str]:
        """Return workflows that ended before then."""
        values = {"before": int(before.timestamp() * 1000), "limit": limit}
        with self._database.connect() as connection:
            return connection.execute(self._ended, values).scalars().all()
