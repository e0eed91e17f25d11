"""What an upstream proxy does wrong is not the site's fault, whichever client met it."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import trustme

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ProxyFailed
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import PROXY_FAILURES
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpAnswer, HttpClient
from gossamer.net.impersonation import Impersonator
from gossamer.net.proxies import Proxies, Proxy, Route
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.integration.net.conftest import Site, page, serving
from tests.integration.net.upstream import upstream

REFUSAL = b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
SQUID = page(b"<h1>ERROR</h1>", "503 Service Unavailable", "X-Squid-Error: ERR_CONNECT_FAIL 111")
LOGGED = page(b"<h1>ERROR</h1>", "502 Bad Gateway", "Proxy-Status: p.example; error=destination_unavailable")
BARE = page(b"<h1>Later</h1>", "503 Service Unavailable")


Get = Callable[[str], Awaitable[HttpAnswer]]


@dataclass
class Clients:
    """Both clients of a service whose basic tier has some proxies."""

    http: Get
    stealth: Get
    gateway: FilteringProxy
    meters: Meters


@asynccontextmanager
async def clients(*proxies: Proxy, sites: tuple[Site, ...]) -> AsyncIterator[Clients]:
    meters = Meters()
    resolver = Resolver(EgressPolicy.parse(" ".join(site.endpoint for site in sites)))
    async with (
        FilteringProxy(resolver, Proxies(proxies, meters=meters)) as gateway,
        HttpClient(resolver, gateway) as http,
    ):
        stealth = Impersonator(resolver, gateway)

        async def plain(url: str) -> HttpAnswer:
            return await http.get(web_url(url), deadline=deadline(), headers={}, profile={}, verify_tls=False)

        async def hidden(url: str) -> HttpAnswer:
            return await stealth.get(web_url(url), deadline=deadline(), headers={}, language="en", verify_tls=False)

        yield Clients(plain, hidden, gateway, meters)


def deadline() -> Deadline:
    return Deadline.after(timedelta(seconds=20))


def proxy_at(port: int, scheme: str = "http", password: str = "s3cret") -> Proxy:
    return Proxy(scheme, "127.0.0.1", port, "user", password)


def failures(meters: Meters) -> set[str]:
    return {series.labels[1] for series in meters.series() if series.metric is PROXY_FAILURES}


@pytest.mark.parametrize("way", ["http", "stealth"])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("answer", "reason"),
    [(REFUSAL, "credentials"), (b"", "closed"), (b"\x05\xff", "closed"), (SQUID, "refused"), (LOGGED, "refused")],
)
async def test_what_a_proxy_answers_itself_is_never_the_page(  # noqa: PLR0917
    site: Site, secure_site: Site, way: str, scheme: str, answer: bytes, reason: str
) -> None:
    target = site if scheme == "http" else secure_site
    async with upstream(answer) as proxy, clients(proxy_at(proxy.port), sites=(target,)) as ours:
        with pytest.raises(ProxyFailed, match=f"127.0.0.1:{proxy.port}") as failure:
            await getattr(ours, way)(f"{scheme}://{target.endpoint}/")
        assert failures(ours.meters) == {reason}
    assert "s3cret" not in failure.value.message
    assert (site.connections, secure_site.connections) == (0, 0)


async def test_a_proxy_that_asks_for_other_credentials_rests_and_the_next_is_taken(
    site: Site, secure_site: Site
) -> None:
    async with upstream(REFUSAL) as bad, upstream(None) as good:
        behind = (proxy_at(bad.port), proxy_at(good.port))
        async with clients(*behind, sites=(site, secure_site)) as ours:
            for url in (f"http://{site.endpoint}/", f"https://{secure_site.endpoint}/") * 3:
                assert (await ours.http(url)).status == 200
                assert (await ours.stealth(url)).status == 200
    assert bad.requests == 1


async def test_a_bare_503_by_plain_http_is_the_sites_where_nothing_speaks_against_it(site: Site) -> None:
    async with upstream(BARE) as busy, clients(proxy_at(busy.port), sites=(site,)) as ours:
        assert (await ours.http(f"http://{site.endpoint}/")).body == b"<h1>Later</h1>"
        assert (await ours.stealth(f"http://{site.endpoint}/")).status == 503
        assert failures(ours.meters) == set()


async def test_a_503_that_two_proxies_bring_is_the_sites_and_one_that_another_contradicts_is_not(site: Site) -> None:
    async with AsyncExitStack() as stack:
        first, second, good = [await stack.enter_async_context(upstream(answer)) for answer in (BARE, BARE, None)]
        async with clients(proxy_at(first.port), proxy_at(second.port), sites=(site,)) as ours:
            assert (await ours.http(f"http://{site.endpoint}/")).status == 503
            assert failures(ours.meters) == set()
        async with clients(proxy_at(first.port), proxy_at(good.port), sites=(site,)) as ours:
            # Each visit begins at one of the two by chance.
            assert [(await ours.http(f"http://{site.endpoint}/")).status for _ in range(40)] == [200] * 40
            assert failures(ours.meters) == {"refused"}


async def test_a_body_reaches_the_site_and_a_refusal_of_it_is_the_proxys(site: Site) -> None:
    async with upstream(None) as good, clients(proxy_at(good.port), sites=(site,)) as ours:
        assert await _post(ours, site) == (200, None)
    async with upstream(REFUSAL) as bad, clients(proxy_at(bad.port), sites=(site,)) as ours:
        assert await _post(ours, site) == (502, "proxy")
        assert failures(ours.meters) == {"credentials"}


async def _post(ours: Clients, site: Site) -> tuple[int, str | None]:
    proxy = ours.gateway.url(Route())
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"http://{site.endpoint}/", data=b"x", proxy=proxy) as it,
    ):
        return it.status, it.headers.get("X-Gossamer-Refused")


@pytest.mark.parametrize("way", ["http", "stealth"])
async def test_a_password_is_sent_as_utf_8_whatever_its_letters(site: Site, secure_site: Site, way: str) -> None:
    async with upstream(None) as proxy:
        behind = proxy_at(proxy.port, password="@:#/ pässwörd 密")
        async with clients(behind, sites=(site, secure_site)) as ours:
            await getattr(ours, way)(f"http://{site.endpoint}/")
            await getattr(ours, way)(f"https://{secure_site.endpoint}/")
    assert proxy.credentials == ["user:@:#/ pässwörd 密"] * 2


@pytest.mark.parametrize("way", ["http", "stealth"])
async def test_a_proxy_without_a_valid_certificate_never_gets_the_password(site: Site, way: str) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    async with upstream(None, context) as proxy, clients(proxy_at(proxy.port, "https"), sites=(site,)) as ours:
        with pytest.raises(ProxyFailed, match="certificate"):
            await getattr(ours, way)(f"http://{site.endpoint}/")
    assert proxy.credentials == []


async def test_a_proxy_that_does_not_speak_tls_says_so(site: Site) -> None:
    async def answer_at_once(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(REFUSAL)

    async with serving(answer_at_once) as port, clients(proxy_at(port, "https"), sites=(site,)) as ours:
        with pytest.raises(ProxyFailed, match="http://"):
            await ours.http(f"http://{site.endpoint}/")


async def test_a_proxy_whose_name_does_not_resolve_is_not_taken_for_the_site(site: Site) -> None:
    async with clients(Proxy("http", "nowhere.invalid", 8080), sites=(site,)) as ours:
        with pytest.raises(ProxyFailed, match=r"nowhere\.invalid:8080 has a name that does not resolve"):
            await ours.stealth(f"http://{site.endpoint}/")


async def test_a_trial_says_what_is_wrong_with_a_proxy() -> None:
    async with upstream(REFUSAL) as bad, upstream(b"HTTP/1.1 200 OK\r\n\r\n") as good:
        gateway = FilteringProxy(Resolver(EgressPolicy()), Proxies((proxy_at(bad.port), proxy_at(good.port))))
        assert await gateway.try_out(proxy_at(bad.port)) == (False, "did not accept its user name and password (407)")
        assert await gateway.try_out(proxy_at(good.port)) == (True, "connects")


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_browser_names_the_proxy_that_failed(site: Site, tmp_path: Path, scheme: str) -> None:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    resolver = Resolver(EgressPolicy.parse(site.endpoint))
    request: Any = FetchRequest(url=web_url(f"{scheme}://{site.endpoint}/"), deadline=deadline())
    async with upstream(REFUSAL) as proxy, FilteringProxy(resolver, Proxies((proxy_at(proxy.port),))) as gateway:
        options = BrowserOptions(home=tmp_path, proxy=gateway)
        async with Browser(options, ManualClock()) as browser:
            with pytest.raises(ProxyFailed, match=f"127.0.0.1:{proxy.port} did not accept"):
                await browser.fetch(request)
    assert site.connections == 0
