"""Threat lists in memory."""

from dataclasses import dataclass

from gossamer.core.threats import ThreatListing
from gossamer.operations.threats import ThreatWatch


@dataclass
class MemoryThreatLists:
    """A ThreatLists whose lists a test sets."""

    listing: ThreatListing = ThreatListing()
    asked: int = 0

    async def current(self) -> ThreatListing:
        self.asked += 1
        return self.listing


def threat_watch(*domains: str, unreadable: tuple[str, ...] = ()) -> ThreatWatch:
    """Return what watches with an operator's list of *domains*."""
    return ThreatWatch(MemoryThreatLists(ThreatListing((("bad.txt", frozenset(domains)),), unreadable)))
