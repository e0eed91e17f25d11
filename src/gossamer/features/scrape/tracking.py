"""The `changeTracking` format: a page that was read, compared with its history."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.core.changes import ChangeStatus, HistoryKey, Tracked, VersionContent, Visibility
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import ChangeTracking
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.timestamps import instant
from gossamer.features.history import History, PageText, PageVisit, data_key, json_changes
from gossamer.features.scrape.reading import Reading

_NAMES: Final = {"challenge": "challenge", "refusal": "refusal", "login": "login wall"}
_FIRST_ERROR: Final = 400

# Reads a page again as the present request reads it; what it gives has `compared`, and `understood` of the mode json.
Read = Callable[[FetchedPage], Awaitable[Reading]]
# Returns the data of the mode json from a reading.
Extract = Callable[[Reading], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class TrackedPage:
    """A page that was fetched and read for a request that tracks changes."""

    scrape_id: str
    team_id: str
    page: FetchedPage
    reading: Reading
    visibility: Visibility = Visibility.VISIBLE


def tracking_of(spec: ScrapeSpec) -> ChangeTracking | None:
    """Return the format of *spec* that compares the page with its history, None without one."""
    return next((format_ for format_ in spec.formats if isinstance(format_, ChangeTracking)), None)


def history_key(spec: ScrapeSpec, team_id: str, tag: str) -> HistoryKey:
    """Return the history that a scrape by *spec* belongs to."""
    return HistoryKey(team_id, spec.url, tag)


def verdict_name(metadata: Mapping[str, Any], status: int | None) -> str:
    """Return the name of what a site sent in place of a page; "" for a page, and for an error that its status shows."""
    kind = metadata.get("pageVerdict")
    if kind is None or (kind not in _NAMES and (status or 0) >= _FIRST_ERROR):
        return ""
    return _NAMES.get(kind) or f"{kind.replace('_', ' ')} page"


async def tracked(
    found: TrackedPage,
    spec: ScrapeSpec,
    tracking: ChangeTracking,
    *,
    history: History,
    read: Read,
    extract: Extract,
    deadline: Deadline,
    read_whole: PageText | None = None,
) -> Tracked:
    """Return the comparison of the page with its last version."""
    visit = PageVisit(
        history_key(spec, found.team_id, tracking.tag),
        found.scrape_id,
        found.page,
        found.reading.compared or "",
        tracking.rules,
        found.visibility,
        verdict_name(found.reading.metadata, found.page.status),
    )
    again: dict[str, Reading] = {}

    async def text_of(page: FetchedPage) -> str:
        again["reading"] = await read(page)
        return again["reading"].compared or ""

    result = await history.track(visit, text_of, deadline, read_whole=read_whole)
    content = None if result.version is None else result.version.content
    if not tracking.json or content is None or result.version is None:
        return result
    name = data_key(tracking.schema, tracking.prompt)
    data = await extract(found.reading)
    changed = replace(content, data={name: data})
    result = replace(result, data=data, version=replace(result.version, content=changed))
    if result.previous is None or result.previous.content is None or "reading" not in again:
        return result
    before = await _previous_data(history, visit.key, result.previous.content, name)
    if before is None:
        before = await extract(again["reading"])
    return _with_data(result, json_changes(before, data), tracking)


async def _previous_data(history: History, key: HistoryKey, content: int, name: str) -> Any:
    stored: VersionContent | None = await history.store.content(key, content)
    return None if stored is None else stored.data.get(name)


def _with_data(result: Tracked, changes: Mapping[str, Mapping[str, Any]], tracking: ChangeTracking) -> Tracked:
    """Return *result* with the changes of its data; a page is changed when what is compared of it is."""
    text_changed = result.status is ChangeStatus.CHANGED and (tracking.git_diff or not tracking.json)
    status = ChangeStatus.CHANGED if changes or text_changed else ChangeStatus.SAME
    if result.version is not None:
        version = replace(result.version, version=replace(result.version.version, status=status))
        result = replace(result, version=version)
    return replace(result, status=status, data_changes=changes)


def tracking_json(result: Tracked, tracking: ChangeTracking) -> dict[str, Any] | None:
    """Return the answer's `changeTracking`; None for a page that was not accepted."""
    if result.status is None:
        return None
    answer: dict[str, Any] = {
        "previousScrapeAt": None if result.previous is None else instant(result.previous.at),
        "changeStatus": result.status.value,
        "visibility": result.visibility.value,
    }
    if result.status is not ChangeStatus.CHANGED:
        return answer
    if tracking.git_diff and result.comparison is not None:
        answer["diff"] = {"text": result.comparison.text, "json": result.comparison.parsed or {"files": []}}
    if tracking.json:
        answer["json"] = dict(result.data_changes or {})
    return answer
