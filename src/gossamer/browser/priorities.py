"""Priorities of renderers: one that takes more than its share runs when nothing else wants the processor.

The kernel shares the processor among threads, not among pages: fifty busy workers of one page would take nearly all of
it from every other page, from Chromium itself and from the service. A page is not stopped for that: alone on the
machine it is as fast as ever. Lowering a priority needs no privilege, so this works in containers, too.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

# A renderer has some 15 threads, and one more for each worker of its page.
_THREADS: Final = 30
# Seconds of processor time after which a renderer stands back a little; few pages need one.
_SECONDS: Final = 2.0
# At this niceness 28 threads weigh as much as an ordinary one.
_NICE: Final = 10
_IDLE: Final = getattr(os, "SCHED_IDLE", None)


def stand_back(pid: int, seconds: float) -> None:
    """Lower the priority of the renderer *pid* if it is greedy; it stays so until it ends.

    Greedy is what has more threads than ordinary pages need, or has used more *seconds* of processor time. To be asked
    again and again: threads that begin, or raise their own priority, are lowered the next time.
    """
    threads = list(_threads(pid))
    if len(threads) > _THREADS and _IDLE is not None:
        _lower(threads, _to_idle)
    elif seconds > _SECONDS:
        _lower(threads or [pid], _to_nice)


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


def _to_idle(thread: int) -> None:
    if _IDLE is not None and os.sched_getscheduler(thread) != _IDLE:
        os.sched_setscheduler(thread, _IDLE, os.sched_param(0))


def _to_nice(thread: int) -> None:
    # Never up: that would take a privilege, and undo what was done before.
    if os.getpriority(os.PRIO_PROCESS, thread) < _NICE:
        os.setpriority(os.PRIO_PROCESS, thread, _NICE)
