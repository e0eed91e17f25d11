"""The Retry-After header of a host that limits requests (RFC 9110, section 10.2.3)."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

# A longer pause is cut short: a job has an end.
_LONGEST: Final = timedelta(minutes=10)


def retry_after(headers: Mapping[str, str], now: datetime, longest: timedelta = _LONGEST) -> timedelta | None:
    """Return the pause that `Retry-After` names, in seconds or as a date, at most *longest*; None without one."""
    text = headers.get("retry-after", "").strip()
    pause = _seconds(text) if text.isdigit() else _until(text, now)
    return None if pause is None else min(max(pause, timedelta(0)), longest)


def _seconds(digits: str) -> timedelta | None:
    # More digits than a pause can have are not worth converting.
    return timedelta(seconds=int(digits)) if len(digits) <= 9 and digits.isascii() else None  # noqa: PLR2004


def _until(text: str, now: datetime) -> timedelta | None:
    try:
        moment = parsedate_to_datetime(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now
    except (ValueError, OverflowError):
        # No date, or one with numbers that no calendar has.
        return None
