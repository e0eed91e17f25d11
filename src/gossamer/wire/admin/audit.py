"""What was changed, by whom."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from gossamer.core.accounts import AuditEntry
from gossamer.wire.answers import AnswerShape
from gossamer.wire.moments import instant


class ChangeShown(AnswerShape):
    """A change: who did what to what."""

    number: int
    at: str
    team_id: str = Field(description="Empty for what concerns an organization.")
    actor: str
    action: str = Field(examples=["key.created"])
    target: str
    detail: dict[str, Any]


class AuditLog(AnswerShape):
    """Changes, newest first."""

    success: bool
    entries: list[ChangeShown]
    next: int | None = Field(description="`before` for older ones; null when there are none.")


def entry_json(entry: AuditEntry) -> dict[str, Any]:
    """Return *entry* as JSON."""
    return {
        "number": entry.number,
        "at": instant(entry.at),
        "teamId": entry.team_id,
        "actor": entry.actor,
        "action": entry.action,
        "target": entry.target,
        "detail": dict(entry.detail),
    }


def audit_json(entries: Sequence[AuditEntry], *, limit: int) -> dict[str, Any]:
    """Return the answer that lists *entries*; fewer than *limit* are the last."""
    following = entries[-1].number if len(entries) == limit else None
    return {"success": True, "entries": [entry_json(each) for each in entries], "next": following}
