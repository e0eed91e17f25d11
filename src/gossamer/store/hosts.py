"""The shared state of hosts, in SQL.

The pace is GCRA: a host's row holds the first moment that was not given out, and a
reservation is one statement that moves it on, so that workers on many machines never wait
for each other longer than for a row. Rows of hosts that nobody visits any more go by themselves.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Connection, Delete, Table, bindparam, delete, func, literal, select

from gossamer.ports.hosts import HostPace, StoredRobots
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import hosts, robots

# Older rows are of no use; each robots.txt that is stored removes up to so many of them.
_LAST = timedelta(days=2)
_SWEPT_AT_ONCE = 10
_MILLISECOND = timedelta(milliseconds=1)
_PACE = select(hosts.c.every, hosts.c.resting_until).where(hosts.c.host == bindparam("host"))
_ROBOTS = select(robots.c.body, robots.c.fetched_at, robots.c.unreachable).where(
    robots.c.origin == bindparam("origin"), robots.c.fetched_at >= bindparam("not_before")
)


class SqlHostStore:
    """A HostStore."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reserve = _reserve(database)
        self._rest = _rest(database)
        self._keep_robots = _keep_robots(database)
        self._sweep = (_oldest(hosts, "host", "next_at"), _oldest(robots, "origin", "fetched_at"))

    async def pace(self, host: str) -> HostPace:
        row = await self._database.read(lambda connection: connection.execute(_PACE, {"host": host}).first())
        if row is None:
            return HostPace()
        return HostPace(row.every * _MILLISECOND, moment(row.resting_until) if row.resting_until else None)

    async def reserve(self, host: str, slots: int, *, every: timedelta, now: datetime) -> datetime:
        """Reserve *slots* moments, *every* apart, after all those given out before; return the first."""
        parameters = {"of": host, "slots": slots, "apart": every // _MILLISECOND, "now": millis(now)}
        return moment(
            await self._database.write(lambda connection: connection.execute(self._reserve, parameters).scalar_one())
        )

    async def rest(self, host: str, *, until: datetime, every: timedelta = timedelta(0)) -> None:
        """Let nobody ask the host before *until*; afterwards no faster than *every*, if that is given."""
        parameters = {"of": host, "until": millis(until), "apart": every // _MILLISECOND}
        await self._database.write(lambda connection: connection.execute(self._rest, parameters))

    async def robots(self, origin: str, *, not_before: datetime) -> StoredRobots | None:
        """Return the kept robots.txt if it was fetched at or after *not_before*."""
        parameters = {"origin": origin, "not_before": millis(not_before)}
        row = await self._database.read(lambda connection: connection.execute(_ROBOTS, parameters).first())
        return None if row is None else StoredRobots(row.body, moment(row.fetched_at), unreachable=row.unreachable)

    async def keep_robots(self, origin: str, robots: StoredRobots) -> None:
        """Keep it, unless a younger one is there."""
        row = {
            "origin": origin,
            "body": robots.body,
            "fetched_at": millis(robots.fetched_at),
            "unreachable": robots.unreachable,
        }

        def transact(connection: Connection) -> None:
            connection.execute(self._keep_robots, row)
            for sweep in self._sweep:
                connection.execute(sweep, {"before": millis(robots.fetched_at - _LAST)})

        await self._database.write(transact)


def _reserve(database: Database) -> Any:
    latest = _greatest(database)
    now, slots, apart = (bindparam(name, type_=BigInteger) for name in ("now", "slots", "apart"))
    insert = database.insert(hosts).values(
        host=bindparam("of"), next_at=now + slots * apart, every=literal(0), resting_until=literal(0)
    )
    span = slots * latest(apart, hosts.c.every)
    return insert.on_conflict_do_update(
        index_elements=[hosts.c.host], set_={"next_at": latest(hosts.c.next_at, now) + span}
    ).returning(hosts.c.next_at - span)


def _rest(database: Database) -> Any:
    latest = _greatest(database)
    until, apart = (bindparam(name, type_=BigInteger) for name in ("until", "apart"))
    insert = database.insert(hosts).values(host=bindparam("of"), next_at=until, every=apart, resting_until=until)
    return insert.on_conflict_do_update(
        index_elements=[hosts.c.host],
        set_={
            "next_at": latest(hosts.c.next_at, insert.excluded.next_at),
            "resting_until": latest(hosts.c.resting_until, insert.excluded.resting_until),
            # Zero says nothing about the pace.
            "every": func.coalesce(func.nullif(insert.excluded.every, 0), hosts.c.every),
        },
    )


def _keep_robots(database: Database) -> Any:
    insert = database.insert(robots)
    return insert.on_conflict_do_update(
        index_elements=[robots.c.origin],
        set_={name: insert.excluded[name] for name in ("body", "fetched_at", "unreachable")},
        where=insert.excluded.fetched_at >= robots.c.fetched_at,
    )


def _greatest(database: Database) -> Any:
    return func.max if database.engine.dialect.name == "sqlite" else func.greatest


def _oldest(table: Table, key: str, column: str) -> Delete:
    """Return the statement that forgets some rows of *table* whose *column* lies long back."""
    old = select(table.c[key]).where(table.c[column] < bindparam("before")).order_by(table.c[column])
    return delete(table).where(table.c[key].in_(old.limit(_SWEPT_AT_ONCE)))
