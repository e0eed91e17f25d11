"""The pages of running jobs that this process has read so far, so that each is loaded once."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from gossamer.core.jobs import JobPage, JobUrl, UrlState
from gossamer.features.crawl import Jobs

_JOBS: Final = 32
_PAGES: Final = 100
_SLICE_BYTES: Final = 4 * 1024 * 1024
_URLS: Final = 1000
_MOST_URLS: Final = 5000


class PageLog:
    """Pages by job; a job's pages come in order and never change."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._known: OrderedDict[str, list[JobPage]] = OrderedDict()

    async def pages(self, job_id: str, team_id: str) -> Sequence[JobPage]:
        """Return the pages that are done."""
        job_pages = self._known.pop(job_id, [])
        while pages := await self._jobs.pages(
            job_id, team_id, after=job_pages[-1].position if job_pages else 0, limit=_PAGES, max_bytes=_SLICE_BYTES
        ):
            job_pages = [*job_pages, *pages]
        self._known[job_id] = job_pages
        if len(self._known) > _JOBS:
            self._known.popitem(last=False)
        return job_pages

    def forget(self, job_id: str) -> None:
        """Keep the pages of a job no longer."""
        self._known.pop(job_id, None)

    async def urls(self, job_id: str, team_id: str, *states: UrlState) -> Sequence[JobUrl]:
        """Return the URLs that the job met in *states*, all without any, in the order they were met."""
        urls: list[JobUrl] = []
        while len(urls) < _MOST_URLS and (
            job_urls := await self._jobs.urls(
                job_id, team_id, states=frozenset(states), after=urls[-1].position if urls else 0, limit=_URLS
            )
        ):
            urls += job_urls
        return urls
