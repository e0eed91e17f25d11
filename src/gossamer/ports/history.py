"""Versions of pages, kept by content."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gossamer.core.changes import HistoryKey, NewVersion, PageVersion, VersionContent
from gossamer.core.comparison_rules import VolatileBlock


class HistoryStore(Protocol):
    """Histories of pages. A version whose content is known costs a row, not a copy.

    `record` keeps each version once: recording an id again changes nothing. `versions` are youngest first. The content
    of a version is there as long as the version is.
    """

    async def record(self, versions: Sequence[NewVersion]) -> None:
        """Make *versions* durable, in one transaction."""

    async def latest(
        self,
        key: HistoryKey,
        *,
        not_after: datetime | None = None,
        removed: bool = True,
        other_than: PageVersion | None = None,
    ) -> PageVersion | None:
        """Return the youngest version at or before *not_after*, or None; without *removed* only one with content.

        With *other_than* it is the youngest one before that version with another content.
        """

    async def get(self, key: HistoryKey, version_id: str) -> PageVersion | None:
        """Return the version of that id, None when this history has none."""

    async def versions(
        self, key: HistoryKey, *, limit: int, before: datetime | None = None, changes_only: bool = False
    ) -> Sequence[PageVersion]:
        """Return up to *limit* versions older than *before*; with *changes_only* those that are not `same`."""

    async def content(self, key: HistoryKey, content: int) -> VersionContent | None:
        """Return the content of that number, or None."""

    async def histories(self, team_id: str, *, prefix: str = "", limit: int) -> Sequence[HistoryKey]:
        """Return the histories of a team whose address begins with *prefix*, in order of their addresses."""

    async def pages(self, team_id: str, tag: str, *, prefix: str, limit: int) -> Sequence[str]:
        """Return addresses of a team's pages with versions under *tag* that begin with *prefix* and are not removed."""

    async def volatile(self, key: HistoryKey) -> tuple[VolatileBlock, ...]:
        """Return the blocks of this page that are known to be volatile."""

    async def set_volatile(self, key: HistoryKey, blocks: Sequence[VolatileBlock]) -> None:
        """Replace what is known to be volatile."""

    async def forget(self, key: HistoryKey) -> None:
        """Delete the whole history."""

    async def trim(self, key: HistoryKey, *, before: datetime) -> None:
        """Delete versions of one history that are older than *before*.

        The youngest version with content stays, so that there is something to compare with.
        """

    async def expire_versions(self, *, before: datetime, limit: int) -> int:
        """Trim up to *limit* histories that have versions older than *before*; return how many were looked at."""
