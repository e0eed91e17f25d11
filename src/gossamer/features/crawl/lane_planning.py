"""Planning: what a lane takes next, when a job gets more lanes, and when it is finished.

A job has up to `lanes` lanes, each with up to `width` pages under way; together they never
exceed the job's concurrency. A `Planner` is asked inside the transaction that commits a
chunk, so what it sees is so, and what it answers happens at once:

* Pages done and in flight are never more than the limit, so the limit is exact: a failed or
  refused page gives its place to another one.
* A job is finished when the limit is reached, or when nothing is queued, waiting or in flight
  and no sitemap is left to read. A sitemap does not hold back a job that has all its pages.
* Nor are pages in flight more than can be paid. Where credits are set aside for other work the job waits
  for them; it is finished when there will be none.
* Nor more than the bounds of the team and of the key leave the job. It then waits for those of others.
* A lane that holds nothing takes something whenever something may be taken, so none gives up
  while there is work for it.
* An extraction whose pages have to be paid for begins with one: what a model takes for a page is not
  known before. It has failed when it is finished without any.
"""

import math
from dataclasses import dataclass, replace
from typing import Final, Self

from gossamer.core.crawls import BatchSpec, CrawlSpec, Reason
from gossamer.core.jobs import JobSpec
from gossamer.core.research import ResearchSpec
from gossamer.features.crawl.limits import JobLimits
from gossamer.ports.frontier import Counts, Plan

_WIDTH: Final = 10
# A lane has its next entries at hand, so that it need not wait for a commit to go on.
_AT_HAND: Final = 2
_MOST_AT_HAND: Final = 100
_FRONTIER_FACTOR: Final = 10
_FRONTIER_SPARE: Final = 1000
_NO_PAGE: Final = "No page could be read, so there is nothing to extract from."
_NO_CREDITS: Final = "The credits of the team or of the API key ran out before a page was read."


def pages_at_once(spec: JobSpec, limits: JobLimits) -> int:
    """Return the number of pages of a job that may be under way at once; with a delay it is one."""
    delayed = isinstance(spec, CrawlSpec) and spec.delay
    return 1 if delayed else limits.pages_at_once(spec.max_concurrency)


@dataclass(frozen=True, slots=True)
class JobPlanner:
    """Plans for one lane of a job; a `ports.frontier.Planner`.

    *limit* None means that every entry is wanted. *appetite* is how many entries the lane
    should have at hand after this commit; 0 for a lane that hands on its turn. *united* pages make one answer, which
    needs one page at least. With *steps* the job ends when what leads to pages is done, too: a report is written last.
    """

    limit: int | None
    width: int
    lanes: int
    appetite: int
    united: bool = False
    steps: bool = False

    @classmethod
    def of(cls, spec: JobSpec, limits: JobLimits) -> Self:
        """Return the planner of a job."""
        pages = pages_at_once(spec, limits)
        lanes = math.ceil(pages / _WIDTH)
        # The URLs of a batch were asked for one by one, and more may be appended.
        limit = None if isinstance(spec, BatchSpec) else spec.limit
        width = pages // lanes
        return cls(
            limit=limit,
            width=width,
            lanes=lanes,
            appetite=_AT_HAND * width,
            united=not isinstance(spec, CrawlSpec | BatchSpec | ResearchSpec),
            steps=isinstance(spec, ResearchSpec),
        )

    def paced(self, width: int) -> Self:
        """Return the planner for a host that gives out moments: one lane, no wider than the moments are close."""
        width = max(1, min(self.width, width))
        return replace(self, width=width, lanes=1, appetite=width)

    def hungry(self, settled: int, *, blocked: int = 0) -> Self:
        """Return the planner for a lane that settled so many entries since its last commit.

        *blocked* ones it has at hand cannot begin yet, so it needs others beside them.
        """
        at_hand = max(_AT_HAND * max(self.width, settled), self.width)
        return replace(self, appetite=min(at_hand + blocked, max(_MOST_AT_HAND, self.width)))

    def sated(self) -> Self:
        """Return the planner for a lane that takes nothing now."""
        return replace(self, appetite=0)

    @property
    def frontier_bound(self) -> int | None:
        """Return from how many queued pages on no more are looked for; None for no bound."""
        return None if self.limit is None else max(_FRONTIER_FACTOR * self.limit, self.limit + _FRONTIER_SPARE)

    def __call__(self, counts: Counts) -> Plan:
        """Return the plan that follows from *counts*."""
        if self._is_finished(counts):
            return Plan(finish=True, failure=self._failure(counts, _NO_PAGE))
        if counts.spent and not counts.in_flight:
            return Plan(finish=True, leftover=Reason.CREDITS, failure=self._failure(counts, _NO_CREDITS))
        pages_left = self._pages_left(counts)
        if pages_left <= 0:
            return Plan(take=min(counts.ready, self._share(counts))) if self.steps and counts.sitemaps else Plan()
        take = min(counts.ready, self._share(counts))
        return Plan(take=take, take_pages=min(take, pages_left), new_lanes=self._new_lanes(counts, take, pages_left))

    def _is_finished(self, counts: Counts) -> bool:
        if self.limit is not None and counts.done >= self.limit:
            return not (self.steps and counts.sitemaps)
        return not (counts.queued or counts.in_flight or counts.sitemaps)

    def _failure(self, counts: Counts, why: str) -> str | None:
        return why if self.united and not counts.done else None

    def _pages_left(self, counts: Counts) -> int:
        pages = counts.ready if self.limit is None else self.limit - counts.done - counts.in_flight
        if self.united and counts.payable is not None and not counts.done:
            pages = min(pages, 1 - counts.in_flight)
        return pages if counts.takeable is None else min(pages, counts.takeable)

    def _share(self, counts: Counts) -> int:
        """Return the number of entries that this lane should take: enough to go on, and leave others theirs."""
        appetite = max(0, self.appetite - counts.held)
        idle = max(0, self.width - counts.held)
        fair = math.ceil(counts.ready / self.lanes)
        return min(appetite, max(idle, fair))

    def _new_lanes(self, counts: Counts, take: int, pages_left: int) -> int:
        """Return the number of lanes to add for the entries that this lane leaves."""
        entries_left = min(counts.ready, pages_left) - take
        # A lane that hands on takes again in a moment.
        if entries_left <= 0 or self.appetite == 0:
            return 0
        return max(0, min(self.lanes - counts.lanes, math.ceil(entries_left / self.width)))
