"""The durable engine: what was enqueued in a transaction runs, and runs on when processes die.

Turns at lanes and deliveries are DBOS workflows in two queues, partitioned by team. Each process
claims what it has room for, runs it in its own event loop, and gives signs of life; whoever gives
none has its turns taken over. On SQLite and on PostgreSQL it is the same code, with one process
or many.
"""

import asyncio
import importlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import structlog
from sqlalchemy import Engine as SqlEngine

from gossamer.engine.database import close, connect, has_work, is_prepared, prepare
from gossamer.engine.dispatch import EngineDispatch
from gossamer.engine.executors import Executors
from gossamer.engine.load import Load
from gossamer.engine.queues import Queue
from gossamer.engine.slots import Slot, take_slot
from gossamer.engine.turns import DeliveryHandler, LaneHandler, MonitorHandler, Turns
from gossamer.engine.watch import Tempo
from gossamer.ports.clock import Clock

if TYPE_CHECKING:
    from gossamer.engine.launched import Launched

_log = structlog.get_logger(__name__)
_RELAUNCH_SECONDS: Final = 1.0
# All together below the five seconds in which a process must be able to leave, whatever hangs.
_LAUNCH_SECONDS: Final = 1.0
_TURNS_SECONDS: Final = 1.0
_CLAIMS_SECONDS: Final = 1.0
_HAND_OVER_SECONDS: Final = 1.0
_DESTROY_SECONDS: Final = 0.8

_T = TypeVar("_T")


# A call to a database that is away may block for long. The threads of an executor would be joined
# when the loop ends and again when the interpreter does; a process that was asked to stop stops.
async def aside(function: Callable[..., _T], *arguments: Any) -> _T:
    """Return ``function(*arguments)``, run in a thread of its own; a cancelled caller leaves it running."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_T] = loop.create_future()

    def settle(deliver: Callable[[Any], None], value: Any) -> None:
        if not answer.done():
            deliver(value)

    def run() -> None:
        deliver: Callable[[Any], None]
        try:
            value: Any = function(*arguments)
            deliver = answer.set_result
        except BaseException as error:  # noqa: BLE001 - raised where it is awaited
            value, deliver = error, answer.set_exception
        # The loop may be closed by now, and then nobody asks.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, deliver, value)

    threading.Thread(target=run, name="engine-aside", daemon=True).start()
    return await answer


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """The services that an engine uses.

    *database_url* is the store's, as SQLAlchemy reads it; *open_postgres* opens it where it is PostgreSQL. *home*
    is the data folder and *slot* the process's name in it ("serve", "serve.1", "worker"). *lanes* is how many lanes of
    one team run here at a time; of all teams it is twice as many. With *on_demand* DBOS is loaded when there is work,
    not at the start: for a process that queues its own work and that of no other machine. *is_rendering* says whether
    the browser of this process has pages.
    """

    database_url: str
    home: Path
    slot: str
    lanes: int = 4
    on_demand: bool = False
    tempo: Tempo = field(default_factory=Tempo)
    open_postgres: Callable[[str], SqlEngine] = field(kw_only=True)
    is_rendering: Callable[[], bool] = lambda: False


class Engine:
    """The engine of a process, which can have one at a time.

    *dispatch* can be given to the store at once, and be used while the engine is `running`.
    """

    def __init__(self, options: EngineOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._database = connect(options.database_url, options.open_postgres)
        self._load = Load()
        self._launched: Launched | None = None
        self._turns: Turns | None = None
        self._leaving = False
        self._prepared = asyncio.Event()
        self._wanted = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failure: Exception | None = None
        self.dispatch: Final = EngineDispatch(
            self._database, self._wake, self._want, self._prepared, lambda: self._failure
        )

    @asynccontextmanager
    async def running(
        self, *, lane: LaneHandler, delivery: DeliveryHandler, monitor: MonitorHandler | None = None
    ) -> AsyncIterator[None]:
        """Run turns with these handlers in the running loop, until left.

        A handler returns when its turn is over. When it is cancelled it commits nothing more
        and re-raises: its turn goes to another process, or to the next life of this one. It may
        be called again with a ticket it knows.

        Work can be enqueued when the dispatch is `ready`: from here on, where the database was used before. It
        begins when DBOS is up, which takes a moment longer and is not waited for; see `answers`. With `on_demand`
        DBOS is only brought up when work is enqueued, or when an earlier process left some. Raises what the
        database raises, and OSError when the data folder cannot be written.
        """
        # DBOS needs it. Loaded in a thread, as DBOS is, it would be seen half made by a caller that builds a
        # statement meanwhile: SQLAlchemy looks whether it is there, not whether it is complete.
        importlib.import_module("sqlalchemy.orm")
        self._loop = asyncio.get_running_loop()
        if await aside(is_prepared, self._database):
            self._prepared.set()
            if self._options.on_demand and await aside(has_work, self._database):
                self._wanted.set()
        slot = await aside(take_slot, self._options.home, self._options.slot)
        self._turns = Turns(lane, delivery, self._clock, monitor)
        launching = asyncio.create_task(self._bring_up(slot, self._turns), name="engine-launch")
        try:
            yield
        finally:
            await self._leave(launching, slot, self._turns)

    async def answers(self) -> bool:
        """Return whether the engine is up and in touch with its database, or sleeps because there is no work."""
        if self._launched is None:
            return self._sleeps
        return self._launched.is_well

    @property
    def open_lanes(self) -> int:
        """Return the number of lanes of all jobs that processes could work on at the last count, seconds ago."""
        return self._load.workable_lanes(is_rendering=self._options.is_rendering())

    def interrupt(self, job_id: str) -> None:
        """Cut off what this process does for a job that has ended; others notice at their next commit."""
        if self._turns is not None:
            self._turns.interrupt(job_id)

    async def alive(self, names: Sequence[str]) -> frozenset[str]:
        """Return which of the tickets of these names wait or run. Raises what the database raises."""
        if not names:
            return frozenset()
        # Those that run may be of a process that died; only a launched engine takes them over.
        self._wanted.set()
        await self.dispatch.ready()
        return await aside(Executors(self._database, "").alive, names)

    async def forget(self, *, before: datetime) -> None:
        """Delete what is known of turns that ended before then. Raises what the database raises."""
        if self._launched is not None:
            await aside(self._launched.forget, before)

    @property
    def _sleeps(self) -> bool:
        return self._options.on_demand and not self._wanted.is_set()

    def _want(self) -> None:
        """Have DBOS brought up; may be called from any thread."""
        if self._loop is not None and not self._wanted.is_set():
            self._loop.call_soon_threadsafe(self._wanted.set)

    def _wake(self, queue: Queue) -> None:
        if self._launched is not None:
            self._launched.wake(queue)

    async def _bring_up(self, slot: Slot, turns: Turns) -> None:
        if self._options.on_demand:
            await self._wanted.wait()
        began = time.perf_counter()
        while self._launched is None:
            try:
                await self._prepare()
                self._launched = await aside(self._launch, slot, turns)
            except Exception as error:  # noqa: BLE001 - a supervisor: the next attempt may succeed
                if self._leaving:
                    return
                self._failure = error
                _log.warning("engine_not_up", error=type(error).__name__, exc_info=error)
                await asyncio.sleep(_RELAUNCH_SECONDS)
        self._failure = None
        # At the first start only now: until it is up it keeps SQLite's one lock again and again, for seconds on a busy
        # machine, and who queues work would find the database busy.
        self._prepared.set()
        _log.info("engine_up", executor=slot.executor_id, seconds=round(time.perf_counter() - began, 2))

    async def _prepare(self) -> None:
        if not self._prepared.is_set():
            await aside(prepare, self._database)

    def _launch(self, slot: Slot, turns: Turns) -> "Launched":
        from gossamer.engine.launched import launch  # noqa: PLC0415 - loads DBOS, which takes its time

        return launch(
            self._database,
            slot=slot,
            turns=turns,
            lanes=self._options.lanes,
            tempo=self._options.tempo,
            load=self._load,
            wanted=lambda: not self._leaving,
        )

    async def _leave(self, launching: asyncio.Task[None], slot: Slot, turns: Turns) -> None:
        """Take everything down in order; what hangs is left behind, and its work is taken over by others."""
        self._leaving = True
        if self._sleeps:
            launching.cancel()
        await asyncio.wait([launching], timeout=_LAUNCH_SECONDS)
        launching.cancel()
        launched, self._launched = self._launched, None
        if launched is not None:
            await asyncio.gather(
                _within(_CLAIMS_SECONDS, "claims", launched.stop_claiming), turns.close(_TURNS_SECONDS)
            )
            await _within(_HAND_OVER_SECONDS, "hand over", launched.hand_over)
            await _within(_DESTROY_SECONDS, "end", launched.destroy)
        close(self._database)
        slot.release()


async def _within(seconds: float, what: str, function: Callable[..., None], *arguments: Any) -> None:
    """Run *function*; when it takes longer than *seconds* or fails, say so and go on."""
    try:
        async with asyncio.timeout(seconds):
            await aside(function, *arguments)
    except Exception as error:  # noqa: BLE001 - whatever it was, the process leaves
        _log.warning("engine_left_in_haste", step=what, error=type(error).__name__)
