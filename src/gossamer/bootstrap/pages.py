"""Stores, fetchers and the scrape that uses them; each process has its own."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta

from gossamer.bootstrap.database import open_database
from gossamer.bootstrap.identity import open_identity
from gossamer.bootstrap.models import ConfiguredModels, build_models
from gossamer.bootstrap.secrets import seal_of
from gossamer.bootstrap.telemetry import Telemetry
from gossamer.browser import Browser, BrowserOptions
from gossamer.content.documents import Recogniser, find_recogniser
from gossamer.content.offload import Offload
from gossamer.core.metrics import Meters
from gossamer.core.specs import RenderMode, TermsPolicy
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.history import History
from gossamer.features.scrape import Documents, Scraping, TermsReader, UnfinishedReadings
from gossamer.features.understanding import Understand
from gossamer.fetchers.browser import BrowserFetcher
from gossamer.fetchers.http import HttpFetcher
from gossamer.fetchers.stealth import StealthFetcher
from gossamer.fetchers.yt_dlp import YtDlp, find_yt_dlp
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpClient
from gossamer.net.impersonation import Impersonator
from gossamer.net.own_identity import OwnIdentity
from gossamer.net.proxies import Proxies, Route
from gossamer.net.resolver import Resolver
from gossamer.net.robots import HttpRobots
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher
from gossamer.settings import Settings
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database
from gossamer.store.history import HistoryStore
from gossamer.store.hosts import SqlHostStore
from gossamer.store.renderings import RenderMemory
from gossamer.store.scrapes import ScrapeStore
from gossamer.store.sessions import SealedSessions


@dataclass(frozen=True, slots=True)
class PageServices:
    """The services with which a process fetches and keeps pages."""

    database: Database
    scrapes: ScrapeStore
    credits: SqlCreditStore
    blobs: ObjectBlobs
    client: HttpClient
    proxy: FilteringProxy
    browser: Browser
    browser_options: BrowserOptions
    models: ConfiguredModels
    offload: Offload
    scraping: Scraping
    history: History
    identity: OwnIdentity | None
    telemetry: Telemetry
    hosts: SqlHostStore
    robots: HttpRobots
    terms: TermsReader


async def open_pages(
    settings: Settings, clock: Clock, stack: AsyncExitStack, telemetry: Telemetry | None = None
) -> PageServices:
    """Open it; *stack* closes it."""
    telemetry = telemetry or Telemetry("service", Meters())
    meters = telemetry.meters
    database = await open_database(settings, stack, meters)
    scrapes = ScrapeStore(database, SealedSessions(seal_of(settings)))
    stack.push_async_callback(scrapes.close)
    blobs = ObjectBlobs(settings.blobs_url or str(settings.home / "blobs"), clock, meters)
    identity = await open_identity(settings, database, clock, stack)
    client, proxy, browser, options, fetchers = await _open_fetchers(settings, clock, stack, meters, identity)
    models = build_models(settings, clock, meters)
    stack.push_async_callback(models.close)
    offload = await stack.enter_async_context(Offload())
    history = History(HistoryStore(database), offload)
    hosts = SqlHostStore(database)
    robots = HttpRobots(client, hosts, clock)
    terms = TermsReader(robots, TermsPolicy(settings.terms_policy))
    scraping = Scraping(
        fetchers=fetchers,
        pages=scrapes,
        scrapes=scrapes,
        blobs=blobs,
        offload=offload,
        clock=clock,
        prices=settings.prices,
        history=history,
        understand=Understand(models, page_tokens=settings.llm_page_tokens),
        renderings=RenderMemory(database),
        render=RenderMode(settings.render),
        strict_tls=settings.strict_tls,
        documents=await _open_documents(settings, clock, offload, stack),
        recordings=_recordings(settings, proxy),
        meters=meters,
        strongest_tier=proxy.proxies.strongest,
        terms=terms,
        identity=VisitIdentity(settings.identity),
    )
    ledger = SqlCreditStore(database)
    return PageServices(
        database,
        scrapes,
        ledger,
        blobs,
        client,
        proxy,
        browser,
        options,
        models,
        offload,
        scraping,
        history,
        identity,
        telemetry,
        hosts,
        robots,
        terms,
    )


async def _open_documents(settings: Settings, clock: Clock, offload: Offload, stack: AsyncExitStack) -> Documents:
    recogniser = await find_recogniser(settings.tesseract, settings.ocr_languages)
    unfinished = await stack.enter_async_context(UnfinishedReadings(clock))
    return Documents(offload, recogniser if isinstance(recogniser, Recogniser) else None, unfinished)


def _recordings(settings: Settings, proxy: FilteringProxy) -> YtDlp | None:
    program = find_yt_dlp(settings.yt_dlp)
    if program is None:
        return None
    most_bytes = settings.recording_megabytes * 1024 * 1024
    return YtDlp(program, lambda: proxy.url(Route()), most_bytes=most_bytes)


async def _open_fetchers(
    settings: Settings, clock: Clock, stack: AsyncExitStack, meters: Meters, identity: OwnIdentity | None
) -> tuple[HttpClient, FilteringProxy, Browser, BrowserOptions, list[Fetcher]]:
    resolver = Resolver(EgressPolicy.parse(settings.egress_allow))
    proxies = Proxies.parse(basic=settings.proxy_basic, stealth=settings.proxy_stealth, meters=meters)
    proxy = await stack.enter_async_context(FilteringProxy(resolver, proxies, listen=settings.filtering_proxy))
    client = await stack.enter_async_context(HttpClient(resolver, proxy, own=identity))
    options = BrowserOptions(
        chromium=settings.chromium,
        proxy=proxy,
        home=settings.home / "browser",
        pages=settings.browser_pages,
        idle=timedelta(seconds=settings.browser_idle_seconds),
        warm_pages=settings.warm_pages,
        own=identity,
    )
    browser = await stack.enter_async_context(Browser(options, clock, meters))
    wish = settings.prefer_markdown
    fetchers: list[Fetcher] = [
        HttpFetcher(client, clock, prefers_markdown=None if wish == "auto" else wish == "always"),
        StealthFetcher(Impersonator(resolver, proxy, client=client), proxies, clock),
    ]
    if browser.found:
        fetchers.append(BrowserFetcher(browser))
    return client, proxy, browser, options, fetchers
