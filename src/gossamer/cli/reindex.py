"""`gossamer reindex`: the search index anew, from the pages that are stored."""

import asyncio
from contextlib import AsyncExitStack

from gossamer.bootstrap import SystemClock
from gossamer.bootstrap.database import open_database
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.store.index import SearchIndex


def reindex() -> int:
    """Empty the index and have all stored pages read again by the service; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    try:
        pages = asyncio.run(_queue_pages(settings))
    except ServiceError as error:
        return explain(error.message)
    print(f"{pages} pages wait to be indexed; the service does so while it runs.")
    return 0


async def _queue_pages(settings: Settings) -> int:
    async with AsyncExitStack() as stack:
        index = SearchIndex(await open_database(settings, stack), SystemClock())
        return await index.rebuild()
