"""The flow of the specification, with curl."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from gossamer.testing.site import Site
from tests.clients.service import Service
from tests.clients.sessions.conftest import CATALOGUE, LOAD_ALL

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed"),
]


def curl(service: Service, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    """Status and body of one call."""
    command = ["curl", "--silent", "--request", method, f"{service.url}/v2{path}", "--write-out", "\n%{http_code}"]
    command += ["--header", f"Authorization: Bearer {service.key}"]
    if body is not None:
        command += ["--header", "Content-Type: application/json", "--data", json.dumps(body)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=110)
    answer, _, status = done.stdout.rpartition("\n")
    return int(status), json.loads(answer)


def test_scrape_interact_interact_end(service: Service, site: Site) -> None:
    status, scraped = curl(service, "POST", "/scrape", {"url": site.url(CATALOGUE), "maxAge": 0})
    assert status == 200
    path = f"/scrape/{scraped['data']['metadata']['scrapeId']}/interact"
    status, loaded = curl(service, "POST", path, {"prompt": LOAD_ALL, "timeout": 100})
    assert (status, loaded["success"]) == (200, True)
    assert [step["kind"] for step in loaded["steps"]].count("click") == 11
    status, counted = curl(service, "POST", path, {"prompt": "How many products are shown?"})
    assert (status, "72" in counted["output"]) == (200, True)
    status, actions = curl(service, "GET", path + "/steps?format=actions")
    assert (status, {action["type"] for action in actions["actions"]} >= {"click"}) == (200, True)
    status, ended = curl(service, "DELETE", path)
    assert (status, ended["success"]) == (200, True)
    assert ended["creditsBilled"] > 0
    status, gone = curl(service, "POST", path, {"prompt": "How many products are shown?"})
    assert (status, gone) == (
        410,
        {"success": False, "code": "SESSION_ENDED", "error": "Browser session has been destroyed."},
    )


def test_a_scrape_that_nobody_went_on_with_is_ended_all_the_same(service: Service, site: Site) -> None:
    _, scraped = curl(service, "POST", "/scrape", {"url": site.url("/article"), "maxAge": 0})
    path = f"/scrape/{scraped['data']['metadata']['scrapeId']}/interact"
    assert curl(service, "DELETE", path) == (
        200,
        {"success": True, "sessionDurationMs": 0, "creditsBilled": 0, "status": "destroyed", "cleanupQueued": True},
    )
