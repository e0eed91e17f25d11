"""Pages kept so that they need not be fetched again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which requests may share a copy: one team's, with the same *fingerprint*."""

    team_id: str
    fingerprint: str


class PageStore(Protocol):
    """One copy per key: the youngest. Copies are written with the scrape that fetched them.

    A copy has no action outcome, and of a screenshot only its name. `find` gives the copy when it was
    fetched at or after *not_before* (None: any age) and at or before *not_after*, else None.
    """

    async def find(
        self, key: PageKey, *, not_before: datetime | None, not_after: datetime | None
    ) -> FetchedPage | None:
        """Return a copy that is young and old enough, or None."""

    async def expire_pages(self, *, fetched_before: datetime, limit: int) -> int:
        """Forget up to *limit* copies fetched before that moment; return how many."""


@dataclass(frozen=True, slots=True)
class KnownPage:
    """Facts about a stored page that need no reading of its body."""

    url: WebUrl
    title: str | None = None
    description: str | None = None


class KnownPages(Protocol):
    """The stored pages of whole sites."""

    async def of_site(self, team_id: str, site: str, *, limit: int) -> Sequence[KnownPage]:
        """Return the team's pages on the registered domain *site* (`core.domains.site_of`), youngest first.

        Pages that answered with an error are left out.
        """
