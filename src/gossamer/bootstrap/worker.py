"""A worker: what works on jobs and answers nobody, without the operations of callers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from gossamer.bootstrap.accounts import build_accounts
from gossamer.bootstrap.agent import build_agent
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.figures import open_figures, publish_figures
from gossamer.bootstrap.live_pages import build_live_pages
from gossamer.bootstrap.pages import open_pages
from gossamer.bootstrap.search import open_search
from gossamer.bootstrap.telemetry import open_telemetry
from gossamer.bootstrap.work import build_work
from gossamer.engine import Engine
from gossamer.features.scrape import PagesOfJobs
from gossamer.settings import Settings
from gossamer.telemetry.figures import ServiceFigures


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that works on jobs."""

    engine: Engine
    figures: ServiceFigures


@asynccontextmanager
async def open_worker(settings: Settings, *, slot: str, child: bool) -> AsyncIterator[Worker]:
    """Open what works on jobs and answers nobody; close it on exit. A *child* publishes its figures to its parent."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        telemetry = await open_telemetry(settings, stack, slot)
        pages = await open_pages(settings, clock, stack, telemetry)
        figures = await open_figures(settings, pages, clock, stack)
        if child:
            await publish_figures(settings, pages, clock, stack)
        rooms = build_accounts(settings, pages.database, clock)
        live = build_live_pages(settings, pages, clock)
        pages_of_jobs = PagesOfJobs(pages.scraping, build_agent(settings, pages, live), live.profiles)
        # Extractions search too; the index is kept up to date by who answers callers.
        search = await open_search(settings, pages, clock, stack)
        work = build_work(settings, pages, rooms, clock, slot=slot, pages_of_jobs=pages_of_jobs, web=search.searching)
        await stack.enter_async_context(work.running())
        yield Worker(work.engine, figures)
