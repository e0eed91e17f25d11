"""Pages kept so that they need not be fetched again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gossamer.core.pages import FetchedPage


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which requests may share a copy: one team's, with the same *fingerprint*."""

    team_id: str
    fingerprint: str


class PageStore(Protocol):
    """One copy per key: the youngest. Copies are written with the scrape that fetched them.

    A copy has no screenshot and no action outcome. `find` gives the copy when it was
    fetched at or after *not_before* (None: any age) and at or before *not_after*, else None.
    """

    async def find(
        self, key: PageKey, *, not_before: datetime | None, not_after: datetime | None
    ) -> FetchedPage | None:
        """Return a copy that is young and old enough, or None."""

    async def expire_pages(self, *, fetched_before: datetime, limit: int) -> int:
        """Forget up to *limit* copies fetched before that moment; return how many."""
