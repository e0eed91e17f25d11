"""The application behind a real server on loopback, with the protocols that the service runs with."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from gossamer.api.callers import OwnHosts
from gossamer.api.socket_protocol import PROTOCOLS
from tests.unit.api.stub import StubOperations, app_over


@asynccontextmanager
async def running_server(
    stub: StubOperations | None = None, hosts: OwnHosts | None = None, **options: Any
) -> AsyncIterator[int]:
    """Serve while the block runs; gives the port."""
    config = uvicorn.Config(
        app_over(stub or StubOperations(), hosts),
        port=0,
        lifespan="off",
        log_config=None,
        server_header=False,
        **{**PROTOCOLS, **options},
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        await server.shutdown()
