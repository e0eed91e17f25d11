"""The access log: a line for each request, with its id, who made it and what it cost."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site

KEY = "fc-" + "ab" * 16


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@asynccontextmanager
async def opened(home: Path, site: Site, *, logs: bool) -> AsyncIterator[httpx.AsyncClient]:
    settings = Settings(home=home, egress_allow=site.host, chromium="none", api_key=SecretStr(KEY))
    async with open_service(settings, jobs=False) as service:
        transport = httpx.ASGITransport(create_app(service.operations, logs_requests=logs))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            yield http


async def ask(http: httpx.AsyncClient, site: Site, key: str = KEY, **headers: str) -> httpx.Response:
    headers |= {"authorization": f"Bearer {key}"}
    return await http.post("/v2/scrape", json={"url": site.url("/article")}, headers=headers)


def lines(logged: list[Any]) -> list[dict[str, Any]]:
    return [dict(line) for line in logged if line["event"] == "request"]


async def test_a_request_is_a_line_with_its_caller_and_its_cost(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site, logs=True) as http:
        with capture_logs() as logged:
            answer = await ask(http, site, **{"x-request-id": "order-17"})
    [line] = lines(logged)
    assert answer.headers["x-request-id"] == "order-17"
    assert line.pop("ms") > 0
    assert line.pop("team")
    assert line.pop("key")
    assert line == {
        "event": "request", "log_level": "info", "method": "POST", "route": "/v2/scrape", "status": 200,
        "host": "127.0.0.1", "credits": 1, "request_id": "order-17",
    }  # fmt: skip


async def test_a_failed_sign_in_is_a_line_without_the_key(tmp_path: Path, site: Site) -> None:
    wrong = "fc-" + "cd" * 16
    async with opened(tmp_path, site, logs=True) as http:
        with capture_logs() as logged:
            answer = await ask(http, site, wrong)
            await http.get(f"/v2/nope?token={wrong}")
    refused, unmatched = lines(logged)
    assert (refused["status"], refused["request_id"]) == (401, answer.headers["x-request-id"])
    assert not {"team", "key", "credits"} & refused.keys()
    assert (unmatched["route"], unmatched["status"]) == ("(none)", 404)
    assert wrong not in str(logged)


async def test_nothing_is_written_unless_it_is_asked_for(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site, logs=False) as http:
        with capture_logs() as logged:
            assert (await ask(http, site)).status_code == 200
    assert lines(logged) == []


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "café", 'a"b'])
async def test_an_id_that_could_not_stand_in_a_log_is_replaced(tmp_path: Path, site: Site, given: str) -> None:
    async with opened(tmp_path, site, logs=False) as http:
        first = await http.get("/health/live", headers={b"x-request-id": given.encode("latin-1")})
        second = await http.get("/health/live")
    made = first.headers["x-request-id"], second.headers["x-request-id"]
    assert given not in made
    assert made[0] != made[1]
