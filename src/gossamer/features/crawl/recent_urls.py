"""URLs that a job met lately in this process, to spare the store repeated questions.

Most links of a page stand on its neighbours too. Forgetting one costs a question; believing
that one was met when it was not would lose a page. So only what is durable is remembered
beyond a turn, and a key has 64 bits. Each is remembered with the least depth at which it was met.
"""

from collections.abc import Mapping
from typing import Final

_GENERATION: Final = 50_000
# Deeper than any page.
UNMET: Final = 2**31


class Seen:
    """Depths by 64-bit keys with bounded memory: the older half is forgotten when it is full."""

    __slots__ = ("_generation", "_new", "_old")

    def __init__(self, generation: int = _GENERATION) -> None:
        self._generation = generation
        self._new: dict[int, int] = {}
        self._old: dict[int, int] = {}

    def depth(self, key: int) -> int:
        """Return the least depth that is remembered of *key*, UNMET when there is none."""
        return min(self._new.get(key, UNMET), self._old.get(key, UNMET))

    def update(self, depths: Mapping[int, int]) -> None:
        """Remember *depths* by their keys."""
        new = self._new
        for key, depth in depths.items():
            if depth < new.get(key, UNMET):
                new[key] = depth
        if len(new) >= self._generation:
            self._old, self._new = new, {}
