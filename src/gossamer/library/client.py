"""The asynchronous client. What makes the service is loaded when it is opened: importing this is quick."""

import os
import threading
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, Unpack

from gossamer.core.crawls import FoundLink
from gossamer.core.documents import Document
from gossamer.core.errors import CallerError
from gossamer.core.research import ResearchAnswer
from gossamer.core.searches import Result
from gossamer.library.calls import Calls
from gossamer.library.keywords import (
    BatchKeywords,
    CrawlKeywords,
    ExtractKeywords,
    MapKeywords,
    ParseKeywords,
    ResearchKeywords,
    ScrapeKeywords,
    SearchKeywords,
)
from gossamer.library.pages import AsyncPages, JobReport
from gossamer.library.results import Check, Extraction, Interaction, LlmsTxt

if TYPE_CHECKING:
    from gossamer.library.service import Embedded

PROMPT_SECONDS: Final = 60.0
IS_OPEN: Final = "This Gossamer is open already."
_FORKED: Final = (
    "This process was forked from one that had opened a Gossamer, whose threads and locks do not work here. Start "
    'processes with multiprocessing.get_context("spawn") (or "forkserver"), or fork before a Gossamer is opened.'
)
# The engine of jobs is one in a process.
_only_one = threading.Lock()
# The processes that opened one: this process, and those it was forked from.
_opened_in: Final[set[int]] = set()


def is_forked() -> bool:
    """Return whether this process was forked from one that had opened a Gossamer."""
    return bool(_opened_in - {os.getpid()})


def check_process() -> None:
    """Raise CallerError in a process that `is_forked`."""
    if is_forked():
        raise CallerError(_FORKED)


class AsyncGossamer:
    """Gossamer inside this program, for `async with`.

    *home* is the data folder; without it the program gets one of its own below GOSSAMER_HOME. *allow* are private hosts
    that may be reached, as `127.0.0.1:8000`. *settings* are those of the environment by name without `GOSSAMER_`, in
    lower case: `llm_base_url=…`. Options of the calls are those of the API in Python's spelling (`only_main_content`).
    Every call raises GossamerError, whose `code` and `message` say what was wrong.
    """

    def __init__(self, *, home: Path | str | None = None, allow: Iterable[str] = (), **settings: Any) -> None:
        self._home = None if home is None else Path(home)
        self._allow = tuple(allow)
        self._settings = settings
        self._stack = AsyncExitStack()
        self._service: Embedded | None = None
        self._calls = Calls()

    async def __aenter__(self) -> Self:
        check_process()
        if self._service is not None:
            raise CallerError(IS_OPEN)
        if not _only_one.acquire(blocking=False):
            raise CallerError("Another Gossamer is open in this program. Use that one, or close it first.")
        self._stack.callback(_only_one.release)
        _opened_in.add(os.getpid())
        try:
            from gossamer.library.service import embedded  # noqa: PLC0415 - see the module's second sentence

            self._service = await self._stack.enter_async_context(embedded(self._home, self._allow, self._settings))
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if is_forked():
            # It belongs to the process that opened it.
            return
        self._service = None
        try:
            await self._calls.end()
        finally:
            await self._stack.aclose()

    async def scrape(self, url: str, **options: Unpack[ScrapeKeywords]) -> Document:
        """Return one page in the wanted `formats` (markdown without any)."""
        return await self._calls.run(self._open.scrape({"url": url, **options}))

    def crawl(self, url: str, **options: Unpack[CrawlKeywords]) -> AsyncPages:
        """Return the pages of a site as they come, at most `limit`; leaving the loop ends the crawl.

        The loop raises GossamerError when the crawl has no page, with the reason of the start page. Links that could
        not be had are in `errors` of what is returned, and `warning` says why few pages were found.
        """
        report = JobReport()
        return AsyncPages(self._calls.each(self._open.crawl({"url": url, **options}, report)), report)

    def batch(self, urls: Iterable[str], **options: Unpack[BatchKeywords]) -> AsyncPages:
        """Return the pages as they come, then a FailedPage for each that could not be had, which `errors` has too.

        Leaving the loop ends the batch. An address that cannot be read ends it before it starts; with
        `ignore_invalid_urls` it is a FailedPage.
        """
        report = JobReport()
        return AsyncPages(self._calls.each(self._open.batch({"urls": _list_urls(urls), **options}, report)), report)

    async def map(self, url: str, **options: Unpack[MapKeywords]) -> Sequence[FoundLink]:
        """Return the URLs of a site, best first, without reading its pages."""
        return await self._calls.run(self._open.map({"url": url, **options}))

    async def search(self, query: str, **options: Unpack[SearchKeywords]) -> Mapping[str, Sequence[Result]]:
        """Return results by source (`web`, `news`, `images`); with `scrape_options` each has its page."""
        return await self._calls.run(self._open.search({"query": query, **options}))

    async def extract(self, urls: Iterable[str], **options: Unpack[ExtractKeywords]) -> Extraction:
        """Return data of several pages, by `schema`, `prompt` or both, with the source of each value."""
        return await self._calls.run(self._open.extract({"urls": _list_urls(urls), **options}))

    async def research(self, question: str, **options: Unpack[ResearchKeywords]) -> ResearchAnswer:
        """Return an answer with citations from pages that are found, or from `urls`; `schema` gives `data` a shape."""
        return await self._calls.run(self._open.research({"prompt": question, **options}))

    async def llmstxt(self, url: str, *, limit: int = 20, full: bool = False) -> LlmsTxt:
        """Return an llms.txt of a site from up to *limit* of its pages; *full* adds the text of the pages."""
        return await self._calls.run(self._open.llmstxt(url, limit, full=full))

    def watch(
        self, url: str, *, every: str = "1h", goal: str = "", parts: Iterable[str] = (), ignore: Iterable[str] = ()
    ) -> AsyncIterator[Check]:
        """Yield a Check of a page at once and after each *every* ("30s", "5m", "1h", "1d"), until the loop is left.

        *parts* are CSS selectors of what is watched, *ignore* texts whose lines do not count, *goal* what matters in
        words ("the price falls below 100"). The last version is kept in the data folder: a later watch of the same page
        compares with it.
        """
        return self._calls.each(self._open.watch(url, every, goal=goal, parts=tuple(parts), ignore=tuple(ignore)))

    async def parse(
        self, file: Path | str | bytes, *, name: str | None = None, **options: Unpack[ParseKeywords]
    ) -> Document:
        """Return a document (a path, or bytes with the `name` they would have) in the wanted `formats`."""
        if isinstance(file, bytes):
            return await self._calls.run(self._open.parse(file, name or "", options))
        return await self._calls.run(self._open.parse(Path(file), name or Path(file).name, options))

    async def interact(self, page: Document | str, prompt: str, *, seconds: float = PROMPT_SECONDS) -> Interaction:
        """Do on a scraped page what *prompt* says, in at most *seconds*; the page stays open for the next."""
        return await self._calls.run(self._open.interact(_scrape_id(page), prompt, seconds))

    async def close(self, page: Document | str) -> None:
        """Close the page that `interact` keeps open."""
        await self._calls.run(self._open.close(_scrape_id(page)))

    async def picture(self, page: Document) -> bytes:
        """Return the screenshot of a page that was scraped with the format `screenshot`."""
        return await self._calls.run(self._open.picture(page.screenshot or ""))

    @property
    def _open(self) -> "Embedded":
        check_process()
        if self._service is None:
            raise CallerError("Use it inside `async with AsyncGossamer() as web:` (or `with Gossamer() as web:`).")
        return self._service


def _scrape_id(page: Document | str) -> str:
    return page if isinstance(page, str) else str(page.metadata.get("scrapeId", ""))


def _list_urls(urls: Iterable[str]) -> Sequence[str]:
    # One address would be taken apart into letters; as it is, the error names the field.
    return urls if isinstance(urls, str) else list(urls)
