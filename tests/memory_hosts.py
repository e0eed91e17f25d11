"""What workers share about hosts, in a dictionary: for tests of what is above the store."""

from datetime import datetime, timedelta

from gossamer.ports.hosts import HostPace, StoredRobots


class MemoryHosts:
    """A HostStore of one process."""

    def __init__(self) -> None:
        self.files: dict[str, StoredRobots] = {}
        self.paces: dict[str, HostPace] = {}
        self.next_slot: dict[str, datetime] = {}

    async def pace(self, host: str) -> HostPace:
        return self.paces.get(host, HostPace())

    async def reserve(self, host: str, slots: int, *, every: timedelta, now: datetime) -> datetime:
        first = max(self.next_slot.get(host, now), now)
        self.next_slot[host] = first + slots * every
        return first

    async def rest(self, host: str, *, until: datetime, every: timedelta = timedelta(0)) -> None:
        before = self.paces.get(host, HostPace()).resting_until
        self.paces[host] = HostPace(every, max(until, before or until))

    async def robots(self, origin: str, *, not_before: datetime) -> StoredRobots | None:
        kept = self.files.get(origin)
        return kept if kept is not None and kept.fetched_at >= not_before else None

    async def keep_robots(self, origin: str, robots: StoredRobots) -> None:
        self.files[origin] = robots
