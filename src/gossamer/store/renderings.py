"""The effect of rendering on the pages of a site, in SQL. Rows that are not renewed expire."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, case, delete, select

from gossamer.ports.renderings import Outcomes, RenderOutcome
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import renderings

_LAST = timedelta(days=30)
_MOST = 50
_KNOWN = (
    select(renderings.c.template, renderings.c.dynamic, renderings.c.looks, renderings.c.looked_at)
    .where(renderings.c.host == bindparam("host"), renderings.c.looked_at >= bindparam("not_before"))
    .order_by(renderings.c.looked_at.desc())
    .limit(_MOST)
)
_HERE = _KNOWN.where(renderings.c.pattern == bindparam("pattern"))
_ELSEWHERE = _KNOWN.where(renderings.c.pattern != bindparam("pattern"), renderings.c.template == bindparam("template"))
_FORGET = delete(renderings).where(renderings.c.looked_at < bindparam("before"))


class SqlRenderMemory:
    """A RenderMemory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        insert = database.insert(renderings)
        self._learn = insert.on_conflict_do_update(
            index_elements=[renderings.c.host, renderings.c.pattern, renderings.c.template],
            set_={
                "looks": case((renderings.c.dynamic == insert.excluded.dynamic, renderings.c.looks + 1), else_=1),
                "dynamic": insert.excluded.dynamic,
                "looked_at": insert.excluded.looked_at,
            },
        )

    async def outcomes(self, host: str, pattern: str, template: str, *, not_before: datetime) -> Outcomes:
        """Return what is known of such pages, the latest first."""
        place = {"host": host, "pattern": pattern, "template": template, "not_before": millis(not_before)}

        def read(connection: Connection) -> Outcomes:
            here, elsewhere = (connection.execute(query, place).all() for query in (_HERE, _ELSEWHERE))
            return Outcomes(_outcomes(here), _outcomes(elsewhere))

        return await self._database.read(read)

    async def learn(self, host: str, pattern: str, template: str, *, dynamic: bool, now: datetime) -> None:
        """Remember what rendering one page showed."""
        row = {
            "host": host,
            "pattern": pattern,
            "template": template,
            "dynamic": dynamic,
            "looks": 1,
            "looked_at": millis(now),
        }

        def transact(connection: Connection) -> None:
            connection.execute(self._learn, row)
            connection.execute(_FORGET, {"before": millis(now - _LAST)})

        await self._database.write(transact)


def _outcomes(rows: Sequence[Any]) -> tuple[RenderOutcome, ...]:
    return tuple(
        RenderOutcome(row.template, dynamic=row.dynamic, looks=row.looks, looked_at=moment(row.looked_at))
        for row in rows
    )
