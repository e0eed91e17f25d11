"""Jobs: recorded work on many pages, its webhook, and what is known of it while it runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict

from gossamer.core.crawls import BatchSpec, CrawlSpec, Wall
from gossamer.core.documents import Document
from gossamer.core.extractions import ExtractSpec
from gossamer.core.research import LlmsTxtSpec, ResearchKind, ResearchSpec
from gossamer.core.urls import WebUrl

JobSpec: TypeAlias = CrawlSpec | BatchSpec | ExtractSpec | ResearchSpec | LlmsTxtSpec


class JobKind(StrEnum):
    """The kind of a job; also the first half of its webhook events' names."""

    CRAWL = "crawl"
    BATCH = "batch_scrape"
    EXTRACT = "extract"
    AGENT = "agent"
    DEEP_RESEARCH = "deep_research"
    LLMSTXT = "llmstxt"

    @property
    def finds_pages(self) -> bool:
        """Return whether its pages are looked for, and make one answer together."""
        return self not in {JobKind.CRAWL, JobKind.BATCH}


def event_type(kind: JobKind, name: str) -> str:
    """Return the whole name of a job's webhook event; the pages of an agent are its actions."""
    return f"{kind}.action" if kind is JobKind.AGENT and name == "page" else f"{kind}.{name}"


class JobState(StrEnum):
    """The state of a job. Every state but SCRAPING is final and never changes again."""

    SCRAPING = "scraping"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        """Return whether the job has ended."""
        return self is not JobState.SCRAPING


class JobOrigin(TypedDict):
    """The team and the key that a job is started for, and the request that started it."""

    team_id: str
    key_id: str
    called_at: str
    dialect: str
    idempotency_key: NotRequired[str | None]


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job that was admitted and is to be recorded.

    *deadline* is when it ends at the latest, finished or not. *called_at* is the origin under
    which the caller reached us ("https://host"), for addresses in webhook payloads. *dialect*
    is the API version that asked: payloads have its shapes. *page_price* is set aside for each page
    that is under way, when the team or the key has a bound on its credits. *pages_at_once* is how many of
    its own pages may be under way, None when that is not known. *trace* is the W3C `traceparent` of the
    request, "" when it is not traced.
    """

    job_id: str
    team_id: str
    key_id: str
    spec: JobSpec
    created_at: datetime
    deadline: datetime
    called_at: str = ""
    dialect: str = "v2"
    page_price: int = 0
    pages_at_once: int | None = None
    trace: str = ""

    @property
    def kind(self) -> JobKind:
        """Return the kind of this job."""
        match self.spec:
            case CrawlSpec():
                return JobKind.CRAWL
            case BatchSpec():
                return JobKind.BATCH
            case ExtractSpec():
                return JobKind.EXTRACT
            case ResearchSpec():
                return JobKind.AGENT if self.spec.kind is ResearchKind.AGENT else JobKind.DEEP_RESEARCH
            case LlmsTxtSpec():
                return JobKind.LLMSTXT


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts of a job's pages.

    *known* is done + in flight + queued, at most the job's limit; failed and refused pages
    are not in it. *version* grows with every change.
    """

    done: int = 0
    failed: int = 0
    refused: int = 0
    in_flight: int = 0
    queued: int = 0
    known: int = 0
    credits_used: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands. Results are there until *expires_at*, or longer while it runs.

    *home* is where the start page of a crawl led when that was elsewhere; what belongs to the
    crawl is judged from there. *trace* is as in `NewJob`. *delays* counts how often a page was put off for the pace or
    the failures of its host, and *delayed* adds up for how long. *walls* are those that it met, passed ones too, when
    its profile waits for them.
    """

    job_id: str
    team_id: str
    key_id: str
    kind: JobKind
    state: JobState
    spec: JobSpec
    progress: Progress
    created_at: datetime
    deadline: datetime
    expires_at: datetime
    finished_at: datetime | None = None
    error: str | None = None
    called_at: str = ""
    dialect: str = "v2"
    home: WebUrl | None = None
    trace: str = ""
    delays: int = 0
    delayed: timedelta = timedelta(0)
    walls: tuple[Wall, ...] = ()

    @property
    def standing_walls(self) -> tuple[Wall, ...]:
        """Return the walls that nobody has passed yet."""
        return tuple(wall for wall in self.walls if wall.passed_at is None)

    @property
    def keeps_nothing(self) -> bool:
        """Return whether its results are forgotten as soon as they were handed out."""
        return self.spec.zero_data_retention or self.spec.scrape.zero_data_retention


@dataclass(frozen=True, slots=True)
class JobPage:
    """A page of a job; *position* counts from 1 without gaps, in order of completion.

    *size* is the length of the document's JSON in bytes.
    """

    position: int
    scrape_id: str
    document: Document
    size: int


class UrlState(StrEnum):
    """The outcome for a URL that a job met."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class JobUrl:
    """A URL that a job met, once each; *code* and *reason* say why it is no page of the job.

    *position* counts from 1 in order of discovery. *scrape_id* is set when it was tried, *tries* counts attempts before
    the last one. *visits* has a line of JSON for each attempt.
    """

    position: int
    url: str
    state: UrlState
    depth: int
    code: str | None = None
    reason: str | None = None
    scrape_id: str | None = None
    at: datetime | None = None
    tries: int = 0
    visits: str = ""


@dataclass(frozen=True, slots=True)
class TeamLoad:
    """A team's concurrency: its running jobs, and pages under way and waiting over all of them.

    *at_once* is how many pages may be under way: of the team, or of each job where the team has no bound.
    *visiting* are places that callers hold beside the jobs, over all processes; only who has a bound needs them.
    """

    jobs: int = 0
    in_flight: int = 0
    queued: int = 0
    last_success: datetime | None = None
    at_once: int = 0
    visiting: int = 0


@dataclass(frozen=True, slots=True)
class Ticket:
    """A turn at one lane of a job: what the engine carries from the transaction to a worker.

    A lane is a chain of turns; *turn* counts them. The ticket of an older turn is void.
    """

    job_id: str
    team_id: str
    lane: int
    turn: int

    @property
    def name(self) -> str:
        """Name of the workflow: equal tickets are one piece of work."""
        return f"{self.job_id}-{self.lane}-{self.turn}"


@dataclass(frozen=True, slots=True)
class DeliveryTicket:
    """A turn at delivering a job's webhook events."""

    job_id: str
    team_id: str
    turn: int

    @property
    def name(self) -> str:
        """Name of the workflow: equal tickets are one piece of work."""
        return f"{self.job_id}-hook-{self.turn}"


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A webhook event.

    *sequence* counts from 1 without gaps within the job; *event_id* stays the same over all
    tries. *type* is the whole name ("crawl.page"). *document* is the page's, when there is one.
    """

    job_id: str
    sequence: int
    event_id: str
    type: str
    success: bool
    tries: int = 0
    document: Document | None = None
    error: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict)
