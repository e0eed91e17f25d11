"""Services that know code and what is written about it."""

from typing import Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperHit, DeveloperQuery


class DeveloperSource(Protocol):
    """One search of such a service."""

    @property
    def name(self) -> str:
        """Return the service's name for warnings and settings: "github", "npm", "index"."""

    def serves(self, query: DeveloperQuery) -> bool:
        """Return whether it may have anything for *query*; else it need not be asked."""

    async def search(self, query: DeveloperQuery, *, team_id: str, deadline: Deadline) -> tuple[DeveloperHit, ...]:
        """Return up to `query.limit` hits, best first. Filters it cannot apply itself are the caller's.

        Raises ProviderFailed and TimedOut.
        """
