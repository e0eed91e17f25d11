"""The `changeTracking` format: a page that was read, compared with its history."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gossamer.core.changes import ChangeStatus, HistoryKey, Tracked, VersionContent
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import ChangeTracking
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.timestamps import instant
from gossamer.core.understanding import Extraction
from gossamer.features.history import History, PageText, PageVisit, data_key, json_changes
from gossamer.features.scrape.acquisition import Acquired, Acquisition, Task
from gossamer.features.scrape.answer_fields import Statement
from gossamer.features.scrape.reading import Reading
from gossamer.features.understanding import Understand

_NAMES: Final = {"challenge": "challenge", "refusal": "refusal", "login": "login wall"}
_FIRST_ERROR: Final = 400


def tracking_of(spec: ScrapeSpec) -> ChangeTracking | None:
    """Return the format of *spec* that compares the page with its history, None without one."""
    return next((format_ for format_ in spec.formats if isinstance(format_, ChangeTracking)), None)


def tracks_data(spec: ScrapeSpec) -> bool:
    """Return whether *spec* compares data, too."""
    tracking = tracking_of(spec)
    return tracking is not None and tracking.data is not None


def history_key(spec: ScrapeSpec, team_id: str, tag: str) -> HistoryKey:
    """Return the history that a scrape by *spec* belongs to."""
    return HistoryKey(team_id, spec.url, tag)


def verdict_name(metadata: Mapping[str, Any], status: int | None) -> str:
    """Return the name of what a site sent in place of a page; "" for a page, and for an error that its status shows."""
    kind = metadata.get("pageVerdict")
    if kind is None or (kind not in _NAMES and (status or 0) >= _FIRST_ERROR):
        return ""
    return _NAMES.get(kind) or f"{kind.replace('_', ' ')} page"


class ChangeTracker:
    """Compares pages with their history; without *history* with nothing. Without *understand* no model is asked."""

    def __init__(self, acquisition: Acquisition, history: History | None, understand: Understand | None) -> None:
        self._acquisition = acquisition
        self._history = history
        self._understand = understand

    async def track(self, scrape_id: str, task: Task, acquired: Acquired) -> Tracked | None:
        """Return the comparison of the page with its last version; None where nobody wants to know."""
        spec, tracking = task.spec, tracking_of(task.spec)
        if tracking is None or self._history is None:
            return None
        reading, page = acquired.reading, acquired.page
        visit = PageVisit(
            history_key(spec, task.team_id, tracking.tag),
            scrape_id,
            page,
            reading.compared or "",
            tracking.rules,
            task.visibility,
            verdict_name(reading.metadata, page.status),
        )
        # Of the version before nothing else is wanted.
        again = replace(task, spec=replace(spec, formats=(tracking,)))
        earlier: list[Reading] = []

        async def text_of(page: FetchedPage) -> str:
            earlier.append(await self._acquisition.read_again(page, again))
            return earlier[-1].compared or ""

        read_whole = self.whole_text(spec, task.team_id, task.deadline)
        result = await self._history.track(visit, text_of, task.deadline, read_whole=read_whole)
        content = None if result.version is None else result.version.content
        if not tracking.json or content is None or result.version is None:
            return result
        name = data_key(tracking.schema, tracking.prompt)
        data = await self._extract(task, tracking, reading)
        changed = replace(content, data={name: data})
        result = replace(result, data=data, version=replace(result.version, content=changed))
        if result.previous is None or result.previous.content is None or not earlier:
            return result
        before = await _previous_data(self._history, visit.key, result.previous.content, name)
        if before is None:
            before = await self._extract(task, tracking, earlier[-1])
        return _with_data(result, json_changes(before, data), tracking)

    async def compared_text(self, page: FetchedPage, spec: ScrapeSpec, team_id: str, deadline: Deadline) -> str:
        """Return the text that histories compare of *page*, as *spec*, which tracks changes, selects it."""
        reading = await self._acquisition.read_again(page, Task(spec, team_id, "", deadline))
        return reading.compared or ""

    def whole_text(self, spec: ScrapeSpec, team_id: str, deadline: Deadline) -> PageText | None:
        """Return a function that reads the text of whole pages, None where *spec* compares no main content."""
        tracking = tracking_of(spec)
        if tracking is None or not spec.main_only or spec.include_tags or tracking.rules.only_selectors:
            return None
        full_spec = replace(spec, main_only=False, formats=(replace(tracking, json=False),))

        async def read(page: FetchedPage) -> str:
            return await self.compared_text(page, full_spec, team_id, deadline)

        return read

    async def _extract(self, task: Task, tracking: ChangeTracking, reading: Reading) -> Any:
        """Return the data of the mode json from *reading*, None where there are none."""
        if tracking.data is None or reading.understood is None:
            return None
        understood = replace(reading.understood, results=reading.understood.results[-1:])
        results = understood.results
        if self._understand is not None and task.use_model:
            results = tuple(await self._understand.of((tracking.data,), understood, deadline=task.deadline))
        return results[0].value if isinstance(results[0], Extraction) else None


def add_changes(statement: Statement, changes: Tracked | None, tracking: ChangeTracking | None) -> Statement:
    """Return *statement* with what differs from the last version, or why that is not known."""
    if changes is None or tracking is None:
        return statement
    answer = _write_tracking(changes, tracking)
    fields = statement.fields if answer is None else {**statement.fields, "change_tracking": answer}
    return replace(statement, fields=fields, warnings=[*statement.warnings, *filter(None, (changes.refusal,))])


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


def _write_tracking(result: Tracked, tracking: ChangeTracking) -> dict[str, Any] | None:
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
