"""The full-text index over stored pages, for writing; reading goes through a SearchProvider."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

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
class Read:
    """A page that was read, and what is to be in the index of it; *entry* None when nothing is."""

    of: Unindexed
    entry: IndexEntry | None = None


class PageIndex(Protocol):
    """One entry for each page of a team, by the canonical form of its address: that of the youngest copy.

    Stored pages are queued in the transaction that stores them, so none is lost and none is in the index
    that was not stored. Who takes some and does not `write` them by *until* leaves them to others, three times each.
    """

    async def take(self, limit: int, *, now: datetime, until: datetime) -> Sequence[Unindexed]:
        """Take up to *limit* pages that wait, oldest first, each by one taker."""

    async def youngest_waiting(self) -> datetime | None:
        """Return when the youngest page that waits was fetched; None when none waits."""

    async def write(self, pages: Sequence[Read]) -> None:
        """Put pages into the index, or take out what has no entry; durable, and harmless to repeat."""

    async def expire_entries(self, *, fetched_before: datetime, limit: int) -> int:
        """Take up to *limit* pages out that were fetched before that moment; return how many."""

    async def shrink(self, *, most: int, limit: int) -> int:
        """Take up to *limit* of the oldest pages of a team out that has more than *most*; return how many."""

    async def rebuild(self) -> int:
        """Empty the index and queue all stored pages; return how many."""
