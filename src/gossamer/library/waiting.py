"""The client for programs that wait: each call returns with its result."""

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from gossamer.core.crawls import FoundLink
from gossamer.core.documents import Document
from gossamer.core.errors import CallerError
from gossamer.core.research import ResearchAnswer
from gossamer.core.searches import Result
from gossamer.library.calls import CLOSED
from gossamer.library.client import IS_OPEN, PROMPT_SECONDS, AsyncGossamer, check_process, is_forked
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
from gossamer.library.pages import Pages
from gossamer.library.results import Check, Extraction, Interaction, LlmsTxt

T = TypeVar("T")


class Gossamer:
    """Gossamer inside this program, for `with`; the arguments and calls are those of AsyncGossamer.

    It works in a notebook too: its event loop has a thread of its own. `open` and `close_all` do what `with` does.
    """

    def __init__(self, *, home: Path | str | None = None, allow: Iterable[str] = (), **settings: Any) -> None:
        self._client = AsyncGossamer(home=home, allow=allow, **settings)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        # Held while work is given to the loop, which so never gets any after its end.
        self._turns = threading.Lock()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close_all()

    def open(self) -> Self:
        """Start it, and return it. Raises CallerError when it is open already, or this process cannot have one."""
        # A thread that a fork left behind may hold the lock for ever.
        check_process()
        with self._turns:
            if self._loop is not None:
                raise CallerError(IS_OPEN)
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=_run, args=(self._loop,), name="gossamer", daemon=True)
            self._thread.start()
        try:
            self._wait(self._client.__aenter__())
        except BaseException:
            self.close_all()
            raise
        return self

    def close_all(self) -> None:
        """End it, and leave nothing running: calls of other threads that still wait raise CallerError."""
        if is_forked():
            # It belongs to the process that opened it.
            return
        with self._turns:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is not None and thread is not None:
            try:
                asyncio.run_coroutine_threadsafe(self._client.__aexit__(None, None, None), loop).result()
            finally:
                loop.call_soon_threadsafe(loop.stop)
                thread.join()

    def scrape(self, url: str, **options: Unpack[ScrapeKeywords]) -> Document:
        """Return one page in the wanted `formats` (markdown without any)."""
        return self._wait(self._client.scrape(url, **options))

    def crawl(self, url: str, **options: Unpack[CrawlKeywords]) -> Pages:
        """Return the pages of a site as they come, at most `limit`; leaving the loop ends the crawl.

        The loop raises GossamerError when the crawl has no page, with the reason of the start page. Links that could
        not be had are in `errors` of what is returned, and `warning` says why few pages were found.
        """
        pages = self._client.crawl(url, **options)
        return Pages(self._each(pages), pages.report)

    def batch(self, urls: Iterable[str], **options: Unpack[BatchKeywords]) -> Pages:
        """Return the pages as they come, then a FailedPage for each that could not be had, which `errors` has too.

        Leaving the loop ends the batch. An address that cannot be read ends it before it starts; with
        `ignore_invalid_urls` it is a FailedPage.
        """
        pages = self._client.batch(urls, **options)
        return Pages(self._each(pages), pages.report)

    def map(self, url: str, **options: Unpack[MapKeywords]) -> Sequence[FoundLink]:
        """Return the URLs of a site, best first, without reading its pages."""
        return self._wait(self._client.map(url, **options))

    def search(self, query: str, **options: Unpack[SearchKeywords]) -> Mapping[str, Sequence[Result]]:
        """Return results by source (`web`, `news`, `images`); with `scrape_options` each has its page."""
        return self._wait(self._client.search(query, **options))

    def extract(self, urls: Iterable[str], **options: Unpack[ExtractKeywords]) -> Extraction:
        """Return data of several pages, by `schema`, `prompt` or both, with the source of each value."""
        return self._wait(self._client.extract(urls, **options))

    def research(self, question: str, **options: Unpack[ResearchKeywords]) -> ResearchAnswer:
        """Return an answer with citations from pages that are found, or from `urls`; `schema` gives `data` a shape."""
        return self._wait(self._client.research(question, **options))

    def llmstxt(self, url: str, *, limit: int = 20, full: bool = False) -> LlmsTxt:
        """Return an llms.txt of a site from up to *limit* of its pages; *full* adds the text of the pages."""
        return self._wait(self._client.llmstxt(url, limit=limit, full=full))

    def watch(
        self, url: str, *, every: str = "1h", goal: str = "", parts: Iterable[str] = (), ignore: Iterable[str] = ()
    ) -> Iterator[Check]:
        """Yield a Check of a page at once and after each *every* ("30s", "5m", "1h", "1d"), until the loop is left.

        *parts* are CSS selectors of what is watched, *ignore* texts whose lines do not count, *goal* what matters in
        words ("the price falls below 100"). The last version is kept in the data folder: a later watch of the same page
        compares with it.
        """
        return self._each(self._client.watch(url, every=every, goal=goal, parts=parts, ignore=ignore))

    def parse(self, file: Path | str | bytes, *, name: str | None = None, **options: Unpack[ParseKeywords]) -> Document:
        """Return a document (a path, or bytes with the `name` they would have) in the wanted `formats`."""
        return self._wait(self._client.parse(file, name=name, **options))

    def interact(self, page: Document | str, prompt: str, *, seconds: float = PROMPT_SECONDS) -> Interaction:
        """Do on a scraped page what *prompt* says, in at most *seconds*; the page stays open for the next."""
        return self._wait(self._client.interact(page, prompt, seconds=seconds))

    def close(self, page: Document | str) -> None:
        """Close the page that `interact` keeps open."""
        self._wait(self._client.close(page))

    def picture(self, page: Document) -> bytes:
        """Return the screenshot of a page that was scraped with the format `screenshot`."""
        return self._wait(self._client.picture(page))

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            promised = self._promise_result(work)
        except CallerError:
            work.close()
            raise
        try:
            return promised.result()
        except CancelledError:
            raise CallerError(CLOSED) from None

    def _promise_result(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        # A thread that a fork left behind may hold the lock for ever.
        check_process()
        with self._turns:
            if self._loop is None:
                raise CallerError("Use it inside `with Gossamer() as web:`, or call `open` first.")
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _each(self, results: AsyncIterator[T]) -> Generator[T, None, None]:
        """Yield the items of *results*, and end it when the caller leaves early."""
        try:
            while (result := self._wait(_following(results))) is not None:
                yield result
        finally:
            # Results closed meanwhile have ended already; in a fork they are those of another process.
            if self._loop is not None and not is_forked():
                self._wait(_close_results(results))


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run *loop* until it is stopped, and end what is left in it."""
    loop.run_forever()
    loop.run_until_complete(_end_tasks())
    loop.close()


async def _end_tasks() -> None:
    pending_tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in pending_tasks:
        task.cancel()
    await asyncio.gather(*pending_tasks, return_exceptions=True)


async def _following(results: AsyncIterator[T]) -> T | None:
    return await anext(results, None)


async def _close_results(results: Any) -> None:
    await results.aclose()
