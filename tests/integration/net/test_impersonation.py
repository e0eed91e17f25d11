"""The stealth fetcher: a browser's handshake, our redirects, limits and egress policy."""

import gzip
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ForbiddenTarget, NameNotResolved, ServiceError, TlsFailed, TooLarge, Unreachable
from gossamer.core.pages import Capability, FetchRequest
from gossamer.core.specs import Location
from gossamer.core.urls import web_url
from gossamer.fetchers.stealth import StealthFetcher
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpAnswer, Limits
from gossamer.net.impersonation import Impersonator
from gossamer.net.proxies import Proxies
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.hostile import CONTENT_CASES, TRANSPORT_CASES, HostileCase, HostileOrigin
from tests.integration.net.conftest import Site, page, running_site


@pytest.fixture
async def hostile() -> AsyncIterator[HostileOrigin]:
    async with HostileOrigin() as origin:
        yield origin


@pytest.fixture
async def impersonator(site: Site, secure_site: Site, hostile: HostileOrigin) -> AsyncIterator[Impersonator]:
    policy = EgressPolicy.parse(f"{site.endpoint} {secure_site.endpoint} {hostile.endpoint}")
    resolver = Resolver(policy, look_up=lambda host: [])
    async with FilteringProxy(resolver) as proxy:
        yield Impersonator(resolver, proxy, Limits(wire=20_000_000, inflated=30_000_000))


async def get(
    impersonator: Impersonator,
    url: str,
    headers: dict[str, str] | None = None,
    *,
    seconds: float = 10,
    verify_tls: bool = True,
) -> HttpAnswer:
    return await impersonator.get(
        web_url(url),
        deadline=Deadline.after(timedelta(seconds=seconds)),
        headers=headers or {},
        language="en",
        verify_tls=verify_tls,
    )


async def test_a_page_comes_with_the_headers_of_chrome(impersonator: Impersonator, site: Site) -> None:
    site.answers["/"] = page(gzip.compress(b"<p>hello</p>"), "200 OK", "Content-Encoding: gzip", "X-A: 1", "x-a: 2")
    answer = await get(impersonator, f"http://{site.endpoint}/?q=%20#f", {"x-own": "1"})
    assert (answer.status, answer.body, answer.headers["x-a"]) == (200, b"<p>hello</p>", "1, 2")
    seen = site.seen[0]
    assert seen.target == "/?q=%20"
    assert "Chrome/" in (seen.header("user-agent") or "")
    assert seen.header("x-own") == "1"
    assert seen.header("accept-language") == "en"


async def test_plain_http_is_http_1_1_without_an_offer_of_another(impersonator: Impersonator, site: Site) -> None:
    await get(impersonator, f"http://{site.endpoint}/")
    assert [site.seen[0].header(name) for name in ("upgrade", "http2-settings")] == [None, None]


async def test_a_secure_page_passes_the_tunnel(impersonator: Impersonator, secure_site: Site) -> None:
    with pytest.raises(TlsFailed):
        await get(impersonator, f"https://{secure_site.endpoint}/")
    answer = await get(impersonator, f"https://{secure_site.endpoint}/", verify_tls=False)
    assert answer.body == b"<h1>Hello</h1>"


async def test_redirects_are_checked_and_carry_their_cookies(impersonator: Impersonator, site: Site) -> None:
    async with running_site() as inside:
        site.answers["/in"] = page(b"", "302 Found", f"Location: http://{inside.endpoint}/")
        site.answers["/a"] = page(b"", "302 Found", "Set-Cookie: c=1", "Location: /b")
        with pytest.raises(ForbiddenTarget):
            await get(impersonator, f"http://{site.endpoint}/in")
        assert inside.connections == 0
    answer = await get(impersonator, f"http://{site.endpoint}/a")
    assert answer.url.endswith("/b")
    assert site.seen[-1].header("cookie") == "c=1"


async def test_a_target_inside_is_refused_and_a_missing_name_is_told(impersonator: Impersonator) -> None:
    with pytest.raises(ForbiddenTarget):
        await get(impersonator, "http://127.0.0.1:1/")
    with pytest.raises(NameNotResolved):
        await get(impersonator, "http://nowhere.example/")


async def test_the_environment_cannot_lead_around_the_filtering_proxy(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the check in front forgotten, the library still has no other way out."""
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setenv("http_proxy", f"http://{site.endpoint}")

    class Careless(Resolver):
        async def resolve(self, host: str, port: int) -> tuple[()]:
            return ()

    async with FilteringProxy(Resolver(EgressPolicy())) as proxy:
        with pytest.raises(ForbiddenTarget):
            await get(Impersonator(Careless(EgressPolicy()), proxy), f"http://{site.endpoint}/")
        with pytest.raises(ForbiddenTarget):
            await get(Impersonator(Careless(EgressPolicy()), proxy), f"https://{site.endpoint}/")
    assert site.connections == 0


async def test_flipping_answers_cannot_lead_the_tunnel_inside(site: Site) -> None:
    asked: list[str] = []

    def flips(host: str) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    policy = EgressPolicy()
    front, back = Resolver(policy, look_up=flips), Resolver(policy, look_up=flips)
    async with FilteringProxy(back) as proxy:
        with pytest.raises(ForbiddenTarget):
            await get(Impersonator(front, proxy), f"http://rebind.example:{site.port}/")
    assert len(asked) == 2
    assert site.connections == 0


CASES = [case for case in (*TRANSPORT_CASES, *CONTENT_CASES) if case.concern not in {"ORG-017", "ORG-018", "ORG-020"}]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_every_hostile_case_ends_in_time_as_expected(
    impersonator: Impersonator, hostile: HostileOrigin, case: HostileCase
) -> None:
    try:
        await get(impersonator, hostile.url(case), seconds=1 if case.slow else 15)
    except ServiceError as error:
        # The library reads some broken framing more strictly than a browser does.
        assert case.accepts(error) or isinstance(error, (Unreachable, TooLarge)), error  # noqa: PT017
    else:
        assert case.page


async def test_the_fetcher_warns_when_there_is_no_stealth_proxy(impersonator: Impersonator, site: Site) -> None:
    clock = ManualClock()
    fetcher = StealthFetcher(impersonator, Proxies(), clock)
    request = FetchRequest(
        url=web_url(f"http://{site.endpoint}/"),
        deadline=Deadline.after(timedelta(seconds=10)),
        tier="stealth",
        location=Location("DE", ("de",)),
    )
    fetched = await fetcher.fetch(request)
    assert fetcher.capabilities == {Capability.STEALTH}
    assert (fetched.fetcher, fetched.tier, len(fetched.warnings)) == ("stealth", "stealth", 1)
    assert site.seen[0].header("accept-language") == "de"
