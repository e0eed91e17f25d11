"""The service: what is opened, in which order, and how it ends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from gossamer.bootstrap.accounts import build_accounts, first_start, webhook_secrets
from gossamer.bootstrap.agent import build_agent
from gossamer.bootstrap.background import stop
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.figures import open_figures
from gossamer.bootstrap.live_pages import build_live_pages
from gossamer.bootstrap.pages import PageServices, open_pages
from gossamer.bootstrap.retention import sweep
from gossamer.bootstrap.search import open_search
from gossamer.bootstrap.sessions import build_sessions
from gossamer.bootstrap.telemetry import open_telemetry
from gossamer.bootstrap.work import build_work
from gossamer.core.tracing import Tracer
from gossamer.engine import Engine
from gossamer.features.accounts import FirstKey
from gossamer.features.crawl import PromptReader
from gossamer.features.scrape import PagesOfJobs
from gossamer.features.uploads import Uploads
from gossamer.features.webhooks import EventSender, SiemStreams
from gossamer.operations import Admission, Operations, Places, Probe, Reports, Rights, Spending, UsageOperations
from gossamer.operations.agent import AgentScrapes
from gossamer.operations.batch import Batches
from gossamer.operations.bodies import LargeBodies
from gossamer.operations.crawl import Crawls
from gossamer.operations.extract import ExtractOperations
from gossamer.operations.history import PageHistories
from gossamer.operations.jobs import JobOperations
from gossamer.operations.map import SiteMaps
from gossamer.operations.monitors import MonitorOperations
from gossamer.operations.parse import Parses
from gossamer.operations.rates import Rates
from gossamer.operations.registers import Registers
from gossamer.operations.research import ResearchOperations
from gossamer.operations.scrape import Scrapes
from gossamer.operations.search import Searches
from gossamer.operations.siem import SiemOperations
from gossamer.operations.webhooks import WebhookOperations
from gossamer.operations.xclaw import Xclaw
from gossamer.ports.clock import Clock
from gossamer.ports.monitors import Notifier
from gossamer.settings import Settings
from gossamer.store.activities import ActivityStore
from gossamer.store.database import database_file, database_url
from gossamer.store.disk import DiskProbe
from gossamer.store.rates import RateStore
from gossamer.store.removal import Removal
from gossamer.store.reports import ReportStore
from gossamer.store.siem import SiemStore
from gossamer.store.slots import SqlPlaceStore
from gossamer.store.threads import ThreadStore
from gossamer.store.uploads import UploadStore
from gossamer.telemetry.figures import ServiceFigures

# Public, so without the path that the settings name.
_NO_BROWSER: Final = "No browser can be started; `gossamer doctor --only chromium` says why."


@dataclass(frozen=True, slots=True)
class RunningService:
    """A running service without a way in; *notifier* sends messages to other services."""

    operations: Operations
    engine: Engine
    first_key: FirstKey | None
    notifier: Notifier
    figures: ServiceFigures
    tracer: Tracer | None


@asynccontextmanager
async def open_service(
    settings: Settings,
    *,
    make_first_key: bool = True,
    jobs: bool = True,
    slot: str = "serve",
    address: str | None = None,
) -> AsyncIterator[RunningService]:
    """Open everything that *settings* ask for; close it, and leave nothing running, on exit.

    Only who shows the first key may have it made: it is known once. Without *jobs* nothing
    works on jobs here, and none can be started. *address* is where the service listens, if that is not what
    the settings say.
    """
    clock = SystemClock()
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        telemetry = await open_telemetry(settings, stack, slot)
        pages = await open_pages(settings, clock, stack, telemetry)
        figures = await open_figures(settings, pages, clock, stack)
        rooms = build_accounts(settings, pages.database, clock)
        first_key = await first_start(rooms.accounts, settings) if make_first_key else None
        await stack.enter_async_context(rooms.kept())
        live = build_live_pages(settings, pages, clock)
        agent = build_agent(settings, pages, live)
        search = await open_search(settings, pages, clock, stack)
        work = build_work(
            settings,
            pages,
            rooms,
            clock,
            slot=slot,
            pages_of_jobs=PagesOfJobs(pages.scraping, agent, live.profiles),
            web=search.searching,
            # On PostgreSQL other machines queue work too.
            on_demand=database_file(database_url(settings.database_url, settings.home)) is not None,
        )
        siem, streams = build_siem(settings, pages, work.sender, clock)
        probes = {
            "database": _answering("The database does not answer, or takes no changes.", pages.database.answers),
            "browser": _answering(_NO_BROWSER, pages.browser.answers),
            "disk": DiskProbe(_folders(settings), clock).trouble,
        }
        if jobs:
            await stack.enter_async_context(work.running())
            stack.push_async_callback(stop, asyncio.create_task(streams.run(), name="siem"))
            probes["engine"] = _answering("The job engine does not answer.", work.engine.answers)
        await stack.enter_async_context(search.kept())
        uploads = Uploads(UploadStore(pages.database), pages.blobs, clock)
        threads = ThreadStore(pages.database)
        removal = Removal(pages.database, search.index)
        sweep(
            settings,
            pages,
            uploads,
            clock=clock,
            stack=stack,
            index=search.index,
            threads=threads,
            removal=removal,
        )
        spending = Spending(pages.credits, clock, settings.prices)
        address = address or f"http://{settings.host}:{settings.port}"
        sessions = build_sessions(settings, pages, live, rooms, spending, clock=clock, address=address)
        await stack.enter_async_context(sessions.kept())
        admission = Admission(
            at_once=settings.scrapes_at_once,
            team_at_once=settings.team_scrapes_at_once,
            places=Places(SqlPlaceStore(pages.database), clock),
        )
        watch, rights = rooms.watch, Rights(ignore_robots=settings.ignore_robots_allowed)
        by_agent = AgentScrapes(agent, admission, spending, watch).scrape
        scrapes = Scrapes(pages.scraping, admission, spending, watch, profiles=live.profiles, by_agent=by_agent)
        prompts, most_urls = PromptReader(work.maps), settings.extract_urls
        operations = Operations(
            jobs=JobOperations(work.jobs, admission, job_pages=settings.team_concurrency),
            crawls=Crawls(work.jobs, agent, rights, spending, watch, prompts=prompts, admission=admission),
            bodies=LargeBodies(pages.offload),
            batches=Batches(work.jobs, agent, spending, watch),
            extracts=ExtractOperations(work.extracts, agent, spending, watch, most_urls=most_urls),
            research=ResearchOperations(work.research, work.llmstxt, spending, watch, most_urls=most_urls),
            xclaw=Xclaw(spending, pages.scrapes, pages.credits, clock),
            registers=Registers(
                search.papers,
                search.developer,
                admission=admission,
                spending=spending,
                threats=watch,
                scrapes=pages.scrapes,
                clock=clock,
            ),
            maps=SiteMaps(work.maps, admission, spending, watch),
            searches=Searches(search.searching, search.desk, spending, watch, scrapes.scrape),
            parses=Parses(pages.scraping, uploads, admission, spending, clock),
            monitors=MonitorOperations(work.watching.monitors, agent, rights, spending, watch),
            webhooks=WebhookOperations(work.sender),
            histories=PageHistories(pages.history, pages.scraping),
            reports=Reports(ReportStore(pages.database), clock),
            usage=UsageOperations(
                credit_store=pages.credits, activities=ActivityStore(pages.database), teams=rooms.teams, clock=clock
            ),
            threats=rooms.threats,
            siem=siem,
            sessions=sessions.operations,
            relay=sessions.relay,
            members=rooms.operations,
            accounts=rooms.accounts,
            rates=Rates(RateStore(pages.database), clock, settings.rates),
            scraping=pages.scraping,
            scrapes=scrapes,
            blobs=pages.blobs,
            probes=probes,
            render_line=lambda: asdict(pages.browser.line),
            signing_keys=pages.identity.publish_keys if pages.identity else None,
        )
        yield RunningService(
            operations,
            work.engine,
            first_key,
            work.watching.notifier,
            figures,
            telemetry.tracer,
        )


def _answering(otherwise: str, answers: Callable[[], Awaitable[bool]]) -> Probe:
    """Return a probe that gives *otherwise* as the reason when a part does not answer."""

    async def probe() -> str:
        return "" if await answers() else otherwise

    return probe


def _folders(settings: Settings) -> Iterator[Path]:
    """Yield the folders that are written to."""
    yield settings.home
    file = database_file(database_url(settings.database_url, settings.home))
    if file is not None:
        yield file.parent
    if settings.blobs_url and "://" not in settings.blobs_url and Path(settings.blobs_url).exists():
        yield Path(settings.blobs_url)


def build_siem(
    settings: Settings, pages: PageServices, sender: EventSender, clock: Clock
) -> tuple[SiemOperations, SiemStreams]:
    """Return the operations on streams and their sender; nothing runs yet."""
    store = SiemStore(pages.database, webhook_secrets(settings))
    streams = SiemStreams(store, sender, clock)
    return SiemOperations(store, streams, clock, pages.client.screen), streams
