"""URLs that a job met lately in this process, to spare the store repeated questions.

Most links of a page stand on its neighbours too. Forgetting one costs a question; believing
that one was met when it was not would lose a page. So only what is durable is remembered
beyond a turn, and a key has 64 bits.
"""

from collections.abc import Iterable
from typing import Final

_GENERATION: Final = 50_000


class Seen:
    """A set of 64-bit keys with bounded memory: the older half is forgotten when it is full."""

    __slots__ = ("_generation", "_new", "_old")

    def __init__(self, generation: int = _GENERATION) -> None:
        self._generation = generation
        self._new: set[int] = set()
        self._old: set[int] = set()

    def __contains__(self, key: int) -> bool:
        return key in self._new or key in self._old

    def update(self, keys: Iterable[int]) -> None:
        """Remember *keys*."""
        self._new.update(keys)
        if len(self._new) >= self._generation:
            self._old, self._new = self._new, set()
