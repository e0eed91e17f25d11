"""The operator's threat lists."""

from typing import Protocol

from gossamer.core.threats import ThreatListing


class ThreatLists(Protocol):
    """Lists of domains that the operator keeps up to date.

    A list that cannot be read now is named among the unreadable ones, and none of its domains are returned. A change
    of a list holds from the next call.
    """

    async def current(self) -> ThreatListing:
        """Return the current lists; empty when the operator has none."""
