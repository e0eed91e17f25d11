"""A circuit breaker's decisions: whether somebody who is not well is asked, and how long it is left alone.

It opens at once when a failure says so, else after three failures in a row. When the rest is over one request is let
through as a trial; each trial that fails doubles the rest. Moments are seconds of a clock that nobody sets.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeAlias

FIRST_REST: Final = timedelta(seconds=30)
LONGEST_REST: Final = timedelta(minutes=10)
_FAILURES: Final = 3


@dataclass(frozen=True, slots=True)
class Open:
    """No request may be made. *why* is the failure; *left* is the rest of the pause, None while a trial runs."""

    why: str
    left: timedelta | None

    def described(self, now: datetime) -> str:
        """Return a phrase that follows a name: until when (UTC, at *now*) no request is made, and why."""
        if self.left is None:
            return f"is being tried again after a rest: {self.why}"
        # Rounded up to a second, so that a message read during the rest never names a past time.
        until = (now + self.left - timedelta(microseconds=1)).replace(microsecond=0) + timedelta(seconds=1)
        day = "" if until.date() == now.date() else f"{until:%Y-%m-%d} "
        return f"rests until {day}{until:%H:%M:%S} UTC: {self.why}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A request may be made; a *trial* is the only one until it has ended."""

    trial: bool


Entry: TypeAlias = Open | Passed


@dataclass(frozen=True, slots=True)
class _Rest:
    """*until* is a moment; *length* is what the next rest doubles; *why* the failure that brought it."""

    until: float
    length: timedelta
    why: str


class Circuit:
    """A circuit breaker. A request calls `enter`, then `failed` or `worked`, then `leave`.

    It opens after so many *failures* in a row.
    """

    def __init__(self, *, failures: int = _FAILURES) -> None:
        self._most = failures
        self._failures = 0
        self._rest: _Rest | None = None
        self._being_tried = False

    def enter(self, now: float) -> Entry:
        """Return whether a request may be made at *now*; who has passed must leave."""
        rest = self._rest
        if rest is None:
            return Passed(trial=False)
        if rest.until > now:
            return Open(rest.why, timedelta(seconds=rest.until - now))
        if self._being_tried:
            return Open(rest.why, None)
        self._being_tried = True
        return Passed(trial=True)

    def failed(
        self, passed: Passed, now: float, why: str, *, at_once: bool = False, retry_after: timedelta | None = None
    ) -> timedelta | None:
        """Count a failure and return the length of the rest that begins with it, None when none does.

        With *retry_after* the rest begins at once and is that long; *at_once* begins one of the usual length.
        """
        self._failures += 1
        if not (at_once or retry_after or passed.trial or self._failures >= self._most):
            return None
        last = self._rest.length if self._rest is not None and passed.trial else None
        longer = FIRST_REST if last is None else min(2 * last, LONGEST_REST)
        length = retry_after or longer
        until = now + length.total_seconds()
        if self._rest is not None and self._rest.until > until:
            return None  # a request that began before; the longer rest stays
        self._rest = _Rest(until, length, why)
        return length

    def worked(self, passed: Passed) -> bool:
        """Return whether this closes the circuit; a request that began before a rest does not end it."""
        if passed.trial:
            self._rest = None
        if self._rest is None:
            self._failures = 0
        return passed.trial

    def leave(self, passed: Passed) -> None:
        """End a request, also one that was given up: the next one is the trial then."""
        self._being_tried &= not passed.trial
