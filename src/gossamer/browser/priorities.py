"""Priorities of renderers, so that a page with many busy threads does not take the processor from all others.

The kernel shares the processor among threads, not among pages: fifty busy workers of one page would take nearly all of
it from every other page, from Chromium itself and from the service. So all threads of all busy pages weigh together
about a third of one ordinary thread, and those of a page with dozens of workers run only when nothing else wants the
processor. Where pages take all of the processor, one is busy sooner. No page is stopped for that: alone on the machine
it is as fast as ever. Lowering a priority needs no privilege, so this works in containers, too. Where threads are not
listed in /proc, nothing is done.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from gossamer.browser.running_browser import BrowserProcess

# Chromium starts about eleven threads in a renderer, and more where there are more cores. Those beyond are workers.
_ORDINARY: Final = 12 + 2 * (os.cpu_count() or 1)
# So many more make a page that ordinary sites do not have.
_DOZENS: Final = 8
# Seconds of processor time, within so many seconds, that make a page busy; fewer do when pages take so much of all.
_BUSY: Final = 2.0
_WINDOW: Final = 10.0
_BUSY_IN_A_CROWD: Final = 0.3
_CROWD: Final = 0.7 * (os.cpu_count() or 1)
# Each step of niceness divides a thread's weight by this (sched(7)); 19 is the last.
_STEP: Final = 1.25
_NICEST: Final = 19
# A busy page has a third of the weight of one that is not.
_BEHIND: Final = 5
_IDLE: Final = getattr(os, "SCHED_IDLE", None)


class Priorities:
    """Lowers the priorities of greedy renderers; what was lowered stays so until the renderer ends."""

    def __init__(self) -> None:
        # Of each renderer, when its present window began and the processor time that it had used by then.
        self._windows: dict[int, tuple[float, float]] = {}
        # When it was looked last, and the processor time that each had used by then.
        self._last: tuple[float, dict[int, float]] = (0.0, {})

    def look(self, renderers: Iterable[BrowserProcess], now: float) -> None:
        """Lower those of *renderers* that are greedy at *now*, seconds of any clock.

        To be called again and again: threads that began since, or raised their own priority, are lowered as well.
        """
        used = {renderer.pid: renderer.seconds for renderer in renderers}
        limit = _BUSY_IN_A_CROWD if self._is_crowd(used, now) else _BUSY
        windows = {}
        for pid, seconds in used.items():
            began, before = self._windows.get(pid, (now, seconds))
            windows[pid] = (began, before) if now - began < _WINDOW else (now, seconds)
        busy = {pid for pid, seconds in used.items() if seconds - self._windows.get(pid, (now, seconds))[1] > limit}
        for pid in used:
            _stand_back(pid, among=len(busy) if pid in busy else 0)
        self._windows = windows

    def _is_crowd(self, used: Mapping[int, float], now: float) -> bool:
        """Return whether the renderers took nearly all of the processor since the last look."""
        moment, before = self._last
        self._last = (now, dict(used))
        return sum(seconds - before.get(pid, 0.0) for pid, seconds in used.items()) > _CROWD * (now - moment)


def _stand_back(pid: int, *, among: int) -> None:
    """Lower the threads of a renderer that is one *among* so many busy ones, 0 when it is not busy."""
    threads = list(_threads(pid))
    workers = len(threads) - _ORDINARY
    if workers > _DOZENS and _IDLE is not None:
        _lower(threads, partial(_to_idle, _IDLE))
    elif among:
        _lower(threads, partial(_to_nice, min(_NICEST, niceness(among * (1 + max(0, workers))) + _BEHIND)))


def niceness(threads: int) -> int:
    """Return the niceness at which so many threads weigh as much as one ordinary thread."""
    return min(_NICEST, math.ceil(math.log(threads, _STEP)))


def _threads(pid: int) -> Iterator[int]:
    """Yield the ids of its threads, by which Linux knows priorities; none elsewhere, or when it ended."""
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield int(task.name)


def _lower(threads: list[int], to: Callable[[int], None]) -> None:
    for thread in threads:
        # It may have ended meanwhile.
        with suppress(OSError):
            to(thread)


def _to_idle(policy: int, thread: int) -> None:
    if os.sched_getscheduler(thread) != policy:
        os.sched_setscheduler(thread, policy, os.sched_param(0))


def _to_nice(nice: int, thread: int) -> None:
    # Never up: that would take a privilege, and undo what was done before.
    if os.getpriority(os.PRIO_PROCESS, thread) < nice:
        os.setpriority(os.PRIO_PROCESS, thread, nice)
