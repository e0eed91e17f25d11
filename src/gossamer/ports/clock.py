"""Time that a test can move."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Wall-clock time."""

    def now(self) -> datetime:
        """Return the current time, aware, UTC."""
