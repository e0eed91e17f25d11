"""Many small writes in one transaction: while one commit runs, the next group gathers.

A hundred concurrent scrapes cost a few commits. What belongs to one value stays with it: a
value that the database does not take fails alone, and each has its own patience.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database.access import Database

_GROUP = 200
_BUSY = "The database is busy. Please try again shortly."


class _Left(Exception):
    """Somebody gave up while their value was being written: the group is written again without it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A value that somebody waits for until *until*, in the event loop's time."""

    value: Any
    until: float
    done: asyncio.Future[None]

    @property
    def is_wanted(self) -> bool:
        """Return whether somebody still waits; asked in the writer's thread too."""
        return not self.done.done()


class GroupCommit:
    """Hands values to *commit* in groups, each group one transaction.

    *commit* may see a value again, after a group that failed.
    """

    def __init__(self, database: Database, commit: Callable[[Connection, list[Any]], None]) -> None:
        self._database = database
        self._commit = commit
        self._waiting: list[_Waiting] = []
        self._flushing: asyncio.Task[None] | None = None

    async def add(self, value: Any, *, patience: timedelta | None = None) -> None:
        """Return when *value* is durable.

        Raises DatabaseUnavailable when it is not within *patience* (None: a request's), and whatever the commit raises
        for this value; then it was not written, unless the commit had already begun.
        """
        loop = asyncio.get_running_loop()
        seconds = (self._database.patience if patience is None else patience).total_seconds()
        waiting = _Waiting(value, loop.time() + seconds, loop.create_future())
        self._waiting.append(waiting)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush(), name="group-commit")
        try:
            async with asyncio.timeout(seconds):
                await waiting.done
        except TimeoutError as error:
            raise DatabaseUnavailable(_BUSY) from error

    async def _flush(self) -> None:
        try:
            while self._waiting:
                group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
                await self._settle(group)
        finally:
            self._flushing = None

    async def _settle(self, group: list[_Waiting]) -> None:
        try:
            await self._write(group)
        except DatabaseUnavailable as error:
            _fail(group, error)
        except Exception as error:  # noqa: BLE001 - a task supervisor: the waiters get the failure
            if len(group) == 1:
                _fail(group, error)
                return
            # One of them is at fault, and the others must not suffer for it.
            for waiter in group:
                await self._settle([waiter])
        else:
            for waiting in group:
                if waiting.is_wanted:
                    waiting.done.set_result(None)

    async def _write(self, group: list[_Waiting]) -> None:
        while True:
            # The group waits as long as its latest write; the others leave by themselves when their time is over.
            seconds_left = max(waiting.until for waiting in group) - asyncio.get_running_loop().time()
            if seconds_left <= 0:
                raise DatabaseUnavailable(_BUSY)
            with suppress(_Left):
                await self._database.write(
                    lambda c: self._commit_wanted(c, group),
                    patience=timedelta(seconds=seconds_left),
                    after_failure=self._database.patience,
                )
                return

    def _commit_wanted(self, connection: Connection, group: list[_Waiting]) -> None:
        # A caller that gets a failure must find nothing recorded.
        waiters = [waiting for waiting in group if waiting.is_wanted]
        if waiters:
            self._commit(connection, [waiting.value for waiting in waiters])
        if not all(waiting.is_wanted for waiting in waiters):
            raise _Left

    async def close(self) -> None:
        """Wait until everything that was added is settled."""
        while self._flushing is not None:
            await asyncio.wait([self._flushing])


def _fail(group: list[_Waiting], error: Exception) -> None:
    for waiting in group:
        if waiting.is_wanted:
            waiting.done.set_exception(error)
