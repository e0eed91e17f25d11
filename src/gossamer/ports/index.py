"""The full-text index over stored pages, for writing; reading goes through a SearchProvider."""

from dataclasses import dataclass
from datetime import datetime

from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A page of the index: texts are plain and may be empty. *url* is the address it is known by.

    *language* is BCP 47, empty when the page does not say. *image* is the address of the picture that stands for it.
    """

    url: WebUrl
    title: str = ""
    description: str = ""
    headings: str = ""
    text: str = ""
    language: str = ""
    published: datetime | None = None
    image: str | None = None


@dataclass(frozen=True, slots=True)
class Unindexed:
    """A stored *page* that the index does not have as it is now; None when it was forgotten meanwhile."""

    team_id: str
    fingerprint: str
    fetched_at: datetime
    page: FetchedPage | None


@dataclass(frozen=True, slots=True)
class IndexedRead:
    """A page that was read, and what is to be in the index of it; *entry* None when nothing is."""

    of: Unindexed
    entry: IndexEntry | None = None
