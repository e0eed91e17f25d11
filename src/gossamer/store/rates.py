"""Requests by minute, in SQL: one statement counts, so no two processes are given the same request."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete

from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import rate_windows

_MINUTE = timedelta(minutes=1) // timedelta(milliseconds=1)
_EXPIRE = delete(rate_windows).where(rate_windows.c.minute < bindparam("oldest"))


class RateStore:
    """Counts requests of an owner (a team or a key) in a mode, in fixed windows of a minute (UTC).

    A row counts what was wanted, which may be a little more than there was: a statement cannot
    tell what it found before it changed it. What was beyond the limit was given to nobody.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        first = database.insert(rate_windows).values(
            owner_id=bindparam("owner"), mode=bindparam("of"), minute=bindparam("at"), taken=bindparam("wanted")
        )
        self._take = first.on_conflict_do_update(
            index_elements=[rate_windows.c.owner_id, rate_windows.c.mode, rate_windows.c.minute],
            set_={"taken": rate_windows.c.taken + first.excluded.taken},
            # A window that is used up is not written any more.
            where=rate_windows.c.taken < bindparam("bound"),
        ).returning(rate_windows.c.taken)

    async def take(self, owner_id: str, mode: str, *, number: int, limit: int, now: datetime) -> int:
        """Take up to *number* of the *limit* requests of this minute; return how many were left to take, 0 for none.

        What all processes took together never exceeds *limit*.
        """
        if limit <= 0:
            return 0
        parameters = {"owner": owner_id, "of": mode, "at": _minute(now), "wanted": number, "bound": limit}

        def count(connection: Connection) -> int | None:
            return connection.execute(self._take, parameters).scalar()

        taken = await self._database.write(count)
        return 0 if taken is None else number - max(0, taken - limit)

    async def expire_windows(self, *, before: datetime) -> None:
        """Forget windows of earlier minutes."""
        await self._database.write(lambda connection: connection.execute(_EXPIRE, {"oldest": _minute(before)}))


def _minute(moment: datetime) -> int:
    return millis(moment) // _MINUTE
