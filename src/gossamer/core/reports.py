"""Records of past work, for the people who look after it."""

from dataclasses import dataclass
from datetime import datetime

from gossamer.core.documents import Document
from gossamer.core.jobs import UrlState


@dataclass(frozen=True, slots=True)
class ScrapeReport:
    """A scrape or map that ended, as long as its day lasts.

    *operation* is "scrape", or "map" for a map. *error_code* is set when it failed. *document* is None for
    a failure, for a map, and for what must not be kept. *credits* is None for a page of a job, which is
    charged with its job.
    """

    scrape_id: str
    key_id: str
    operation: str
    url: str
    finished_at: datetime
    expires_at: datetime
    credits: int | None = None
    error_code: str | None = None
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """The status of a recorded request: *state* as of a job, "completed" or "failed" for a single page."""

    state: str
    credits: int
    error_code: str | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """Pages of a job that were done and that failed, in the interval that begins at *since*.

    *first_done* and *first_failed* are the moments of the first ones in it, None when there were none.
    """

    since: datetime
    done: int
    failed: int
    first_done: datetime | None = None
    first_failed: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """The number of URLs of a job that ended in *state*, failed or refused, under one *code*."""

    state: UrlState
    code: str
    count: int
