"""One trust for all means: the roots of the machine, and intermediate certificates that servers leave out."""

import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import serialize_certificates

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TlsFailed
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.http import HttpAnswer, HttpClient
from gossamer.net.impersonation import Impersonator
from gossamer.net.proxies import Proxies, Proxy
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.integration.net.authorities import Issued, issue, server_context
from tests.integration.net.conftest import Site, page, running_site
from tests.integration.net.upstream import upstream

HEADERS = {"authorization": "Bearer s3cret"}


@dataclass
class Ours:
    """The clients of a service."""

    http: Callable[[str], Awaitable[HttpAnswer]]
    stealth: Callable[[str], Awaitable[HttpAnswer]]
    gateway: FilteringProxy
    resolver: Resolver


@asynccontextmanager
async def clients(*sites: Site, proxies: Proxies | None = None, verify_tls: bool = True) -> AsyncIterator[Ours]:
    resolver = Resolver(EgressPolicy.parse(" ".join(site.endpoint for site in sites)))
    async with FilteringProxy(resolver, proxies) as gateway, HttpClient(resolver, gateway) as client:
        impersonator = Impersonator(resolver, gateway, client=client)

        async def http(url: str) -> HttpAnswer:
            deadline = Deadline.after(timedelta(seconds=20))
            return await client.get(web_url(url), deadline=deadline, headers=HEADERS, profile={}, verify_tls=verify_tls)

        async def stealth(url: str) -> HttpAnswer:
            return await impersonator.get(
                web_url(url),
                deadline=Deadline.after(timedelta(seconds=20)),
                headers=HEADERS,
                language="en",
                verify_tls=verify_tls,
            )

        yield Ours(http, stealth, gateway, resolver)


@pytest.fixture(scope="module")
def root() -> Issued:
    return issue("House Root", is_authority=True)


@pytest.fixture(params=["SSL_CERT_FILE", "SSL_CERT_DIR"])
def trusted(request: pytest.FixtureRequest, root: Issued, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Issued:
    """The root, which the machine believes."""
    folder = tmp_path / "roots"
    folder.mkdir()
    file = folder / "root.pem"
    file.write_bytes(root.pem)
    if request.param == "SSL_CERT_DIR":
        subprocess.run(["openssl", "rehash", folder], check=True)
    monkeypatch.setenv(request.param, str(file if request.param == "SSL_CERT_FILE" else folder))
    return root


@pytest.mark.parametrize("trusted", ["SSL_CERT_FILE"], indirect=True)
class TestMissingIntermediates:
    """A server that leaves the certificate of its issuer out."""

    @pytest.mark.parametrize("way", ["http", "stealth"])
    @pytest.mark.parametrize("encoding", ["DER", "PEM", "PKCS7"])
    async def test_they_are_fetched_once_whatever_they_are_written_in(
        self, trusted: Issued, site: Site, tmp_path: Path, way: str, encoding: str
    ) -> None:
        upper = issue("Upper", trusted, is_authority=True)
        lower = issue("Lower", upper, is_authority=True, issuer_at=f"http://{site.endpoint}/upper")
        leaf = issue("leaf", lower, issuer_at=f"http://{site.endpoint}/lower")
        for name, issued in (("/upper", upper), ("/lower", lower)):
            packed = serialize_certificates([issued.certificate], Encoding.DER)
            site.answers[name] = page({"DER": issued.der, "PEM": issued.pem, "PKCS7": packed}[encoding])
        async with running_site(server_context(tmp_path, leaf)) as secure, clients(site, secure) as ours:
            for _ in range(3):
                assert (await getattr(ours, way)(f"https://{secure.endpoint}/")).status == 200
        assert sorted(seen.target for seen in site.seen) == ["/lower", "/upper"]
        assert all(seen.header("authorization") is None for seen in site.seen)

    @pytest.mark.parametrize("way", ["http", "stealth"])
    async def test_one_for_which_no_root_vouches_is_not_believed(
        self, trusted: Issued, site: Site, tmp_path: Path, way: str
    ) -> None:
        there = f"http://{site.endpoint}/issuer"
        stranger = issue("Stranger", is_authority=True)
        namesake = issue("House Root", is_authority=True)
        customer = issue("customer", trusted)
        for issuer in (stranger, namesake, customer):
            site.answers["/issuer"] = page(issuer.der)
            leaf = issue("leaf", issuer, issuer_at=there)
            async with running_site(server_context(tmp_path, leaf)) as secure, clients(site, secure) as ours:
                with pytest.raises(TlsFailed):
                    await getattr(ours, way)(f"https://{secure.endpoint}/")
                assert secure.seen == []

    @pytest.mark.parametrize("way", ["http", "stealth"])
    async def test_they_are_not_fetched_from_where_this_service_may_not_go(
        self, trusted: Issued, site: Site, tmp_path: Path, way: str
    ) -> None:
        intermediate = issue("Middle", trusted, is_authority=True)
        site.answers["/issuer"] = page(intermediate.der)
        leaf = issue("leaf", intermediate, issuer_at=f"http://{site.endpoint}/issuer")
        async with running_site(server_context(tmp_path, leaf)) as secure, clients(secure) as ours:
            with pytest.raises(TlsFailed):
                await getattr(ours, way)(f"https://{secure.endpoint}/")
        assert site.connections == 0

    @pytest.mark.parametrize("answer", [page(bytes(1_000_000)), page(b"<h1>no certificate</h1>"), b"nonsense\r\n\r\n"])
    async def test_an_address_that_holds_none_leaves_the_certificate_invalid(
        self, trusted: Issued, site: Site, tmp_path: Path, answer: bytes
    ) -> None:
        site.answers["/issuer"] = answer
        middle = issue("Middle", trusted, is_authority=True)
        for place in (f"http://{site.endpoint}/issuer", "ldap://127.0.0.1/cn=x", "file:///etc/passwd"):
            leaf = issue("leaf", middle, issuer_at=place)
            async with running_site(server_context(tmp_path, leaf)) as secure, clients(site, secure) as ours:
                with pytest.raises(TlsFailed, match="skipTlsVerification"):
                    await ours.http(f"https://{secure.endpoint}/")


@pytest.mark.parametrize("way", ["http", "stealth"])
async def test_a_root_of_the_machine_is_believed(trusted: Issued, tmp_path: Path, way: str) -> None:
    middle = issue("Middle", trusted, is_authority=True)
    for chain in ((issue("a", trusted),), (issue("b", middle), middle)):
        async with running_site(server_context(tmp_path, *chain)) as secure, clients(secure) as ours:
            assert (await getattr(ours, way)(f"https://{secure.endpoint}/")).status == 200


async def test_a_proxy_with_a_certificate_of_the_house_is_believed(trusted: Issued, site: Site, tmp_path: Path) -> None:
    async with upstream(None, server_context(tmp_path, issue("proxy", trusted))) as proxy:
        proxies = Proxies([Proxy("https", "127.0.0.1", proxy.port)])
        async with clients(site, proxies=proxies) as ours:
            assert (await ours.http(f"http://{site.endpoint}/")).status == 200
            assert (await ours.stealth(f"http://{site.endpoint}/")).status == 200
    assert proxy.requests == 2


async def test_chromium_believes_the_roots_of_the_machine_and_no_others(trusted: Issued, tmp_path: Path) -> None:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    middle = issue("Middle", trusted, is_authority=True)
    known = server_context(tmp_path, issue("a", middle), middle)
    unknown = server_context(tmp_path, issue("b", issue("Stranger", is_authority=True)))
    async with running_site(known) as secure, running_site(unknown) as bad, clients(secure, bad) as ours:
        options = BrowserOptions(home=tmp_path / "browser", proxy=ours.gateway)
        async with Browser(options, ManualClock()) as browser:
            fetched = await browser.fetch(_request(secure))
            with pytest.raises(TlsFailed):
                await browser.fetch(_request(bad))
    assert (fetched.status, fetched.verified) == (200, True)
    assert bad.seen == []


def _request(site: Site) -> FetchRequest:
    return FetchRequest(url=web_url(f"https://{site.endpoint}/"), deadline=Deadline.after(timedelta(seconds=30)))


@pytest.fixture
def old_server(tmp_path: Path) -> Iterator[Site]:
    """A server that speaks TLS 1.0 and 1.1. It is no asyncio one: those close without the alert that others send."""
    context = server_context(tmp_path, issue("old"))
    context.set_ciphers("DEFAULT@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    context.options |= ssl.OP_NO_TLSv1_2 | ssl.OP_NO_TLSv1_3
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Site(port=server.server_port)
    server.shutdown()
    thread.join()
    server.server_close()


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.mark.filterwarnings("ignore:ssl.OP_NO:DeprecationWarning")
async def test_old_tls_is_accepted_without_verification_and_the_error_says_so(old_server: Site) -> None:
    async with clients(old_server) as ours:
        with pytest.raises(TlsFailed, match="too old, set `skipTlsVerification`"):
            await ours.http(f"https://{old_server.endpoint}/")
    async with clients(old_server, verify_tls=False) as ours:
        assert (await ours.http(f"https://{old_server.endpoint}/")).status == 200
        with pytest.raises(TlsFailed, match="plain HTTP alone"):
            await ours.stealth(f"https://{old_server.endpoint}/")
