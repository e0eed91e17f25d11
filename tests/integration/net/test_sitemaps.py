"""Sitemaps read from real sites."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import timedelta

import brotli  # type: ignore[import-untyped]
import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ForbiddenTarget, NotConnected, SiteError, TimedOut, TooLarge, Unsupported
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.ports.sites import SitemapEntry
from tests.integration.net.conftest import Site, page, serving


def urlset(count: int) -> bytes:
    return b"<urlset>" + b"".join(b"<url><loc>/p/%d</loc></url>\n" % n for n in range(count)) + b"</urlset>"


@pytest.fixture
async def sitemaps(site: Site) -> AsyncIterator[HttpSitemaps]:
    policy = EgressPolicy.parse(site.endpoint)
    async with HttpClient(Resolver(policy, look_up=lambda _: [])) as client:
        yield HttpSitemaps(client)


async def read(sitemaps: HttpSitemaps, site: Site, path: str = "/s", *, seconds: float = 10) -> list[SitemapEntry]:
    deadline = Deadline.after(timedelta(seconds=seconds))
    slices = [some async for some in sitemaps.read(web_url(f"http://{site.endpoint}{path}"), deadline=deadline)]
    assert all(len(some) <= 1000 for some in slices)
    return [entry for some in slices for entry in some]


@pytest.mark.parametrize(
    "answer",
    [
        page(urlset(2500)),
        page(gzip.compress(urlset(2500))),
        page(gzip.compress(urlset(2500)), "200 OK", "Content-Encoding: gzip"),
        page(gzip.compress(gzip.compress(urlset(2500))), "200 OK", "Content-Encoding: gzip"),
        page(brotli.compress(urlset(2500)), "200 OK", "Content-Encoding: br"),
        page(urlset(2500), "200 OK", "Content-Encoding: gzip"),
    ],
    ids=["plain", "file.gz", "gzip", "file.gz by gzip", "brotli", "label that is wrong"],
)
async def test_a_sitemap_is_read_however_it_is_packed(sitemaps: HttpSitemaps, site: Site, answer: bytes) -> None:
    site.answers["/s"] = answer
    entries = await read(sitemaps, site)
    assert [entry.url for entry in entries] == [f"http://{site.endpoint}/p/{n}" for n in range(2500)]


async def test_relative_addresses_start_where_a_redirect_led(sitemaps: HttpSitemaps, site: Site) -> None:
    site.answers["/s"] = page(b"", "301 Moved", "Location: /maps/s.xml")
    site.answers["/maps/s.xml"] = page(b"<urlset><url><loc>a</loc></url></urlset>")
    assert [entry.url for entry in await read(sitemaps, site)] == [f"http://{site.endpoint}/maps/a"]


async def test_the_charset_of_the_header_is_used_where_nothing_else_says(sitemaps: HttpSitemaps, site: Site) -> None:
    body = "<urlset><url><loc>/é</loc><news:title>Привет</news:title></url></urlset>".encode("windows-1251", "replace")
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=windows-1251\r\nContent-Length: {len(body)}\r\n\r\n"
    site.answers["/s"] = head.encode() + body
    assert (await read(sitemaps, site))[0].title == "Привет"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (page(b"nothing here", "404 Not Found"), SiteError),
        (page(urlset(3), "500 Oops"), SiteError),
        (page(b"<!doctype html><html><body>No sitemap</body></html>"), Unsupported),
        (page(b""), Unsupported),
        (page(b"", "302 Found", "Location: /s"), TooLarge),
        (page(b"", "302 Found", "Location: http://127.0.0.1:1/"), ForbiddenTarget),
        (page(b"", "200 OK", "Content-Encoding: gzip, br, gzip, br"), TooLarge),
        (page(urlset(1), "200 OK", *(f"X-{n}: {'x' * 60_000}" for n in range(5))), TooLarge),
    ],
)
async def test_what_is_no_sitemap_is_an_error(
    sitemaps: HttpSitemaps, site: Site, answer: bytes, error: type[Exception]
) -> None:
    site.answers["/s"] = answer
    with pytest.raises(error):
        await read(sitemaps, site)


async def test_a_sitemap_that_breaks_off_gives_what_came() -> None:
    async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n" + urlset(1000)[:20_000])
        await writer.drain()

    async with serving(break_off) as port, HttpClient(Resolver(EgressPolicy.parse(f"127.0.0.1:{port}"))) as client:
        entries = await read(HttpSitemaps(client), Site(port))
    assert 500 < len(entries) < 1000


async def test_a_bomb_is_read_up_to_what_the_protocol_allows(sitemaps: HttpSitemaps, site: Site) -> None:
    bomb = gzip.compress(urlset(10) + b" " * 200_000_000 + urlset(10), 1)
    site.answers["/s"] = page(bomb, "200 OK", "Content-Encoding: gzip")
    assert len(await read(sitemaps, site)) == 10


async def test_who_stops_early_leaves_nothing_open(sitemaps: HttpSitemaps, site: Site) -> None:
    site.answers["/s"] = page(urlset(100_000))
    deadline = Deadline.after(timedelta(seconds=10))
    async with aclosing(sitemaps.read(web_url(f"http://{site.endpoint}/s"), deadline=deadline)) as slices:
        first = await anext(slices)
    assert len(first) == 1000
    site.answers["/s"] = page(urlset(1))
    # The connection that was left in the middle of an answer is not used again.
    assert len(await read(sitemaps, site)) == 1
    assert site.connections == 2


async def test_a_sitemap_that_never_ends_ends_with_the_time(sitemaps: HttpSitemaps, site: Site) -> None:
    site.answers["/s"] = b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n" + urlset(1000)
    deadline = Deadline.after(timedelta(seconds=3))
    slices = sitemaps.read(web_url(f"http://{site.endpoint}/s"), deadline=deadline)
    assert len(await anext(slices)) == 1000
    with pytest.raises(TimedOut):
        await anext(slices)


async def test_nobody_at_the_address_is_an_error() -> None:
    async def closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise AssertionError

    async with serving(closed) as port:
        free = port
    async with HttpClient(Resolver(EgressPolicy.parse(f"127.0.0.1:{free}"))) as client:
        with pytest.raises(NotConnected):
            await read(HttpSitemaps(client), Site(free))
