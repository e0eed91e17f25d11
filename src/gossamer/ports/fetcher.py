"""Getting a page."""

from typing import Protocol

from gossamer.core.pages import Capability, FetchedPage, FetchRequest


class Fetcher(Protocol):
    """Brings a page, by whatever means.

    `fetch` returns any HTTP status as a page: a 404 is what that address holds. It raises
    a SiteError when the site gave no answer, ForbiddenTarget when the address or a redirect
    may not be reached, and TimedOut when the request's deadline passed. When it returns,
    raises or is cancelled, nothing of the request is left running.
    """

    @property
    def name(self) -> str:
        """Name in logs, errors and warnings; stable."""

    @property
    def cost(self) -> int:
        """Rank among fetchers: a lower one is tried first."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """The abilities of a fetcher beyond fetching a page."""

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Return the page."""
