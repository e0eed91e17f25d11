"""DBOS Transact, and everything that we use of it beyond its public interface, in one place.

DBOS is one object a process. It is launched in a thread without an event loop, so that it brings
its own: our loop is not taken into service, its default executor is left alone, and it may be
busy without DBOS noticing.

Two things of the library are not public: the poller of a queue, which we run with our own clock
(`pace`) because DBOS cannot be woken and keeps a queue's limits in the database, one for all
processes; and how many workflows of a queue run here. `executors` reads and, to take over the work
of the dead, which its free edition does not do, updates its table. The dependency is therefore
bound to a minor version.
"""

import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import structlog
from dbos import DBOS, DBOSClient, DBOSConfig, EnqueueOptions, WorkflowSerializationFormat
from dbos._queue import _INTERNAL_QUEUE_CONSTRUCTION, queue_worker_thread
from dbos._queue import Queue as DbosQueue
from sqlalchemy import Connection, Engine

from gossamer.engine.pace import PollerPace
from gossamer.engine.queues import Queue, QueueLimits, Work

Workflow: TypeAlias = Callable[..., Awaitable[None]]
# Makes the clock of a poller from two functions: how much of its queue this process has in hand,
# and one that allows it to have so much.
MakePace: TypeAlias = Callable[[Callable[[], int], Callable[[int], None]], PollerPace]

_APPLICATION: Final = "gossamer"
# By default a hash of the source: work that was queued before an upgrade would stay unclaimed.
# It changes when what a queued workflow carries can no longer be read, and never otherwise.
_VERSION: Final = "1"
# How often a turn is begun again whose process died under it; then the janitor takes over, slower.
_RECOVERIES: Final = 100
_NEVER_SECONDS: Final = 86_400.0
# DBOS looks for messages between workflows, of which we send none, and leaves when it has looked.
_LISTENER_SECONDS: Final = 0.2
# DBOS keeps its state in module variables: a second one in the process would be the first.
_one_a_process: Final = threading.Lock()

_log = structlog.get_logger(__name__)
_SAME: Final = 60
_AGAIN_SECONDS: Final = 10.0
_MOST_REMEMBERED: Final = 100
# A turn that we cut off ourselves, because the process leaves.
_USUAL: Final = "Asyncio task cancelled for workflow"


class LibraryLog(logging.Handler):
    """Hands the library's records on; while a database is away, each poll would be one."""

    _installed: "LibraryLog | None" = None

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._logged: dict[str, float] = {}

    @classmethod
    def install(cls) -> None:
        """Take the place of the library's own handler, once."""
        if cls._installed is None:
            cls._installed = cls()
            logger = logging.getLogger("dbos")
            logger.handlers = [cls._installed]
            logger.propagate = False
            logger.setLevel(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record, unless one that begins alike was logged a moment ago."""
        message = record.getMessage()
        if message.startswith(_USUAL):
            return
        now = time.monotonic()
        if now - self._logged.get(message[:_SAME], -_AGAIN_SECONDS) < _AGAIN_SECONDS:
            return
        if len(self._logged) >= _MOST_REMEMBERED:
            self._logged.clear()
        self._logged[message[:_SAME]] = now
        # The first line: what follows is SQL, with values.
        line = message.splitlines()[0] if message else ""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        _log.log(record.levelno, "engine_library", message=line, error=error)


class Client:
    """Puts workflows into queues; needs no launched DBOS, only its tables."""

    def __init__(self, database: Engine) -> None:
        LibraryLog.install()
        self._dbos = DBOSClient(system_database_engine=database, application_name=_APPLICATION, lazy=True)

    def enqueue(self, connection: Connection, work: Work) -> None:
        """Queue *work* if and when the transaction of *connection* commits; a name that is known changes nothing."""
        options: EnqueueOptions = {
            "workflow_name": work.queue.value,
            "queue_name": work.queue.value,
            "workflow_id": work.name,
            "queue_partition_key": work.team_id,
            "app_version": _VERSION,
            # Readable by anybody; the default is pickle.
            "serialization_type": WorkflowSerializationFormat.PORTABLE,
        }
        if work.delay > 0:
            options["delay_seconds"] = work.delay
        schemas = connection.get_execution_options().get("schema_translate_map")
        self._dbos.enqueue_in_transaction(connection, options, *work.arguments)
        # DBOS leaves its own on the connection, and every later statement of its owner would be searched for it.
        connection.execution_options(schema_translate_map=schemas)

    def migrate(self) -> None:
        """Make or update the tables of DBOS."""
        self._dbos._sys_db.run_migrations()  # noqa: SLF001 - the public way opens an engine of its own


def migrate(database: Engine) -> None:
    """Make or update the tables of DBOS."""
    Client(database).migrate()


class Transact:
    """A launched DBOS. All methods block, and may be called from any thread without a running event loop."""

    def __init__(self, database: Engine, executor_id: str, workflows: Mapping[Queue, Workflow]) -> None:
        self._database = database
        self._executor_id = executor_id
        self._workflows = workflows
        self._dbos: DBOS | None = None

    def launch(self) -> None:
        """Start DBOS; what this executor had begun in its former life is queued again.

        Nothing is claimed yet. Raises RuntimeError when one runs in this process already, and
        what the database raises; then nothing is left running.
        """
        if not _one_a_process.acquire(blocking=False):
            raise RuntimeError("An engine runs in this process already.")
        try:
            self._launch()
        except BaseException:
            self.destroy()
            raise

    def _launch(self) -> None:
        LibraryLog.install()
        config: DBOSConfig = {
            "name": _APPLICATION,
            "system_database_engine": self._database,
            "dbos_system_schema": "dbos",
            "application_version": _VERSION,
            "executor_id": self._executor_id,
            "log_level": "WARNING",
            "enable_otlp": False,
            "use_listen_notify": False,
            "notification_listener_polling_interval_sec": _LISTENER_SECONDS,
            "scheduler_polling_interval_sec": _NEVER_SECONDS,
        }
        self._dbos = DBOS(config=config)
        for queue, workflow in self._workflows.items():
            DBOS.workflow(name=queue.value, max_recovery_attempts=_RECOVERIES)(_as_function(workflow))
        DBOS.listen_queues([])
        DBOS.launch()

    def poller(self, queue: Queue, limits: QueueLimits, make_pace: MakePace) -> "Poller":
        """Return a poller of *queue*, not started."""
        dbos = self._running_dbos
        dbos_queue = DbosQueue(
            queue.value,
            worker_concurrency=limits.all,
            # In memory, unlike `partition_concurrency`: no process waits for another's lock.
            partition_worker_concurrency=limits.team,
            token=_INTERNAL_QUEUE_CONSTRUCTION,
        )

        def running() -> int:
            return int(dbos._active_workflows_set.count_for_queue(queue.value))  # noqa: SLF001

        def allow(most: int) -> None:
            dbos_queue._worker_concurrency = most  # noqa: SLF001 - read anew in every round of the poller

        pace = make_pace(running, allow)
        thread = threading.Thread(
            target=queue_worker_thread,
            args=(cast("threading.Event", pace), dbos, dbos_queue),
            name=f"engine-{queue}",
            daemon=True,
        )
        return Poller(thread, pace)

    def forget(self, names: Sequence[str]) -> None:
        """Delete what is known of these workflows."""
        self._running_dbos.delete_workflows(list(names))

    def destroy(self) -> None:
        """End DBOS and its threads; workflows that are still under way stay recorded as begun."""
        try:
            DBOS.destroy(destroy_registry=True)
        finally:
            self._dbos = None
            _one_a_process.release()

    @property
    def _running_dbos(self) -> Any:
        assert self._dbos is not None  # noqa: S101 - the engine launches first
        return self._dbos


def _as_function(workflow: Workflow) -> Workflow:
    """Return a function for *workflow*, which may be a method: DBOS writes attributes on it."""

    async def run(*arguments: str | int) -> None:
        await workflow(*arguments)

    return run


@dataclass(frozen=True, slots=True)
class Poller:
    """A thread that claims work of one queue, and its clock."""

    thread: threading.Thread
    pace: PollerPace

    def start(self) -> None:
        """Begin to claim."""
        self.thread.start()

    def join(self, seconds: float) -> None:
        """Wait so long for a claim that is under way; the pace was set to end."""
        if self.thread.is_alive():
            self.thread.join(seconds)
