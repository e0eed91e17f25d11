"""The limit on concurrent pages of one host in this process.

It starts with some and grows with every answer, as long as answers do not become slower for
it. A host that pushes back (429, 503, no answer) gets half as many, and one that pushes back
even a single request gets pauses, which shrink again as it answers.
"""

from typing import Final

_FIRST: Final = 16.0
_MOST: Final = 100.0
# Slowness alone never brings a host below this: it may simply be slow.
_FEWEST_FOR_SLOWNESS: Final = 4.0
_SMOOTHING: Final = 0.1
# An answer is late when it takes so many times what it took at best, and this much longer (seconds).
_LATE: Final = 2.0
_VERY_LATE: Final = 4.0
_TOLERANCE: Final = 0.25
# The best is forgotten slowly, or a page from a cache would make all others late for good.
_FORGETTING: Final = 1.002
_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 10.0
_SHRINKING: Final = 0.8
_NO_PAUSE: Final = 0.05


class Limiter:
    """The estimated capacity of one host; times are in seconds."""

    __slots__ = ("_best", "_is_starting", "_limit", "_usual", "pause", "running")

    def __init__(self) -> None:
        self.running = 0
        self.pause = 0.0
        self._limit = _FIRST
        self._is_starting = True
        self._best = 0.0
        self._usual = 0.0

    @property
    def limit(self) -> int:
        """Return the number of pages that may be under way."""
        return int(self._limit)

    @property
    def has_room(self) -> bool:
        """Return whether one more may begin."""
        return self.running < self.limit

    def answered(self, seconds: float) -> None:
        """Learn from an answer that took *seconds*."""
        self._usual = seconds if not self._usual else self._usual + _SMOOTHING * (seconds - self._usual)
        self._best = min(self._best * _FORGETTING, seconds) if self._best else seconds
        self.pause = self.pause * _SHRINKING if self.pause > _NO_PAUSE else 0.0
        if self._usual <= self._best * _LATE + _TOLERANCE:
            self._limit = min(_MOST, self._limit + (1.0 if self._is_starting else 1.0 / self._limit))
        elif self._usual > self._best * _VERY_LATE + _TOLERANCE:
            self._is_starting = False
            self._limit = max(min(_FEWEST_FOR_SLOWNESS, self._limit), self._limit - 0.5)

    def pushed_back(self) -> None:
        """Learn that the host wants less."""
        self._is_starting = False
        if self.limit == 1:
            self.pause = min(_LONGEST_PAUSE, max(_FIRST_PAUSE, self.pause * 2))
        self._limit = max(1.0, self._limit / 2)

    def vanished(self) -> None:
        """Learn that no answer comes any more: one page finds out when they do, and then it starts again."""
        self._is_starting = True
        self._limit = 1.0
