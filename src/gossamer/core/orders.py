"""Scrape orders: a scrape, for whom it is done, and under which limits."""

from collections.abc import Callable
from dataclasses import dataclass

from gossamer.core.access import Permits
from gossamer.core.changes import Visibility
from gossamer.core.deadlines import Deadline
from gossamer.core.specs import ScrapeSpec


@dataclass(frozen=True, slots=True)
class ScrapeOrder:
    """One scrape as the features hand it on.

    *deadline* is None where the timeout of *spec* counts from when work begins. *permits* says where redirects and
    actions may not lead; None for anywhere. *use_model* lets models help to understand the page. *dialect* is the API
    version of the caller; *reservation* names the credits that were set aside, None without any. *operation* is what
    it is recorded as, *visibility* how the page was found, *job* the job that it is a page of. *progress* is called
    with the number of pages of a document that were read and that it has, 0 while that is not known. A document of a
    *lasting* order goes on being read when the deadline passes. *takes_markdown* allows Markdown of the site's own
    although the spec has links, which are only followed.
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
    visibility: Visibility = Visibility.VISIBLE
    progress: Callable[[int, int], None] | None = None
    lasting: bool = False
    job: str | None = None
    takes_markdown: bool = False

    def due(self) -> Deadline:
        """Return its deadline, which begins now when none began before."""
        return self.deadline or Deadline.after(self.spec.timeout)
