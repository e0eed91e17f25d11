"""`gossamer serve`: from settings to a running service, and to its end."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import timedelta
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

from gossamer.api import Drain, create_app
from gossamer.api.callers import OwnHosts
from gossamer.api.errors import STATUS
from gossamer.api.socket_protocol import PROTOCOLS
from gossamer.bootstrap import RunningService, open_service
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.database import Occupied, sole_server
from gossamer.cli import event_loop
from gossamer.cli.browser_check import missing_browser
from gossamer.cli.health import base_url
from gossamer.cli.listening_socket import Deaf, listen
from gossamer.cli.memory import return_freed_memory, trim_now_and_then
from gossamer.cli.problems import explain
from gossamer.cli.process_exit import leave, let_go_of_output
from gossamer.core.errors import ServiceError
from gossamer.core.restrictions import parse_networks
from gossamer.dashboard import Dashboard
from gossamer.engine.processes import Workers
from gossamer.features.accounts import FirstKey
from gossamer.mcp import McpDoor, choose_tools
from gossamer.settings import Settings
from gossamer.store.database import database_url
from gossamer.telemetry import configure_logs

_SLOT = "serve"
# For answers that are ready to reach their clients.
_SENDING_SECONDS = 2
# Sending, sessions, browsers, the job engine and threads, one after the other: one to two seconds where nothing hangs.
_CLOSING = timedelta(seconds=3)


def serve(settings: Settings) -> int:
    """Serve until a signal ends it; return the exit code."""
    configure_logs(settings.log_level, settings.log_format)
    return_freed_memory()
    try:
        with sole_server(database_url(settings.database_url, settings.home)):
            return leave(_listen_and_run(settings))
    except Occupied as error:
        return explain(
            f"Another Gossamer (process {error.pid or 'unknown'}) serves from {settings.home}.",
            "Stop it, or give this one another folder with GOSSAMER_HOME.",
        )


def _listen_and_run(settings: Settings) -> int:
    listening = listen(settings.host, settings.port)
    if isinstance(listening, Deaf):
        return explain(f"{listening.reason}.", listening.remedy, code=listening.code)
    with listening, suppress(KeyboardInterrupt):
        return event_loop.run(_open_and_serve(settings, listening))
    return 0


async def _open_and_serve(settings: Settings, listening: socket.socket) -> int:
    address = base_url(*listening.getsockname()[:2])
    async with AsyncExitStack() as stack:
        try:
            service = await stack.enter_async_context(open_service(settings, slot=_SLOT, address=address))
        except ServiceError as error:
            return explain(error.message)
        except OSError as error:
            return explain(f"The service cannot start: {error}.")
        workers = Workers(slot=_SLOT, most=settings.worker_processes, open_lanes=lambda: service.engine.open_lanes)
        await stack.enter_async_context(workers)
        mcp = McpDoor(service.operations, choose_tools(settings.mcp_tools))
        await _serve(mcp, service, settings, listening, workers)
    return 0


def time_for_requests(stop: timedelta) -> timedelta:
    """Return the time that requests have in a *stop* of that length; the rest is for closing everything."""
    return max(stop - _CLOSING, stop / 2)


async def _serve(
    mcp: McpDoor, service: RunningService, settings: Settings, listening: socket.socket, workers: Workers
) -> None:
    drain = Drain()
    dashboard = Dashboard(service.operations, statuses=STATUS, now=SystemClock().now, open_mode=settings.open_mode)
    config = uvicorn.Config(
        create_app(
            service.operations,
            drain=drain,
            more=[dashboard, mcp],
            admin=settings.admin_token is not None,
            trusted_proxies=parse_networks(settings.trusted_proxies),
            public_url=settings.public_url,
            hosts=_own_hosts(settings),
            figures=service.figures,
            metrics_token=None if settings.metrics_token is None else settings.metrics_token.get_secret_value(),
            tracer=service.tracer,
            logs_requests=settings.access_log,
        ),
        **PROTOCOLS,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        # The client's address is found in one place, which knows the proxies to believe: `api.proxy_headers`.
        proxy_headers=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=_SENDING_SECONDS,
    )
    greeting = _banner(
        base_url(*listening.getsockname()[:2]), service.first_key, settings, missing_browser=missing_browser(settings)
    )
    grace = time_for_requests(timedelta(seconds=settings.stop_grace_seconds))
    server = _ApiServer(config, greeting, drain, grace, workers)
    trimming = asyncio.create_task(trim_now_and_then(), name="memory-trim")
    try:
        await server.serve(sockets=[listening])
    finally:
        trimming.cancel()
        await mcp.close()


def _own_hosts(settings: Settings) -> OwnHosts:
    public = urlsplit(settings.public_url or "").hostname
    return OwnHosts(
        names=frozenset({settings.host.lower(), socket.gethostname().lower()}),
        trusted=frozenset(settings.trusted_hosts.lower().replace(",", " ").split()) | ({public} if public else set()),
        open_mode=settings.open_mode,
    )


class _ApiServer(uvicorn.Server):
    """Says where it is once it answers, and answers everybody before it leaves."""

    def __init__(self, config: uvicorn.Config, greeting: str, drain: Drain, grace: timedelta, workers: Workers) -> None:
        super().__init__(config)
        self._workers = workers
        self._greeting = greeting
        self._drain = drain
        self._grace = grace

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, and leave with 0: uvicorn's own way raises it again before we have closed."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; who asks twice does not want to wait."""
        if self.should_exit:
            self._drain.cut()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        try:
            print(self._greeting, flush=True)
        except OSError:
            let_go_of_output()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way end while the port still tells newcomers to come again; then close."""
        async with asyncio.TaskGroup() as group:
            # They work on jobs, which others go on with: nobody waits for them, and they need seconds to leave.
            group.create_task(self._workers.leave(), name="workers-leave")
            await self._drain.finish(self._grace)
            await super().shutdown(sockets)


def _banner(base: str, first_key: FirstKey | None, settings: Settings, *, missing_browser: str = "") -> str:
    """Return the text to print: where the service is, which key opens it, and a line to try.

    *missing_browser* says why there is no browser, where one is missed.
    """
    browser = f"\n  Browser    none: {missing_browser}" if missing_browser else ""
    key, shown = _key(first_key, settings)
    return f"""
Gossamer is ready.

  Base URL   {base}
  API key    {shown}
  Dashboard  {base}/dashboard
  API docs   {base}/docs{browser}

Try it:

  curl -s {base}/v2/scrape -H "Authorization: Bearer {key}" \\
    -H 'Content-Type: application/json' -d '{{"url": "https://example.com"}}'
"""


def _key(first_key: FirstKey | None, settings: Settings) -> tuple[str, str]:
    """Return the key's placeholder in the line to try, and a note about the key."""
    if settings.open_mode:
        return "anything", "none needed (GOSSAMER_AUTH=off: every caller is let in)"
    if first_key is not None:
        return first_key.api_key, f"{first_key.api_key}   (made now, shown once; keep it)"
    if settings.api_key:
        # Its owner knows it; logs need not.
        return "$GOSSAMER_API_KEY", "the one in GOSSAMER_API_KEY"
    return "YOUR_KEY", "the one printed at first start (`gossamer new-key` makes another)"
