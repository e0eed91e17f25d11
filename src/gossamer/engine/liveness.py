"""Liveness: executors that made no progress for some time, as far as one process can tell.

No clock of another machine is compared: what counts is that a value stayed the same while *we*
looked, by our own monotonic clock. Whoever was away itself (frozen, or cut off from the
database) cannot tell, and begins to look anew.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

_K = TypeVar("_K", bound=Hashable)


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
