"""A browser with a session's context, and a WebSocket server that gives it to a client as the service does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.contexts import Context, NewTab
from gossamer.browser.gateway import GatewayChannel, open_channel
from gossamer.browser.running_browser import RunningBrowser
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import TestSite, serving


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBrowser]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    options = BrowserOptions(home=Path(tmp_path_factory.mktemp("browsers")))
    async with Browser(options, ManualClock()) as browser:
        yield await browser.ready()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@asynccontextmanager
async def session_context(running: RunningBrowser, url: str = "about:blank") -> AsyncIterator[Context]:
    """Open a context whose tabs are held and let go, as a session's are."""
    async with running.open_context(looked_at=True) as context:

        def let_go(tab: NewTab) -> None:
            running.connection.session(tab.session_id).send("Runtime.runIfWaitingForDebugger")

        context.on_tab(let_go)
        await context.first.session.send("Page.enable")
        if url != "about:blank":
            await context.first.navigate(url)
        yield context


@dataclass
class Door:
    """A way in for clients: *address* is a WebSocket's, *channels* are those that were opened."""

    address: str
    channels: list[GatewayChannel]


async def carry(client: ServerConnection, channel: GatewayChannel) -> None:
    """Carry messages both ways until one side ends."""

    async def out() -> None:
        async for message in channel.messages():
            await client.send(message)
        await client.close()

    telling = asyncio.create_task(out())
    try:
        async for message in client:
            await channel.send(message if isinstance(message, str) else message.decode())
    except ConnectionClosed:
        pass
    finally:
        await channel.close()
        await asyncio.gather(telling, return_exceptions=True)


@asynccontextmanager
async def door(running: RunningBrowser, context: Context) -> AsyncIterator[Door]:
    channels: list[GatewayChannel] = []

    async def handle(client: ServerConnection) -> None:
        channel = await open_channel(running, context.id)
        channels.append(channel)
        await carry(client, channel)

    async with serve(handle, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Door(f"ws://127.0.0.1:{port}/", channels)


@pytest_asyncio.fixture(loop_scope="module")
async def context(running: RunningBrowser, site: TestSite) -> AsyncIterator[Context]:
    async with session_context(running, site.url("/form")) as context:
        yield context


@pytest_asyncio.fixture(loop_scope="module")
async def own(running: RunningBrowser, context: Context) -> AsyncIterator[Door]:
    async with door(running, context) as opened:
        yield opened
