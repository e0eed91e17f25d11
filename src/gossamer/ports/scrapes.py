"""Results of scrapes, and what they cost."""

from dataclasses import dataclass
from datetime import datetime

from gossamer.core.changes import NewVersion
from gossamer.core.documents import Document
from gossamer.core.pages import FetchedPage
from gossamer.core.sessions import Opening
from gossamer.core.urls import WebUrl


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which requests may share a copy: one team's, with the same *fingerprint*."""

    team_id: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class KnownPage:
    """Facts about a stored page that need no reading of its body."""

    url: WebUrl
    title: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class FinishedScrape:
    """A scrape that ended, with everything to record in one transaction.

    *document* is None for zero data retention: it is charged, not kept. *error_code* is set
    when it failed. *page* with *page_key* is the fetched page to keep for later, if any.
    *blobs* are names whose bytes expire with the scrape. *operation* is what the ledger says
    it was; a map is recorded as one too. *dialect* is the API version that asked, "" when none
    did. *reservation* names the credits that were set aside for it. *opening* is how its page is visited
    again; None when it failed, or that must not be kept. *tokens* are those of language models, in both directions.
    *version* is what becomes of it in the page's history, None for nothing. *username* is for whom it was made.
    """

    scrape_id: str
    team_id: str
    key_id: str
    url: str
    credits: int
    finished_at: datetime
    expires_at: datetime
    document: Document | None = None
    error_code: str | None = None
    blobs: tuple[str, ...] = ()
    page_key: PageKey | None = None
    page: FetchedPage | None = None
    operation: str = "scrape"
    dialect: str = ""
    reservation: str | None = None
    opening: Opening | None = None
    tokens: int = 0
    version: NewVersion | None = None
    username: str = ""


@dataclass(frozen=True, slots=True)
class Expired:
    """The number of deleted scrapes, and names of their blobs, which are to be deleted."""

    count: int
    blobs: tuple[str, ...]
