"""Builds everything, once. The only place that knows which tool stands behind which port."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog

from gossamer.browser import Browser, BrowserOptions
from gossamer.content.offload import Offload
from gossamer.features.accounts import Accounts, FirstKey
from gossamer.features.scrape import Retention, Scraping
from gossamer.fetchers.browser import BrowserFetcher
from gossamer.fetchers.http import HttpFetcher
from gossamer.fetchers.stealth import StealthFetcher
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpClient
from gossamer.net.impersonation import Impersonator
from gossamer.net.proxies import Proxies
from gossamer.net.resolver import Resolver
from gossamer.operations import Operations
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher
from gossamer.settings import Settings
from gossamer.store.accounts import SqlAccountStore
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migrating import migrate
from gossamer.store.scrapes import SqlScrapeStore

_log = structlog.get_logger(__name__)


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, aware, UTC."""
        return datetime.now(UTC)

    async def sleep(self, duration: timedelta) -> None:
        """Return after *duration*."""
        await asyncio.sleep(duration.total_seconds())


@dataclass(frozen=True, slots=True)
class Service:
    """A running service without a way in."""

    operations: Operations
    first_key: FirstKey | None


@asynccontextmanager
async def open_service(settings: Settings, *, make_first_key: bool = True) -> AsyncIterator[Service]:
    """Open everything that *settings* ask for; close it, and leave nothing running, on exit.

    Only who shows the first key may have it made: it is known once.
    """
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        database = await _open_database(settings, stack)
        scrapes = SqlScrapeStore(database)
        stack.push_async_callback(scrapes.close)
        blobs = ObjectBlobs(settings.blobs_url or str(settings.home / "blobs"))
        browser, fetchers = await _open_fetchers(settings, clock, stack)
        accounts = Accounts(SqlAccountStore(database), clock, open_mode=settings.open_mode)
        first_key = await _first_start(accounts, settings) if make_first_key else None
        scraping = Scraping(
            fetchers=fetchers,
            pages=scrapes,
            scrapes=scrapes,
            blobs=blobs,
            offload=await stack.enter_async_context(Offload()),
            clock=clock,
            prices=settings.prices,
        )
        retention = Retention(scrapes, scrapes, blobs, clock, timedelta(days=settings.page_retention_days))
        stack.push_async_callback(_stop, asyncio.create_task(retention.run(), name="retention"))
        yield Service(
            Operations(
                accounts=accounts,
                scraping=scraping,
                blobs=blobs,
                probes={"database": database.answers, "browser": browser.answers},
            ),
            first_key,
        )


@asynccontextmanager
async def open_accounts(settings: Settings) -> AsyncIterator[Accounts]:
    """Open teams and keys alone, as the command line needs them."""
    settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    async with AsyncExitStack() as stack:
        accounts = Accounts(SqlAccountStore(await _open_database(settings, stack)), SystemClock())
        await accounts.first_start(None)
        yield accounts


async def _first_start(accounts: Accounts, settings: Settings) -> FirstKey | None:
    wanted = settings.api_key.get_secret_value() if settings.api_key else None
    made = await accounts.first_start(wanted)
    if made is None and wanted and not await accounts.is_known(wanted):
        _log.warning("api_key_setting_ignored", reason="GOSSAMER_API_KEY counts at the first start only")
    return made


async def _open_database(settings: Settings, stack: AsyncExitStack) -> Database:
    engine = open_engine(database_url(settings.database_url, settings.home))
    await asyncio.to_thread(migrate, engine)
    database = Database(engine)
    stack.push_async_callback(database.close)
    return database


async def _open_fetchers(settings: Settings, clock: Clock, stack: AsyncExitStack) -> tuple[Browser, list[Fetcher]]:
    policy = EgressPolicy.parse(settings.egress_allow)
    resolver = Resolver(policy)
    proxies = Proxies.parse(basic=settings.proxy_basic, stealth=settings.proxy_stealth)
    client = await stack.enter_async_context(HttpClient(resolver, proxies))
    proxy = await stack.enter_async_context(FilteringProxy(resolver, proxies))
    options = BrowserOptions(
        chromium=settings.chromium,
        proxy=proxy,
        resolver=resolver,
        home=settings.home / "browser",
        pages=settings.browser_pages,
        idle=timedelta(seconds=settings.browser_idle_seconds),
    )
    browser = await stack.enter_async_context(Browser(options, clock))
    fetchers: list[Fetcher] = [
        HttpFetcher(client, clock),
        StealthFetcher(Impersonator(resolver, proxy), proxies, clock),
    ]
    if browser.found:
        fetchers.append(BrowserFetcher(browser))
    return browser, fetchers


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])
