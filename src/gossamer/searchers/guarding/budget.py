"""A daily budget of requests for each provider."""

from datetime import UTC, date, datetime, time, timedelta

from gossamer.searchers.service import Unanswered


class Budget:
    """Requests of one day, UTC, in this process; None is no bound."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._day: date | None = None
        self._spent = 0

    def spend(self, now: datetime) -> None:
        """Count a request. Raises Unanswered, with the time until tomorrow, when there is none left."""
        if self._most is None:
            return
        if self._day != now.date():
            self._day, self._spent = now.date(), 0
        if self._spent >= self._most:
            tomorrow = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
            raise Unanswered(f"its budget of {self._most} requests a day is used up.", rest=tomorrow - now)
        self._spent += 1
