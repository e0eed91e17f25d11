"""When a key ends, as a form tells it."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from gossamer.core.errors import CallerError
from gossamer.dashboard.forms import Form

CHOICES: Final = (
    ("", "Never"),
    ("30", "In 30 days"),
    ("90", "In 90 days"),
    ("365", "In a year"),
    ("date", "On a day…"),
)


def expiry_of(form: Form, now: datetime) -> datetime | None:
    """Return when the key ends, None for never; at the end of a day that is named. Raises CallerError."""
    chosen = form.one("expiry")
    if not chosen:
        return None
    if chosen != "date":
        return now + timedelta(days=_days(chosen))
    try:
        after = date.fromisoformat(form.one("day")) + timedelta(days=1)
    except (ValueError, OverflowError) as error:
        raise CallerError("Choose the day on which the key ends.") from error
    return datetime.combine(after, time(), UTC)


def _days(chosen: str) -> int:
    if chosen not in {value for value, _ in CHOICES}:
        raise CallerError("Choose when the key ends.")
    return int(chosen)
