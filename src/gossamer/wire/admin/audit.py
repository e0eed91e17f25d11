"""Entries of the audit log."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import Field
from pydantic.alias_generators import to_camel

from gossamer.core.accounts import AuditEntry
from gossamer.wire.answers import AnswerShape, Success

# A key's restrictions have this name of their own; a team's bound has the same name everywhere.
_OF_RESTRICTIONS: Final[Mapping[str, str]] = {"concurrency": "maxConcurrency"}


class ChangeShown(AnswerShape):
    """A change: who did what to what."""

    number: int
    at: str
    team_id: str = Field(description="Empty for what concerns an organization.")
    actor: str
    action: str = Field(examples=["key.created"])
    target: str
    detail: dict[str, Any]


class AuditLog(Success):
    """Changes, newest first."""

    entries: list[ChangeShown]
    next: int | None = Field(description="`before` for older ones; null when there are none.")


def entry_json(entry: AuditEntry) -> dict[str, Any]:
    """Return *entry* as JSON."""
    return ChangeShown.of(entry, detail=detail_json(entry))


def detail_json(entry: AuditEntry) -> dict[str, Any]:
    """Return the details of *entry*, every value under the name by which it is sent and answered."""
    return _rename_keys(entry.detail, _OF_RESTRICTIONS if entry.action == "key.restricted" else {})


def _rename_keys(values: Mapping[str, Any], own_names: Mapping[str, str]) -> dict[str, Any]:
    return {
        own_names.get(name) or (to_camel(name) if "_" in name else name): (
            _rename_keys(value, own_names) if isinstance(value, Mapping) else value
        )
        for name, value in values.items()
    }


def audit_json(entries: Sequence[AuditEntry], *, limit: int) -> dict[str, Any]:
    """Return the answer that lists *entries*; fewer than *limit* are the last."""
    following = entries[-1].number if len(entries) == limit else None
    return AuditLog.of(entries=[entry_json(entry) for entry in entries], next=following)
