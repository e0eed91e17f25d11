"""Slots of callers, in SQL, taken in a transaction that holds the team's row."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select

from gossamer.ports.slots import Slot, WaitPosition
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, to_row
from gossamer.store.schema import places
from gossamer.store.sharing import CallerPlace, UnderWay, bounds_of, under_way

# A caller that waits asks again sooner.
_STANDS: Final = timedelta(seconds=5)
_RELEASE = delete(places).where(places.c.id == bindparam("place"))
_VOID = places.c.expires_at <= bindparam("now")
_ANY_VOID = select(places.c.id).where(_VOID).limit(1)
_SWEEP = delete(places).where(_VOID)


class SqlPlaceStore:
    """A PlaceStore."""

    def __init__(self, database: Database) -> None:
        self._database = database
        row = database.insert(places)
        changed = {name: row.excluded[name] for name in ("waits_for", "expires_at")}
        self._write = row.on_conflict_do_update(index_elements=[places.c.id], set_=changed)

    async def take(self, place: Slot, *, now: datetime) -> WaitPosition | None:
        return await self._database.write(lambda connection: self._take(connection, place, now))

    def _take(self, connection: Connection, place: Slot, now: datetime) -> WaitPosition | None:
        bounds = bounds_of(connection, place.team_id, place.key_id)
        usage = under_way(connection, place.team_id, now=now)
        if any(visit.place_id == place.place_id and visit.waits_for is None for visit in usage.visits):
            # It was taken before, and the connection lost before the reply.
            return None
        lines = (_line(usage, place, owner, bound, now) for owner, bound in bounds.items())
        # A key waits for a page of its own first, so that its line never stands before others of the team.
        line = next((line for line in lines if line.position > 0), None)
        until = place.until if line is None else now + _STANDS
        row = to_row(places, place, id=place.place_id, waits_for=line and line.owner_id, expires_at=until)
        connection.execute(self._write, row)
        return line

    async def release(self, place_id: str) -> None:
        await self._database.write(lambda connection: connection.execute(_RELEASE, {"place": place_id}))

    async def sweep(self, *, now: datetime) -> int:
        parameters = {"now": millis(now)}
        if not await self._database.read(lambda connection: connection.execute(_ANY_VOID, parameters).first()):
            return 0
        return await self._database.write(lambda connection: connection.execute(_SWEEP, parameters).rowcount)


def _line(usage: UnderWay, place: Slot, owner_id: str, bound: int, now: datetime) -> WaitPosition:
    """Return the position of *place* in the line of an owner; at 0 or before it may begin."""
    me = CallerPlace(place.place_id, place.key_id, owner_id, millis(place.since))
    others = [visit for visit in usage.visits if visit.place_id != place.place_id]
    with_me = UnderWay(usage.team_id, usage.jobs, [*others, me])
    ahead = sum(visit.before(me) for visit in with_me.waiting_for(owner_id))
    return WaitPosition(owner_id, bound, position=ahead + 1 - with_me.scope(owner_id, bound).room_for_callers(now))
