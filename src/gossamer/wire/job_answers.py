"""Shapes of answers about jobs and maps, for the API reference."""

from typing import Any, Literal

from pydantic import Field

from gossamer.wire.agent_hints import AgentHints
from gossamer.wire.answers import AnswerShape, Document, Success
from gossamer.wire.shapes import example

_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"


class Started(AnswerShape):
    """The answer to starting a job."""

    model_config = example(success=True, id=_ID, url=f"http://127.0.0.1:3002/v2/crawl/{_ID}")

    success: bool
    id: str = Field(description="Id of the job.")
    url: str = Field(description="Where its status is read.")


class CrawlStarted(Started):
    """The answer to starting a crawl."""

    prompt_generated_options: dict[str, Any] | None = Field(default=None, description="Options read from the prompt.")
    final_crawler_options: dict[str, Any] | None = Field(default=None, description="The options in effect.")
    warning: str | None = Field(default=None, description="How the prompt was read, when it was not fully understood.")


class BatchStarted(Started):
    """The answer to starting a batch."""

    invalid_urls: list[str] | None = Field(
        default=None, alias="invalidURLs", description="URLs that were left out; with `ignoreInvalidURLs`."
    )


class JobWall(AnswerShape):
    """A page that somebody must pass before the job can read more of its host."""

    host: str = Field(description="Host and port, whose other pages wait too.")
    url: str = Field(description="The page to pass, by its own address.")
    verdict: Literal["login", "consent", "challenge"] = Field(description="The kind of page.")
    since: str = Field(description="When the visit began that met it.")


class JobStatus(AnswerShape):
    """The status of a job, and some of its pages."""

    model_config = example(
        success=True,
        status="completed",
        completed=1,
        total=1,
        creditsUsed=1,
        expiresAt="2026-01-02T03:04:05.000Z",
        data=[{"markdown": "# Example Domain", "metadata": {"sourceURL": "https://example.com"}}],
    )

    success: bool = Field(description="False only for a job that failed without a page.")
    status: Literal["scraping", "completed", "failed", "cancelled"]
    completed: int = Field(description="Pages that are done; failed ones are not counted.")
    total: int = Field(description="Pages that are known; failed ones are not counted.")
    credits_used: int
    expires_at: str = Field(description="When the results expire; 24 hours from now while the job runs.")
    next: str | None = Field(default=None, description="Where the next pages are; absent when there are none.")
    warning: str | None = None
    walls: list[JobWall] | None = Field(default=None, description="Pages that the job waits at; see `waitAtWalls`.")
    error: str | None = Field(default=None, description="Why the job failed.")
    created_at: str | None = Field(default=None, description="Version 2 only.")
    completed_at: str | None = Field(default=None, description="Version 2 only, once the job has ended.")
    duration: float | None = Field(default=None, description="Seconds; version 2 only, once the job has ended.")
    data: list[Document] = Field(description="Pages, in order of completion.")


class JobError(AnswerShape):
    """A page that could not be had."""

    id: str = Field(description="Id of the scrape.")
    timestamp: str | None = None
    url: str
    code: str | None = Field(default=None, description="Stable name of the failure; see the list of codes.")
    error: str


class JobErrors(Success):
    """Pages that could not be had."""

    errors: list[JobError]
    robots_blocked: list[str] = Field(description="URLs that the site's robots.txt forbids.")


class Cancelled(Success):
    """The job is cancelled; its finished pages can still be read."""

    status: Literal["cancelled"]


class Resumed(AnswerShape):
    """The job goes on."""

    success: bool
    resumed: int = Field(description="Hosts that it waited for; their pages are tried again.")


class ActiveCrawl(AnswerShape):
    """A crawl that runs."""

    id: str
    team_id: str
    url: str
    created_at: str = Field(alias="created_at")
    options: dict[str, Any]


class ActiveCrawls(Success):
    """The team's crawls that run now."""

    crawls: list[ActiveCrawl]


class JobUrl(AnswerShape):
    """A URL that a job met, and what became of it."""

    url: str
    state: Literal["queued", "running", "done", "failed", "refused"]
    depth: int = Field(description="Links between the start page and this one.")
    code: str | None = Field(default=None, description="Why it is not a page of the job.")
    reason: str | None = None
    scrape_id: str | None = None
    at: str | None = None


class JobUrls(Success):
    """URLs that a job met, each once, in order of discovery."""

    status: Literal["scraping", "completed", "failed", "cancelled"]
    urls: list[JobUrl]
    next: str | None = Field(default=None, description="Where the next URLs are; absent when there are none yet.")


class UrlCounts(AnswerShape):
    """The number of a job's pages in each state."""

    done: int = Field(description="Read.")
    failed: int = Field(description="Could not be had.")
    refused: int = Field(description="Left out, for one of the reasons.")
    in_flight: int = Field(description="Fetched at this moment.")
    queued: int = Field(description="Wait.")


class ReasonCount(AnswerShape):
    """The number of URLs that are no pages of a job for one reason."""

    state: Literal["queued", "running", "done", "failed", "refused"]
    code: str = Field(description="The reason, as in the list of codes.")
    count: int = Field(description="How many URLs.")


class RetriedUrl(AnswerShape):
    """A URL that was tried more than once."""

    url: str
    retries: int = Field(description="Attempts beyond the first.")
    state: Literal["queued", "running", "done", "failed", "refused"]


class JobDiagnosis(Success):
    """Why a job behaved as it did."""

    id: str = Field(description="Id of the job.")
    team_id: str
    key_id: str = Field(description="The key that started it.")
    kind: str
    status: Literal["scraping", "completed", "failed", "cancelled"]
    error: str | None = Field(description="Why the job failed.")
    warning: str | None
    created_at: str
    finished_at: str | None = Field(description="When it ended; `null` while it runs.")
    seconds: float | None = Field(description="How long it took; `null` while it runs.")
    options: dict[str, Any] = Field(description="What was asked for, without headers.")
    credits_used: int
    pages: UrlCounts
    reasons: list[ReasonCount] = Field(description="Why URLs are no pages of the job, the commonest first.")
    fetched_by: dict[str, int] = Field(description="Pages by what fetched them, such as `http` and `browser`.")
    render_reasons: dict[str, int] = Field(description="Rendered pages by the reason for it.")
    page_verdicts: dict[str, int] = Field(description="Pages that hold something else, such as `parked`, by verdict.")
    retries: int = Field(description="Attempts beyond the first, of all URLs.")
    most_retried: list[RetriedUrl] = Field(description="The five URLs that were tried most.")
    host_delays: int = Field(description="How often a page was put off for the pace or the failures of its host.")
    host_delay_seconds: float = Field(description="These waits, added up over all pages.")
    advice: list[str] = Field(description="What to change.")


class Previewed(Success):
    """Options that a prompt stands for."""

    data: dict[str, Any]
    warning: str | None = None


class Link(AnswerShape):
    """A URL that was found."""

    url: str
    title: str | None = None
    description: str | None = None


class Mapped(Success):
    """URLs of a site."""

    id: str
    links: list[Link]
    warning: str | None = None
    agent_hints: AgentHints = None


class MappedUrls(Success):
    """URLs of a site, bare."""

    links: list[str]
    warning: str | None = None
    scrape_id: str | None = Field(default=None, alias="scrape_id", description="For origins that contain `website`.")


class QueueStatus(Success):
    """A team's concurrency, in pages."""

    jobs_in_queue: int
    active_jobs_in_queue: int
    waiting_jobs_in_queue: int
    max_concurrency: int
    most_recent_success: str | None


class Concurrency(Success):
    """The number of a team's pages in flight."""

    concurrency: int
    max_concurrency: int
