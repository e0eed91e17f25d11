"""Turns that run in this process: from the event loop of DBOS into ours and back.

A workflow is thin: it hands its ticket to a handler in our loop and waits. What the handler does
is durable by the handler's own transactions; the workflow only sees to it that it is called again
when this process dies. So its end says nothing about success: a turn that failed is logged and
over, and the janitor continues its chain. Only a turn that was cut off because the process leaves
stays recorded as begun, for its next owner.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from datetime import timedelta
from typing import Any, Final, TypeAlias

import structlog

from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.core.monitoring import MonitorTicket
from gossamer.ports.clock import Clock

LaneHandler: TypeAlias = Callable[[Ticket], Awaitable[None]]
DeliveryHandler: TypeAlias = Callable[[DeliveryTicket], Awaitable[None]]
MonitorHandler: TypeAlias = Callable[[MonitorTicket], Awaitable[None]]
AnyTicket: TypeAlias = Ticket | DeliveryTicket | MonitorTicket

_log = structlog.get_logger(__name__)
# Turns take seconds, and the longest page some minutes. What takes longer hangs.
_LONGEST_SECONDS: Final = 1200.0
_FIRST_PAUSE: Final = timedelta(seconds=1)
_LONGEST_PAUSE: Final = timedelta(seconds=10)


class Turns:
    """The handlers, and what they are at. To be made and closed in our event loop."""

    def __init__(
        self, lane: LaneHandler, delivery: DeliveryHandler, clock: Clock, monitor: MonitorHandler | None = None
    ) -> None:
        self._lane = lane
        self._delivery = delivery
        self._monitor = monitor or _watch_nothing
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[asyncio.Task[Any], AnyTicket] = {}
        self._interrupted: set[asyncio.Task[Any]] = set()
        self._begun: dict[str, int] = {}
        self._closing = False

    async def lane(self, job_id: str, team_id: str, lane: int, turn: int) -> None:
        """Run a turn at a lane; called in DBOS' loop."""
        ticket = Ticket(job_id, team_id, lane, turn)
        await self._cross(ticket, lambda: self._lane(ticket))

    async def delivery(self, job_id: str, team_id: str, turn: int) -> None:
        """Run a turn at a delivery; called in DBOS' loop."""
        ticket = DeliveryTicket(job_id, team_id, turn)
        await self._cross(ticket, lambda: self._delivery(ticket))

    async def monitor(self, kind: str, subject: str, team_id: str, turn: int) -> None:
        """Run a turn at a check, or at the messages of a monitor; called in DBOS' loop."""
        ticket = MonitorTicket(kind, subject, team_id, turn)
        await self._cross(ticket, lambda: self._monitor(ticket))

    def names(self) -> frozenset[str]:
        """Return the names of the turns in hand; may be called from any thread."""
        return frozenset(self._begun.copy())

    def interrupt(self, job_id: str) -> None:
        """Cut off the turns at lanes of a job that has ended; they are over.

        A delivery goes on: its result has to be recorded, and its event delivered.
        """
        for task, ticket in self._tasks.items():
            if isinstance(ticket, Ticket) and ticket.job_id == job_id:
                self._interrupted.add(task)
                task.cancel()

    async def close(self, seconds: float) -> None:
        """Let no turn begin any more, and cut off those that run; waits so long for them."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def _cross(self, ticket: AnyTicket, handle: Callable[[], Awaitable[None]]) -> None:
        if self._closing:
            raise asyncio.CancelledError
        # Written in DBOS' loop alone. A turn that was taken from us and came back may run beside itself.
        self._begun[ticket.name] = self._begun.get(ticket.name, 0) + 1
        try:
            await asyncio.wrap_future(self._start(ticket, handle))
        finally:
            count = self._begun.pop(ticket.name) - 1
            if count:
                self._begun[ticket.name] = count

    def _start(self, ticket: AnyTicket, handle: Callable[[], Awaitable[None]]) -> Future[None]:
        work = self._attend(ticket, handle)
        # Without DBOS' context: what the handler does is no step of a workflow.
        context = contextvars.Context()
        try:
            return context.run(asyncio.run_coroutine_threadsafe, work, self._loop)
        except RuntimeError as error:
            work.close()
            raise asyncio.CancelledError from error  # our loop has ended, and so has this process

    async def _attend(self, ticket: AnyTicket, handle: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - that is what runs us
        self._tasks[task] = ticket
        try:
            if self._closing:
                task.cancel()
            async with asyncio.timeout(_LONGEST_SECONDS):
                await self._insist(ticket, handle)
        except asyncio.CancelledError:
            if task not in self._interrupted:
                raise
        except Exception as error:  # noqa: BLE001 - the worker loop
            _log.error("turn_failed", turn=ticket.name, error=type(error).__name__, exc_info=error)
        finally:
            del self._tasks[task]
            self._interrupted.discard(task)

    async def _insist(self, ticket: AnyTicket, handle: Callable[[], Awaitable[None]]) -> None:
        """Run the turn, again and again while the database is away: it can be begun as often as one likes."""
        pause = _FIRST_PAUSE
        while True:
            try:
                await handle()
            except DatabaseUnavailable:
                _log.warning("turn_waits_for_database", turn=ticket.name)
                await self._clock.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                return


async def _watch_nothing(_: MonitorTicket) -> None:
    """Do nothing: a process without monitors."""
