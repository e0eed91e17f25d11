"""Search: the local index, kept up to date, and the providers that the settings configure."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from gossamer.bootstrap.pages import PageServices
from gossamer.bootstrap.public_services import developer_sources, paper_registers
from gossamer.bootstrap.searchers import open_searchers
from gossamer.content.text.terms import FUNCTION_WORDS
from gossamer.features.registers import DeveloperSearch, Papers
from gossamer.features.search import FeedbackDesk, Indexer, Searching
from gossamer.net.apis import ApiClient
from gossamer.ports.clock import Clock
from gossamer.ports.search import SearchProvider
from gossamer.searchers.developer import IndexedCode
from gossamer.searchers.papers import IndexedPapers
from gossamer.settings import Settings
from gossamer.store.feedback import FeedbackStore
from gossamer.store.index import SearchIndex


@dataclass(frozen=True, slots=True)
class Search:
    """Searching, and who fills its *index*: None where there is to be no index, and nothing but what was in it."""

    searching: Searching
    papers: Papers
    developer: DeveloperSearch
    desk: FeedbackDesk
    index: SearchIndex
    indexer: Indexer | None

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep the index up to date until left; what is not in it by then still waits."""
        if self.indexer is None:
            yield
            return
        indexing = asyncio.create_task(self.indexer.run(), name="indexing")
        try:
            yield
        finally:
            indexing.cancel()
            await asyncio.wait([indexing])


async def open_search(settings: Settings, pages: PageServices, clock: Clock, stack: AsyncExitStack) -> Search:
    """Open it; *stack* closes what providers need. Nothing is indexed yet."""
    index = SearchIndex(pages.database, clock, function_words=FUNCTION_WORDS)
    own_providers: list[SearchProvider] = [index] if settings.index_pages else []
    client = await stack.enter_async_context(ApiClient())
    return Search(
        searching=Searching(
            # Between equals a page of the whole web is worth more than one that happens to be stored.
            providers=[*await open_searchers(settings, clock, stack), *own_providers],
            scrapes=pages.scrapes,
            clock=clock,
            prices=settings.prices,
        ),
        papers=Papers([*paper_registers(settings, client, clock), *map(IndexedPapers, own_providers)], pages.scraping),
        developer=DeveloperSearch([*developer_sources(settings, client, clock), *map(IndexedCode, own_providers)]),
        desk=FeedbackDesk(
            FeedbackStore(pages.database),
            clock,
            refund=settings.credits_feedback,
            daily_cap=settings.credits_feedback_daily,
        ),
        index=index,
        indexer=_indexer(settings, pages, index, clock) if settings.index_pages else None,
    )


def _indexer(settings: Settings, pages: PageServices, index: SearchIndex, clock: Clock) -> Indexer:
    texts = pages.scraping.keep_main_texts
    return Indexer(index, pages.offload, clock, unlisted_too=settings.index_unlisted, texts=texts)
