"""When a process asks a queue for work, and how much it takes at once.

Asking costs a little even when there is nothing, so an idle process asks once a second and a
busy one ten times; what this very process enqueues wakes it. When several processes work, one
that has much to do waits longer and takes little at a time, so that the others get their share:
a turn ends after a few seconds, and with every turn the work spreads further.
"""

import threading
import time
from collections.abc import Callable
from typing import Final

from gossamer.engine.queues import QueueLimits

_HOT_SECONDS: Final = 0.1
_SLOWEST_HOT_SECONDS: Final = 0.2
_IDLE_SECONDS: Final = 1.0
_STAYS_HOT_SECONDS: Final = 2.0
# Dispatchers are woken before the transaction commits; a commit takes this long or less.
_COMMIT_SECONDS: Final = 0.01


def interval(*, hot: bool, alone: bool, running: int) -> float:
    """Return the seconds until the queue is asked again; *running* is what this process has in hand."""
    if not hot:
        return _IDLE_SECONDS
    return _HOT_SECONDS if alone else min(_HOT_SECONDS * (1 + running / 2), _SLOWEST_HOT_SECONDS)


def room(limits: QueueLimits, *, alone: bool, running: int) -> int:
    """Return the number of pieces of work that the process may have in hand after the next time it asks."""
    return limits.all if alone else min(limits.all, running + limits.gentle)


class PollerPace:
    """The clock of one queue's poller, in the shape of the event that DBOS gives its pollers.

    `wait` returns when the queue is to be asked, and whether to stop. Everything may be called
    from any thread.
    """

    def __init__(
        self,
        *,
        limits: QueueLimits,
        running: Callable[[], int],
        alone: Callable[[], bool],
        allow: Callable[[int], None],
    ) -> None:
        self._limits = limits
        self._running = running
        self._alone = alone
        self._allow = allow
        self._changed = threading.Condition()
        self._stopped = False
        # The first look is at once: an earlier run of this process may have left work.
        self._woken = True
        self._hot_until = time.monotonic() + _STAYS_HOT_SECONDS

    def wake(self) -> None:
        """Ask soon: something was enqueued here, and will be there as soon as it is committed."""
        with self._changed:
            self._hot_until = time.monotonic() + _STAYS_HOT_SECONDS
            # A process with much in hand leaves to others what they would have to wait for.
            self._woken = self._woken or self._alone() or self._running() == 0
            self._changed.notify()

    def warm(self) -> None:
        """Ask often for a while: there is work somewhere."""
        with self._changed:
            self._hot_until = time.monotonic() + _STAYS_HOT_SECONDS

    def set(self) -> None:
        """Have the poller end."""
        with self._changed:
            self._stopped = True
            self._changed.notify()

    def is_set(self) -> bool:
        """Return whether the poller is to end."""
        return self._stopped

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - the poller has an opinion, we have a better one
        """Return, after a while, whether the poller is to end."""
        running = self._running()
        with self._changed:
            hot = running > 0 or time.monotonic() < self._hot_until
            pause = interval(hot=hot, alone=self._alone(), running=running)
            self._changed.wait_for(lambda: self._stopped or self._woken, pause)
            woken, self._woken = self._woken, False
        if woken and not self._stopped:
            time.sleep(_COMMIT_SECONDS)
        self._allow(room(self._limits, alone=self._alone(), running=self._running()))
        return self._stopped
