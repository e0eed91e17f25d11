"""The sweep that forgets what is over, in the background."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

from gossamer.bootstrap.background import stop
from gossamer.bootstrap.pages import PageServices
from gossamer.features.retention import Retention
from gossamer.features.uploads import Uploads
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.activities import ActivityStore
from gossamer.store.index.index import SearchIndex
from gossamer.store.rates import RateStore
from gossamer.store.removal import Removal
from gossamer.store.threads import ThreadStore


def sweep(
    settings: Settings,
    pages: PageServices,
    uploads: Uploads,
    *,
    clock: Clock,
    stack: AsyncExitStack,
    index: SearchIndex | None = None,
    threads: ThreadStore | None = None,
    removal: Removal | None = None,
) -> None:
    """Forget what is over until *stack* is closed, except what is left out: an index, threads, deleted teams."""
    retention = Retention(
        scrapes=pages.scrapes,
        pages=pages.scrapes,
        blobs=pages.blobs,
        activities=ActivityStore(pages.database),
        rates=RateStore(pages.database),
        uploads=uploads,
        clock=clock,
        keep_pages=timedelta(days=settings.page_retention_days),
        histories=pages.history.store,
        keep_versions=timedelta(days=settings.history_retention_days) if settings.history_retention_days else None,
        threads=threads,
        index=index,
        index_pages=settings.index_pages,
        removal=removal,
    )
    stack.push_async_callback(stop, asyncio.create_task(retention.run(), name="retention"))
