"""What operations need of the features that run jobs and maps."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from gossamer.core.crawling import BatchSpec, CrawlSpec, MapSpec, SiteMap
from gossamer.core.jobs import Job, JobKind, JobPage, JobUrl, TeamLoad, UrlState


class JobStatus(Protocol):
    """A job, and what its owner should know about it."""

    @property
    def job(self) -> Job: ...
    @property
    def warning(self) -> str | None: ...


class PromptReading(Protocol):
    """Options that a prompt stands for, in the names of version 2."""

    @property
    def options(self) -> Mapping[str, Any]: ...
    @property
    def warning(self) -> str | None: ...


class Jobs(Protocol):
    """Crawls and batches; see the feature that has them."""

    async def start_crawl(
        self,
        spec: CrawlSpec,
        *,
        team_id: str,
        key_id: str,
        called_at: str,
        dialect: str,
        idempotency_key: str | None,
    ) -> str: ...
    async def start_batch(
        self,
        spec: BatchSpec,
        *,
        team_id: str,
        key_id: str,
        called_at: str,
        dialect: str,
        idempotency_key: str | None,
    ) -> str: ...
    async def status(self, job_id: str, team_id: str) -> JobStatus | None: ...
    async def pages(
        self, job_id: str, team_id: str, *, after: int, limit: int, max_bytes: int
    ) -> Sequence[JobPage]: ...
    async def urls(
        self, job_id: str, team_id: str, *, states: frozenset[UrlState], after: int, limit: int
    ) -> Sequence[JobUrl]: ...
    async def active(self, team_id: str, kind: JobKind) -> Sequence[Job]: ...
    async def load(self, team_id: str) -> TeamLoad: ...
    async def cancel(self, job_id: str, team_id: str) -> None: ...
    async def changed(self, job_id: str, *, since: int, seconds: float) -> int: ...
    def preview(self, url: str, prompt: str) -> PromptReading: ...


class Maps(Protocol):
    """Maps of sites; see the feature that has them."""

    async def map(self, spec: MapSpec, *, team_id: str, key_id: str) -> SiteMap: ...
