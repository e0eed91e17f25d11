"""Shares of a bound among jobs and callers; pure arithmetic."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_TURN: Final = timedelta(seconds=5)
# No part of the other: else the same jobs would always meet the same turn of the callers.
_TURN_OF_CALLERS: Final = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Demand:
    """A running job of a key: pages it has in flight, and how many it could have."""

    number: int
    key_id: str
    in_flight: int
    wanted: int


@dataclass(frozen=True, slots=True)
class BoundUsers:
    """The users of one *bound*: running *jobs*, and callers that run or wait."""

    bound: int
    jobs: Sequence[Demand]
    visiting: int
    waiting: int

    @property
    def free(self) -> int:
        """Return the number of pages that nobody has; below 0 when the bound was lowered."""
        return self.bound - self.visiting - sum(job.in_flight for job in self.jobs)

    def part_of_callers(self, now: datetime) -> int:
        """Return the number of pages that callers may have under way now."""
        wanted_by_jobs = sum(max(job.wanted, 0) for job in self.jobs)
        return part_of_callers(
            self.bound, self.visiting + self.waiting, wanted_by_jobs, turn=_turn(now, _TURN_OF_CALLERS)
        )

    def room_for_callers(self, now: datetime) -> int:
        """Return the number of those who wait that may begin."""
        return max(0, min(self.part_of_callers(now) - self.visiting, self.free))

    def room_for_job(self, job: Demand, now: datetime, *, at_least: int) -> int:
        """Return the number of further pages that *job* may take; with *at_least* also free ones beyond its part."""
        part = self.part_of_callers(now)
        allowed = max(share(self.bound - part, self.jobs, job.number, turn=_turn(now, _TURN)), at_least)
        # Callers look several times a second: what they wait for is not to be gone then.
        reserve = max(0, min(self.waiting, part - self.visiting))
        return max(0, min(allowed - job.in_flight, self.free - reserve))


def part_of_callers(bound: int, callers: int, jobs: int, *, turn: int) -> int:
    """Return the number of *bound* pages that callers may have, when they want *callers* and jobs want *jobs*."""
    half = (bound + (turn + 1) % 2) // 2
    return min(callers, max(half, bound - jobs))


def share(bound: int, demands: Sequence[Demand], number: int, *, turn: int) -> int:
    """Return the number of *bound* pages that the job *number* may have in flight in this *turn*."""
    wanting = sorted((demand for demand in demands if demand.wanted > 0), key=lambda demand: demand.number)
    if len(wanting) > bound:
        begin = turn % len(wanting)
        served = [*wanting[begin:], *wanting[:begin]][:bound]
        return int(any(demand.number == number for demand in served))
    remaining = bound
    for served_before, demand in enumerate(sorted(wanting, key=lambda demand: (demand.wanted, demand.number))):
        portion = min(demand.wanted, remaining // (len(wanting) - served_before))
        if demand.number == number:
            return portion
        remaining -= portion
    return 0


def _turn(now: datetime, lasts: timedelta) -> int:
    return int(now.timestamp() / lasts.total_seconds())
