"""The pages of a crawl or batch as they come, with what is known of the job beside them."""

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from dataclasses import dataclass, field
from typing import Final, Self

from gossamer.core.documents import Document
from gossamer.core.errors import SiteError
from gossamer.library.results import FailedPage

NOT_STARTED: Final = "not started"


class NoPage(SiteError):
    """A crawl ended without a page; *code* is that of the reason."""

    def __init__(self, message: str, code: str = SiteError.code) -> None:
        super().__init__(message)
        self.code = code  # type: ignore[misc] # of the failure it reports, not of the class


@dataclass(slots=True)
class JobReport:
    """What is known of a crawl or batch beside its pages, as `PageStream` returns it."""

    job_id: str | None = None
    status: str = NOT_STARTED
    warning: str | None = None
    errors: list[FailedPage] = field(default_factory=list)
    robots_blocked: list[str] = field(default_factory=list)


class PageStream:
    """What is known of a crawl or batch. It starts with the first page that is asked for."""

    def __init__(self, report: JobReport) -> None:
        self.report = report

    @property
    def job_id(self) -> str | None:
        """Return the id of the job, None before it has started."""
        return self.report.job_id

    @property
    def status(self) -> str:
        """Return "not started", "scraping", "completed", "failed" or "cancelled" (the loop was left early)."""
        return self.report.status

    @property
    def warning(self) -> str | None:
        """Return the warning about the job as a whole, such as why a crawl found few pages; known at its end."""
        return self.report.warning

    @property
    def errors(self) -> tuple[FailedPage, ...]:
        """Return the pages that could not be had; known at the end of the job."""
        return tuple(self.report.errors)

    @property
    def robots_blocked(self) -> tuple[str, ...]:
        """Return the URLs that a crawl left out because robots.txt disallows them; known at its end."""
        return tuple(self.report.robots_blocked)


class Pages(PageStream, Iterator[Document]):
    """The pages of a crawl or batch, for `for`."""

    def __init__(self, results: Generator[Document, None, None], report: JobReport) -> None:
        super().__init__(report)
        self._results = results

    def __iter__(self) -> Self:
        """Return itself."""
        return self

    def __next__(self) -> Document:
        """Return the next page. Raises GossamerError."""
        return next(self._results)

    def close(self) -> None:
        """End the job, unless it has ended."""
        self._results.close()


class AsyncPages(PageStream, AsyncIterator[Document]):
    """The pages of a crawl or batch, for `async for`."""

    def __init__(self, results: AsyncGenerator[Document, None], report: JobReport) -> None:
        super().__init__(report)
        self._results = results

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> Document:
        """Return the next page. Raises GossamerError."""
        return await anext(self._results)

    async def aclose(self) -> None:
        """End the job, unless it has ended."""
        await self._results.aclose()
