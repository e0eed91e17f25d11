"""A job store in miniature: chains of turns that write numbered pages, each turn handing on to the next.

Like the real one it commits pages, counters and the enqueueing of the successor in one
transaction, and what a holder commits that was succeeded meanwhile changes nothing.
"""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection, TextClause, text

from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.ports.frontier import Dispatch
from gossamer.ports.scrapes import Expired
from gossamer.store.database import Database

_CHAIN = """
CREATE TABLE IF NOT EXISTS chain (
    job_id TEXT PRIMARY KEY, team_id TEXT NOT NULL, turn INTEGER NOT NULL, holder TEXT NOT NULL,
    done INTEGER NOT NULL, pages INTEGER NOT NULL, heard_at DOUBLE PRECISION NOT NULL
)"""
_PAGE = """
CREATE TABLE IF NOT EXISTS chain_page (job_id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (job_id, position))
"""
_PATIENCE = timedelta(seconds=2)


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, duration: timedelta) -> None:
        await asyncio.sleep(duration.total_seconds())


class Chains:
    """Both the store of the chains and the handler that works on them; also what a janitor needs of a job store."""

    def __init__(
        self, database: Database, dispatch: Dispatch, *, turn_pages: int = 20, page_seconds: float = 0.01
    ) -> None:
        self._database = database
        self._dispatch = dispatch
        self._turn_pages = turn_pages
        self._page_seconds = page_seconds

    async def make_tables(self) -> None:
        for table in (_CHAIN, _PAGE):
            await self._database.write(partial(_execute, text(table)))

    async def start(self, job_id: str, team_id: str, pages: int) -> None:
        def create(connection: Connection) -> None:
            values = {"job": job_id, "team": team_id, "pages": pages, "now": _now()}
            new = text("INSERT INTO chain VALUES (:job, :team, 1, '', 0, :pages, :now)")
            connection.execute(new, values)
            self._dispatch.lane(connection, Ticket(job_id, team_id, 0, 1))

        await self._dispatch.ready()
        await self._database.write(create)

    async def done(self, job_id: str) -> int:
        counted = text("SELECT done FROM chain WHERE job_id = :job")
        return int(await self._database.read(lambda c: c.execute(counted, {"job": job_id}).scalar_one()))

    async def pages(self, job_id: str) -> Sequence[int]:
        stored = text("SELECT position FROM chain_page WHERE job_id = :job ORDER BY position")
        return await self._database.read(lambda c: c.execute(stored, {"job": job_id}).scalars().all())

    async def run(self, ticket: Ticket) -> None:
        """Work on a turn, as a lane does."""
        holder = secrets.token_hex(4)
        if not await self._database.write(lambda c: _take(c, ticket, holder), patience=_PATIENCE):
            return
        for number in range(1, self._turn_pages + 1):
            await asyncio.sleep(self._page_seconds)
            last = number == self._turn_pages
            commit = partial(self._commit, ticket=ticket, holder=holder, last=last)
            goes_on = await self._database.write(commit, patience=_PATIENCE)
            if not goes_on:
                return

    def _commit(self, connection: Connection, *, ticket: Ticket, holder: str, last: bool) -> bool:
        mine = text(
            "UPDATE chain SET done = done + 1, heard_at = :now, turn = turn + :on "
            "WHERE job_id = :job AND turn = :turn AND holder = :holder AND done < pages RETURNING done, pages"
        )
        values = {"job": ticket.job_id, "turn": ticket.turn, "holder": holder, "now": _now(), "on": int(last)}
        row = connection.execute(mine, values).first()
        if row is None:
            return False
        page = text("INSERT INTO chain_page VALUES (:job, :position)")
        connection.execute(page, {"job": ticket.job_id, "position": row.done})
        if row.done == row.pages:
            return False
        if last:
            self._dispatch.lane(connection, Ticket(ticket.job_id, ticket.team_id, ticket.lane, ticket.turn + 1))
        return True

    # What a janitor asks of a job store.

    async def overdue(self, *, now: datetime, limit: int) -> int:
        return 0

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[Ticket | DeliveryTicket]:
        quiet = text("SELECT job_id, team_id, 0, turn FROM chain WHERE done < pages AND heard_at < :since LIMIT :limit")
        values = {"since": quiet_since.timestamp(), "limit": limit}
        rows = await self._database.read(lambda c: c.execute(quiet, values).all())
        return [Ticket(*row) for row in rows]

    async def restart(self, ticket: Ticket | DeliveryTicket, *, now: datetime) -> bool:
        moved = text("UPDATE chain SET turn = turn + 1, heard_at = :now WHERE job_id = :job AND turn = :turn")

        def again(connection: Connection) -> bool:
            values = {"job": ticket.job_id, "turn": ticket.turn, "now": now.timestamp()}
            if not connection.execute(moved, values).rowcount:
                return False
            self._dispatch.lane(connection, Ticket(ticket.job_id, ticket.team_id, 0, ticket.turn + 1))
            return True

        return await self._database.write(again)

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        return Expired(0, ())


async def no_deliveries(ticket: DeliveryTicket) -> None:
    raise AssertionError(f"{ticket} was never enqueued")


def _take(connection: Connection, ticket: Ticket, holder: str) -> bool:
    taken = text(
        "UPDATE chain SET holder = :holder, heard_at = :now WHERE job_id = :job AND turn = :turn AND done < pages"
    )
    values = {"holder": holder, "job": ticket.job_id, "turn": ticket.turn, "now": _now()}
    return bool(connection.execute(taken, values).rowcount)


def _execute(statement: TextClause, connection: Connection) -> None:
    connection.execute(statement)


def _now() -> float:
    return datetime.now(UTC).timestamp()
