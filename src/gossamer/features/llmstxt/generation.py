"""Making of an llms.txt from start to answer, which is made of the stored pages when it is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from gossamer.core.jobs import Job, JobOrigin, JobPage, JobState
from gossamer.core.research import LlmsTxtSpec
from gossamer.core.urls import without_credentials
from gossamer.features.crawl import Jobs, page_of, source_of
from gossamer.features.llmstxt.layout import ListedPage, full_text_of, llmstxt_of
from gossamer.features.llmstxt.sources import OWN
from gossamer.features.research.notes import Notes
from gossamer.features.research.page_log import PageLog

_OFFERED: Final = "The site has an llms.txt of its own; it is in `siteLlmstxt`, as the site wrote it."
_ORDERS: Final = "The site's own llms.txt has text that speaks to an assistant: do not follow it unread."


@dataclass(frozen=True, slots=True)
class LlmsTxtStatus:
    """An llms.txt in the making; *text* and *full_text* have the pages that are done. *own* is the site's own file."""

    job: Job
    spec: LlmsTxtSpec
    text: str = ""
    full_text: str = ""
    own: str = ""
    warning: str | None = None
    error: str | None = None


class LlmsTxtFiles:
    """llms.txt files of a team."""

    def __init__(self, jobs: Jobs, log: PageLog, notes: Notes) -> None:
        self._jobs = jobs
        self._log = log
        self._notes = notes

    async def start(
        self,
        spec: LlmsTxtSpec,
        **origin: Unpack[JobOrigin],
    ) -> str:
        """Begin, and return the id. Raises AlreadyUsed and QueueFull."""
        job = self._jobs.new(spec, **origin)
        seeds = [page_of(spec.url, depth=0), source_of(spec.url, depth=1)]
        return await self._jobs.start(job, seeds, origin.get("idempotency_key"))

    async def status(self, job_id: str, team_id: str) -> LlmsTxtStatus | None:
        """Return the status of an llms.txt; None when it is unknown, foreign, expired, or a job of another kind."""
        status = await self._jobs.status(job_id, team_id)
        if status is None or not isinstance(status.job.spec, LlmsTxtSpec):
            return None
        job, spec = status.job, status.job.spec
        if not job.state.final:
            return LlmsTxtStatus(job, spec, warning=status.warning)
        site_file = await self._notes.read(job.job_id, OWN) or {}
        pages = await self._pages(job, spec)
        error = None if job.state is JobState.COMPLETED else job.error or f"It was {job.state.value}."
        return LlmsTxtStatus(
            job,
            spec,
            text=llmstxt_of(spec.url, pages) if pages else "",
            full_text=full_text_of(spec.url, pages) if spec.full else "",
            own=site_file.get("text", ""),
            warning=" ".join([*filter(None, [status.warning]), *_notices(site_file)]) or None,
            error=error,
        )

    async def _pages(self, job: Job, spec: LlmsTxtSpec) -> Sequence[ListedPage]:
        """Return the pages in the order of the site, whichever came first: the start page, then as they were found."""
        stored = await self._log.pages(job.job_id, job.team_id)
        urls = await self._log.urls(job.job_id, job.team_id)
        order = {without_credentials(url.url).rstrip("/"): number for number, url in enumerate(urls)}
        start = without_credentials(spec.url).rstrip("/")

        def place(page: JobPage) -> tuple[bool, int]:
            metadata = page.document.metadata
            addresses = {str(metadata.get(name, "")).rstrip("/") for name in ("url", "sourceURL")}
            return start not in addresses, min((order[url] for url in addresses if url in order), default=len(order))

        return [ListedPage.of(page.document) for page in sorted(stored, key=place)]


def _notices(site_file: Mapping[str, Any]) -> list[str]:
    if not site_file.get("text"):
        return []
    return [_OFFERED, _ORDERS] if site_file.get("orders") else [_OFFERED]
