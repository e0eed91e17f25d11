"""The engine, the lanes it runs, deliveries, and the janitor; each process has its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from gossamer.bootstrap.accounts import Rooms, webhook_secrets
from gossamer.bootstrap.monitors import Watching, build_monitors
from gossamer.bootstrap.pages import Pages
from gossamer.core.documents import Document
from gossamer.core.jobs import Job
from gossamer.engine import Engine, EngineOptions
from gossamer.engine.janitor import Janitor
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import JobLimits, Jobs, Lanes
from gossamer.features.extract import ExtractPages, Extracts, PageSources
from gossamer.features.map import Maps
from gossamer.features.search import Searching
from gossamer.features.webhooks import Deliveries
from gossamer.net.robots import HttpRobots
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.operations.job_authorization import JobAuthorizations
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.database import database_url
from gossamer.store.hosts import SqlHostStore
from gossamer.store.jobs import SqlAnswerStore, SqlFrontier, SqlJobStore, SqlOutbox
from gossamer.store.slots import SqlPlaceStore
from gossamer.wire import v0
from gossamer.wire.documents import document_json
from gossamer.wire.extract_answers import result_json


@dataclass(frozen=True, slots=True)
class Work:
    """Jobs, and the engine that they run on once it is running."""

    engine: Engine
    jobs: Jobs
    maps: Maps
    extracts: Extracts
    lanes: Lanes
    deliveries: Deliveries
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
    pages: Pages,
    rooms: Rooms,
    clock: Clock,
    *,
    slot: str,
    agent: AgentScraping,
    web: Searching | None = None,
    on_demand: bool = False,
) -> Work:
    """Build it; nothing runs yet. *slot* is the name of this process among those that share the data folder.

    *web* is None where the web cannot be searched. With *on_demand* the engine is brought up when there is work.
    """
    options = EngineOptions(
        database_url=database_url(settings.database_url, settings.home),
        home=settings.home,
        slot=slot,
        lanes=settings.lanes_per_process,
        on_demand=on_demand,
    )
    limits = JobLimits(
        concurrency=settings.team_concurrency,
        team_queue=settings.team_queue,
        lasts=timedelta(hours=settings.job_hours),
    )
    engine = Engine(options, clock)
    store = SqlJobStore(pages.database, engine.dispatch)
    hosts = SqlHostStore(pages.database)
    robots = HttpRobots(pages.client, hosts, clock)
    sitemaps = HttpSitemaps(pages.client)
    jobs = Jobs(store, clock, limits, engine.interrupt, prices=settings.prices, screen=pages.client.screen)
    maps = Maps(
        visitor=pages.scraping,
        sitemaps=sitemaps,
        robots=robots,
        known=pages.scrapes,
        scrapes=pages.scrapes,
        clock=clock,
        prices=settings.prices,
    )
    extracts = Extracts(
        jobs, web=web is not None, found=settings.extract_found_pages, searched=settings.extract_search_pages
    )

    return Work(
        engine=engine,
        jobs=jobs,
        maps=maps,
        extracts=extracts,
        lanes=Lanes(
            frontier=SqlFrontier(pages.database, engine.dispatch),
            jobs=store,
            hosts=hosts,
            robots=robots,
            sitemaps=sitemaps,
            scraper=pages.scraping,
            clock=clock,
            limits=limits,
            authorize=JobAuthorizations(rooms.accounts, rooms.watch).of,
            extracting=ExtractPages(pages.scraping, agent, settings.prices),
            sources=PageSources(maps, web, extracts),
            answers=SqlAnswerStore(pages.database),
            histories=pages.history.store,
        ),
        deliveries=Deliveries(
            outbox=SqlOutbox(pages.database, engine.dispatch, webhook_secrets(settings)),
            postman=pages.client,
            render=_render,
            result=partial(_result, extracts),
            clock=clock,
        ),
        janitor=Janitor(
            engine=engine,
            jobs=store,
            blobs=pages.blobs,
            credits_store=pages.credits,
            places=SqlPlaceStore(pages.database),
            clock=clock,
        ),
        watching=build_monitors(settings, pages, rooms, clock, engine=engine, jobs=jobs, search=web),
    )


async def _result(extracts: Extracts, job: Job) -> Mapping[str, Any] | None:
    """Return what *job* came to, if it is an extraction."""
    found = await extracts.result(job)
    return None if found is None or found.answer is None else result_json(job, found.answer, warning=found.warning)


def _render(document: Document, job: Job) -> Mapping[str, Any]:
    """Return *document* as the API version shows it that started *job*."""

    def locate(name: str) -> str:
        return f"{job.called_at}/blobs/{name}"

    return v0.page_json(document, locate) if job.dialect == "v0" else document_json(document, locate)
