"""The page on which a worker shows its figures."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn

from gossamer.api.metrics import Figures, MetricsAccess
from gossamer.api.worker_app import create_worker_app
from gossamer.cli.listening_socket import Deaf, listen
from gossamer.core.ids import same_secret
from gossamer.settings import Settings


class CannotListen(Exception):
    """Nothing can be heard at the address; the text says why."""


class _WorkerServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the worker."""
        yield


@asynccontextmanager
async def worker_page(settings: Settings, figures: Figures, address: str) -> AsyncIterator[int]:
    """Show *figures* at *address*, `host:port`, until left; yield the port. Raises CannotListen."""
    host, _, port = address.rpartition(":")
    listening = listen(host.strip("[]"), int(port))
    if isinstance(listening, Deaf):
        raise CannotListen(listening.reason)
    app = create_worker_app(figures, _access(settings))
    server = _WorkerServer(uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, server_header=False))
    serving = asyncio.create_task(server.serve(sockets=[listening]), name="worker-page")
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await asyncio.wait([serving])


def _access(settings: Settings) -> MetricsAccess:
    admin = None if settings.admin_token is None else settings.admin_token.get_secret_value()
    token = None if settings.metrics_token is None else settings.metrics_token.get_secret_value()
    return MetricsAccess(token, lambda sent: admin is not None and same_secret(sent, admin))
