"""`gossamer worker`: works on crawls and batches, and answers nobody."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack

from gossamer.bootstrap import open_worker
from gossamer.browser.options import PAGES_PER_CORE
from gossamer.cli import event_loop
from gossamer.cli.browser_check import missing_browser
from gossamer.cli.memory import return_freed_memory, trim_now_and_then
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.cli.process_exit import leave
from gossamer.core.errors import ServiceError
from gossamer.engine.processes import Workers
from gossamer.settings import Settings
from gossamer.store.database import database_file, database_url
from gossamer.telemetry import configure_logs

_SLOT = "worker"


def worker(*, child: str | None) -> int:
    """Work until a signal ends it; return the exit code. *child* is the slot of a process that another one started."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    configure_logs(settings.log_level, settings.log_format)
    return_freed_memory()
    if child is None and database_file(database_url(settings.database_url, settings.home)) is not None:
        return explain(
            "`gossamer worker` joins other machines on PostgreSQL, and this one is set to a SQLite database.",
            "Set GOSSAMER_DATABASE_URL to theirs. `gossamer serve` starts its own workers on this machine.",
            code=BAD_SETTING,
        )
    if child is not None:
        return leave(event_loop.run(_work(_for_one_core(settings), slot=child, children=0)))
    return leave(event_loop.run(_work(settings, slot=_SLOT, children=settings.worker_processes)))


def _for_one_core(settings: Settings) -> Settings:
    """Return the settings of a process that is one of several, one a core: it renders what one core can."""
    return settings.model_copy(update={"browser_pages": settings.browser_pages or PAGES_PER_CORE})


async def _work(settings: Settings, *, slot: str, children: int) -> int:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, _stop, stopping)
    if slot == _SLOT:
        loop.add_signal_handler(signal.SIGINT, _stop, stopping)
    async with AsyncExitStack() as stack:
        try:
            opened = await stack.enter_async_context(open_worker(settings, slot=slot, child=slot != _SLOT))
        except ServiceError as error:
            return explain(error.message)
        except OSError as error:
            return explain(f"The worker cannot start: {error}.")
        if settings.metrics_listen is not None and slot == _SLOT:
            from gossamer.cli.worker_page import CannotListen, worker_page  # noqa: PLC0415 - most workers show no page

            try:
                await stack.enter_async_context(worker_page(settings, opened.figures, settings.metrics_listen))
            except CannotListen as error:
                return explain(f"{error}.", "Change GOSSAMER_METRICS_LISTEN.", code=BAD_SETTING)
        if slot == _SLOT:
            missing_browser(settings)
        workers = Workers(slot=slot, most=children, open_lanes=lambda: opened.engine.open_lanes)
        await stack.enter_async_context(workers)
        trimming = asyncio.create_task(trim_now_and_then(), name="memory-trim")
        stack.callback(trimming.cancel)
        await stopping.wait()
    return 0


def _stop(stopping: asyncio.Event) -> None:
    """Begin to stop; who asks twice does not want to wait.

    What is under way is taken over by others then, as after a crash, and children end with their life lines.
    """
    if stopping.is_set():
        os._exit(0)
    stopping.set()
