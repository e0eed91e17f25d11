"""Histories of pages: which versions there are, and what differs between two of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.changes import Comparison, HistoryKey, PageVersion
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotFound
from gossamer.core.formats import ChangeTracking, Markdown
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.history import History, StoredVersion
from gossamer.features.scrape import Scraping
from gossamer.operations.gate import admit

_PATIENCE: Final = timedelta(seconds=60)
_MOST_PAGES: Final = 200
_ONE_VERSION: Final = "There is only one version of this page, so there is nothing to compare it with."


@dataclass(frozen=True, slots=True)
class Difference:
    """Two versions and what differs between them."""

    older: PageVersion
    newer: PageVersion
    comparison: Comparison


class PageHistories:
    """Who may scrape a page may see its history; nothing is fetched and nothing charged."""

    def __init__(self, history: History, scraping: Scraping) -> None:
        self._history = history
        self._scraping = scraping

    async def pages(self, caller: Principal, group: Group, *, prefix: str = "") -> Sequence[HistoryKey]:
        """Return the team's histories whose address begins with *prefix*, at most 200."""
        admit(caller, AccessRequest(group, formats=frozenset({ChangeTracking.name})))
        keys = await self._history.store.histories(caller.team_id, prefix=prefix, limit=_MOST_PAGES)
        return [key for key in keys if not caller.restrictions or self._is_allowed(caller, group, key.url)]

    def _is_allowed(self, caller: Principal, group: Group, url: str) -> bool:
        request = AccessRequest(group, formats=frozenset({ChangeTracking.name}), urls=(url,))
        return all(rule.refusal(request) is None for rule in caller.restrictions)

    async def versions(
        self,
        caller: Principal,
        group: Group,
        url: str,
        *,
        tag: str = "",
        limit: int = 50,
        before: datetime | None = None,
        changes_only: bool = False,
    ) -> Sequence[PageVersion]:
        """Return up to *limit* versions of a page that are older than *before*, youngest first."""
        key = self._key(caller, group, url, tag, text=False)
        return await self._history.versions(key, limit=limit, before=before, changes_only=changes_only)

    async def difference(
        self,
        caller: Principal,
        group: Group,
        url: str,
        *,
        tag: str = "",
        older: str = "",
        newer: str = "",
        main_only: bool = True,
    ) -> Difference:
        """Return the difference between the versions with the ids *older* and *newer*.

        Without ids these are the last two of which the content differs. Raises NotFound.
        """
        key = self._key(caller, group, url, tag, text=True)
        after = await self._newer(key, newer)
        before = await self._history.version(key, older) if older else await self._before(key, after)
        if before.version.at > after.version.at:
            before, after = after, before
        deadline = Deadline.after(_PATIENCE)
        spec = ScrapeSpec(web_url(url), formats=(Markdown(), ChangeTracking()), main_only=main_only)

        async def read(page: FetchedPage) -> str:
            return await self._scraping.tracker.compared_text(page, spec, caller.team_id, deadline)

        read_whole = self._scraping.tracker.whole_text(spec, caller.team_id, deadline)
        comparison = await self._history.compare(key, before, after, read, deadline=deadline, read_whole=read_whole)
        return Difference(before.version, after.version, comparison)

    async def _newer(self, key: HistoryKey, version_id: str) -> StoredVersion:
        if version_id:
            return await self._history.version(key, version_id)
        last = await self._history.store.latest(key, removed=False)
        if last is None:
            raise NotFound("There is no version of this page.")
        return await self._history.version(key, last.version_id)

    async def _before(self, key: HistoryKey, newer: StoredVersion) -> StoredVersion:
        older = await self._history.store.latest(key, other_than=newer.version, removed=False)
        if older is None:
            raise NotFound(_ONE_VERSION)
        return await self._history.version(key, older.version_id)

    def _key(self, caller: Principal, group: Group, url: str, tag: str, *, text: bool) -> HistoryKey:
        address = web_url(url)
        formats = {ChangeTracking.name, *({Markdown.name} if text else ())}
        admit(caller, AccessRequest(group, formats=frozenset(formats), urls=(address,)))
        return HistoryKey(caller.team_id, address, tag)
