"""Deletion of teams, users and organizations."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from pydantic import Field

from gossamer.core.timestamps import instant
from gossamer.wire.answers import AnswerShape
from gossamer.wire.pagination import whole_number

_GRACE: Final = "graceDays"
_MOST_DAYS: Final = 3650
GRACE_QUERY: Final[Mapping[str, str]] = {
    _GRACE: "Days in which it can be restored, 0 for none; the service's setting when left out."
}


class DeletedUntil(AnswerShape):
    """What was deleted can be restored until it is removed for good."""

    success: bool
    purge_at: str = Field(description="When it is removed for good.")


def deleted_json(purge_at: datetime) -> dict[str, Any]:
    """Return the answer to a deletion."""
    return {"success": True, "purgeAt": instant(purge_at)}


def purge_json(purge_at: datetime | None) -> dict[str, str]:
    """Return the fields of a deletion; none for what is in use."""
    return {} if purge_at is None else {"purgeAt": instant(purge_at)}


def grace_of(query: Mapping[str, str]) -> timedelta | None:
    """Return the grace period that is asked for, None for the service's own. Raises InvalidBody."""
    if _GRACE not in query:
        return None
    return timedelta(days=whole_number(query, _GRACE, 0, low=0, high=_MOST_DAYS))
