"""`gossamer serve`."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn

from gossamer.api import create_app
from gossamer.api.protocol import Protocol
from gossamer.bootstrap import Service, open_service
from gossamer.cli.memory import return_freed_memory, trim_now_and_then
from gossamer.cli.problems import explain, read_settings
from gossamer.net.egress import EgressPolicy
from gossamer.settings import Settings
from gossamer.telemetry import configure_logs

_BACKLOG = 2048


def serve(*, host: str | None, port: int | None) -> int:
    """Serve until a signal ends it; return the exit code."""
    settings = read_settings(host=host, port=port)
    if settings is None:
        return 2
    configure_logs(settings.log_level, settings.log_format)
    return_freed_memory()
    try:
        EgressPolicy.parse(settings.egress_allow)
    except ValueError as error:
        return explain(f"GOSSAMER_EGRESS_ALLOW: {error}", code=2)
    try:
        listening = _listen(settings)
    except OSError as error:
        return explain(
            f"Cannot listen on {settings.host}:{settings.port}: {error.strerror}.",
            "Stop what uses the port, or choose another with --port or GOSSAMER_PORT.",
        )
    with listening:
        return _run(settings, listening)


def _run(settings: Settings, listening: socket.socket) -> int:
    with suppress(KeyboardInterrupt):
        _runner()(_serve(settings, listening))
    return 0


def _runner() -> Callable[[Coroutine[Any, Any, None]], None]:
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run
    return uvloop.run


async def _serve(settings: Settings, listening: socket.socket) -> None:
    async with open_service(settings) as service:
        config = uvicorn.Config(
            create_app(service.operations),
            http=Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=30,
        )
        server = _AnnouncingServer(config, _banner(_base_url(listening), service, settings))
        trimming = asyncio.create_task(trim_now_and_then(), name="memory-trim")
        try:
            await server.serve(sockets=[listening])
        finally:
            trimming.cancel()


class _AnnouncingServer(uvicorn.Server):
    """Says where it is and how to use it, once it answers."""

    def __init__(self, config: uvicorn.Config, banner: str) -> None:
        super().__init__(config)
        self._banner = banner

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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(self._banner, flush=True)


def _base_url(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - that means: on this machine too
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _banner(base: str, service: Service, settings: Settings) -> str:
    if settings.open_mode:
        key, shown = "anything", "none needed (GOSSAMER_AUTH=off: every caller is let in)"
    elif service.first_key is not None:
        key = service.first_key.api_key
        shown = f"{key}   (made now, shown once; keep it)"
    else:
        key, shown = "YOUR_KEY", "the one printed at first start (`gossamer new-key` makes another)"
    return f"""
Gossamer is ready.

  Base URL   {base}
  API key    {shown}
  API docs   {base}/docs

Try it:

  curl -s {base}/v2/scrape -H "Authorization: Bearer {key}" \\
    -H 'Content-Type: application/json' -d '{{"url": "https://example.com"}}'
"""


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening
