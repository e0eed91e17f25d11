"""Scrape orders: a scrape, for whom it is done, and under which limits."""

from dataclasses import dataclass

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.specs import ScrapeSpec


@dataclass(frozen=True, slots=True)
class ScrapeOrder:
    """One scrape as the features hand it on.

    *deadline* is None where the timeout of *spec* counts from when work begins. *permits* says where redirects and
    actions may not lead; None for anywhere. *use_model* lets models help to understand the page. *dialect* is the API
    version of the caller; *reservation* names the credits that were set aside, None without any. *operation* is what
    it is recorded as. *job* is the job that it is a page of, None without one.
    """

    spec: ScrapeSpec
    team_id: str
    key_id: str
    deadline: Deadline | None = None
    permits: Permits | None = None
    use_model: bool = False
    dialect: str = ""
    reservation: str | None = None
    operation: str = "scrape"
    job: str | None = None

    def due(self) -> Deadline:
        """Return its deadline, which begins now when none began before."""
        return self.deadline or Deadline.after(self.spec.timeout)
