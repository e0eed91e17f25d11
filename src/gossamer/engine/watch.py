"""Signs of life, and taking over from those who give none: a thread that never does anything else.

It is a thread and not a task, so that a process whose event loop is busy with a large page is not
taken for dead. Whatever it does can be done twice and by several at once, and is done again in the
next round if it failed: a database that restarts in the middle of a take-over loses nothing.
"""

import random
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

import structlog

from gossamer.engine.executors import Beat, BegunWorkflow, Census, Executors
from gossamer.engine.slots import Slot

_log = structlog.get_logger(__name__)
_COMMIT_SECONDS: Final = 0.1

_K = TypeVar("_K", bound=Hashable)


# No clock of another machine is compared: what counts is that a value stayed the same while *we*
# looked, by our own monotonic clock. Whoever was away itself (frozen, or cut off from the
# database) cannot tell, and begins to look anew.
@dataclass(frozen=True, slots=True)
class _Seen:
    value: object
    since: float


class Stillness(Generic[_K]):
    """Watches values by key; *after* seconds without change make a key still."""

    def __init__(self, after: float) -> None:
        self._after = after
        self._looked_at = float("-inf")
        self._seen: dict[_K, _Seen] = {}

    def look(self, values: Mapping[_K, object], *, now: float) -> frozenset[_K]:
        """Return the keys that are still at *now*, in monotonic seconds; keys that are gone are forgotten."""
        if now - self._looked_at > self._after / 2:
            self._seen = {}
        self._looked_at = now
        self._seen = {key: self._observe_value(key, value, now) for key, value in values.items()}
        return frozenset(key for key, sighting in self._seen.items() if now - sighting.since >= self._after)

    def _observe_value(self, key: _K, value: object, now: float) -> _Seen:
        sighting = self._seen.get(key)
        return sighting if sighting is not None and sighting.value == value else _Seen(value, now)


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds between heartbeats, and seconds without one after which an executor counts as dead.

    A turn that is recorded as this executor's, but does not run, is queued again after *stray*.
    """

    beat: float = 2.0
    dead: float = 10.0
    stray: float = 10.0


@dataclass(slots=True)
class Watch:
    """Beats, counts, and takes over.

    *turns* gives the names of those in hand. *census_taken* is called with each count; *resign* is
    called when another process lives under our id, and nothing may be claimed any more.
    """

    executors: Executors
    slot: Slot
    turns: Callable[[], frozenset[str]]
    census_taken: Callable[[Census], None]
    resign: Callable[[], None]
    tempo: Tempo
    _others: Stillness[str] = field(init=False)
    _strays: Stillness[str] = field(init=False)
    _roused: threading.Event = field(init=False, default_factory=threading.Event)
    _stopped: bool = field(init=False, default=False)
    _thread: threading.Thread = field(init=False)
    _beaten_at: float = field(init=False, default=float("-inf"))
    _resigned: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self._others = Stillness(self.tempo.dead)
        self._strays = Stillness(self.tempo.stray)
        self._thread = threading.Thread(target=self._run, name="engine-watch", daemon=True)

    @property
    def is_well(self) -> bool:
        """Return whether this executor is in touch with the database, under an id that is its own."""
        return not self._resigned and time.monotonic() - self._beaten_at < self.tempo.dead

    def start(self) -> None:
        """Take the first round now, and the others in a thread. Raises what the database raises."""
        self.executors.register()
        self.round()
        self._thread.start()

    def hurry(self) -> None:
        """Look around soon. Does not block."""
        self._roused.set()

    def stop(self, seconds: float) -> None:
        """Give no more signs of life; waits so long for a round that is under way."""
        self._stopped = True
        self._roused.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self) -> None:
        while not self._stopped:
            if self._roused.wait(self.tempo.beat * random.uniform(0.8, 1.2)) and not self._stopped:  # noqa: S311 - no secret
                # A caller in a hurry has enqueued something, and is about to commit.
                time.sleep(_COMMIT_SECONDS)
            self._roused.clear()
            if self._stopped:
                return
            try:
                self.round()
            except Exception as error:  # noqa: BLE001 - a supervisor: nobody else would begin the next round
                _log.warning("watch_failed", error=type(error).__name__)

    def round(self) -> None:
        """Give a sign of life, look around, and take over what was left behind."""
        if not self.executors.beat():
            self._step_down()
            return
        self._beaten_at = time.monotonic()
        census = self.executors.census()
        self.census_taken(census)
        self._take_over(census)
        self._put_back(census)

    def _step_down(self) -> None:
        if not self._resigned:
            self._resigned = True
            self.resign()
            _log.error(
                "executor_id_taken",
                executor=self.slot.executor_id,
                remedy="Two machines use copies of one data folder and have the same host name: "
                "delete the folder 'engine' in one of them.",
            )

    def _take_over(self, census: Census) -> None:
        mine = self.slot.executor_id
        signs: dict[str, Beat | None] = {turn.executor_id: None for turn in census.begun}
        signs.update(census.beats)
        signs.pop(mine, None)
        still = self._others.look(signs, now=time.monotonic())
        for executor_id, beat in signs.items():
            if executor_id in still or self.slot.is_free(executor_id):
                self._bury(executor_id, beat, census)

    def _bury(self, executor_id: str, beat: Beat | None, census: Census) -> None:
        turns = [turn for turn in census.begun if turn.executor_id == executor_id]
        self.executors.queue_again(turns)
        if beat is not None:
            # Last: until it is gone, somebody comes back to it.
            self.executors.strike(executor_id, beat)
        _log.info("executor_gone", executor=executor_id, turns_taken_over=len(turns))

    def _put_back(self, census: Census) -> None:
        """Queue again turns that are recorded as ours and do not run, as after a claim before an outage."""
        turns = self.turns()
        lost = {turn.name: turn for turn in self._mine(census) if turn.name not in turns}
        claims = {name: turn.claim for name, turn in lost.items()}
        strays = self._strays.look(claims, now=time.monotonic())
        self.executors.queue_again([lost[name] for name in strays])
        for name in strays:
            _log.info("turn_put_back", turn=name)

    def hand_over(self) -> None:
        """Queue again what was begun here, for the others or our next life, and say goodbye; to be called last."""
        self.executors.queue_again(self._mine(self.executors.census()))
        self.executors.leave()

    def _mine(self, census: Census) -> list[BegunWorkflow]:
        return [turn for turn in census.begun if turn.executor_id == self.slot.executor_id]
