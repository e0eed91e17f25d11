"""Monitors, checks and their pages as rows."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Row

from gossamer.core import monitoring
from gossamer.store.row_encoding import encoded, from_row, packed, to_row, unpacked
from gossamer.store.schema import monitor_baselines, monitor_checks, monitor_messages, monitor_pages, monitors
from gossamer.store.tagged_json import StoredValues

AnyRow: TypeAlias = Row[Any]
_SPECS = StoredValues[monitoring.MonitorSpec](
    "The options of a monitor", "Use that release, or make the monitor anew.", monitoring.MonitorSpec
)
pack_spec, unpack_spec = _SPECS.pack, _SPECS.unpack
_page = msgspec.json.Decoder(monitoring.CheckPage)
_baseline = msgspec.json.Decoder(monitoring.Baseline)
_results = msgspec.json.Decoder(tuple[monitoring.TargetResult, ...])
_summary = msgspec.json.Decoder(monitoring.CheckSummary)


def page_key(target_id: str, url: str) -> str:
    """Return the key under which a page of a target is found."""
    return hashlib.sha256(f"{target_id} {url}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def monitor_row(monitor: monitoring.Monitor, due_at: datetime | None) -> dict[str, Any]:
    """Return the row of a monitor to which nothing has happened yet."""
    spec = pack_spec(monitor.spec)
    return to_row(monitors, monitor, id=monitor.monitor_id, spec=spec, due_at=due_at, last_summary=None)


def monitor_of(row: AnyRow) -> monitoring.Monitor:
    """Return the monitor of a row."""
    return from_row(
        monitoring.Monitor,
        row,
        monitor_id=row.id,
        spec=unpack_spec(row.spec),
        last_summary=None if row.last_summary is None else summary_of(row.last_summary),
    )


def check_values(check: monitoring.Check) -> dict[str, Any]:
    """Return the columns of a check, without those of its turn."""
    return to_row(
        monitor_checks,
        check,
        id=check.check_id,
        caused_by=check.trigger,
        estimated=check.estimated_credits,
        reserved=check.reserved_credits,
        actual=check.actual_credits,
        summary=text_of(check.summary),
        results=text_of(check.results),
    )


def check_of(row: AnyRow) -> monitoring.Check:
    """Return the check of a row."""
    return from_row(
        monitoring.Check,
        row,
        check_id=row.id,
        trigger=monitoring.Trigger(row.caused_by),
        estimated_credits=row.estimated,
        reserved_credits=row.reserved,
        actual_credits=row.actual,
        summary=summary_of(row.summary),
        results=_results.decode(row.results),
    )


def page_values(page: monitoring.CheckPage, check: AnyRow, position: int) -> dict[str, Any]:
    """Return the columns of a page of *check*."""
    return to_row(
        monitor_pages,
        page,
        check_id=check.id,
        position=position,
        id=page.page_id,
        monitor_id=check.monitor_id,
        team_id=check.team_id,
        page_key=page_key(page.target_id, page.url),
        body=packed(page),
    )


def page_of(row: Any) -> monitoring.CheckPage:
    """Return the page of a row."""
    return replace(_page.decode(unpacked(row.body)), position=row.position)


def baseline_values(baseline: monitoring.Baseline, monitor_id: str) -> dict[str, Any]:
    """Return the columns of a baseline."""
    key = page_key(baseline.target_id, baseline.url)
    return to_row(monitor_baselines, baseline, monitor_id=monitor_id, page_key=key, body=packed(baseline))


def baseline_of(body: bytes) -> monitoring.Baseline:
    """Return the baseline that was packed."""
    return _baseline.decode(unpacked(body))


def message_values(message: monitoring.Message, sequence: int) -> dict[str, Any]:
    """Return the columns of a message."""
    payload = packed(message.payload)
    return to_row(monitor_messages, message, id=message.message_id, sequence=sequence, payload=payload)


def message_of(row: AnyRow) -> monitoring.Message:
    """Return the message of a row."""
    payload: Mapping[str, Any] = msgspec.json.decode(unpacked(row.payload))
    return from_row(monitoring.Message, row, message_id=row.id, payload=payload)


def summary_of(stored: str) -> monitoring.CheckSummary:
    """Return the summary that was stored."""
    return _summary.decode(stored)


def statuses_of(rows: Iterable[AnyRow]) -> dict[str, list[monitoring.PageStatus]]:
    """Return the statuses of rows with a target and a status, by target."""
    statuses: dict[str, list[monitoring.PageStatus]] = {}
    for row in rows:
        statuses.setdefault(row.target_id, []).append(monitoring.PageStatus(row.status))
    return statuses


def text_of(value: Any) -> str:
    """Return *value* as JSON that any database takes."""
    return encoded(value).decode().replace("\\u0000", "\\ufffd")
