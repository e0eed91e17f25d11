"""Timestamps as clients read them."""

from datetime import UTC, datetime


def instant(moment: datetime) -> str:
    """Return *moment* as ISO 8601 in UTC, to the millisecond, with a `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
