"""The honest identity, as a site sees it that checks signatures with a library of somebody else."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, InvalidSignature, algorithms
from pydantic import SecretStr
from typer.testing import CliRunner

from gossamer.api import create_app
from gossamer.bootstrap import SystemClock, open_service
from gossamer.bootstrap import identity as identity_opening
from gossamer.cli.app import app
from gossamer.core.errors import OwnError
from gossamer.core.signing import DIRECTORY_PATH
from gossamer.net.own_identity import OwnIdentity, SigningKey
from gossamer.settings import Settings
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.sealing import Seal
from gossamer.store.signing_keys import SigningKeyStore
from tests.integration.browser.site import TestSite, serving
from tests.integration.net.conftest import Site, page, running_site

KEY = "fc-" + "ab" * 16
AGENT = "https://data.example.org"
CONTACT = "https://data.example.org/bot"
RENDERED = {"waitFor": 1}


class _Keys(HTTPSignatureKeyResolver):
    """Keys of a directory, by their thumbprints."""

    def __init__(self, directory: bytes) -> None:
        keys = json.loads(directory)["keys"]
        self._keys = {key["kid"]: base64.urlsafe_b64decode(key["x"] + "=") for key in keys}

    def resolve_public_key(self, key_id: str) -> Any:
        return Ed25519PublicKey.from_public_bytes(self._keys[key_id])


def verify(directory: bytes, url: str, headers: Mapping[str, str]) -> str:
    """Return the id of the key that signed a request to *url*. Raises InvalidSignature."""
    verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=_Keys(directory))
    request = SimpleNamespace(method="GET", url=url, headers=dict(headers))
    [result] = verifier.verify(request, expect_tag="web-bot-auth")
    assert set(result.covered_components) == {'"@authority"', '"signature-agent";key="sig1"', '"@signature-params"'}
    assert headers["signature-agent"] == f'sig1="{AGENT}"'
    return str(result.parameters["keyid"])


@asynccontextmanager
async def opened(home: Path, site: TestSite | Site, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    settings: dict[str, Any] = {
        "home": home,
        "egress_allow": f"127.0.0.1:{site.port}, localhost:{getattr(site, 'other_port', site.port)}",
        "api_key": SecretStr(KEY),
        "identity": "honest",
        "identity_contact": CONTACT,
        "public_url": AGENT,
        **more,
    }
    async with open_service(Settings(**settings), jobs=False) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://here", headers={"authorization": f"Bearer {KEY}"}, timeout=60
        ) as http:
            yield http


async def scrape(http: httpx.AsyncClient, url: str, **options: Any) -> dict[str, Any]:
    answer = await http.post("/v2/scrape", json={"url": url, "maxAge": 0, **options})
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["data"])


@pytest.fixture
async def site() -> AsyncIterator[TestSite]:
    async with serving() as found:
        yield found


@pytest.mark.browser
@pytest.mark.parametrize("options", [{}, RENDERED], ids=["by HTTP", "in a browser"])
async def test_each_request_for_a_page_is_signed_and_has_the_own_name(
    tmp_path: Path, site: TestSite, options: dict[str, Any]
) -> None:
    async with opened(tmp_path, site) as http:
        directory = (await http.get(DIRECTORY_PATH)).content
        await scrape(http, site.url("/redirect?n=3"), headers={"User-Agent": "Mozilla/5.0 Chrome/150"}, **options)
    requests = [(path, headers) for path, headers in site.seen if path.startswith(("/redirect", "/static"))]
    assert len(requests) == 4
    assert {verify(directory, site.url(path), headers) for path, headers in requests}
    own_name = f"Mozilla/5.0 (compatible; Gossamer/{version('gossamer')}; +{CONTACT})"
    assert {headers["user-agent"] for _, headers in requests} == {own_name}
    assert len({headers["signature"] for _, headers in requests}) == 4


@pytest.mark.browser
@pytest.mark.parametrize("options", [{}, RENDERED], ids=["by HTTP", "in a browser"])
async def test_a_redirect_to_another_authority_gets_no_signature(
    tmp_path: Path, site: TestSite, options: dict[str, Any]
) -> None:
    async with opened(tmp_path, site) as http:
        data = await scrape(http, site.url(f"/redirect?n=1&to={site.other('/static')}"), **options)
    assert data["metadata"]["url"] == site.other("/static")
    assert "signature" in site.headers_of("/redirect")
    elsewhere = site.headers_of("/static")
    assert not {name for name in elsewhere if name.startswith("signature")}
    assert "Gossamer/" in elsewhere["user-agent"]


@pytest.mark.browser
async def test_what_a_rendered_page_loads_from_elsewhere_is_not_signed(tmp_path: Path, site: TestSite) -> None:
    async with opened(tmp_path, site) as http:
        await scrape(http, site.url("/third-party"), **RENDERED)
    assert "signature" in site.headers_of("/third-party")
    assert "signature" not in site.headers_of("/seen.js")


async def test_a_signature_is_of_no_use_for_another_site_or_under_another_name(tmp_path: Path, site: TestSite) -> None:
    async with opened(tmp_path, site) as http:
        directory = (await http.get(DIRECTORY_PATH)).content
        await scrape(http, site.url("/static"))
    headers = site.headers_of("/static")
    verify(directory, site.url("/static"), headers)
    with pytest.raises(InvalidSignature):
        verify(directory, "http://other.example/static", headers)
    headers["signature-agent"] = 'sig1="https://somebody.example"'
    with pytest.raises(InvalidSignature):
        verify(directory, site.url("/static"), headers)


async def test_the_directory_is_signed_for_the_place_that_serves_it(tmp_path: Path, site: TestSite) -> None:
    async with opened(tmp_path, site) as http:
        answer = await http.get(DIRECTORY_PATH)
    assert answer.headers["content-type"] == "application/http-message-signatures-directory+json"
    verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=_Keys(answer.content))
    asked = SimpleNamespace(method="GET", url=AGENT + DIRECTORY_PATH, headers={})
    response = SimpleNamespace(status_code=200, headers=dict(answer.headers), request=asked)
    [result] = verifier.verify(response, expect_tag="http-message-signatures-directory")
    assert set(result.covered_components) == {'"@authority";req', '"@signature-params"'}


async def test_robots_txt_is_asked_for_under_the_own_name(tmp_path: Path, site: TestSite) -> None:
    async with opened(tmp_path, site) as http:
        await http.post("/v2/map", json={"url": site.url("/static")})
    assert "Gossamer/" in site.headers_of("/robots.txt")["user-agent"]


async def test_a_service_that_visits_as_a_browser_signs_nothing_and_has_no_directory(
    tmp_path: Path, site: TestSite
) -> None:
    async with opened(tmp_path, site, identity="browser") as http:
        await scrape(http, site.url("/static"))
        assert (await http.get(DIRECTORY_PATH)).status_code == 404
    assert "signature" not in site.headers_of("/static")
    assert "Chrome/" in site.headers_of("/static")["user-agent"]


async def test_without_a_public_address_there_is_a_name_and_no_signature(tmp_path: Path, site: TestSite) -> None:
    async with opened(tmp_path, site, public_url=None) as http:
        await scrape(http, site.url("/static"))
    assert "signature" not in site.headers_of("/static")
    assert "Gossamer/" in site.headers_of("/static")["user-agent"]


async def test_an_own_name_without_a_contact_is_refused_at_start(tmp_path: Path, site: TestSite) -> None:
    with pytest.raises(OwnError, match="GOSSAMER_IDENTITY_CONTACT"):
        async with opened(tmp_path, site, identity_contact=None):
            pass


async def test_keys_that_are_replaced_under_load_leave_no_request_invalid(
    tmp_path: Path, site: TestSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity_opening, "_READ_EVERY", 0.01)
    async with opened(tmp_path, site) as http:
        engine = open_engine(database_url(None, tmp_path))
        store = SigningKeyStore(Database(engine), Seal.of(None, tmp_path))
        clock = SystemClock()

        async def rotate() -> None:
            for _ in range(3):
                await store.rotate(clock.now())
                await asyncio.gather(*(scrape(http, site.url("/static")) for _ in range(8)))

        await asyncio.gather(rotate(), *(scrape(http, site.url("/static")) for _ in range(16)))
        directory = (await http.get(DIRECTORY_PATH)).content
        engine.dispose()
    signers = {verify(directory, site.url(path), headers) for path, headers in site.seen if path == "/static"}
    assert len(site.seen) == 40
    assert len(signers) > 1
    assert len(json.loads(directory)["keys"]) == 4


async def test_a_site_that_asks_for_a_signature_gets_one_and_is_remembered(tmp_path: Path) -> None:
    wanted = 'Accept-Signature: sig1=("@authority" "signature-agent";key="sig1");created;keyid;tag="web-bot-auth"'
    async with running_site() as site:
        site.answers["/asks"] = page(b"Who are you?", "401 Unauthorized", wanted)
        async with opened(tmp_path, site, identity_signatures="asked", chromium="none") as http:
            for path in ("/", "/asks", "/after"):
                await scrape(http, f"http://{site.endpoint}{path}")
    assert [(seen.target, bool(seen.header("signature"))) for seen in site.seen] == [
        ("/", False),
        ("/asks", False),
        ("/asks", True),
        ("/after", True),
    ]


async def test_a_site_that_refuses_the_signature_too_is_asked_no_third_time(tmp_path: Path) -> None:
    own = OwnIdentity(CONTACT, AGENT, SystemClock(), always=False)
    own.keys = [SigningKey.load(bytes(32))]
    wanted = 'sig1=("@authority");created;keyid;tag="web-bot-auth"'
    assert not own.is_asked("https://a.example/", "")
    assert not own.is_asked("https://a.example/", 'sig1=("@authority");tag="other"')
    assert own.is_asked("https://a.example/", wanted)
    assert not own.is_asked("https://a.example/", wanted)
    assert own.sign("https://b.example/", "b.example") == {}


def test_the_thumbprint_is_that_of_the_example_in_rfc_8037() -> None:
    private = base64.urlsafe_b64decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=")
    assert SigningKey.load(private).key_id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


async def test_a_key_is_published_for_a_week_after_it_was_replaced(tmp_path: Path) -> None:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    store = SigningKeyStore(Database(engine), Seal.of(None, tmp_path))
    now = SystemClock().now()
    [first] = await store.list_published(now)
    assert await store.list_published(now) == [first]
    second, old = await store.rotate(now + timedelta(days=1))
    assert old == first
    assert await store.list_published(now + timedelta(days=7)) == [second, first]
    assert await store.list_published(now + timedelta(days=9)) == [second]
    engine.dispose()


def test_the_command_shows_the_name_and_the_keys_and_makes_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    for name in ("GOSSAMER_DATABASE_URL", "GOSSAMER_IDENTITY", "GOSSAMER_PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(*options: str) -> str:
        return CliRunner().invoke(app, ["identity", *options], catch_exceptions=False).stdout

    assert "as an ordinary browser does" in run()
    monkeypatch.setenv("GOSSAMER_IDENTITY", "honest")
    monkeypatch.setenv("GOSSAMER_IDENTITY_CONTACT", "mailto-me@example.org")
    assert "+mailto-me@example.org" in run()
    assert "Nothing is signed" in run()
    monkeypatch.setenv("GOSSAMER_PUBLIC_URL", AGENT + "/")
    [first] = [line for line in run().splitlines() if line.startswith("Key:")]
    assert first.endswith("(signs)")
    assert AGENT + DIRECTORY_PATH in run("--rotate")
    second, old = [line.split()[1] for line in run().splitlines() if line.startswith("Key:")]
    assert (old, second != old) == (first.split()[1], True)
