"""The shared state of a host over all workers: its pace, its rest, its robots.txt."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HostPace:
    """*resting_until* is None, or past, when the host may be asked now; *every* is zero when no pace is set."""

    every: timedelta = timedelta(0)
    resting_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredRobots:
    """A robots.txt as it was fetched. *body* is empty when there is none (RFC 9309, 2.3.1.3).

    *unreachable* means the server failed: everything is disallowed (RFC 9309, 2.3.1.4).
    """

    body: bytes
    fetched_at: datetime
    unreachable: bool = False


class HostStore(Protocol):
    """Hosts by "host:port"; shared by every worker of the deployment."""

    async def pace(self, host: str) -> HostPace:
        """Return the pace of a host; the default when it is unknown."""

    async def reserve(self, host: str, slots: int, *, every: timedelta, now: datetime) -> datetime:
        """Reserve *slots* moments, *every* apart, after all those given out before; return the first (GCRA).

        With 0 slots nothing is reserved: it says when the next one would be.
        """

    async def rest(self, host: str, *, until: datetime, every: timedelta = timedelta(0)) -> None:
        """Let nobody ask the host before *until*; afterwards no faster than *every*, which zero leaves as it was.

        A rest is never shortened.
        """

    async def robots(self, origin: str, *, not_before: datetime) -> StoredRobots | None:
        """Return the kept robots.txt of "scheme://host:port" if it was fetched at or after *not_before*.

        Other files about a site are kept by their addresses.
        """

    async def keep_robots(self, origin: str, robots: StoredRobots) -> None:
        """Keep it."""
