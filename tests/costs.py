"""What work costs on this machine, for tests that say how cost grows and not how many seconds it takes."""

import gc
import time
from collections.abc import Callable
from typing import Final

# What takes time in proportion grows fourfold, what is quadratic sixteenfold.
_TIMES: Final = 4
_GROWTH: Final = 8
_TRIES: Final = 3
# Less than this is within what a clock and a first call cost; what stays below eight times this hurts nobody.
_LEAST_SECONDS: Final = 0.02

Work = Callable[[], object]


def cost(work: Work) -> float:
    """Return the processor seconds that some work takes, without those of collecting what earlier tests left."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return max(time.process_time() - began, _LEAST_SECONDS)
    finally:
        gc.enable()


def growth(work: Callable[[int], Work], size: int) -> float:
    """Return how much more a fourfold size costs: the least of up to three tries, about 4 for what is in proportion.

    *work* prepares what is then measured, for a size.
    """
    found: list[float] = []
    while len(found) < _TRIES and min(found, default=_GROWTH) >= _GROWTH:
        found.append(cost(work(size * _TIMES)) / cost(work(size)))
    return min(found)


def in_proportion(work: Callable[[int], Work], size: int) -> bool:
    """Return whether a fourfold size costs about four times as much, and not sixteen times."""
    return growth(work, size) < _GROWTH
