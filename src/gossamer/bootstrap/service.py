"""The service and its workers: what is opened, in which order, and how it ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import structlog

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.pages import Pages, open_database, open_pages
from gossamer.bootstrap.work import build_work
from gossamer.engine import Engine
from gossamer.features.accounts import Accounts, FirstKey
from gossamer.features.scrape import Retention
from gossamer.operations import Admission, Operations, Rights
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.accounts import SqlAccountStore

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Service:
    """A running service without a way in."""

    operations: Operations
    engine: Engine
    first_key: FirstKey | None


@asynccontextmanager
async def open_service(
    settings: Settings, *, make_first_key: bool = True, jobs: bool = True, slot: str = "serve"
) -> AsyncIterator[Service]:
    """Open everything that *settings* ask for; close it, and leave nothing running, on exit.

    Only who shows the first key may have it made: it is known once. Without *jobs* nothing
    works on jobs here, and none can be started.
    """
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        pages = await open_pages(settings, clock, stack)
        accounts = Accounts(SqlAccountStore(pages.database), clock, open_mode=settings.open_mode)
        first_key = await _first_start(accounts, settings) if make_first_key else None
        work = build_work(settings, pages, accounts, clock, slot=slot)
        probes = {"database": pages.database.answers, "browser": pages.browser.answers}
        if jobs:
            await stack.enter_async_context(work.running())
            probes["engine"] = work.engine.answers
        _sweep(settings, pages, clock, stack)
        yield Service(
            Operations(
                accounts=accounts,
                scraping=pages.scraping,
                admission=Admission(at_once=settings.scrapes_at_once, team_at_once=settings.team_scrapes_at_once),
                blobs=pages.blobs,
                probes=probes,
                jobs=work.jobs,
                maps=work.maps,
                rights=Rights(ignore_robots=settings.ignore_robots_allowed),
                job_pages=settings.team_concurrency,
            ),
            work.engine,
            first_key,
        )


@asynccontextmanager
async def open_worker(settings: Settings, *, slot: str) -> AsyncIterator[Engine]:
    """Open what works on jobs and answers nobody; close it on exit."""
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        pages = await open_pages(settings, clock, stack)
        work = build_work(settings, pages, Accounts(SqlAccountStore(pages.database), clock), clock, slot=slot)
        await stack.enter_async_context(work.running())
        yield work.engine


@asynccontextmanager
async def open_accounts(settings: Settings) -> AsyncIterator[Accounts]:
    """Open teams and keys alone, as the command line needs them."""
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield Accounts(SqlAccountStore(await open_database(settings, stack)), SystemClock())


async def _first_start(accounts: Accounts, settings: Settings) -> FirstKey | None:
    """Let the operator's key in; where there is none, return the one that is made at the first start."""
    if settings.open_mode:
        return None
    if not settings.api_key:
        return await accounts.first_start()
    if not await accounts.let_in(settings.api_key.get_secret_value()):
        _log.warning("api_key_setting_ignored", reason="the key in GOSSAMER_API_KEY was revoked")
    return None


def _sweep(settings: Settings, pages: Pages, clock: Clock, stack: AsyncExitStack) -> None:
    """Forget what is over, until *stack* is closed."""
    kept = timedelta(days=settings.page_retention_days)
    retention = Retention(pages.scrapes, pages.scrapes, pages.blobs, clock, kept)
    stack.push_async_callback(_stop, asyncio.create_task(retention.run(), name="retention"))


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
