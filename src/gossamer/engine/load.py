"""The load of this process, and of the others as this process knows it."""

import time
from dataclasses import dataclass, field
from typing import Final

# A process that uses so much of a core has work for another one.
_BUSY: Final = 0.5


@dataclass(slots=True)
class Load:
    """Whether nobody else works on the database, and how many lanes wait or run anywhere, when last counted.

    *cores* is how many this process used on average between the last two counts, without its browser and helpers.
    """

    alone: bool = False
    open_lanes: int = 0
    cores: float = 0.0
    _used: tuple[float, float] = field(default_factory=lambda: (time.monotonic(), time.process_time()))

    def count(self, processes: int, open_lanes: int) -> None:
        """Take note of a count."""
        self.alone, self.open_lanes = processes <= 1, open_lanes
        (since, before), self._used = self._used, (time.monotonic(), time.process_time())
        self.cores = (self._used[1] - before) / max(self._used[0] - since, 1e-3)

    def workable_lanes(self, *, is_rendering: bool) -> int:
        """Return the number of lanes that processes can work on.

        It is one at most while the browser of this process does the work: that of another would share the same cores.
        """
        return min(self.open_lanes, 1) if is_rendering and self.cores < _BUSY else self.open_lanes
