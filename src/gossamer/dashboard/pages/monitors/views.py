"""Monitors, checks and differences as people see them."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gossamer.core import monitoring
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.history import page_address
from gossamer.dashboard.pages.monitors.drafts import SCHEDULE_WORDS
from gossamer.dashboard.results import blob_path
from gossamer.operations.monitors import MonitorView

_STATES: Final[Mapping[monitoring.CheckState, tuple[str, str]]] = {
    monitoring.CheckState.QUEUED: ("Waiting", "accent"),
    monitoring.CheckState.RUNNING: ("Running", "accent"),
    monitoring.CheckState.COMPLETED: ("Completed", "good"),
    monitoring.CheckState.PARTIAL: ("Some pages failed", "warn"),
    monitoring.CheckState.FAILED: ("Failed", "bad"),
    monitoring.CheckState.SKIPPED_OVERLAP: ("Skipped: the last one still ran", "plain"),
    monitoring.CheckState.SKIPPED_NO_CREDITS: ("Skipped: no credits", "warn"),
}
_PAGES: Final[Mapping[monitoring.PageStatus, tuple[str, str]]] = {
    monitoring.PageStatus.SAME: ("Unchanged", "plain"),
    monitoring.PageStatus.NEW: ("New", "accent"),
    monitoring.PageStatus.CHANGED: ("Changed", "warn"),
    monitoring.PageStatus.REMOVED: ("Removed", "bad"),
    monitoring.PageStatus.ERROR: ("Error", "bad"),
}
_SURE: Final = {
    monitoring.Confidence.HIGH: "sure",
    monitoring.Confidence.MEDIUM: "fairly sure",
    monitoring.Confidence.LOW: "not sure",
}
# Lines and words of one difference that are shown.
_MOST_ROWS: Final = 400
_MOST_WORDS: Final = 400
_WORD: Final = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class MonitorRow:
    """A monitor in a list."""

    monitor_id: str
    name: str
    target: ShownLink
    more: int
    label: str
    kind: str
    is_paused: bool
    summary: str
    next_run: datetime | None
    last_run: datetime | None
    running: str | None


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check in a list."""

    check_id: str
    label: str
    kind: str
    is_final: bool
    at: datetime
    by_hand: bool
    summary: str
    credits: int | None
    error: str


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """Some words of a line; *marked* when they differ from the other side."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A line on both sides; a side without one has no *number*. *kind* is "same", "changed" or "gap"."""

    kind: str
    left: tuple[DiffPiece, ...] = ()
    right: tuple[DiffPiece, ...] = ()
    left_number: int | None = None
    right_number: int | None = None


@dataclass(frozen=True, slots=True)
class FieldRow:
    """An extracted field that changed."""

    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PictureView:
    """Addresses of the changed part of a picture, and where that is, in words."""

    before: str
    after: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedPageView:
    """A page of a check."""

    address: ShownLink
    label: str
    kind: str
    rule: str
    sure: str
    is_alert: bool
    scrape_id: str | None
    rows: tuple[DiffRow, ...]
    fields: tuple[FieldRow, ...]
    is_cut: bool
    history: str
    picture: PictureView | None = None


def row(view: MonitorView) -> MonitorRow:
    """Return *view* as a line."""
    monitor = view.monitor
    addresses = list(_addresses(monitor))
    paused = monitor.status is monitoring.MonitorStatus.PAUSED
    running = monitor.current_check_id
    label, kind = ("Paused", "plain") if paused else ("Checking", "accent") if running else ("Active", "good")
    return MonitorRow(
        monitor_id=monitor.monitor_id,
        name=monitor.spec.name,
        target=link(addresses[0]),
        more=len(addresses) - 1,
        label=label,
        kind=kind,
        is_paused=paused,
        summary=summary_text(monitor.last_summary),
        next_run=monitor.next_run_at,
        last_run=monitor.last_run_at,
        running=running,
    )


def facts(view: MonitorView) -> Sequence[tuple[str, str]]:
    """Return the facts about a monitor, as pairs of name and text."""
    spec = view.monitor.spec
    rows = [("Watches", ", ".join(_addresses(view.monitor)))]
    if compared := ", ".join(_comparisons(view.monitor)):
        rows.append(("Compares", compared))
    words = SCHEDULE_WORDS.get(spec.schedule.cron)
    cron = f"{words} ({spec.schedule.cron})" if words else spec.schedule.cron
    rows.append(("Schedule", f"{cron}, {spec.schedule.timezone}"))
    if view.criteria is not None:
        rows += [("Goal", spec.goal or ""), ("Read as", view.criteria.sentence)]
    if spec.webhook is not None:
        rows.append(("Webhook", spec.webhook.url))
    if view.recipients:
        rows.append(
            ("E-mail", ", ".join(f"{recipient.email} ({recipient.status.value})" for recipient in view.recipients))
        )
    if timing := ", ".join(_timing(spec.notification)):
        rows.append(("Sent", timing))
    if spec.notification.masked:
        rows.append(("Other services", ", ".join(spec.notification.masked)))
    rows += [("Checks are kept", f"{spec.retention_days} days"), ("Credits a month", f"about {view.estimated}")]
    return rows


def summary_text(summary: monitoring.CheckSummary | None) -> str:
    """Return the counts of a check in words; "" before the first."""
    if summary is None or not summary.total:
        return ""
    counts = {
        "changed": summary.changed,
        "new": summary.new,
        "removed": summary.removed,
        "error" if summary.error == 1 else "errors": summary.error,
        "unchanged": summary.same,
    }
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


def check_row(check: monitoring.Check) -> CheckRow:
    """Return *check* as a line."""
    label, kind = _STATES[check.state]
    return CheckRow(
        check_id=check.check_id,
        label=label,
        kind=kind,
        is_final=check.state.final,
        at=check.started_at or check.created_at,
        by_hand=check.trigger is monitoring.Trigger.MANUAL,
        summary=summary_text(check.summary),
        credits=check.actual_credits,
        error=check.error or "",
    )


def page_view(page: monitoring.CheckPage, monitor: monitoring.Monitor) -> CheckedPageView:
    """Return *page* with its difference side by side."""
    scraped = {target.target_id for target in monitor.spec.targets if isinstance(target, monitoring.ScrapeTarget)}
    has_history = page.target_id in scraped and page.current_scrape_id is not None
    label, kind = _PAGES[page.status]
    rows = list(diff_rows(page.diff))
    return CheckedPageView(
        address=link(page.url),
        label=label,
        kind=kind,
        rule=page.error or page.rule or "",
        sure="" if page.judgment is None else _SURE[page.judgment.confidence],
        is_alert=page.alert,
        scrape_id=page.current_scrape_id,
        rows=tuple(rows[:_MOST_ROWS]),
        fields=tuple(_fields(page.diff)),
        is_cut=len(rows) > _MOST_ROWS,
        history=page_address(page.url) if has_history else "",
        picture=_picture(page.diff),
    )


def diff_rows(diff: Mapping[str, Any] | None) -> Iterator[DiffRow]:
    """Yield the lines of a parsed difference side by side, with the words that differ."""
    parsed = (diff or {}).get("json")
    files = parsed.get("files") if isinstance(parsed, Mapping) else None
    for file in files or ():
        for place, chunk in enumerate(file["chunks"]):
            if place:
                yield DiffRow("gap")
            yield from _chunk_rows(chunk["changes"])


def _chunk_rows(changes: Sequence[Mapping[str, Any]]) -> Iterator[DiffRow]:
    removed_changes: list[Mapping[str, Any]] = []
    came: list[Mapping[str, Any]] = []
    for change in changes:
        if change["type"] == "normal":
            yield from _pairs(removed_changes, came)
            removed_changes, came = [], []
            if not change["content"][1:].strip():
                continue
            text = (DiffPiece(change["content"][1:]),)
            yield DiffRow("same", text, text, change.get("ln1"), change.get("ln2"))
        elif change["type"] == "del":
            removed_changes.append(change)
        else:
            came.append(change)
    yield from _pairs(removed_changes, came)


def _pairs(removed_changes: Sequence[Mapping[str, Any]], came: Sequence[Mapping[str, Any]]) -> Iterator[DiffRow]:
    """Yield lines that went beside those that came in their place; blank ones are left out."""
    old = [change for change in removed_changes if change["content"][1:].strip()]
    new = [change for change in came if change["content"][1:].strip()]
    for place in range(max(len(old), len(new))):
        left = old[place] if place < len(old) else None
        right = new[place] if place < len(new) else None
        before, after = _words(left, right)
        yield DiffRow("changed", before, after, _number(left), _number(right))


def _number(change: Mapping[str, Any] | None) -> int | None:
    return None if change is None else change.get("ln")


def _words(
    left: Mapping[str, Any] | None, right: Mapping[str, Any] | None
) -> tuple[tuple[DiffPiece, ...], tuple[DiffPiece, ...]]:
    if left is None or right is None:
        text = (DiffPiece((left or right or {"content": " "})["content"][1:]),)
        return (text, ()) if left is not None else ((), text)
    old, new = _WORD.findall(left["content"][1:]), _WORD.findall(right["content"][1:])
    if max(len(old), len(new)) > _MOST_WORDS:
        return (DiffPiece("".join(old)),), (DiffPiece("".join(new)),)
    before: list[DiffPiece] = []
    after: list[DiffPiece] = []
    for kind, start, end, other_start, other_end in difflib.SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        marked = kind != "equal"
        before += [DiffPiece("".join(old[start:end]), marked)] if end > start else []
        after += [DiffPiece("".join(new[other_start:other_end]), marked)] if other_end > other_start else []
    return _join_marked(before), _join_marked(after)


def _join_marked(pieces: Sequence[DiffPiece]) -> tuple[DiffPiece, ...]:
    """Return *pieces* with the space between two marked words marked too."""
    joined: list[DiffPiece] = []
    for place, piece in enumerate(pieces):
        inside = 0 < place < len(pieces) - 1 and pieces[place - 1].marked and pieces[place + 1].marked
        marked = piece.marked or (inside and not piece.text.strip())
        text = joined.pop().text + piece.text if joined and joined[-1].marked == marked else piece.text
        joined.append(DiffPiece(text, marked))
    return tuple(joined)


def _fields(diff: Mapping[str, Any] | None) -> Iterator[FieldRow]:
    fields = (diff or {}).get("json")
    if not isinstance(fields, Mapping) or "files" in fields:
        return
    for path, field in fields.items():
        yield FieldRow(path, _show_value(field.get("previous")), _show_value(field.get("current")))


def _picture(diff: Mapping[str, Any] | None) -> PictureView | None:
    picture = (diff or {}).get("picture")
    if picture is None:
        return None
    box = picture["box"]
    where = f"{box['width']} by {box['height']} pixels, {box['x']} from the left and {box['y']} from the top"
    text = f"The difference is within {where}. It has a red outline."
    return PictureView(blob_path(picture["before"]), blob_path(picture["after"]), text)


def _show_value(value: Any) -> str:
    return "–" if value is None else str(value)  # noqa: RUF001 - typography


def _addresses(monitor: monitoring.Monitor) -> Iterator[str]:
    for target in monitor.spec.targets:
        if isinstance(target, monitoring.ScrapeTarget):
            yield from target.urls
        elif isinstance(target, monitoring.CrawlTarget):
            yield target.crawl.url
        else:
            yield from (f"Search: {query}" for query in target.queries)


def _comparisons(monitor: monitoring.Monitor) -> Iterator[str]:
    """Yield in words what is compared, where that is not the whole text of a page."""
    for target in monitor.spec.targets:
        if isinstance(target, monitoring.SearchTarget):
            continue
        rules = target.rules
        if rules.picture is not None:
            yield "pictures of the page" if rules.picture.region is None else "pictures of a part of the page"
        if rules.only_selectors:
            yield f"only {', '.join(rules.only_selectors)}"
        left_out = (*rules.ignore_selectors, *rules.ignore_text, *rules.ignore_patterns)
        if left_out:
            yield f"without {', '.join(left_out)}"


def _timing(chosen: monitoring.Notification) -> Iterator[str]:
    """Yield in words when alerts are sent, where that is not at once."""
    if chosen.digest is not monitoring.Digest.NONE:
        yield f"together ({chosen.digest.value})"
    if chosen.debounce:
        yield f"after {int(chosen.debounce.total_seconds() // 60)} minutes of waiting for more"
    if chosen.quiet_hours is not None:
        yield f"not between {chosen.quiet_hours.start} and {chosen.quiet_hours.end}"
