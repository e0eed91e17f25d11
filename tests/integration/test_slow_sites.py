"""The ladder over a real connection, on a clock that the test moves."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.specs import ProxyTier
from gossamer.core.urls import web_url
from gossamer.features.scrape.ladder import Accept, Climb, Verdict, climb, plan
from gossamer.fetchers.http import HttpFetcher
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.integration.net.conftest import page, read_head, serving

MINUTE = timedelta(minutes=1)


class LateSite:
    """Answers once it is released."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.release = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        self.asked.set()
        await self.release.wait()
        writer.write(page(b"<h1>Late, and in time</h1>"))
        await writer.drain()


class EndlessSite:
    """Sends *beginning* and no more; notes when its visitor leaves."""

    def __init__(self, beginning: bytes) -> None:
        self.beginning = beginning
        self.asked = asyncio.Event()
        self.left = asyncio.Event()

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.write(self.beginning)
        self.asked.set()
        await reader.read()
        self.left.set()


class Stronger:
    """A fetcher that brings its page when it is told to."""

    name = "browser"
    cost = 100
    capabilities = frozenset({Capability.RENDER})

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.release = asyncio.Event()

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        self.begun.set()
        await self.release.wait()
        return FetchedPage(request.url, 200, {}, b"rendered", datetime.now(UTC), self.name)


async def accept(page: FetchedPage) -> Verdict[bytes]:
    return Accept(page.body)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


async def reach(port: int, stronger: Stronger, clock: ManualClock) -> Climb[bytes]:
    async with HttpClient(Resolver(EgressPolicy.parse(f"127.0.0.1:{port}"))) as client:
        attempts = plan([HttpFetcher(client, clock), stronger], ProxyTier.AUTO, frozenset())
        request = FetchRequest(web_url(f"http://127.0.0.1:{port}/"), Deadline.after(MINUTE))
        return await climb(attempts, request, accept, clock)


async def test_a_site_that_answers_late_and_in_time_is_answered_with(clock: ManualClock) -> None:
    site, stronger = LateSite(), Stronger()
    async with serving(site) as port:
        climbing = asyncio.create_task(reach(port, stronger, clock))
        await site.asked.wait()
        await clock.advance(MINUTE / 2)
        await stronger.begun.wait()
        site.release.set()
        assert (await climbing).value == b"<h1>Late, and in time</h1>"


@pytest.mark.parametrize(
    "beginning",
    [b"", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n"],
    ids=["silent", "never finished"],
)
async def test_a_site_that_only_serves_browsers_is_left_when_the_browser_has_the_page(
    clock: ManualClock, beginning: bytes
) -> None:
    site, stronger = EndlessSite(beginning), Stronger()
    async with serving(site) as port:
        climbing = asyncio.create_task(reach(port, stronger, clock))
        await site.asked.wait()
        await clock.advance(MINUTE / 2)
        await stronger.begun.wait()
        stronger.release.set()
        assert (await climbing).value == b"rendered"
        await site.left.wait()
