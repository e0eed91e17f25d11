"""Web pages as callers, in open mode and at `/mcp`."""

from typing import cast

import httpx
import pytest
from starlette.applications import Starlette
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gossamer.api import create_app
from gossamer.api.callers import OwnHosts
from gossamer.core.restrictions import parse_networks
from gossamer.mcp import McpDoor
from gossamer.mcp.catalogue import catalogue
from gossamer.operations import Operations
from tests.unit.api.server import running_server
from tests.unit.api.stub import HEADERS, KEY, URL, StubOperations, app_over, client
from tests.unit.api.stub_jobs import CRAWL_ID

OPEN = OwnHosts(names=frozenset({"workstation"}), trusted=frozenset({"app.example.org"}), open_mode=True)
BODY = {"url": URL}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def without_keys() -> StubOperations:
    return StubOperations(open_mode=True)


def is_refused(answer: httpx.Response) -> bool:
    """Whether it says why, and no page may read it."""
    named = any(name.startswith("access-control") for name in answer.headers)
    return (answer.status_code, answer.json().get("code"), named) == (403, "FOREIGN_ORIGIN", False)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://evil.example:3002",
        "http://localhost:8080",
        "http://127.0.0.1:3003",
        "http://localhost.evil.example:3002",
        "http://127.0.0.1.evil.example",
        "http://evil.example/http://127.0.0.1:3002",
        "chrome-extension://abcdefgh",
        "file://",
        "null",
    ],
)
@pytest.mark.parametrize("host", ["127.0.0.1:3002", "localhost:3002"])
async def test_without_keys_a_page_of_another_origin_is_refused(origin: str, host: str) -> None:
    stub = without_keys()
    headers = {"origin": origin, "host": host}
    async with client(stub, OPEN) as api:
        assert is_refused(await api.post("/v2/scrape", headers=headers, json=BODY))
        assert is_refused(await api.post("/v2/scrape", headers=headers, content=b'{"url": "http://a.example/"}'))
        assert is_refused(await api.get(f"/v2/crawl/{CRAWL_ID}", headers=headers))
        asked = {"access-control-request-method": "POST", "access-control-request-private-network": "true"}
        assert is_refused(await api.options("/v2/scrape", headers={**headers, **asked}))
    assert stub.asked == []


@pytest.mark.parametrize(
    "host", ["evil.example:3002", "evil.example", "localhost.evil.example", "workstation.evil.example"]
)
async def test_without_keys_a_host_that_is_not_ours_is_refused(host: str) -> None:
    stub = without_keys()
    async with client(stub, OPEN) as api:
        assert is_refused(await api.post("/v2/scrape", headers={"host": host}, json=BODY))
        rebound = {"host": host, "origin": f"http://{host}"}
        assert is_refused(await api.post("/v2/scrape", headers=rebound, json=BODY))
        assert is_refused(await api.get("/dashboard", headers=rebound))
    assert stub.asked == []


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:3002",
        "localhost:3002",
        "LOCALHOST",
        "[::1]:3002",
        "192.168.7.5",
        "gossamer.localhost",
        "workstation",
        "app.example.org",
    ],
)
async def test_without_keys_programs_and_pages_of_our_own_are_served(host: str) -> None:
    async with client(without_keys(), OPEN) as api:
        program = await api.post("/v2/scrape", headers={"host": host}, json=BODY)
        page = await api.post("/v2/scrape", headers={"host": host, "origin": f"http://{host}"}, json=BODY)
    assert (program.status_code, page.status_code) == (200, 200)
    assert not [name for name in program.headers if name.startswith("access-control")]


async def test_pages_of_a_trusted_host_may_call_and_read_without_a_key() -> None:
    headers = {"host": "127.0.0.1:3002", "origin": "https://app.example.org"}
    async with client(without_keys(), OPEN) as api:
        preflight = await api.options("/v2/scrape", headers={**headers, "access-control-request-method": "POST"})
        answer = await api.post("/v2/scrape", headers=headers, json=BODY)
    assert [each.headers["access-control-allow-origin"] for each in (preflight, answer)] == [headers["origin"]] * 2
    assert answer.status_code == 200


async def test_a_proxy_may_name_a_host_of_ours_and_no_other() -> None:
    origin = {"host": "127.0.0.1:3002", "origin": "https://app.example.org"}
    rebound = {"host": "127.0.0.1:3002", "x-forwarded-host": "evil.example", "origin": "http://evil.example"}
    async with client(without_keys(), OPEN) as api:
        served = await api.post("/v2/scrape", headers={**origin, "x-forwarded-host": "app.example.org"}, json=BODY)
        assert is_refused(await api.post("/v2/scrape", headers=rebound, json=BODY))
    assert served.status_code == 200


@pytest.mark.parametrize(("origin", "host"), [("http://evil.example", None), ("http://evil.example", "evil.example")])
async def test_without_keys_a_page_of_another_origin_opens_no_socket(origin: str, host: str | None) -> None:
    async with running_server(without_keys(), OPEN) as port:
        headers = {"origin": origin, **({"host": host} if host else {})}
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://127.0.0.1:{port}/v2/crawl/{CRAWL_ID}", proxy=None, additional_headers=headers):
                pass
    assert refused.value.response.status_code == 403
    assert b"FOREIGN_ORIGIN" in (refused.value.response.body or b"")


def mcp_app(stub: StubOperations, hosts: OwnHosts) -> tuple[Starlette, McpDoor]:
    door = McpDoor(cast("Operations", stub), catalogue())
    return create_app(cast("Operations", stub), more=[door], hosts=hosts, trusted_proxies=parse_networks("")), door


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        (None, "data.example.org", 200),
        ("http://localhost:3002", "localhost:3002", 200),
        ("https://app.example.org", "data.example.org", 200),
        ("http://evil.example", "localhost:3002", 403),
        ("http://evil.example", "evil.example", 403),
        ("null", "localhost:3002", 403),
    ],
)
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_with_keys_the_protocols_address_checks_the_origin(
    origin: str | None, host: str, status: int, path: str
) -> None:
    app, door = mcp_app(StubOperations(), OwnHosts(trusted=frozenset({"app.example.org"})))
    headers = {**HEADERS, "host": host, "accept": "application/json, text/event-stream"}
    if origin is not None:
        headers["origin"] = origin
    try:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:3002") as api:
            answer = await api.post(path, headers=headers, json=INITIALIZE)
    finally:
        await door.close()
    assert answer.status_code == status


async def test_with_keys_pages_of_any_origin_call_the_api_as_before() -> None:
    app = app_over(StubOperations(), OwnHosts())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://evil.example") as api:
        headers = {"origin": "http://evil.example", "authorization": f"Bearer {KEY}"}
        answer = await api.post("/v2/scrape", headers=headers, json=BODY)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
