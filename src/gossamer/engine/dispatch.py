"""Dispatch of work to the engine, inside a transaction of the store."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gossamer.core.errors import DatabaseUnavailable, EngineUnavailable
from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.core.monitoring import MonitorTicket
from gossamer.engine.queues import Queue, Work

if TYPE_CHECKING:
    from gossamer.engine.transact import Client

# Loading DBOS and making its tables takes a second; a machine that stands still now and then, some more.
_READY_SECONDS: Final = 30.0
_NOT_UP: Final = (
    "No job can be started: the job engine has not started yet. Try again in a moment; the log of the "
    "service says why (`engine_not_up`)."
)
_NO_DATABASE: Final = "No job can be started: the database does not answer. Try again in a moment."


class EngineDispatch:
    """The Dispatch of ports.frontier, and the MonitorDispatch of ports.monitors.

    All kinds of work are partitioned by team, so that one team's work never stands in line
    behind another's. *wake* is called with a queue that will have an entry as soon as the
    transaction commits, *want* has an engine brought up that still sleeps; both may be called from any thread.
    *prepared* is set once there are tables to put work into and no process is busy making them, and
    *failure* says why there are none yet, as far as that is known.
    """

    def __init__(
        self,
        database: Engine,
        wake: Callable[[Queue], None],
        want: Callable[[], None],
        prepared: asyncio.Event,
        failure: Callable[[], Exception | None],
    ) -> None:
        self._database = database
        self._wake = wake
        self._want = want
        self._prepared = prepared
        self._failure = failure
        self._opening = threading.Lock()
        self._opened: Client | None = None

    async def ready(self) -> None:
        """Return when work can be queued.

        Raises EngineUnavailable when that takes too long, DatabaseUnavailable when the database is why.
        """
        self._want()
        try:
            async with asyncio.timeout(_READY_SECONDS):
                await self._prepared.wait()
        except TimeoutError as error:
            if isinstance(self._failure(), SQLAlchemyError | DatabaseUnavailable):
                raise DatabaseUnavailable(_NO_DATABASE) from error
            raise EngineUnavailable(_NOT_UP) from error

    def lane(self, connection: Any, ticket: Ticket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at a lane, in the partition of its team."""
        arguments = (ticket.job_id, ticket.team_id, ticket.lane, ticket.turn)
        self._enqueue(connection, Work(Queue.LANES, ticket.name, ticket.team_id, arguments, after.total_seconds()))

    def delivery(self, connection: Any, ticket: DeliveryTicket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at delivering a job's webhook events, in the partition of its team."""
        arguments = (ticket.job_id, ticket.team_id, ticket.turn)
        self._enqueue(connection, Work(Queue.WEBHOOKS, ticket.name, ticket.team_id, arguments, after.total_seconds()))

    def monitor(self, connection: Any, ticket: MonitorTicket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at a check, or at the messages of a monitor, in the partition of its team."""
        arguments = (ticket.kind, ticket.subject, ticket.team_id, ticket.turn)
        self._enqueue(connection, Work(Queue.MONITORS, ticket.name, ticket.team_id, arguments, after.total_seconds()))

    def _enqueue(self, connection: Any, work: Work) -> None:
        self._want()
        self._client().enqueue(connection, work)
        if work.delay <= 0:
            self._wake(work.queue)

    def _client(self) -> "Client":
        from gossamer.engine.transact import Client  # noqa: PLC0415 - loads DBOS

        with self._opening:
            if self._opened is None:
                self._opened = Client(self._database)
            return self._opened
