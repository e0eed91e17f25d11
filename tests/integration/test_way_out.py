"""Visits by every means: cookies that a site sets on the way, credentials in the address, bodies that never end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pydantic import SecretStr

from gossamer.bootstrap import Service, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.documents import Document
from gossamer.core.errors import TooManyRedirects
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings
from tests.integration.net.conftest import Seen, page, read_head, serving

CALLER = Principal(OPEN_TEAM, "key")
TEXT = b"<main><h1>%s</h1><p>" + b"The kettle stands on the stove. " * 20


@dataclass
class Origin:
    """A loopback site that answers by *handler*."""

    handler: Callable[[Seen], bytes]
    port: int = 0
    seen: list[Seen] = field(default_factory=list)

    def url(self, path: str, credentials: str = "") -> str:
        return f"http://{credentials}localhost:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (seen := await read_head(reader)) is not None:
            self.seen.append(seen)
            writer.write(self.handler(seen))
            await writer.drain()


@asynccontextmanager
async def running(handler: Callable[[Seen], bytes]) -> AsyncIterator[Origin]:
    origin = Origin(handler)
    async with serving(origin.answer) as origin.port:
        yield origin


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    settings = Settings(home=tmp_path, egress_allow="127.0.0.0/8,::1,localhost", api_key=SecretStr("fc-" + "0" * 32))
    async with open_service(settings) as service:
        yield service


async def scrape(service: Service, wanted: ScrapeSpec) -> Document:
    return (await service.operations.scrape(CALLER, Group.SCRAPE, wanted)).document


def gate_of_latin_1(seen: Seen) -> bytes:
    """Let in only with a cookie that is not UTF-8, which no HTTP client of ours sends back."""
    if seen.header("cookie") == "city=Z\xfcrich":
        return page(TEXT % b"Let in")
    return page(b"", "302 Found", f"Location: {seen.target}", "Set-Cookie: city=Z@rich").replace(b"@", b"\xfc")


@pytest.mark.browser
async def test_a_loop_over_http_is_left_to_the_browser(service: Service) -> None:
    async with running(gate_of_latin_1) as origin:
        document = await scrape(service, ScrapeSpec(url=web_url(origin.url("/gate"))))
    assert document.markdown is not None
    assert document.markdown.startswith("# Let in")


@pytest.mark.browser
async def test_a_loop_by_every_means_is_one_sentence(service: Service) -> None:
    async with running(lambda _: page(b"", "302 Found", "Location: /loop")) as origin:
        with pytest.raises(TooManyRedirects, match=r"^The page redirects in a loop, or more than 20 times\.$"):
            await scrape(service, ScrapeSpec(url=web_url(origin.url("/loop"))))
