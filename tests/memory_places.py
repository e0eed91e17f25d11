"""Places without a database: a store that says what it is told to say."""

from collections.abc import Sequence
from datetime import datetime

from gossamer.operations import Places
from gossamer.ports.slots import Slot, WaitPosition
from gossamer.testing.clock import ManualClock


class MemoryPlaces:
    """A PlaceStore: tells who asks of these *lines*, one after the other, and lets them in after the last one."""

    def __init__(self, lines: Sequence[WaitPosition] = ()) -> None:
        self.lines = list(lines)
        self.taken: list[Slot] = []
        self.asked: list[Slot] = []
        self.released: list[str] = []

    async def take(self, place: Slot, *, now: datetime) -> WaitPosition | None:
        self.asked.append(place)
        if self.lines:
            return self.lines.pop(0)
        self.taken.append(place)
        return None

    async def release(self, place_id: str) -> None:
        self.released.append(place_id)

    async def sweep(self, *, now: datetime) -> int:
        return 0


def free_places() -> Places:
    """Return places of which there is always one."""
    return Places(MemoryPlaces(), ManualClock())
