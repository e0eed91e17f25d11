"""A worker: what works on jobs and answers nobody, without the operations of callers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from gossamer.bootstrap.accounts import build_accounts
from gossamer.bootstrap.agent import build_agent
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.live_pages import build_live_pages
from gossamer.bootstrap.pages import open_pages
from gossamer.bootstrap.search import open_search
from gossamer.bootstrap.work import build_work
from gossamer.engine import Engine
from gossamer.settings import Settings


@asynccontextmanager
async def open_worker(settings: Settings, *, slot: str) -> AsyncIterator[Engine]:
    """Open what works on jobs and answers nobody; close it on exit."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        pages = await open_pages(settings, clock, stack)
        rooms = build_accounts(settings, pages.database, clock)
        agent = build_agent(settings, pages, build_live_pages(settings, pages, clock))
        # Extractions search too; the index is kept up to date by who answers callers.
        search = await open_search(settings, pages, clock, stack)
        work = build_work(settings, pages, rooms, clock, slot=slot, agent=agent, web=search.searching)
        await stack.enter_async_context(work.running())
        yield work.engine
