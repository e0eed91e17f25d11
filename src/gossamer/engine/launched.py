"""The engine at work: DBOS, its pollers and the watch, brought up together and taken down in order."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Engine as SqlEngine

from gossamer.engine.executors import Census, Executors
from gossamer.engine.load import Load
from gossamer.engine.pace import PollerPace
from gossamer.engine.queues import Queue, QueueLimits
from gossamer.engine.slots import Slot
from gossamer.engine.transact import MakePace, Poller, Transact
from gossamer.engine.turns import Turns
from gossamer.engine.watch import Tempo, Watch

# A team may fill its share of a process; as much again is left for others, who need not wait.
_SHARES: Final = 2
# A delivery waits for a receiver and does little else.
_WEBHOOKS: Final = QueueLimits(all=32, team=16, gentle=8)
# A check fetches a few pages; sending messages waits for a receiver.
_MONITORS: Final = QueueLimits(all=32, team=24, gentle=4)
_FORGOTTEN_AT_ONCE: Final = 500
_CLAIMS_SECONDS: Final = 0.3
_ROUND_SECONDS: Final = 0.5


class Launched:
    """A running DBOS with all that belongs to it. All methods block."""

    def __init__(
        self, *, transact: Transact, executors: Executors, watch: Watch, pollers: Mapping[Queue, Poller], load: Load
    ) -> None:
        self._load = load
        self._transact = transact
        self._executors = executors
        self._watch = watch
        self._pollers = pollers

    def start(self, wanted: Callable[[], bool]) -> None:
        """Give signs of life, then claim. Raises RuntimeError when it is no longer wanted."""
        # A process that claims without a sign of life counts as dead.
        self._watch.start()
        if not wanted():
            self._watch.stop(_ROUND_SECONDS)
            raise RuntimeError("The engine was closed while it started.")
        for poller in self._pollers.values():
            poller.start()

    @property
    def is_well(self) -> bool:
        """Return whether it is in touch with the database."""
        return self._watch.is_well

    def wake(self, queue: Queue) -> None:
        """Ask *queue* for work soon. Does not block."""
        self._pollers[queue].pace.wake()
        if queue is Queue.LANES and self._load.open_lanes <= 1:
            # More than one lane may be worth a further process.
            self._watch.hurry()

    def forget(self, before: datetime) -> None:
        """Delete what is known of turns that ended before then, in small transactions."""
        while names := self._executors.ended(before=before, limit=_FORGOTTEN_AT_ONCE):
            self._transact.forget(names)

    def stop_claiming(self) -> None:
        """Claim nothing more."""
        for poller in self._pollers.values():
            poller.pace.set()
        for poller in self._pollers.values():
            poller.join(_CLAIMS_SECONDS)
        self._watch.stop(_ROUND_SECONDS)

    def hand_over(self) -> None:
        """Queue again what was begun here, for the others or our next life."""
        self._watch.hand_over()

    def destroy(self) -> None:
        """End DBOS."""
        self._transact.destroy()


def launch(
    database: SqlEngine, *, slot: Slot, turns: Turns, lanes: int, tempo: Tempo, load: Load, wanted: Callable[[], bool]
) -> Launched:
    """Bring everything up; *load* is kept current from then on.

    Blocks. Raises what the database raises, and RuntimeError when *wanted* no longer holds or
    another engine runs in this process; then nothing is left running.
    """
    executors = Executors(database, slot.executor_id)
    transact = Transact(
        database,
        slot.executor_id,
        {
            Queue.LANES: turns.lane,
            Queue.WEBHOOKS: turns.delivery,
            Queue.MONITORS: turns.monitor,
        },
    )
    transact.launch()
    try:
        limits = {
            Queue.LANES: QueueLimits(all=_SHARES * lanes, team=lanes, gentle=1),
            Queue.WEBHOOKS: _WEBHOOKS,
            Queue.MONITORS: _MONITORS,
        }
        pollers = {queue: transact.poller(queue, limit, _pace(limit, load)) for queue, limit in limits.items()}

        def counted(census: Census) -> None:
            load.count(len(census.beats), census.open_lanes)
            if census.open_lanes:
                pollers[Queue.LANES].pace.warm()

        def resign() -> None:
            for poller in pollers.values():
                poller.pace.set()

        watch = Watch(executors, slot, turns.names, counted, resign, tempo)
        launched = Launched(transact=transact, executors=executors, watch=watch, pollers=pollers, load=load)
        launched.start(wanted)
    except BaseException:
        transact.destroy()
        raise
    return launched


def _pace(limits: QueueLimits, load: Load) -> MakePace:
    return lambda running, allow: PollerPace(limits=limits, running=running, alone=lambda: load.alone, allow=allow)
