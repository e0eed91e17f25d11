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
from gossamer.core.access import Group
from gossamer.core.accounts import OPEN_TEAM, Actor
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, OwnError
from gossamer.core.jobs import JobKind
from gossamer.core.restrictions import Restrictions
from gossamer.core.sessions import Opening, SessionSpec
from gossamer.core.signing import DIRECTORY_PATH
from gossamer.core.urls import web_url
from gossamer.core.visit_identity import VisitIdentity
from gossamer.net.own_identity import OwnIdentity, SigningKey, select_own
from gossamer.operations import Operations
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
OPERATOR = Actor("operator", operator=True)


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
    async with served(home, site, **more) as (http, _):
        yield http


@asynccontextmanager
async def served(
    home: Path, site: TestSite | Site, *, jobs: bool = False, **more: Any
) -> AsyncIterator[tuple[httpx.AsyncClient, Operations]]:
    settings: dict[str, Any] = {
        "home": home,
        "egress_allow": f"127.0.0.1:{site.port}, localhost:{getattr(site, 'other_port', site.port)}",
        "api_key": SecretStr(KEY),
        "identity": "honest",
        "identity_contact": CONTACT,
        "public_url": AGENT,
        **more,
    }
    async with open_service(Settings(**settings), jobs=jobs) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://here", headers={"authorization": f"Bearer {KEY}"}, timeout=60
        ) as http:
            yield http, service.operations


async def choose(operations: Operations, *, team: str | None = None, key: str | None = None) -> None:
    """Set the identity of the team and of its only key."""
    members = operations.members
    await members.update_team(OPERATOR, OPEN_TEAM, identity=team)
    [made] = await members.keys(OPERATOR, OPEN_TEAM)
    await members.restrict_key(OPERATOR, made.key_id, Restrictions(identity=key))


def names_of(site: TestSite) -> dict[str, set[str]]:
    """Return under which names the documents of *site* were asked for; forget the requests."""
    names: dict[str, set[str]] = {}
    for path, headers in site.seen:
        name = "honest" if "Gossamer/" in headers["user-agent"] and "signature" in headers else headers["user-agent"]
        names.setdefault(path, set()).add("browser" if "Chrome/" in name else name)
    site.seen.clear()
    return names


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
    async with opened(tmp_path, site, identity="browser", identity_contact=None) as http:
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


@pytest.mark.browser
@pytest.mark.parametrize("options", [{}, RENDERED], ids=["by HTTP", "in a browser"])
async def test_the_identity_of_a_key_comes_before_that_of_its_team_and_of_the_service(
    tmp_path: Path, site: TestSite, options: dict[str, Any]
) -> None:
    chosen: dict[tuple[str | None, str | None], str] = {
        (None, None): "browser",
        ("honest", None): "honest",
        ("honest", "browser"): "browser",
        (None, "honest"): "honest",
    }
    found = {}
    async with served(tmp_path, site, identity="browser") as (http, operations):
        for team, key in chosen:
            await choose(operations, team=team, key=key)
            await scrape(http, site.url("/static"), **options)
            [found[team, key]] = names_of(site)["/static"]
    assert found == chosen


async def test_an_honest_service_has_keys_that_visit_as_a_browser(tmp_path: Path, site: TestSite) -> None:
    async with served(tmp_path, site) as (http, operations):
        await choose(operations, key="browser")
        await scrape(http, site.url("/static"))
        await http.post("/v2/map", json={"url": site.url("/static")})
    assert set().union(*names_of(site).values()) == {"browser"}


async def test_copies_and_robots_txt_of_one_identity_are_not_used_for_another(tmp_path: Path, site: TestSite) -> None:
    asked = []
    async with served(tmp_path, site, identity="browser", chromium="none") as (http, operations):
        for key in ("honest", "honest", "browser", "browser", "honest"):
            await choose(operations, key=key)
            await scrape(http, site.url("/static"), maxAge=60_000)
            await http.post("/v2/map", json={"url": site.url("/links"), "sitemap": "include"})
            seen = names_of(site)
            asked.append([name for path in ("/static", "/robots.txt") for name in seen.get(path, ())])
    assert asked == [["honest"] * 2, [], ["browser"] * 2, [], []]


async def test_a_crawl_has_the_identity_of_its_key_for_pages_and_robots_txt(tmp_path: Path, site: TestSite) -> None:
    async with served(tmp_path, site, identity="browser", chromium="none", jobs=True) as (http, operations):
        await choose(operations, key="honest")
        body = {"url": site.url("/static"), "limit": 3, "scrapeOptions": {"maxAge": 0}}
        job_id = (await http.post("/v2/crawl", json=body)).json()["id"]
        caller = await operations.authenticate(KEY)
        while True:
            job, _ = await operations.jobs.visits(caller, Group.CRAWL, job_id, frozenset(JobKind))
            if job.state.final:
                break
            await operations.jobs.changed(job, seconds=30)
        lines = (await http.get(f"/v2/crawl/{job_id}/compliance")).json()["urls"]
    names = names_of(site)
    assert {"/static", "/robots.txt"} <= names.keys()
    assert set().union(*names.values()) == {"honest"}
    assert all(f"+{CONTACT}" in line["identity"] for line in lines if line["fetched"])


@pytest.mark.browser
async def test_a_session_visits_as_its_key_does_in_each_of_its_tabs(tmp_path: Path, site: TestSite) -> None:
    async with served(tmp_path, site, identity="browser", jobs=True) as (_, operations):
        await choose(operations, key="honest")
        caller = await operations.authenticate(KEY)
        spec = SessionSpec(Opening(url=web_url(site.url("/static"))))
        opened_session = await operations.sessions.create(caller, Group.BROWSER, spec)
        held = await operations.sessions._sessions.held(opened_session.session)
        soon = Deadline.after(timedelta(seconds=20))
        await held.live.page.evaluate(f"window.open('{site.url('/form')}')", deadline=soon)
        await held.live.page.snapshot(deadline=soon)
        await operations.sessions.end(caller, Group.BROWSER, opened_session.session.session_id)
    names = names_of(site)
    assert (names["/static"], names["/form"]) == ({"honest"}, {"honest"})


async def test_nobody_chooses_honesty_before_there_is_a_contact(tmp_path: Path, site: TestSite) -> None:
    async with served(tmp_path, site, identity="browser", identity_contact=None) as (_, operations):
        for choice in ({"team": "honest"}, {"key": "honest"}):
            with pytest.raises(CallerError, match="GOSSAMER_IDENTITY_CONTACT"):
                await choose(operations, **choice)
    # One that was chosen while there was a contact fails when it is gone, and does not pass for a browser.
    with pytest.raises(OwnError, match="GOSSAMER_IDENTITY_CONTACT"):
        select_own(None, VisitIdentity.HONEST)
