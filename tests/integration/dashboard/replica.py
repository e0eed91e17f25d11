"""One more process on the service's database that answers the API: no dashboard, no jobs, another process's memory.

It prints its address once it answers, and ends with its standard input.
"""

import asyncio
import sys

import uvicorn

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.settings import Settings


async def main() -> None:
    async with open_service(Settings(), make_first_key=False, jobs=False) as service:
        config = uvicorn.Config(create_app(service.operations), port=0, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        port = server.servers[0].sockets[0].getsockname()[1]
        sys.stdout.write(f"http://127.0.0.1:{port}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)
        await server.shutdown()


asyncio.run(main())
