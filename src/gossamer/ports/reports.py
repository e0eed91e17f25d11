"""Records of past work, for people who look at it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from gossamer.core.reports import Outcome, Pace, ScrapeReport


class ReportStore(Protocol):
    """Reads what others recorded; what is unknown, foreign or expired is None (or left out)."""

    async def scrape(self, scrape_id: str, team_id: str, *, now: datetime) -> ScrapeReport | None:
        """Return the report of the team's scrape or map."""

    async def outcomes(self, ids: Sequence[str], team_id: str, *, now: datetime) -> Mapping[str, Outcome]:
        """Return by id how these scrapes, maps and jobs of the team stand."""

    async def pace(self, job_id: str, team_id: str, *, step: timedelta) -> Sequence[Pace]:
        """Return pages that were done or failed, by intervals of *step* from the job's start, oldest first.

        Intervals in which nothing ended are left out.
        """
