"""Diagnoses of jobs: why they behaved as they did, URL by URL and as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from gossamer.core.jobs import Job, JobUrl, UrlState


@dataclass(frozen=True, slots=True)
class Decision:
    """A URL that the job met, and for a page that was read: what fetched it, and why a browser did.

    *render_reason* is None when nobody decided to render it, *verdict* when it is what it seems to be.
    """

    url: JobUrl
    fetcher: str | None = None
    render_reason: str | None = None
    verdict: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A job as it was, summed up.

    *states* counts its URLs by state; *codes* those that are no pages by state and code; *retries* attempts beyond
    the first; *most_tried* are the URLs with most of these. *fetchers* counts pages by what fetched them, *rendered*
    rendered pages by the reason, *verdicts* pages that are none by their verdict. *advice* are sentences.
    """

    job: Job
    warning: str | None
    states: Mapping[UrlState, int]
    codes: Mapping[tuple[UrlState, str], int]
    retries: int
    most_tried: Sequence[JobUrl]
    fetchers: Mapping[str, int]
    rendered: Mapping[str, int]
    verdicts: Mapping[str, int]
    advice: Sequence[str]

    @property
    def lasted(self) -> timedelta | None:
        """Return its duration; None while it runs."""
        return None if self.job.finished_at is None else self.job.finished_at - self.job.created_at
