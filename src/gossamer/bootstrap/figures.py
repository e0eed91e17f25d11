"""The figures that a process shows, or publishes for the process that started it."""

from contextlib import AsyncExitStack
from functools import partial

from gossamer.bootstrap.pages import PageServices
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.figures import SqlFigures
from gossamer.telemetry.figures import DATABASE_SECONDS, LEDGER_SECONDS, Cached, ServiceFigures
from gossamer.telemetry.processes import ProcessFigures, WorkerFigures, published


async def open_figures(settings: Settings, pages: PageServices, clock: Clock, stack: AsyncExitStack) -> ServiceFigures:
    """Open the figures of a process and of the workers that it starts; *stack* closes them."""
    workers = WorkerFigures(settings.home)
    await stack.enter_async_context(workers.kept())
    stored = SqlFigures(pages.database, clock)
    return ServiceFigures(
        meters=pages.telemetry.meters,
        own=_own(pages),
        workers=workers,
        database=[Cached(stored.series, DATABASE_SECONDS, clock), Cached(stored.ledger_series, LEDGER_SECONDS, clock)],
        home=settings.home,
    )


async def publish_figures(settings: Settings, pages: PageServices, clock: Clock, stack: AsyncExitStack) -> None:
    """Publish the figures of a worker for the process that started it, until *stack* is closed."""
    await stack.enter_async_context(published(_own(pages), settings.home, clock))


def _own(pages: PageServices) -> ProcessFigures:
    telemetry = pages.telemetry
    return ProcessFigures(telemetry.process, telemetry.meters, [partial(pages.browser.series, telemetry.process)])
