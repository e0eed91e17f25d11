"""Requests that leave by proxies the operator configured; a second filtering proxy plays theirs."""

import base64
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ForbiddenTarget, NameNotResolved, ProxyFailed
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpAnswer, HttpClient
from gossamer.net.impersonation import Impersonator
from gossamer.net.proxies import Proxies, Route
from gossamer.net.resolver import Resolver
from tests.integration.net.conftest import Site, page

DEAD = "http://127.0.0.1:1"


def look_up(host: str) -> Sequence[str]:
    return {"site.example": ["127.0.0.1"]}.get(host, [])


@pytest.fixture
def policy(site: Site, secure_site: Site) -> EgressPolicy:
    return EgressPolicy.parse(
        f"{site.endpoint} {secure_site.endpoint} site.example:{site.port} site.example:{secure_site.port}"
    )


@asynccontextmanager
async def client_behind(resolver: Resolver, proxies: Proxies) -> AsyncIterator[HttpClient]:
    async with FilteringProxy(resolver, proxies) as gateway, HttpClient(resolver, gateway) as client:
        yield client


@pytest.fixture
async def upstream(policy: EgressPolicy) -> AsyncIterator[FilteringProxy]:
    async with FilteringProxy(Resolver(policy, look_up=look_up)) as proxy:
        yield proxy


async def get(client: HttpClient, url: str, route: Route = Route()) -> HttpAnswer:  # noqa: B008
    deadline = Deadline.after(timedelta(seconds=5))
    return await client.get(web_url(url), deadline=deadline, headers={}, profile={}, verify_tls=False, route=route)


async def test_pages_come_by_the_proxy(
    policy: EgressPolicy, upstream: FilteringProxy, site: Site, secure_site: Site
) -> None:
    proxies = Proxies.parse(basic=upstream.url(Route()))
    async with client_behind(Resolver(policy, look_up=look_up), proxies) as client:
        for url in (f"http://site.example:{site.port}/", f"https://site.example:{secure_site.port}/"):
            assert (await get(client, url)).status == 200
    assert site.seen[0].header("connection") == "close"  # what the proxy says, and we would not
    assert site.seen[0].header("proxy-authorization") is None


async def test_a_target_is_checked_before_it_is_handed_to_a_proxy(site: Site) -> None:
    """The proxy would go there: it is ours that refuses."""
    everything = EgressPolicy.parse("127.0.0.0/8")
    async with FilteringProxy(Resolver(everything, look_up=look_up)) as upstream:
        proxies = Proxies.parse(basic=upstream.url(Route()))
        async with client_behind(Resolver(EgressPolicy(), look_up=look_up), proxies) as client:
            for host in ("127.0.0.1", "site.example"):
                with pytest.raises(ForbiddenTarget):
                    await get(client, f"http://{host}:{site.port}/")
            with pytest.raises(NameNotResolved):
                await get(client, "http://nowhere.example/")
    assert site.connections == 0


async def test_a_redirect_inside_is_refused_although_a_proxy_would_follow(upstream: FilteringProxy, site: Site) -> None:
    site.answers["/"] = page(b"", "302 Found", f"Location: http://127.0.0.1:{site.port + 1}/")
    policy = EgressPolicy.parse(site.endpoint)
    async with client_behind(Resolver(policy), Proxies.parse(basic=upstream.url(Route()))) as client:
        with pytest.raises(ForbiddenTarget):
            await get(client, f"http://{site.endpoint}/")


async def test_another_proxy_is_taken_when_one_is_down(
    policy: EgressPolicy, upstream: FilteringProxy, site: Site
) -> None:
    proxies = Proxies.parse(basic=f"{upstream.url(Route())},{DEAD}")
    async with client_behind(Resolver(policy), proxies) as client:
        for _ in range(4):
            assert (await get(client, f"http://{site.endpoint}/")).status == 200


async def test_a_tier_leaves_by_its_own_proxies(policy: EgressPolicy, upstream: FilteringProxy, site: Site) -> None:
    proxies = Proxies.parse(basic=DEAD, stealth=upstream.url(Route()))
    async with client_behind(Resolver(policy), proxies) as client:
        assert (await get(client, f"http://{site.endpoint}/", Route("stealth"))).status == 200
        with pytest.raises(ProxyFailed):
            await get(client, f"http://{site.endpoint}/", Route("basic"))


async def test_the_filtering_proxy_chains_to_the_proxy_its_user_name_asks_for(
    policy: EgressPolicy, upstream: FilteringProxy, site: Site, secure_site: Site
) -> None:
    proxies = Proxies.parse(stealth=f"country=de:{upstream.url(Route())}")
    resolver = Resolver(policy, look_up=look_up)
    async with FilteringProxy(resolver, proxies) as proxy:
        impersonator = Impersonator(resolver, proxy)
        for url in (f"http://{site.endpoint}/", f"https://{secure_site.endpoint}/"):
            answer = await impersonator.get(
                web_url(url),
                deadline=Deadline.after(timedelta(seconds=10)),
                headers={},
                language="de",
                verify_tls=False,
                route=Route("stealth", "de"),
            )
            assert answer.status == 200
        assert {
            end.peer.transport.get_extra_info("peername")[1] for end in proxy._ends if end.peer and end.peer.transport
        } <= {upstream.port}
    header = site.seen[0].header("proxy-authorization") or ""
    assert base64.b64encode(upstream.password.encode()).decode() not in header


async def test_a_dead_upstream_proxy_is_not_the_fault_of_the_site(policy: EgressPolicy, site: Site) -> None:
    resolver = Resolver(policy)
    async with FilteringProxy(resolver, Proxies.parse(basic=DEAD)) as proxy:
        for scheme in ("http", "https"):
            with pytest.raises(ProxyFailed):
                await Impersonator(resolver, proxy).get(
                    web_url(f"{scheme}://{site.endpoint}/"),
                    deadline=Deadline.after(timedelta(seconds=10)),
                    headers={},
                    language="en",
                )
    assert site.connections == 0
