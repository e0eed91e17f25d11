"""The HTTP client against sites that behave."""

import asyncio
import gzip
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    ForbiddenTarget,
    InvalidTarget,
    NameNotResolved,
    TimedOut,
    TlsFailed,
    TooLarge,
    Unreachable,
)
from gossamer.core.pages import FetchRequest
from gossamer.core.specs import Location
from gossamer.core.urls import web_url
from gossamer.fetchers.http import HttpFetcher
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpAnswer, HttpClient, Limits
from gossamer.net.profiles import browser_headers
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.integration.net.conftest import Site, page, read_head, serving


async def get(
    client: HttpClient, url: str, headers: dict[str, str] | None = None, *, verify_tls: bool = True
) -> HttpAnswer:
    return await client.get(
        web_url(url),
        deadline=Deadline.after(timedelta(seconds=5)),
        headers=headers or {},
        profile=browser_headers(Location(), mobile=False),
        verify_tls=verify_tls,
    )


def resolver(*sites: Site) -> Resolver:
    allowed = " ".join(f"{site.endpoint} localhost:{site.port} a.example:{site.port}" for site in sites)
    return Resolver(EgressPolicy.parse(allowed), look_up=lambda host: ["127.0.0.1"] if host == "a.example" else [])


async def test_a_page_comes_with_status_headers_and_body(site: Site) -> None:
    site.answers["/p"] = page(b"<p>caf\xc3\xa9", "404 Not Found", "X-Two: a", "x-two: b", "Server: t")
    async with HttpClient(resolver(site)) as client:
        answer = await get(client, f"http://{site.endpoint}/p?q=%20#there")
    assert (answer.status, answer.body, answer.warnings) == (404, b"<p>caf\xc3\xa9", ())
    assert answer.headers["x-two"] == "a, b"
    assert answer.url == f"http://{site.endpoint}/p?q=%20#there"
    assert site.seen[0].target == "/p?q=%20"


async def test_the_site_sees_the_headers_of_a_browser(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        await get(client, f"http://{site.endpoint}/", {"x-own": "1", "user-agent": "mine"})
    names = [name for name, _ in site.seen[0].headers]
    assert names == [
        "Host",
        "Upgrade-Insecure-Requests",
        "User-Agent",
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "X-Own",
    ]
    assert site.seen[0].header("user-agent") == "mine"
    assert site.seen[0].header("accept-encoding") == "gzip, deflate, br, zstd"


async def test_connections_are_kept_for_the_next_page_of_a_site(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        for _ in range(5):
            await get(client, f"http://a.example:{site.port}/")
    assert site.connections == 1


async def test_a_kept_connection_that_the_site_closed_is_replaced_in_silence(site: Site) -> None:
    site.requests_a_connection = 1
    async with HttpClient(resolver(site)) as client:
        for _ in range(3):
            assert (await get(client, f"http://{site.endpoint}/")).status == 200
    assert site.connections == 3


async def test_no_cookie_outlives_a_fetch(site: Site) -> None:
    site.answers["/set"] = page(b"", "302 Found", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2", "Location: /get")
    async with HttpClient(resolver(site)) as client:
        await get(client, f"http://{site.endpoint}/set", {"cookie": "own=0"})
        await get(client, f"http://{site.endpoint}/get")
    assert site.seen[1].header("cookie") == "own=0; a=1; b=2"
    assert site.seen[2].header("cookie") is None


async def test_a_compressed_page_is_inflated(site: Site) -> None:
    packed = gzip.compress(b"<p>packed</p>" * 100)
    site.answers["/"] = page(packed, "200 OK", "Content-Encoding: gzip")
    async with HttpClient(resolver(site)) as client:
        assert (await get(client, f"http://{site.endpoint}/")).body == b"<p>packed</p>" * 100


async def test_a_body_over_the_limit_is_refused_before_it_is_read(site: Site) -> None:
    site.answers["/"] = page(b"x" * 10)[:-10].replace(b": 10", b": 60000000")
    async with HttpClient(resolver(site)) as client:
        with pytest.raises(TooLarge):
            await get(client, f"http://{site.endpoint}/")


@pytest.mark.parametrize(("limits", "packed"), [(Limits(wire=1000), False), (Limits(inflated=1000), True)])
async def test_limits_can_be_set(site: Site, limits: Limits, *, packed: bool) -> None:
    body = b"y" * 2000
    site.answers["/"] = page(gzip.compress(body), "200 OK", "Content-Encoding: gzip") if packed else page(body)
    async with HttpClient(resolver(site), limits=limits) as client:
        with pytest.raises(TooLarge):
            await get(client, f"http://{site.endpoint}/")


async def test_a_name_without_address_and_a_closed_port_are_told_apart(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        with pytest.raises(NameNotResolved, match=r"nowhere\.example"):
            await get(client, "http://nowhere.example/")
    async with HttpClient(Resolver(EgressPolicy.parse("127.0.0.1:1"))) as client:
        with pytest.raises(Unreachable):
            await get(client, "http://127.0.0.1:1/")


async def test_a_certificate_nobody_vouches_for_is_refused_unless_the_caller_does_not_mind(secure_site: Site) -> None:
    async with HttpClient(resolver(secure_site)) as client:
        with pytest.raises(TlsFailed):
            await get(client, f"https://{secure_site.endpoint}/")
        assert (await get(client, f"https://{secure_site.endpoint}/", verify_tls=False)).status == 200
        # A connection made without verification must not serve a request that wants it.
        with pytest.raises(TlsFailed):
            await get(client, f"https://{secure_site.endpoint}/")


async def test_tls_to_a_port_that_speaks_plainly_fails() -> None:
    async def plainly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(page(b"The plain HTTP request was expected", "400 Bad Request"))

    async with serving(plainly) as port, HttpClient(resolver(Site(port))) as client:
        with pytest.raises(TlsFailed):
            await get(client, f"https://127.0.0.1:{port}/")


async def test_a_redirect_keeps_the_fragment_unless_it_brings_one(site: Site) -> None:
    site.answers["/a"] = page(b"", "301 Moved", "Location: /b")
    site.answers["/c"] = page(b"", "301 Moved", "Location: /d#new")
    async with HttpClient(resolver(site)) as client:
        assert (await get(client, f"http://{site.endpoint}/a#old")).url.endswith("/b#old")
        assert (await get(client, f"http://{site.endpoint}/c#old")).url.endswith("/d#new")


async def test_credentials_in_a_url_are_sent_as_basic_and_not_shown(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        answer = await get(client, f"http://us%40er:pa%3Ass@{site.endpoint}/")
    assert site.seen[0].header("authorization") == "Basic dXNAZXI6cGE6c3M="
    assert "pa" not in answer.url.partition("://")[2].partition("/")[0]


async def test_the_fetcher_says_what_it_did(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        clock = ManualClock()
        fetcher = HttpFetcher(client, clock)
        fetched = await fetcher.fetch(
            FetchRequest(
                url=web_url(f"http://{site.endpoint}/x"),
                deadline=Deadline.after(timedelta(seconds=5)),
                mobile=True,
                location=Location("DE", ("de", "en-GB", "x\r\ny: z")),
            )
        )
    assert (fetched.fetcher, fetched.status, fetched.media_type, fetched.tier) == ("http", 200, "text/html", "basic")
    assert fetched.fetched_at == clock.now()
    assert "Mobile" in (site.seen[0].header("user-agent") or "")
    assert site.seen[0].header("accept-language") == "de,en-GB;q=0.9"


async def test_a_page_that_ends_too_early_says_so() -> None:
    async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_head(reader)
        writer.write(page(b"<p>half of it</p>").replace(b"Length: 17", b"Length: 34"))
        await writer.drain()

    async with serving(break_off) as port, HttpClient(resolver(Site(port))) as client:
        request = FetchRequest(web_url(f"http://127.0.0.1:{port}/"), Deadline.after(timedelta(seconds=5)))
        fetched = await HttpFetcher(client, ManualClock()).fetch(request)
    assert (fetched.body, fetched.complete) == (b"<p>half of it</p>", False)
    assert fetched.warnings == ("The page ended before it was complete.",)


async def test_a_deadline_that_has_passed_contacts_nobody(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        with pytest.raises(TimedOut):
            await client.get(
                web_url(f"http://{site.endpoint}/"), deadline=Deadline.after(timedelta(0)), headers={}, profile={}
            )
    assert site.seen == []


async def test_a_post_sends_the_body_and_returns_status_and_retry_after_alone(site: Site) -> None:
    site.answers["/hook"] = page(b"x" * 100_000, "202 Accepted", "Retry-After: 7")
    async with HttpClient(resolver(site)) as client:
        reply = await client.post(
            web_url(f"http://{site.endpoint}/hook"),
            b'{"a":1}',
            {"x-token": "t"},
            deadline=Deadline.after(timedelta(seconds=5)),
        )
    assert (reply.status, reply.retry_after) == (202, "7")
    assert site.seen[0].method == "POST"
    assert site.seen[0].header("x-token") == "t"
    assert site.seen[0].header("content-length") == "7"


async def test_a_receiver_that_hangs_is_reported_as_a_receiver_and_not_as_a_page() -> None:
    async def hang(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read(-1)

    async with serving(hang) as port, HttpClient(resolver(Site(port))) as client:
        with pytest.raises(TimedOut, match=r"^The receiver at 127\.0\.0\.1 did not answer within 0\.2 seconds\.$"):
            await client.post(
                web_url(f"http://127.0.0.1:{port}/hook"), b"{}", {}, deadline=Deadline.after(timedelta(seconds=0.2))
            )


async def test_a_post_follows_no_redirect(site: Site) -> None:
    site.answers["/hook"] = page(b"", "307 Temporary Redirect", "Location: /elsewhere")
    async with HttpClient(resolver(site)) as client:
        reply = await client.post(
            web_url(f"http://{site.endpoint}/hook"), b"{}", {}, deadline=Deadline.after(timedelta(seconds=5))
        )
    assert (reply.status, reply.retry_after) == (307, "")
    assert [seen.target for seen in site.seen] == ["/hook"]


async def test_a_post_that_no_request_can_be_made_of_is_refused(site: Site) -> None:
    async with HttpClient(resolver(site)) as client:
        with pytest.raises(InvalidTarget):
            await client.post(
                web_url(f"http://user:word@{site.endpoint}/hook"),
                b"{}",
                {"authorization": "Bearer x"},
                deadline=Deadline.after(timedelta(seconds=5)),
            )
    assert not site.connections


async def test_a_post_to_a_private_address_is_refused(site: Site) -> None:
    async with HttpClient(Resolver(EgressPolicy())) as client:
        with pytest.raises(ForbiddenTarget):
            await client.post(
                web_url(f"http://{site.endpoint}/hook"), b"{}", {}, deadline=Deadline.after(timedelta(seconds=5))
            )
    assert not site.connections
