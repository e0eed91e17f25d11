"""Monitors, checks and their pages as rows."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Row

from gossamer.core.errors import OwnError
from gossamer.core.monitoring import (
    Baseline,
    Billing,
    Channel,
    Check,
    CheckPage,
    CheckState,
    Message,
    Monitor,
    MonitorSpec,
    MonitorStatus,
    PageStatus,
    Summary,
    TargetResult,
    Trigger,
)
from gossamer.store.row_encoding import encoded, millis, moment, packed, unpacked
from gossamer.store.tagged_json import Tagged, Unpackable

AnyRow: TypeAlias = Row[Any]
_SPECS: Final = Tagged(MonitorSpec)
_page = msgspec.json.Decoder(CheckPage)
_baseline = msgspec.json.Decoder(Baseline)
_results = msgspec.json.Decoder(tuple[TargetResult, ...])
_summary = msgspec.json.Decoder(Summary)


def page_key(target_id: str, url: str) -> str:
    """Return the key under which a page of a target is found."""
    return hashlib.sha256(f"{target_id} {url}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def pack_spec(spec: MonitorSpec) -> str:
    """Return *spec* as it is stored."""
    try:
        return _SPECS.pack(spec)
    except Unpackable as error:
        raise OwnError(f"A monitor's options cannot be stored: {error} is no part of a spec.") from error


def unpack_spec(stored: str) -> MonitorSpec:
    """Return the spec that was packed. Raises OwnError when it holds something this release does not know."""
    try:
        spec = _SPECS.unpack(stored)
    except Unpackable as error:
        raise OwnError(f"The options of a monitor cannot be read by this release ({error}).") from error
    if not isinstance(spec, MonitorSpec):
        raise OwnError("The options of a monitor cannot be read by this release.")
    return spec


def monitor_values(monitor: Monitor) -> dict[str, Any]:
    """Return the columns that a caller decides on."""
    return {
        "key_id": monitor.key_id,
        "status": monitor.status.value,
        "spec": pack_spec(monitor.spec),
        "next_run_at": None if monitor.next_run_at is None else millis(monitor.next_run_at),
        "updated_at": millis(monitor.updated_at),
    }


def monitor_of(row: AnyRow) -> Monitor:
    """Return the monitor of a row."""
    return Monitor(
        monitor_id=row.id,
        team_id=row.team_id,
        key_id=row.key_id,
        spec=unpack_spec(row.spec),
        status=MonitorStatus(row.status),
        created_at=moment(row.created_at),
        updated_at=moment(row.updated_at),
        next_run_at=None if row.next_run_at is None else moment(row.next_run_at),
        last_run_at=None if row.last_run_at is None else moment(row.last_run_at),
        current_check_id=row.current_check_id,
        last_summary=None if row.last_summary is None else summary_of(row.last_summary),
        called_at=row.called_at,
    )


def check_values(check: Check) -> dict[str, Any]:
    """Return the columns of a check, without those of its turn."""
    return {
        "id": check.check_id,
        "monitor_id": check.monitor_id,
        "team_id": check.team_id,
        "state": check.state.value,
        "caused_by": check.trigger.value,
        "scheduled_for": None if check.scheduled_for is None else millis(check.scheduled_for),
        "started_at": None if check.started_at is None else millis(check.started_at),
        "finished_at": None if check.finished_at is None else millis(check.finished_at),
        "estimated": check.estimated_credits,
        "reserved": check.reserved_credits,
        "actual": check.actual_credits,
        "billing": check.billing.value,
        "summary": text_of(check.summary),
        "results": text_of(check.results),
        "error": check.error,
        "created_at": millis(check.created_at),
        "updated_at": millis(check.updated_at),
    }


def check_of(row: AnyRow) -> Check:
    """Return the check of a row."""
    return Check(
        check_id=row.id,
        monitor_id=row.monitor_id,
        team_id=row.team_id,
        state=CheckState(row.state),
        trigger=Trigger(row.caused_by),
        scheduled_for=None if row.scheduled_for is None else moment(row.scheduled_for),
        created_at=moment(row.created_at),
        updated_at=moment(row.updated_at),
        started_at=None if row.started_at is None else moment(row.started_at),
        finished_at=None if row.finished_at is None else moment(row.finished_at),
        estimated_credits=row.estimated,
        reserved_credits=row.reserved,
        actual_credits=row.actual,
        billing=Billing(row.billing),
        summary=summary_of(row.summary),
        results=_results.decode(row.results),
        error=row.error,
    )


def page_values(page: CheckPage, check: AnyRow, position: int) -> dict[str, Any]:
    """Return the columns of a page of *check*."""
    return {
        "check_id": check.id,
        "position": position,
        "id": page.page_id,
        "monitor_id": check.monitor_id,
        "team_id": check.team_id,
        "target_id": page.target_id,
        "page_key": page_key(page.target_id, page.url),
        "url": page.url,
        "status": page.status.value,
        "alert": page.alert,
        "created_at": millis(page.created_at),
        "body": packed(page),
    }


def page_of(row: Any) -> CheckPage:
    """Return the page of a row."""
    return replace(_page.decode(unpacked(row.body)), position=row.position)


def baseline_values(baseline: Baseline, monitor_id: str) -> dict[str, Any]:
    """Return the columns of a baseline."""
    return {
        "monitor_id": monitor_id,
        "target_id": baseline.target_id,
        "page_key": page_key(baseline.target_id, baseline.url),
        "url": baseline.url,
        "body": packed(baseline),
    }


def baseline_of(body: bytes) -> Baseline:
    """Return the baseline that was packed."""
    return _baseline.decode(unpacked(body))


def message_values(message: Message, sequence: int) -> dict[str, Any]:
    """Return the columns of a message."""
    return {
        "id": message.message_id,
        "monitor_id": message.monitor_id,
        "check_id": message.check_id,
        "sequence": sequence,
        "channel": message.channel.value,
        "receiver": message.receiver,
        "event": message.event,
        "payload": packed(message.payload),
        "tries": message.tries,
        "due_at": millis(message.due_at),
        "created_at": millis(message.created_at),
    }


def message_of(row: AnyRow) -> Message:
    """Return the message of a row."""
    payload: Mapping[str, Any] = msgspec.json.decode(unpacked(row.payload))
    return Message(
        message_id=row.id,
        monitor_id=row.monitor_id,
        check_id=row.check_id,
        channel=Channel(row.channel),
        receiver=row.receiver,
        event=row.event,
        payload=payload,
        due_at=moment(row.due_at),
        created_at=moment(row.created_at),
        tries=row.tries,
        sequence=row.sequence,
    )


def summary_of(stored: str) -> Summary:
    """Return the summary that was stored."""
    return _summary.decode(stored)


def statuses_of(rows: Iterable[AnyRow]) -> dict[str, list[PageStatus]]:
    """Return the statuses of rows with a target and a status, by target."""
    statuses: dict[str, list[PageStatus]] = {}
    for row in rows:
        statuses.setdefault(row.target_id, []).append(PageStatus(row.status))
    return statuses


def text_of(value: Any) -> str:
    """Return *value* as JSON that any database takes."""
    return encoded(value).decode().replace("\\u0000", "\\ufffd")
