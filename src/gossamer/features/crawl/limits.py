"""An operator's limits for jobs."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class JobLimits:
    """Bounds of every job.

    *concurrency* is how many pages of one job may be under way at once, over all workers;
    a job's own `maxConcurrency` only lowers it. *lasts* is the time after which a job ends, finished or not.
    """

    concurrency: int = 50
    lasts: timedelta = timedelta(hours=48)

    def pages_at_once(self, wanted: int | None) -> int:
        """Return the number of pages of a job that wants *wanted* at once which may be under way."""
        return self.concurrency if wanted is None else min(wanted, self.concurrency)
