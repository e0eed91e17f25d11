"""The history of a page: which visits become versions, and what differs between two of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

from gossamer.content import comparison
from gossamer.content.offload import Offload
from gossamer.core.changes import (
    ChangeStatus,
    Comparison,
    HistoryKey,
    NewVersion,
    PageVersion,
    Tracked,
    VersionContent,
    Visibility,
)
from gossamer.core.comparison_rules import ComparisonRules, VolatileBlock
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotFound
from gossamer.core.pages import GONE, FetchedPage
from gossamer.store.history import HistoryStore

# The page is gone: that is a change, and no error.
_FIRST_ERROR: Final = 400
_MOST_VOLATILE: Final = 200

# Reads what is compared of a page: its text as `content.comparison.comparable` gives it. It is read as the present
# request reads the page, so that neither another option nor another release of Gossamer is reported as a change.
PageText: TypeAlias = Callable[[FetchedPage], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class PageVisit:
    """A page that was fetched just now.

    *text* is what is compared of it, *version_id* the id of its scrape. *finding* says what is in front of the page
    instead of it (a challenge, a login wall); "" when this is the page.
    """

    key: HistoryKey
    version_id: str
    page: FetchedPage
    text: str
    rules: ComparisonRules = ComparisonRules()
    visibility: Visibility = Visibility.VISIBLE
    finding: str = ""


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version with its content."""

    version: PageVersion
    content: VersionContent


class History:
    """Compares pages with their histories. What is to be recorded is handed back, for the transaction of the scrape."""

    def __init__(self, store: HistoryStore, offload: Offload) -> None:
        self.store = store
        self._offload = offload

    async def track(
        self, visit: PageVisit, read: PageText, deadline: Deadline, *, read_whole: PageText | None = None
    ) -> Tracked:
        """Return the comparison of *visit* with the last version, and the version to be recorded of it.

        *read* reads the last version's page as the visit's text was read; *read_whole* reads whole pages, where that
        is the main content. What was learnt to be volatile is left out.
        """
        last = await self.store.latest(visit.key)
        past = last if last is None or last.content is not None else await self.store.latest(visit.key, removed=False)
        tracked = Tracked(previous=past or last, visibility=visit.visibility)
        if visit.page.status in GONE and not visit.finding:
            version = _version(visit, ChangeStatus.REMOVED, None) if past is not None else None
            return replace(tracked, status=ChangeStatus.REMOVED, version=version)
        number = comparison.content_number(visit.text)
        if refusal := refusal_of(visit):
            return replace(tracked, refusal=refusal)
        if past is None or past.content is None:
            return replace(tracked, status=ChangeStatus.NEW, version=_version(visit, ChangeStatus.NEW, number))
        if number == past.content:
            version = _version(visit, ChangeStatus.SAME, number)
            return replace(tracked, status=ChangeStatus.SAME, version=replace(version, content=None))
        stored = await self._content(visit.key, past)
        rules = await self._rules(visit.key, visit.rules)
        texts = await read(stored.content.page), visit.text
        whole_texts = await _whole(stored.content.page, visit.page, read_whole) if texts[0] != texts[1] else None
        compared = await self._compare_texts(texts, rules, visit.key, deadline, whole_texts)
        status = ChangeStatus.CHANGED if compared.changed else ChangeStatus.SAME
        version = _version(visit, status, number)
        return replace(tracked, status=status, comparison=compared, previous_text=texts[0], version=version)

    async def versions(
        self, key: HistoryKey, *, limit: int, before: datetime | None = None, changes_only: bool = False
    ) -> Sequence[PageVersion]:
        """Return up to *limit* versions older than *before*, youngest first."""
        return await self.store.versions(key, limit=limit, before=before, changes_only=changes_only)

    async def version(self, key: HistoryKey, version_id: str) -> StoredVersion:
        """Return the version of that id; NotFound when there is none, or the page was removed then."""
        version = await self.store.get(key, version_id)
        if version is None:
            raise NotFound("Version not found.")
        return await self._content(key, version)

    async def as_of(self, key: HistoryKey, moment: datetime) -> StoredVersion | None:
        """Return the version that was the last one at *moment*; None when there was none, or the page was removed."""
        version = await self.store.latest(key, not_after=moment)
        return None if version is None or version.content is None else await self._content(key, version)

    async def compare(
        self,
        key: HistoryKey,
        older: StoredVersion,
        newer: StoredVersion,
        read: PageText,
        *,
        deadline: Deadline,
        rules: ComparisonRules | None = None,
        read_whole: PageText | None = None,
    ) -> Comparison:
        """Return the difference of any two versions, without the parts that were learnt to be volatile."""
        if older.version.content == newer.version.content:
            return Comparison()
        texts = await read(older.content.page), await read(newer.content.page)
        whole_texts = await _whole(older.content.page, newer.content.page, read_whole)
        comparison_rules = await self._rules(key, rules or ComparisonRules())
        return await self._compare_texts(texts, comparison_rules, key, deadline, whole_texts)

    async def learn(
        self, key: HistoryKey, first: str, second: str, rules: ComparisonRules, deadline: Deadline
    ) -> ComparisonRules:
        """Learn what is volatile from the texts of two fetches within a minute; return *rules* with it.

        The history must have a version; what is learnt is kept with it, and left out from then on.
        """
        comparison_rules = await self._rules(key, rules)
        size = len(first) + len(second)
        blocks = await self._offload.run(
            comparison.learn_volatile, first, second, comparison_rules, owner=key.team_id, size=size, deadline=deadline
        )
        await self.store.set_volatile(key, blocks)
        return replace(rules, volatile=blocks)

    async def add_volatile(self, key: HistoryKey, blocks: Sequence[VolatileBlock]) -> None:
        """Leave *blocks* out of comparisons of this page from now on, beside those that are known."""
        volatile_blocks = await self.store.volatile(key)
        added = tuple(dict.fromkeys((*volatile_blocks, *blocks)))[-_MOST_VOLATILE:]
        if added != volatile_blocks:
            await self.store.set_volatile(key, added)

    async def _rules(self, key: HistoryKey, rules: ComparisonRules) -> ComparisonRules:
        learnt = await self.store.volatile(key)
        return replace(rules, volatile=tuple(dict.fromkeys((*rules.volatile, *learnt))))

    async def _content(self, key: HistoryKey, version: PageVersion) -> StoredVersion:
        content = None if version.content is None else await self.store.content(key, version.content)
        if content is None:
            raise NotFound("The page was removed at that time, so this version has no content.")
        return StoredVersion(version, content)

    async def _compare_texts(
        self,
        texts: tuple[str, str],
        rules: ComparisonRules,
        key: HistoryKey,
        deadline: Deadline,
        whole_texts: tuple[str, str] | None,
    ) -> Comparison:
        size = sum(map(len, (*texts, *(whole_texts or ()))))
        return await self._offload.run(
            _comparison, texts, rules, whole_texts, owner=key.team_id, size=size, deadline=deadline
        )


async def _whole(before: FetchedPage, after: FetchedPage, read: PageText | None) -> tuple[str, str] | None:
    return None if read is None else (await read(before), await read(after))


def _comparison(texts: tuple[str, str], rules: ComparisonRules, whole_texts: tuple[str, str] | None) -> Comparison:
    return comparison.compare(*texts, rules, whole=whole_texts)


def refusal_of(visit: PageVisit) -> str:
    """Return the reason that the page of *visit* is not accepted as a version, a sentence; "" when it is."""
    if visit.finding:
        return f"The page was not compared: the site answered with a {visit.finding}."
    if visit.page.status >= _FIRST_ERROR:
        return f"The page was not compared: the site answered {visit.page.status}."
    if not visit.page.complete:
        return "The page was not compared: it did not arrive completely."
    if not visit.text.strip():
        return "The page was not compared: it is empty."
    return ""


def _version(visit: PageVisit, status: ChangeStatus, number: int | None) -> NewVersion:
    version = PageVersion(
        version_id=visit.version_id,
        at=visit.page.fetched_at,
        content=number,
        status=status,
        visibility=visit.visibility,
        http_status=visit.page.status,
    )
    return NewVersion(visit.key, version, None if number is None else VersionContent(_as_stored(visit.page)))


def _as_stored(page: FetchedPage) -> FetchedPage:
    """Return *page* without what a version does not keep: pictures and results of actions."""
    return replace(page, screenshot=None, outcome=None, picture=None, styles=None)
