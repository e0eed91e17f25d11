"""Timestamps as clients read them."""

from datetime import UTC, datetime


def aware(moment: datetime) -> datetime:
    """Return *moment* in UTC; one without a zone is in UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def instant(moment: datetime) -> str:
    """Return *moment* as ISO 8601 in UTC, to the millisecond, with a `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
