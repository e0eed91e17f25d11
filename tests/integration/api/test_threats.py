"""Threat protection over HTTP, by a service that really fetches."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from gossamer.api import create_app
from gossamer.bootstrap import RunningService, open_service
from gossamer.core.accounts import Actor, Features, Role
from gossamer.core.errors import NotAllowed
from gossamer.core.restrictions import Restrictions
from gossamer.core.threats import ThreatSettings
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from gossamer.wire.threats import OperatorThreatSettings

OPERATOR = Actor(name="operator", operator=True)
SETTINGS = "/v2/team/threat-protection"
VERSIONS = pytest.mark.parametrize("version", ["v1", "v2"])
MANUAL = {"mode": "manual-only", "blacklist": ["localhost"]}
UNSAFE = (403, "unsafe_domain_blocked")


@dataclass
class Team:
    """A team with a key, and how it asks."""

    bench: "Bench"
    team_id: str
    key: str

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.key}"}
        return await self.bench.http.request(method, path, json=body, headers=headers)

    async def set(self, **settings: Any) -> dict[str, Any]:
        answer = await self.ask("PUT", SETTINGS, settings)
        assert answer.status_code == 200, answer.text
        data: dict[str, Any] = answer.json()["data"]
        return data

    async def settings(self) -> dict[str, Any]:
        data: dict[str, Any] = (await self.ask("GET", SETTINGS)).json()["data"]
        return data

    async def scrape(self, url: str, version: str = "v2", **more: Any) -> httpx.Response:
        return await self.ask("POST", f"/{version}/scrape", {"url": url, **more})

    async def finished(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Start a job and return its status once it has ended."""
        started = (await self.ask("POST", path, body)).json()
        assert started["success"], started
        async with asyncio.timeout(60):
            while True:
                status: dict[str, Any] = (await self.ask("GET", f"{path}/{started['id']}")).json()
                if status["status"] != "scraping":
                    return {**status, "id": started["id"]}
                await asyncio.sleep(0.05)


@dataclass
class Bench:
    """A service and a site that has two names: one of them can be blocked."""

    service: RunningService
    http: httpx.AsyncClient
    site: Site

    @property
    def elsewhere(self) -> str:
        return f"http://localhost:{self.site.port}"

    async def team(self, name: str = "Acme") -> Team:
        members = self.service.operations.members
        made = await members.create_team(OPERATOR, name, features=Features(key_restrictions=True))
        return Team(self, made.team.team_id, made.key.secret)

    async def restricted(self, team: Team, restrictions: Restrictions) -> Team:
        members = self.service.operations.members
        made = await members.create_key(OPERATOR, team.team_id, "restricted")
        await members.restrict_key(OPERATOR, made.key.key_id, restrictions)
        return Team(self, team.team_id, made.secret)


@asynccontextmanager
async def opened(home: Path, site: Site, **changes: Any) -> AsyncIterator[Bench]:
    allowed = f"{site.host},localhost:{site.port}"
    settings = Settings(home=home, egress_allow=allowed, chromium="none", workers=0, **changes)
    async with open_service(settings, make_first_key=False) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        async with httpx.AsyncClient(transport=transport, base_url="http://here", timeout=60) as http:
            yield Bench(service, http, site)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@pytest.fixture
def threats(tmp_path: Path) -> Path:
    path = tmp_path / "threats.txt"
    path.write_text("# nothing yet\n", "utf-8")
    return path


@pytest.fixture
async def bench(tmp_path: Path, site: Site, threats: Path) -> AsyncIterator[Bench]:
    async with opened(tmp_path / "home", site, threat_lists=str(threats)) as found:
        yield found


def told(answer: httpx.Response) -> tuple[int, str | None]:
    return answer.status_code, answer.json().get("code")


# Settings


async def test_a_team_begins_with_the_defaults_and_keeps_what_it_sets(bench: Bench) -> None:
    team, other = await bench.team(), await bench.team("Other")
    before = await team.settings()
    assert (before["mode"], before["configured"], before["updatedAt"]) == ("off", False, None)
    assert (before["failurePolicy"], before["riskScoreThreshold"], before["zscaler"]) == ("closed", 75, None)
    made = await team.set(mode="normal", blacklist=["*.Risky.example"], blockedTlds=[".ZIP"], riskScoreThreshold=50)
    assert (made["mode"], made["blacklist"], made["blockedTlds"]) == ("normal", ["risky.example"], ["zip"])
    assert (made["riskScoreThreshold"], made["configured"]) == (50, True)
    assert made["updatedAt"].endswith("Z")
    assert await team.settings() == made
    assert await other.settings() == before
    again = await team.set(mode="manual-only")
    assert (again["blacklist"], again["riskScoreThreshold"], again["configured"]) == ([], 75, True)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"mode": "strict"},
        {"mode": "normal", "blacklist": ["no domain"]},
        {"mode": "normal", "riskScoreThreshold": 101},
        {"mode": "normal", "unheardOf": 1},
        {"mode": "normal", "whitelist": ["a.example"] * 1001},
    ],
)
async def test_settings_that_make_no_sense_change_nothing(bench: Bench, body: dict[str, Any]) -> None:
    team = await bench.team()
    assert told(await team.ask("PUT", SETTINGS, body)) == (400, "BAD_REQUEST")
    assert (await team.settings())["configured"] is False


async def test_a_restricted_key_reads_the_settings_and_sets_none(bench: Bench) -> None:
    team = await bench.team()
    restricted = await bench.restricted(team, Restrictions(allowed_formats=("markdown",)))
    assert (await restricted.settings())["mode"] == "off"
    answer = await restricted.ask("PUT", SETTINGS, {"mode": "off"})
    assert told(answer) == (403, "FORBIDDEN")
    assert "restricted and cannot change the settings" in answer.json()["error"]


async def test_what_the_operator_forced_neither_a_team_nor_its_requests_change(bench: Bench) -> None:
    team, members = await bench.team(), bench.service.operations.members
    await members.set_threats(OPERATOR, team.team_id, OperatorThreatSettings.model_validate(MANUAL).settings())
    assert (await team.scrape(bench.elsewhere)).json()["code"] == "unsafe_domain_blocked"
    assert (await team.scrape(bench.site.url("/article"), threatProtection={"mode": "off"})).status_code == 403
    assert (await team.ask("PUT", SETTINGS, {"mode": "off"})).status_code == 403
    shown = await team.settings()
    assert (shown["mode"], shown["allowRequestOverrides"]) == ("manual-only", False)
    await members.set_threats(OPERATOR, team.team_id, ThreatSettings())
    assert (await team.set(mode="off"))["allowRequestOverrides"] is True


async def test_only_the_operator_forces_threat_protection(bench: Bench) -> None:
    team = await bench.team()
    admin = Actor(name="ann", roles={team.team_id: Role.ADMIN})
    with pytest.raises(NotAllowed):
        await bench.service.operations.members.set_threats(admin, team.team_id, ThreatSettings())


async def test_it_is_for_those_who_have_a_key(bench: Bench) -> None:
    for method in ("GET", "PUT"):
        assert (await bench.http.request(method, SETTINGS, json={"mode": "off"})).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "", {"mode": "zscaler"}),
        ("PUT", "", {"mode": "normal", "zscaler": {"cloud": "zscaler.net"}}),
        ("POST", "/zscaler/test-connection", {}),
        ("GET", "/zscaler/categories", None),
        ("POST", "/zscaler/sync", None),
    ],
)
async def test_what_needs_a_connector_says_that_there_is_none(
    bench: Bench, method: str, path: str, body: dict[str, Any] | None
) -> None:
    answer = await (await bench.team()).ask(method, SETTINGS + path, body)
    assert told(answer) == (403, "FORBIDDEN")
    assert answer.json()["error"].startswith("Zscaler is not available on this server.")


# Scrapes


@VERSIONS
async def test_a_blocked_domain_is_never_asked_and_costs_nothing(bench: Bench, version: str) -> None:
    team = await bench.team()
    await team.set(**MANUAL)
    seen = len(bench.site.visits)
    answer = await team.scrape(f"{bench.elsewhere}/article", version)
    assert told(answer) == UNSAFE
    assert answer.json()["success"] is False
    assert answer.json()["error"].startswith("Threat protection blocks localhost (blacklist entry `localhost`).")
    assert len(bench.site.visits) == seen
    assert (await team.scrape(bench.site.url("/article"), version)).status_code == 200
    usage = (await team.ask("GET", "/v2/team/credit-usage/historical")).json()
    assert sum(period["creditsUsed"] for period in usage["periods"]) == 1


async def test_the_lists_of_one_team_are_not_those_of_another(bench: Bench) -> None:
    team, other = await bench.team(), await bench.team("Other")
    await team.set(**MANUAL)
    assert told(await team.scrape(f"{bench.elsewhere}/article")) == UNSAFE
    assert (await other.scrape(f"{bench.elsewhere}/article")).status_code == 200


async def test_settings_hold_from_the_next_request(bench: Bench) -> None:
    team, url = await bench.team(), f"{bench.elsewhere}/article"
    assert (await team.scrape(url)).status_code == 200
    await team.set(**MANUAL)
    # A stored copy is not read either.
    assert told(await team.scrape(url)) == UNSAFE
    await team.set(**MANUAL, whitelist=["localhost"])
    assert (await team.scrape(url)).status_code == 200
    await team.set(mode="off", blacklist=["localhost"])
    assert (await team.scrape(url)).status_code == 200


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "manual-only", "blacklist": ["127.0.0.1"]},
        {"mode": "normal", "blacklist": ["127.*"]},
        {"mode": "manual-only", "blacklist": ["http://2130706433/"]},
    ],
)
async def test_an_address_is_blocked_in_whatever_notation(bench: Bench, settings: dict[str, Any]) -> None:
    team = await bench.team()
    await team.set(**settings)
    for host in ("127.0.0.1", "2130706433", "0x7f.1"):
        assert told(await team.scrape(f"http://{host}:{bench.site.port}/article")) == UNSAFE


@VERSIONS
async def test_a_redirect_to_a_blocked_domain_is_not_followed(bench: Bench, version: str) -> None:
    team = await bench.team()
    await team.set(**MANUAL)
    seen = len(bench.site.visits)
    url = bench.site.url(f"/redirect?to={bench.elsewhere}/article")
    answer = await team.scrape(url, version)
    assert told(answer) == UNSAFE
    assert [visit.path for visit in bench.site.visits[seen:]] == ["/redirect"]
    assert (await team.scrape(bench.site.url("/redirect?to=/article"), version)).status_code == 200


@VERSIONS
async def test_a_request_may_bring_its_own_lists(bench: Bench, version: str) -> None:
    team, url = await bench.team(), f"{bench.elsewhere}/article"
    assert told(await team.scrape(url, version, threatProtection=MANUAL)) == UNSAFE
    assert (await team.scrape(url, version)).status_code == 200
    await team.set(**MANUAL)
    overrides: list[dict[str, Any]] = [{"mode": "off"}, {"whitelist": ["localhost"]}, {"blacklist": []}]
    for override in overrides:
        assert (await team.scrape(url, version, threatProtection=override)).status_code == 200
    assert told(await team.scrape(url, version, threatProtection={"blockedTlds": ["zip"]})) == UNSAFE


@VERSIONS
@pytest.mark.parametrize("override", [{}, {"mode": "off"}, {"blacklist": ["a.example"]}])
async def test_a_team_may_lock_its_settings(bench: Bench, version: str, override: dict[str, Any]) -> None:
    team = await bench.team()
    await team.set(mode="normal", allowRequestOverrides=False)
    url = bench.site.url("/article")
    bodies: dict[str, dict[str, Any]] = {
        "scrape": {"url": url},
        "batch/scrape": {"urls": [url]},
        "crawl": {"url": url},
        "map": {"url": url},
        "search": {"query": "bread"},
        "extract": {"urls": [url], "prompt": "the title"},
    }
    for path, body in bodies.items():
        answer = await team.ask("POST", f"/{version}/{path}", {**body, "threatProtection": override})
        assert told(answer) == (403, "FORBIDDEN"), path
        assert "does not allow requests to change its threat protection" in answer.json()["error"]
    assert (await team.scrape(url, version)).status_code == 200


async def test_lists_without_a_mode_say_that_they_do_nothing(bench: Bench) -> None:
    answer = await (await bench.team()).scrape(
        f"{bench.elsewhere}/article", threatProtection={"blacklist": ["localhost"]}
    )
    assert answer.status_code == 200
    assert "`threatProtection` has no effect" in answer.json()["data"]["warning"]


async def test_restrictions_of_a_key_hold_beside_it(bench: Bench) -> None:
    team = await bench.team()
    await team.set(mode="manual-only", whitelist=["localhost"])
    key = await bench.restricted(team, Restrictions(allowed_domains=("127.0.0.1",)))
    assert told(await key.scrape(f"{bench.elsewhere}/article")) == (403, "FORBIDDEN")
    redirected = await key.scrape(bench.site.url(f"/redirect?to={bench.elsewhere}/article"))
    assert told(redirected) == (403, "FORBIDDEN")


# The operator's lists


async def test_lists_of_the_server_are_for_the_mode_normal_and_read_again(bench: Bench, threats: Path) -> None:
    team, url = await bench.team(), f"{bench.elsewhere}/article"
    await team.set(mode="normal")
    assert (await team.scrape(url)).status_code == 200
    await asyncio.to_thread(
        threats.write_text, "0.0.0.0 bad.example\nlocalhost.example 127.0.0.1\n127.0.0.1\n", "utf-8"
    )
    assert told(await team.scrape(bench.site.url("/article"))) == UNSAFE
    assert (await team.scrape(url)).status_code == 200
    await team.set(mode="manual-only")
    assert (await team.scrape(bench.site.url("/article"))).status_code == 200


async def test_lists_that_are_away_block_or_warn(bench: Bench, threats: Path) -> None:
    team, url = await bench.team(), bench.site.url("/article")
    await asyncio.to_thread(threats.unlink)
    await team.set(mode="normal")
    answer = await team.scrape(url)
    assert told(answer) == UNSAFE
    assert "cannot be read" in answer.json()["error"]
    await team.set(mode="normal", failurePolicy="open")
    answer = await team.scrape(url)
    assert answer.status_code == 200
    assert "the threat lists of this server cannot be read" in answer.json()["data"]["warning"]
    await team.set(mode="normal", whitelist=["127.0.0.1"])
    assert (await team.scrape(url)).status_code == 200


# Jobs, maps and searches


@VERSIONS
async def test_a_map_leaves_out_what_is_blocked(bench: Bench, version: str) -> None:
    team = await bench.team()
    body = {"url": bench.site.url("/links"), "allowExternalLinks": True, "ignoreCache": True, "filterByPath": False}

    async def hosts(**more: Any) -> set[str]:
        answer = (await team.ask("POST", f"/{version}/map", {**body, **more})).json()
        links = [link if isinstance(link, str) else link["url"] for link in answer["links"]]
        return {httpx.URL(link).host for link in links}

    assert await hosts() >= {"127.0.0.1", "example.org", "example.net"}
    found = await hosts(threatProtection={"mode": "manual-only", "blockedTlds": ["org"]})
    assert ("example.org" in found, "example.net" in found) == (False, True)
    blocked = {"threatProtection": {"mode": "manual-only", "blacklist": ["127.0.0.1"]}}
    assert told(await team.ask("POST", f"/{version}/map", {**body, **blocked})) == UNSAFE


@VERSIONS
async def test_a_crawl_passes_over_what_is_blocked_and_does_not_begin_there(bench: Bench, version: str) -> None:
    team = await bench.team()
    await team.set(mode="manual-only", blacklist=["example.org", "example.net"])
    path = f"/{version}/crawl"
    body = {"url": bench.site.url("/links"), "limit": 5, "allowExternalLinks": True, "maxDiscoveryDepth": 1}
    status = await team.finished(path, body)
    assert status["status"] == "completed"
    assert {httpx.URL(page["metadata"]["sourceURL"]).host for page in status["data"]} == {"127.0.0.1"}
    urls = (await team.ask("GET", f"/v2/crawl/{status['id']}/urls")).json()
    refused = {httpx.URL(url["url"]).host: url["code"] for url in urls["urls"] if url.get("code")}
    assert refused["example.org"] == refused["example.net"] == "unsafe_domain_blocked"
    started = await team.ask("POST", path, {"url": "https://www.example.org/"})
    assert told(started) == UNSAFE


@VERSIONS
async def test_each_blocked_page_of_a_batch_fails_by_itself(bench: Bench, version: str) -> None:
    team, path = await bench.team(), f"/{version}/batch/scrape"
    urls = [bench.site.url("/article"), f"{bench.elsewhere}/article"]
    seen = len(bench.site.visits)
    redirected = bench.site.url(f"/redirect?to={bench.elsewhere}/docs")
    status = await team.finished(path, {"urls": [*urls, redirected], "threatProtection": MANUAL})
    assert (status["status"], [page["metadata"]["sourceURL"] for page in status["data"]]) == ("completed", urls[:1])
    errors = (await team.ask("GET", f"{path}/{status['id']}/errors")).json()["errors"]
    assert {error["url"]: error["code"] for error in errors} == dict.fromkeys([urls[1], redirected], UNSAFE[1])
    assert {visit.path for visit in bench.site.visits[seen:]} == {"/article", "/redirect"}


@VERSIONS
async def test_an_extraction_of_blocked_pages_alone_does_not_begin(bench: Bench, version: str) -> None:
    team = await bench.team()
    await team.set(**MANUAL)
    body = {"urls": [f"{bench.elsewhere}/article", f"{bench.elsewhere}/*"], "prompt": "the title"}
    assert told(await team.ask("POST", f"/{version}/extract", body)) == UNSAFE
