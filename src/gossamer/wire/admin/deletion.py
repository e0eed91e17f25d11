"""Deletion of teams, users and organizations."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from pydantic import Field

from gossamer.wire.answers import Success
from gossamer.wire.pagination import whole_number

_GRACE: Final = "graceDays"
_MOST_DAYS: Final = 3650
GRACE_QUERY: Final[Mapping[str, str]] = {
    _GRACE: "Days in which it can be restored, 0 for none; the service's setting when left out."
}


class DeletedUntil(Success):
    """What was deleted can be restored until it is removed for good."""

    purge_at: str = Field(description="When it is removed for good.")


def grace_of(query: Mapping[str, str]) -> timedelta | None:
    """Return the grace period that is asked for, None for the service's own. Raises InvalidBody."""
    if _GRACE not in query:
        return None
    return timedelta(days=whole_number(query, _GRACE, 0, low=0, high=_MOST_DAYS))
