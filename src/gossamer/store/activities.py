"""Activities of teams in the last day, in SQL; rows are written with the work they name."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, String, and_, bindparam, delete, or_, select

from gossamer.core.usage import Activity
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import activities

LASTS = timedelta(hours=24)

_OF_TEAM = (
    select(activities)
    .where(activities.c.team_id == bindparam("team"), activities.c.at > bindparam("since", type_=BigInteger))
    .order_by(activities.c.at.desc(), activities.c.id.desc())
    .limit(bindparam("wanted"))
)
_OF_OPERATION = activities.c.operation == bindparam("only", type_=String)
_OF_KEY = activities.c.key_id == bindparam("key", type_=String)
_OLDER = or_(
    activities.c.at < bindparam("at_most", type_=BigInteger),
    and_(activities.c.at == bindparam("at_most", type_=BigInteger), activities.c.id < bindparam("last", type_=String)),
)
_OLD = select(activities.c.id).where(activities.c.at < bindparam("before")).limit(bindparam("wanted"))
_EXPIRE = delete(activities).where(activities.c.id.in_(_OLD))


class ActivityStore:
    """Activities are recorded with the work they name, in its transaction, and kept for a day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def activities(
        self,
        team_id: str,
        *,
        operation: str | None,
        before: tuple[datetime, str] | None,
        limit: int,
        now: datetime,
        key_id: str | None = None,
    ) -> Sequence[Activity]:
        """Return up to *limit* of the last 24 hours, newest first, those older than *before* (moment and id).

        Of one *operation* and one key alone where these are named.
        """
        query = _OF_TEAM
        parameters: dict[str, object] = {"team": team_id, "since": millis(now - LASTS), "wanted": limit}
        if operation is not None:
            query, parameters = query.where(_OF_OPERATION), parameters | {"only": operation}
        if key_id is not None:
            query, parameters = query.where(_OF_KEY), parameters | {"key": key_id}
        if before is not None:
            query, parameters = query.where(_OLDER), parameters | {"at_most": millis(before[0]), "last": before[1]}
        rows = await self._database.read(lambda connection: connection.execute(query, parameters).all())
        return [Activity(row.id, row.key_id, row.operation, row.dialect, row.target, moment(row.at)) for row in rows]

    async def expire_activities(self, *, before: datetime, limit: int) -> int:
        """Forget up to *limit* older ones; return how many."""
        parameters = {"before": millis(before), "wanted": limit}
        return await self._database.write(lambda connection: connection.execute(_EXPIRE, parameters).rowcount)
