"""The specification's table of errors, and what a restricted key meets, on a service as its users run it."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from gossamer.testing.site import Site, running_site
from tests.clients.service import running_service

ADMIN = "an-admin-token-for-tests"
MANAGED = "Team admins can manage key restrictions in the dashboard: API Keys, Restrictions (/dashboard/keys)."
# Which of a job's pages may be under way at a time, so that it lasts.
SLOWLY = {"maxConcurrency": 1}
_PATIENCE = 40


@dataclass(frozen=True)
class Key:
    """A key that was never used before the test."""

    key_id: str
    team_id: str
    token: str
    client: httpx.Client

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}", **(headers or {})}
        return self.client.request(method, path, json=body, headers=headers)

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.ask("POST", path, body)


class Office:
    """Where an operator sets keys up."""

    def __init__(self, client: httpx.Client, database: Path, log: Path) -> None:
        self.client = client
        self.database = database
        self.log = log

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = self.client.request(method, path, json=body, headers={"authorization": f"Bearer {ADMIN}"})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def team(self) -> str:
        flags = {"keyRestrictions": True, "ipRestrictions": True}
        made = self.ask("POST", "/admin/teams", {"name": "A team", "flags": flags})
        return str(made["teamId"])

    def key(self, *, team: str | None = None, addresses: list[str] | None = None, **restrictions: Any) -> Key:
        """Return a fresh key, of a team of its own when none is named."""
        team = team or self.team()
        made = self.ask("POST", f"/admin/teams/{team}/keys", {"name": "A key"})
        key = Key(made["keyId"], team, made["apiKey"], self.client)
        if restrictions:
            self.restrict(key, **restrictions)
        if addresses is not None:
            self.ask("PUT", f"/admin/keys/{key.key_id}/ip-restrictions", {"allowedCidrs": addresses})
        return key

    def restrict(self, key: Key, **restrictions: Any) -> None:
        self.ask("PUT", f"/admin/keys/{key.key_id}/restrictions", restrictions)

    def write(self, statement: str, *values: str | None) -> None:
        """Do to the database what no way in would."""
        with sqlite3.connect(self.database, timeout=30) as connection:
            connection.execute(statement, values)
        connection.close()

    @contextmanager
    def without_table(self, name: str) -> Iterator[None]:
        self.write(f"ALTER TABLE {name} RENAME TO {name}_gone")
        try:
            yield
        finally:
            self.write(f"ALTER TABLE {name}_gone RENAME TO {name}")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@pytest.fixture(scope="module")
def office(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    home = tmp_path_factory.mktemp("restrictions")
    allowed = f"{site.host},localhost:{site.port}"
    env = {"GOSSAMER_ADMIN_TOKEN": ADMIN, "GOSSAMER_WORKERS": "0"}
    with (
        running_service(home, egress_allow=allowed, env=env) as service,
        httpx.Client(base_url=service.url, timeout=60) as client,
    ):
        [database] = [path for path in (home / "data").glob("*") if _is_ours(path)]
        yield Office(client, database, service.log)


def _is_ours(path: Path) -> bool:
    if not path.is_file() or path.suffix in {".db-wal", ".db-shm"} or not path.read_bytes().startswith(b"SQLite"):
        return False
    with sqlite3.connect(path, timeout=30) as connection:
        found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'api_keys'").fetchone()
    connection.close()
    return found is not None


def told(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.json()["success"] is False
    error: str = answer.json()["error"]
    return error


class TestErrors:
    """The table, row by row."""

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/v2/scrape", {"url": "{}", "formats": ["rawHtml", "markdown"]}),
            ("/v2/scrape", {"url": "{}", "formats": [{"type": "rawHtml"}]}),
            ("/v1/scrape", {"url": "{}", "formats": ["rawHtml"]}),
            ("/v2/batch/scrape", {"urls": ["{}"], "formats": ["markdown", "rawHtml"]}),
            ("/v1/batch/scrape", {"urls": ["{}"], "formats": ["rawHtml"]}),
            ("/v2/crawl", {"url": "{}", "scrapeOptions": {"formats": ["rawHtml"]}}),
            ("/v1/crawl", {"url": "{}", "scrapeOptions": {"formats": ["rawHtml"]}}),
        ],
    )
    def test_a_format_that_is_not_allowed(self, office: Office, site: Site, path: str, body: dict[str, Any]) -> None:
        key = office.key(allowedFormats=["markdown", "screenshot"])
        seen = len(site.visits)
        error = told(key.post(path, json.loads(json.dumps(body).replace("{}", site.url("/article")))), 403)
        assert error == (
            "Request blocked: this API key is restricted to the following formats: markdown, screenshot. "
            f"Requested formats not allowed: rawHtml. {MANAGED}"
        )
        assert len(site.visits) == seen

    @pytest.mark.parametrize("action", ["screenshot", "scrape", "executeJavascript", "pdf", "generatePDF"])
    @pytest.mark.parametrize("version", ["v1", "v2"])
    def test_an_action_that_returns_content(self, office: Office, site: Site, version: str, action: str) -> None:
        key = office.key(allowedFormats=["markdown"])
        seen = len(site.visits)
        body = {"url": site.url("/article"), "actions": [{"type": "scroll"}, {"type": action, "script": "1"}]}
        error = told(key.post(f"/{version}/scrape", body), 403)
        assert error == (
            "Request blocked: this API key is restricted to the following formats: markdown. "
            f"Requested actions not allowed: {action.replace('generatePDF', 'pdf')}. {MANAGED}"
        )
        assert len(site.visits) == seen

    @pytest.mark.parametrize(
        ("method", "path", "group"),
        [
            ("POST", "/v2/crawl", "crawl"),
            ("POST", "/v1/batch/scrape", "batch-scrape"),
            ("POST", "/v2/search", "search"),
            ("POST", "/v1/extract", "extract"),
            ("GET", "/v2/monitor", "monitor"),
            ("POST", "/v2/scrape/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11/interact", "browser"),
            ("GET", "/v2/crawl/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11/errors", "crawl"),
            ("DELETE", "/v2/crawl/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11", "crawl"),
            ("GET", "/v2/a-path-to-come", "unknown"),
        ],
    )
    def test_an_endpoint_that_is_not_allowed(self, office: Office, method: str, path: str, group: str) -> None:
        key = office.key(allowedEndpoints=["scrape", "map"])
        assert told(key.ask(method, path, {}), 403) == (
            "Request blocked: this API key is restricted to the following endpoints: scrape, map. "
            f"Endpoint not allowed: {group}. {MANAGED}"
        )

    @pytest.mark.parametrize(
        "restrictions",
        [
            {"allowedFormats": ["markdown"]},
            {"allowedEndpoints": ["scrape", "crawl", "search"]},
            {"allowedDomains": ["127.0.0.1"]},
            {"noModel": True},
            {"cacheOnly": True},
        ],
    )
    def test_a_restricted_key_on_the_legacy_api(self, office: Office, site: Site, restrictions: dict[str, Any]) -> None:
        key = office.key(**restrictions)
        seen = len(site.visits)
        for method, path in (
            ("POST", "/v0/scrape"),
            ("POST", "/v0/crawl"),
            ("POST", "/v0/search"),
            ("GET", "/v0/keyAuth"),
            ("GET", "/v0/crawl/status/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11"),
            ("DELETE", "/v0/crawl/cancel/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11"),
        ):
            error = told(key.ask(method, path, {"url": site.url("/article")}), 403)
            assert "Request blocked: this API key is restricted and cannot use the legacy v0 API" in error
        assert len(site.visits) == seen

    @pytest.mark.parametrize("column", ["restrictions", "addresses"])
    @pytest.mark.parametrize(
        "text",
        [
            None,
            "",
            "null",
            '"markdown"',
            '{"version":1,"allowed_formats":["markdown","psychic"]}',
            '{"version":1,"allowed_endpoints":["everything"]}',
            '{"version":1,"not_before":"2030-01-01"}',
            '["not an address"]',
        ],
    )
    def test_a_configuration_that_cannot_be_verified(
        self, office: Office, site: Site, column: str, text: str | None
    ) -> None:
        key = office.key(allowedFormats=["markdown"])
        colleague, stranger = office.key(team=key.team_id), office.key()
        [good] = _read(office, f"SELECT {column} FROM api_keys WHERE id = ?", key.key_id)
        office.write(f"UPDATE api_keys SET {column} = ? WHERE id = ?", text, key.key_id)
        seen = len(site.visits)
        for method, path in (
            ("POST", "/v2/scrape"),
            ("POST", "/v1/crawl"),
            ("POST", "/v0/scrape"),
            ("GET", "/v2/team/queue-status"),
            ("GET", "/v2/crawl/0b0e6a0e-1111-4a5e-9d9b-6f0d2b7c1e11"),
            ("POST", "/v2/extract"),
        ):
            answer = key.ask(method, path, {"url": site.url("/article")})
            assert "try again shortly" in told(answer, 500)
            assert answer.json()["code"] == "RESTRICTIONS_UNVERIFIED"
        assert len(site.visits) == seen
        for other in (colleague, stranger):
            assert other.ask("GET", "/v2/team/queue-status").status_code == 200
        office.write(f"UPDATE api_keys SET {column} = ? WHERE id = ?", good, key.key_id)
        assert key.post("/v2/scrape", {"url": site.url("/article")}).status_code == 200
        assert key.post("/v2/scrape", {"url": site.url("/article"), "formats": ["html"]}).status_code == 403

    def test_a_configuration_that_is_out_of_reach(self, office: Office, site: Site) -> None:
        key, free = office.key(allowedFormats=["markdown"]), office.key()
        seen = len(site.visits)
        with office.without_table("api_keys"):
            for one in (key, free):
                answer = one.post("/v2/scrape", {"url": site.url("/article")})
                assert "try again shortly" in told(answer, 500)
                assert answer.headers["retry-after"] == "2"
        assert len(site.visits) == seen
        assert key.post("/v2/scrape", {"url": site.url("/article"), "formats": ["html"]}).status_code == 403
        assert free.post("/v2/scrape", {"url": site.url("/article"), "formats": ["html"]}).status_code == 200

    def test_a_history_of_usage_that_cannot_be_read(self, office: Office) -> None:
        key = office.key()
        with office.without_table("usage_days"):
            answer = key.ask("GET", "/v2/team/credit-usage/historical")
            assert told(answer, 500) == "Internal server error while fetching historical credit usage"
        assert key.ask("GET", "/v2/team/credit-usage/historical").status_code == 200


def _read(office: Office, query: str, *values: str) -> tuple[str | None, ...]:
    with sqlite3.connect(office.database, timeout=30) as connection:
        found: tuple[str | None, ...] = connection.execute(query, values).fetchone()
    connection.close()
    return found


class TestKeys:
    """What holds beside the errors."""

    def test_a_restricted_key_is_served_what_it_may_have(self, office: Office, site: Site) -> None:
        key = office.key(allowedFormats=["markdown"], allowedEndpoints=["scrape"], allowedDomains=["127.0.0.1"])
        body = {"url": site.url("/article"), "maxAge": 0}
        assert key.post("/v2/scrape", body).json()["data"]["markdown"]
        assert key.post("/v1/scrape", body | {"formats": ["markdown"]}).status_code == 200
        for path in ("/v2/team/queue-status", "/v2/concurrency-check", "/v1/concurrency-check"):
            assert key.ask("GET", path).status_code == 200

    def test_restrictions_hold_once_they_are_saved_and_no_longer_once_they_are_cleared(
        self, office: Office, site: Site
    ) -> None:
        key = office.key()
        body = {"url": site.url("/article"), "formats": ["html"]}
        assert key.post("/v2/scrape", body).status_code == 200
        office.restrict(key, allowedFormats=["markdown"])
        assert key.post("/v2/scrape", body).status_code == 403
        office.restrict(key, allowedFormats=[], allowedEndpoints=[])
        assert key.post("/v2/scrape", body).status_code == 200
        assert key.ask("GET", "/v0/keyAuth").status_code == 200

    def test_a_job_of_one_key_is_shut_to_another_whose_group_it_is_not(self, office: Office, site: Site) -> None:
        owner = office.key()
        reader = office.key(team=owner.team_id, allowedEndpoints=["batch-scrape"])
        other = office.key(team=owner.team_id, allowedEndpoints=["crawl", "scrape"])
        started = owner.post("/v2/batch/scrape", {"urls": [site.url("/article")]}).json()["id"]
        for path in (f"/v2/batch/scrape/{started}", f"/v1/crawl/{started}", f"/v2/batch/scrape/{started}/errors"):
            assert told(other.ask("GET", path), 403)
            assert reader.ask("GET", path).status_code == 200
        assert told(other.ask("DELETE", f"/v2/batch/scrape/{started}"), 403)
        assert told(office.key().ask("GET", f"/v2/batch/scrape/{started}"), 404)

    @pytest.mark.parametrize(
        "limits",
        [
            {"allowedEndpoints": ["scrape", "browser"]},
            {"allowedDomains": ["example.org"]},
            {"allowedFormats": ["markdown"]},
            {"cacheOnly": True},
        ],
        ids=["groups", "domains", "formats", "stored pages"],
    )
    def test_a_restricted_key_neither_reads_nor_continues_what_another_key_scraped(
        self, office: Office, site: Site, limits: dict[str, Any]
    ) -> None:
        owner = office.key()
        body = {"url": site.url("/article"), "headers": {"Authorization": "Bearer s3cret"}, "maxAge": 0}
        scrape_id = owner.post("/v2/scrape", body).json()["data"]["metadata"]["scrapeId"]
        limited = office.key(team=owner.team_id, **limits)
        listed = limited.ask("GET", "/v2/team/activity").json()["data"]
        assert scrape_id in {activity["id"] for activity in listed}
        for version in ("v1", "v2"):
            assert "only scrapes that it made itself" in told(limited.ask("GET", f"/{version}/scrape/{scrape_id}"), 404)
        interact = f"/v2/scrape/{scrape_id}/interact"
        refusal = limited.post(interact, {"prompt": "Click the first link"})
        assert refusal.status_code in {403, 404}, refusal.text
        assert "s3cret" not in refusal.text
        assert limited.ask("DELETE", interact).status_code in {403, 404}
        colleague = office.key(team=owner.team_id)
        assert colleague.ask("GET", f"/v2/scrape/{scrape_id}").status_code == 200

    def test_a_restricted_key_reads_what_it_scraped_itself(self, office: Office, site: Site) -> None:
        key = office.key(allowedEndpoints=["scrape"], allowedDomains=["127.0.0.1"])
        made = key.post("/v2/scrape", {"url": site.url("/article"), "maxAge": 0}).json()["data"]
        again = key.ask("GET", f"/v2/scrape/{made['metadata']['scrapeId']}").json()["data"]
        assert again["markdown"] == made["markdown"]

    def test_a_key_for_some_domains_reads_no_job_of_another_key_on_others(self, office: Office, site: Site) -> None:
        owner = office.key()
        inside = office.key(team=owner.team_id, allowedDomains=["127.0.0.1"])
        outside = office.key(team=owner.team_id, allowedDomains=["example.org"])
        for path, body in (
            ("/v2/crawl", {"url": site.url("/article"), "limit": 1}),
            ("/v2/batch/scrape", {"urls": [site.url("/article")]}),
        ):
            started = owner.post(path, body).json()["id"]
            assert "restricted to the following domains" in told(outside.ask("GET", f"{path}/{started}"), 403)
            assert inside.ask("GET", f"{path}/{started}").status_code == 200

    def test_a_restricted_key_sees_no_header_values_of_another_keys_monitor(self, office: Office, site: Site) -> None:
        owner = office.key()
        limited = office.key(team=owner.team_id, allowedEndpoints=["monitor"])
        scraped = {"headers": {"Authorization": "Bearer s3cret"}}
        target = {"type": "scrape", "urls": [site.url("/article")], "scrapeOptions": scraped}
        webhook = {"url": site.url("/hook"), "headers": {"X-Token": "s3cret"}}
        body = {"name": "m", "schedule": {"cron": "0 0 * * *"}, "targets": [target], "webhook": webhook}
        made = owner.post("/v2/monitor", body).json()["data"]["id"]
        for path in ("/v2/monitor", f"/v2/monitor/{made}"):
            seen = limited.ask("GET", path).text
            assert ("s3cret" in seen, "Authorization" in seen) == (False, True)
            assert "s3cret" in owner.ask("GET", path).text

    def test_nobody_adds_to_a_batch_what_their_own_key_refuses(self, office: Office, site: Site) -> None:
        owner = office.key()
        limited = office.key(team=owner.team_id, allowedFormats=["markdown"])
        # It must not end before the test does.
        body = {"urls": [site.url(f"/slow?ms=4000&n={n}") for n in range(3)], "formats": ["rawHtml"], **SLOWLY}
        started = owner.post("/v2/batch/scrape", body).json()["id"]
        more = {"urls": [site.url("/docs")], "appendToId": started}
        assert "batches that it started" in told(limited.post("/v2/batch/scrape", more), 403)
        assert owner.post("/v2/batch/scrape", more).status_code == 200
        office.restrict(owner, allowedFormats=["markdown"])
        assert "rawHtml" in told(owner.post("/v2/batch/scrape", more), 403)

    @pytest.mark.parametrize("path", ["/v2/scrape", "/v1/scrape", "/v2/map"])
    def test_a_redirect_out_of_the_allowed_domains_gives_nothing(self, office: Office, site: Site, path: str) -> None:
        key = office.key(allowedDomains=["127.0.0.1"])
        away = f"http://localhost:{site.port}/article"
        error = told(
            key.post(
                path,
                {"url": site.url(f"/redirect?to={away}"), "maxAge": 0}
                if path != "/v2/map"
                else {"url": site.url(f"/redirect?to={away}")},
            ),
            403,
        )
        assert "restricted to the following domains: 127.0.0.1. Requested domains not allowed: localhost." in error
        assert "spiders" not in error
        assert key.post("/v2/scrape", {"url": away}).status_code == 403

    def test_only_stored_pages_with_a_key_that_may_visit_no_site(self, office: Office, site: Site) -> None:
        key = office.key(cacheOnly=True)
        url = site.url("/article")
        assert office.key(team=key.team_id).post("/v2/scrape", {"url": url}).status_code == 200
        seen = len(site.visits)
        assert key.post("/v2/scrape", {"url": url, "lockdown": True}).json()["data"]["markdown"]
        for path, body in (("/v2/scrape", {"url": url}), ("/v2/map", {"url": url}), ("/v2/crawl", {"url": url})):
            assert "may only read stored pages" in told(key.post(path, body), 403)
        assert len(site.visits) == seen

    def test_a_key_with_addresses_is_refused_from_elsewhere_whatever_a_header_says(self, office: Office) -> None:
        at_home, elsewhere = office.key(addresses=["127.0.0.0/8"]), office.key(addresses=["203.0.113.0/24"])
        for headers in (
            {},
            {"x-forwarded-for": "203.0.113.7"},
            {"x-real-ip": "203.0.113.7"},
            {"forwarded": "for=203.0.113.7"},
        ):
            assert at_home.ask("GET", "/v2/team/queue-status", headers=headers).status_code == 200
            error = told(elsewhere.ask("GET", "/v2/team/queue-status", headers=headers), 403)
            assert error.startswith(
                "Request blocked: IP address 127.0.0.1 is not on this API key's allowed IP list. Team admins can manage"
            )
        assert told(elsewhere.post("/v2/scrape", {}), 403)


class TestRunningJobs:
    """Restrictions that come while a job runs."""

    def _slow_batch(self, key: Key, site: Site) -> str:
        urls = [site.url(f"/slow?ms=300&n={n}") for n in range(500)]
        started = key.post("/v2/batch/scrape", {"urls": urls, **SLOWLY})
        assert started.status_code == 200, started.text
        return str(started.json()["id"])

    def _status(self, key: Key, job_id: str) -> dict[str, Any]:
        found: dict[str, Any] = key.ask("GET", f"/v2/batch/scrape/{job_id}?limit=1").json()
        return found

    def test_a_job_ends_and_says_why_when_its_key_may_not_do_such_work_any_more(
        self, office: Office, site: Site
    ) -> None:
        key = office.key()
        colleague = office.key(team=key.team_id)
        job_id = self._slow_batch(key, site)
        wait_for(lambda: self._status(colleague, job_id)["completed"] > 0)
        office.restrict(key, allowedEndpoints=["map"])
        wait_for(lambda: self._status(colleague, job_id)["status"] == "cancelled")
        warning = self._status(colleague, job_id)["warning"]
        assert "The restrictions of its API key ended this job." in warning
        assert "restricted to the following endpoints: map" in warning
        assert self._status(colleague, job_id)["completed"] < 500

    def test_a_job_whose_key_cannot_be_verified_waits_and_goes_on_when_it_can(self, office: Office, site: Site) -> None:
        key = office.key()
        colleague = office.key(team=key.team_id)
        job_id = self._slow_batch(key, site)
        wait_for(lambda: self._status(colleague, job_id)["completed"] > 0)
        office.write("UPDATE api_keys SET restrictions = NULL WHERE id = ?", key.key_id)
        # What is known of keys is read again when any of them is changed, or after 15 seconds.
        office.restrict(colleague)
        wait_for(lambda: _waits(office, job_id))
        stands = self._status(colleague, job_id)
        assert stands["status"] == "scraping"
        office.write("""UPDATE api_keys SET restrictions = '{"version":1}' WHERE id = ?""", key.key_id)
        wait_for(lambda: self._status(colleague, job_id)["completed"] > stands["completed"])
        assert colleague.ask("DELETE", f"/v2/batch/scrape/{job_id}").status_code == 200


def _waits(office: Office, job_id: str) -> bool:
    return any("job_waits" in line and job_id in line for line in office.log.read_text("utf-8").splitlines())


def wait_for(holds: Callable[[], bool]) -> None:
    """Ask the service again until what it tells holds."""
    give_up = time.monotonic() + _PATIENCE
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.1)
