"""The effect of rendering on the pages of a site, in SQL. Rows that are not renewed expire."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, case, delete, distinct, func, select

from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import renderings

_LAST = timedelta(days=30)
_MOST = 50
_KNOWN = (
    select(renderings)
    .where(renderings.c.host == bindparam("host"), renderings.c.looked_at >= bindparam("not_before"))
    .order_by(renderings.c.looked_at.desc())
    .limit(_MOST)
)
_HERE = _KNOWN.where(renderings.c.pattern == bindparam("pattern"))
_ELSEWHERE = _KNOWN.where(renderings.c.pattern != bindparam("pattern"), renderings.c.template == bindparam("template"))
_EXPIRE = delete(renderings).where(renderings.c.looked_at < bindparam("before"))
_COUNT = select(func.count(), func.count(distinct(renderings.c.host))).where(
    ~renderings.c.dynamic, renderings.c.looks > 0
)


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """The effect of rendering on pages of one *pattern* and *template*, as a team's last page that was rendered showed.

    *dynamic* says that content came with rendering; *looks* counts the pages in a row that said so. It is 0 when
    only pages were rendered whose scripts or data failed, which shows nothing.
    """

    team_id: str
    pattern: str
    template: str
    dynamic: bool
    looks: int
    looked_at: datetime


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What is known of pages like one: *here* under its path pattern, *elsewhere* of its template under others."""

    here: tuple[RenderOutcome, ...] = ()
    elsewhere: tuple[RenderOutcome, ...] = ()


class RenderMemory:
    """Outcomes by team, host and path pattern (`core.urls.path_pattern`); shared by every process of the deployment."""

    def __init__(self, database: Database) -> None:
        self._database = database
        insert = database.insert(renderings)
        stored, new = renderings.c, insert.excluded
        self._learn = insert.on_conflict_do_update(
            index_elements=renderings.primary_key.columns,
            set_={
                "looks": case((stored.dynamic == new.dynamic, stored.looks + new.looks), else_=new.looks),
                "dynamic": new.dynamic,
                "looked_at": new.looked_at,
            },
            where=(new.looks > 0) | (stored.looks == 0),
        )

    async def outcomes(self, host: str, pattern: str, template: str, *, not_before: datetime) -> Outcomes:
        """Return the outcomes of all teams, learnt at or after *not_before*, the latest first; at most 50 of each."""
        place = {"host": host, "pattern": pattern, "template": template, "not_before": millis(not_before)}

        def read(connection: Connection) -> Outcomes:
            rows_here, elsewhere = (connection.execute(query, place).all() for query in (_HERE, _ELSEWHERE))
            return Outcomes(_outcomes(rows_here), _outcomes(elsewhere))

        return await self._database.read(read)

    async def learn(self, host: str, outcome: RenderOutcome) -> None:
        """Add *outcome* to those of its team, pattern and template; another one begins the count of looks anew.

        An outcome of no looks replaces none.
        """
        looked_at = millis(outcome.looked_at)
        row = {"host": host, **asdict(outcome), "looked_at": looked_at}

        def transact(connection: Connection) -> None:
            connection.execute(self._learn, row)
            connection.execute(_EXPIRE, {"before": millis(outcome.looked_at - _LAST)})

        await self._database.write(transact)

    async def count_static(self) -> tuple[int, int]:
        """Return the numbers of outcomes that brought nothing, and of their hosts."""
        outcomes, hosts = await self._database.read(lambda connection: connection.execute(_COUNT).one())
        return outcomes, hosts

    async def forget(self, host: str) -> int:
        """Forget the outcomes of *host*, a name without scheme and port; return how many there were."""
        place = f"://{host.lower()}:"
        query = delete(renderings).where(renderings.c.host.contains(place, autoescape=True))
        return await self._database.write(lambda connection: connection.execute(query).rowcount)


def _outcomes(rows: Sequence[Any]) -> tuple[RenderOutcome, ...]:
    return tuple(
        RenderOutcome(row.team_id, row.pattern, row.template, row.dynamic, row.looks, moment(row.looked_at))
        for row in rows
    )
