"""The engine, the lanes it runs, deliveries, and the janitor; each process has its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from gossamer.bootstrap.accounts import Rooms, webhook_secrets
from gossamer.bootstrap.monitors import Watching, build_monitors, sender_of
from gossamer.bootstrap.pages import PageServices
from gossamer.bootstrap.secrets import seal_of
from gossamer.core.documents import Document
from gossamer.core.jobs import Job, JobKind, JobState, WebhookEvent
from gossamer.engine import Engine, EngineOptions
from gossamer.engine.janitor import Janitor
from gossamer.features.crawl import JobLimits, Jobs, Lanes, Sources, SourcesByKind
from gossamer.features.extract import ExtractPages, Extracts, PageSources
from gossamer.features.llmstxt import LlmsTxtFiles, LlmsTxtSources
from gossamer.features.map import Maps
from gossamer.features.research import Research, ResearchGuide, ResearchPages, ResearchSources
from gossamer.features.research.notes import Notes
from gossamer.features.research.page_log import PageLog
from gossamer.features.research.reading import Reader
from gossamer.features.research.sources import Writer
from gossamer.features.scrape import PagesOfJobs
from gossamer.features.search import Searching
from gossamer.features.webhooks import Deliveries, EventSender
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.operations.job_authorization import JobAuthorizations
from gossamer.ports.clock import Clock
from gossamer.ports.models import Purpose
from gossamer.settings import Settings
from gossamer.store.database import database_url, open_engine
from gossamer.store.jobs import JobStore, SqlAnswerStore, SqlFrontier, SqlOutbox
from gossamer.store.slots import SqlPlaceStore
from gossamer.store.threads import ThreadStore
from gossamer.wire import v0
from gossamer.wire.agent_answers import agent_event_json
from gossamer.wire.documents import document_json
from gossamer.wire.extract_answers import result_json


@dataclass(frozen=True, slots=True)
class JobServices:
    """Jobs, and the engine that they run on once it is running."""

    engine: Engine
    jobs: Jobs
    maps: Maps
    extracts: Extracts
    research: Research
    llmstxt: LlmsTxtFiles
    lanes: Lanes
    deliveries: Deliveries
    sender: EventSender
    janitor: Janitor
    watching: Watching

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Work until left."""
        running = self.engine.running(lane=self.lanes.run, delivery=self.deliveries.run, monitor=self.watching.turn)
        async with running:
            sweeping = asyncio.create_task(self.janitor.run(), name="janitor")
            try:
                async with self.watching.ticking():
                    yield
            finally:
                sweeping.cancel()
                await asyncio.wait([sweeping])


def build_work(
    settings: Settings,
    pages: PageServices,
    rooms: Rooms,
    clock: Clock,
    *,
    slot: str,
    pages_of_jobs: PagesOfJobs,
    web: Searching | None = None,
    on_demand: bool = False,
) -> JobServices:
    """Build it; nothing runs yet. *slot* is the name of this process among those that share the data folder.

    *web* is None where the web cannot be searched. With *on_demand* the engine is brought up when there is work.
    """
    options = EngineOptions(
        database_url=database_url(settings.database_url, settings.home),
        home=settings.home,
        slot=slot,
        lanes=settings.lanes_per_process,
        on_demand=on_demand,
        open_postgres=open_engine,
        is_rendering=lambda: pages.browser.line.working + pages.browser.line.resting > 0,
    )
    pages.terms.of_key = rooms.accounts.terms_of
    pages.scraping.find_identity = rooms.accounts.identity_of
    limits = JobLimits(concurrency=settings.team_concurrency, lasts=timedelta(hours=settings.job_hours))
    engine = Engine(options, clock)
    store = JobStore(pages.database, engine.dispatch, queue=settings.team_queue, at_once=settings.team_concurrency)
    sender = sender_of(settings, pages, clock, "jobs")
    sitemaps = HttpSitemaps(pages.client)
    seal, screen = seal_of(settings), pages.client.screen
    jobs = Jobs(store, clock, limits, engine.interrupt, prices=settings.prices, screen=screen, seal=seal.seal)
    maps = Maps(
        visitor=pages.scraping,
        sitemaps=sitemaps,
        robots=pages.robots,
        known_pages=pages.scrapes,
        scrapes=pages.scrapes,
        clock=clock,
        prices=settings.prices,
    )
    extracts = Extracts(
        jobs, web=web is not None, found=settings.extract_found_pages, searched=settings.extract_search_pages
    )
    notes, log, reader = Notes(SqlAnswerStore(pages.database)), PageLog(jobs), Reader()
    writer = _writer(pages, notes, log, reader)
    research = Research(
        jobs=jobs,
        threads=ThreadStore(pages.database),
        notes=notes,
        log=log,
        reader=reader,
        clock=clock,
        prices=settings.prices,
        writes=writer is not None,
    )
    steps = ResearchSources(sites=maps, web=web, jobs=jobs, notes=notes, clock=clock, writer=writer)
    llmstxt = LlmsTxtFiles(jobs, log, notes)
    sources: dict[JobKind, Sources] = {
        JobKind.EXTRACT: PageSources(maps, web, extracts),
        JobKind.AGENT: steps,
        JobKind.DEEP_RESEARCH: steps,
        JobKind.LLMSTXT: LlmsTxtSources(maps, pages.scraping, notes),
    }

    return JobServices(
        engine=engine,
        jobs=jobs,
        maps=maps,
        extracts=extracts,
        research=research,
        llmstxt=llmstxt,
        lanes=Lanes(
            frontier=SqlFrontier(pages.database, engine.dispatch),
            jobs=store,
            hosts=pages.hosts,
            robots=pages.robots,
            sitemaps=sitemaps,
            scraper=pages_of_jobs,
            clock=clock,
            limits=limits,
            authorize=JobAuthorizations(rooms.accounts, rooms.watch).of,
            extracting=ExtractPages(pages_of_jobs, settings.prices),
            researching=ResearchPages(pages.scraping, settings.prices),
            sources=SourcesByKind(sources),
            guide=ResearchGuide(log, reader, clock),
            answers=SqlAnswerStore(pages.database),
            histories=pages.history.store,
            tracer=pages.telemetry.tracer,
            unseal=seal.open,
            identity=lambda: own.user_agent() if (own := pages.client.own) else "browser",
        ),
        deliveries=Deliveries(
            outbox=SqlOutbox(pages.database, engine.dispatch, webhook_secrets(settings)),
            sender=sender,
            render=_render,
            result=partial(_result, extracts, research),
            clock=clock,
        ),
        sender=sender,
        janitor=Janitor(
            engine=engine,
            jobs=store,
            blobs=pages.blobs,
            credits_store=pages.credits,
            places=SqlPlaceStore(pages.database),
            clock=clock,
        ),
        watching=build_monitors(
            settings, pages, rooms, clock, engine=engine, jobs=jobs, scraper=pages_of_jobs, search=web
        ),
    )


def _writer(pages: PageServices, notes: Notes, log: PageLog, reader: Reader) -> Writer | None:
    """Return the writer that plans and writes with a model, None where there is none."""
    model = pages.models.objects(Purpose.AGENT)
    if model is None:
        return None
    from gossamer.features.research.writer import ModelWriter  # noqa: PLC0415 - loaded with a model

    return ModelWriter(model, notes, log, reader)


async def _result(extracts: Extracts, research: Research, job: Job, event: WebhookEvent) -> Mapping[str, Any] | None:
    """Return the data of *event* where its job has one answer, None where it has none."""
    if job.kind is JobKind.AGENT:
        status = await research.status(job.job_id, job.team_id, JobKind.AGENT)
        return None if status is None else agent_event_json(event, status.job, status.answer)
    if event.type != f"{JobKind.EXTRACT}.{JobState.COMPLETED}":
        return None
    result = await extracts.result(job)
    return None if result is None or result.answer is None else result_json(job, result.answer, warning=result.warning)


def _render(document: Document, job: Job) -> Mapping[str, Any]:
    """Return *document* as the API version shows it that started *job*."""

    def locate(name: str) -> str:
        return f"{job.called_at}/blobs/{name}"

    return v0.page_json(document, locate) if job.dialect == "v0" else document_json(document, locate)
