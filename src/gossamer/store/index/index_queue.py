"""Stored pages that the index still has to read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, delete, func, literal, select, tuple_, update

from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import index_queue, pages

# A page that ends its reader three times is not worth a fourth try.
_TRIES: Final = 3
_DONE: Final = delete(index_queue).where(
    index_queue.c.team_id == bindparam("team"),
    index_queue.c.fingerprint == bindparam("of"),
    index_queue.c.fetched_at == bindparam("at"),
)


class Queueing:
    """Puts pages into the queue, in the transaction that stores them, and takes them out."""

    def __init__(self, database: Database) -> None:
        added = database.insert(index_queue)
        self._add = added.on_conflict_do_update(
            index_elements=list(index_queue.primary_key),
            set_={"fetched_at": added.excluded.fetched_at, "taken_until": 0, "tries": 0},
            where=added.excluded.fetched_at >= index_queue.c.fetched_at,
        )

    def add(self, connection: Connection, rows: Iterable[dict[str, Any]]) -> None:
        """Queue the *rows* of pages, which are in one order."""
        connection.execute(
            self._add,
            [
                {name: page[name] for name in ("team_id", "fingerprint", "fetched_at")} | {"taken_until": 0, "tries": 0}
                for page in rows
            ],
        )


def take(connection: Connection, limit: int, *, now: datetime, until: datetime) -> list[Any]:
    """Take up to *limit* pages until then, and return their rows with head and body, None where they are gone."""
    free = (
        select(index_queue.c.team_id, index_queue.c.fingerprint)
        .where(index_queue.c.taken_until <= millis(now))
        .order_by(index_queue.c.fetched_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    chosen = connection.execute(free).all()
    if not chosen:
        return []
    mine = tuple_(index_queue.c.team_id, index_queue.c.fingerprint).in_([tuple(row) for row in chosen])
    connection.execute(delete(index_queue).where(mine, index_queue.c.tries >= _TRIES))
    connection.execute(update(index_queue).where(mine).values(taken_until=millis(until), tries=index_queue.c.tries + 1))
    stored = and_(pages.c.team_id == index_queue.c.team_id, pages.c.fingerprint == index_queue.c.fingerprint)
    query = (
        select(index_queue.c.team_id, index_queue.c.fingerprint, index_queue.c.fetched_at, pages.c.head, pages.c.body)
        .join(pages, stored, isouter=True)
        .where(mine)
        .order_by(index_queue.c.fetched_at)
    )
    return list(connection.execute(query).all())


def youngest(connection: Connection) -> int | None:
    """Return when the youngest page that waits was fetched."""
    newest = connection.execute(select(func.max(index_queue.c.fetched_at))).scalar()
    return None if newest is None else int(newest)


def take_out_of_queue(connection: Connection, taken: Iterable[tuple[str, str, int]]) -> None:
    """Take pages out of the queue, given by team, fingerprint and when they were fetched; younger copies stay."""
    connection.execute(_DONE, [{"team": team, "of": of, "at": at} for team, of, at in sorted(taken)])


def forget(connection: Connection, *, fetched_before: int) -> None:
    """Take pages out that were fetched before that moment: they are not stored any more."""
    connection.execute(delete(index_queue).where(index_queue.c.fetched_at < fetched_before))


def queue_all(connection: Connection) -> int:
    """Queue every stored page; return how many."""
    connection.execute(delete(index_queue))
    every = select(pages.c.team_id, pages.c.fingerprint, pages.c.fetched_at, literal(0), literal(0))
    connection.execute(index_queue.insert().from_select([column.name for column in index_queue.columns], every))
    return connection.execute(select(func.count()).select_from(index_queue)).scalar_one()
