"""No request brings an unknown failure, nor an answer that the API reference does not describe."""

import json
import secrets
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import httpx
import pytest

from gossamer.testing.site import Site
from tests.asking import ask_until, is_ended
from tests.clients.service import Service
from tests.clients.test_own_mcp import over_http, said
from tests.fuzzing import VALUES, Answers, FuzzedRequest, Fuzzer
from tests.integration.api.admin import TOKEN

_MCP_VALUES: Final = 2


@pytest.fixture(scope="module")
def seed() -> int:
    return secrets.randbelow(10**9)


@pytest.fixture(scope="module")
def document(service: Service) -> Mapping[str, Any]:
    found: dict[str, Any] = httpx.get(service.url + "/openapi.json", timeout=60).json()
    return found


def test_no_request_breaks_an_endpoint(service: Service, site: Site, document: Mapping[str, Any], seed: int) -> None:
    answers, wrong = Answers(document), []
    with httpx.Client(base_url=service.url, timeout=60) as client:
        for request in Fuzzer(document, Random(seed), url=site.url("/")).requests(values=1):
            key = TOKEN if request.route.startswith("/admin") else service.key
            headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
            answer = client.request(request.method, request.path, content=request.content, headers=headers)
            if problem := answers.problem(request, answer):
                wrong.append(f"{request}: {problem}")
    assert wrong == [], f"seed {seed}"


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    headers = {"authorization": f"Bearer {service.key}"}
    with httpx.Client(base_url=service.url, timeout=60, headers=headers) as found:
        yield found


def test_the_export_of_a_team_is_described(client: httpx.Client, document: Mapping[str, Any]) -> None:
    client.headers["authorization"] = f"Bearer {TOKEN}"
    team = client.post("/admin/teams", json={"name": "Fuzz"}).json()["teamId"]
    request = FuzzedRequest("GET", f"/admin/teams/{team}/export", "/admin/teams/{id}/export")
    assert Answers(document).problem(request, client.get(request.path)) == ""


def test_the_end_of_an_agent_is_described(client: httpx.Client, site: Site, document: Mapping[str, Any]) -> None:
    run = client.post("/v2/agent", json={"prompt": "Find the prices.", "urls": [site.url("/")]}).json()["id"]
    request = FuzzedRequest("DELETE", f"/v2/agent/{run}", "/v2/agent/{id}")
    assert Answers(document).problem(request, client.delete(request.path)) == ""


def test_a_crawl_of_addresses_alone_is_described(client: httpx.Client, site: Site, document: Mapping[str, Any]) -> None:
    body = {"url": site.url("/"), "crawlerOptions": {"returnOnlyUrls": True, "limit": 2}}
    job = client.post("/v0/crawl", json=body).json()["jobId"]
    request = FuzzedRequest("GET", f"/v0/crawl/status/{job}", "/v0/crawl/status/{id}")
    answer = ask_until(lambda answer: is_ended(answer.json()), lambda: client.get(request.path))
    assert set(answer.json()["data"][0]) == {"url"}
    assert Answers(document).problem(request, answer) == ""


def test_readiness_names_its_failure_in_the_reference(document: Mapping[str, Any]) -> None:
    assert "503" in document["paths"]["/health/ready"]["get"]["responses"]


async def test_no_arguments_break_a_tool(service: Service, site: Site, seed: int) -> None:
    wrong = []
    async with over_http(service, service.key) as client:
        for tool in (await client.list_tools()).tools:
            schema = tool.input_schema
            fuzzer = Fuzzer(schema, Random(seed), url=site.url("/"))
            example = {name: site.url("/") for name in schema.get("required", ()) if name == "url"}
            for arguments in fuzzer.changed(example, schema, _MCP_VALUES):
                result = await client.call_tool(tool.name, json.loads(json.dumps(arguments).replace("\\ud83d", "?")))
                if "UNKNOWN_ERROR" in said(result) or "unexpected error" in said(result):
                    wrong.append(f"{tool.name} {arguments}: {said(result)[:200]}")
    assert wrong == [], f"seed {seed}"


def test_no_message_breaks_the_protocol_of_tools(service: Service) -> None:
    accept = "application/json, text/event-stream"
    headers = {"authorization": f"Bearer {service.key}", "content-type": "application/json", "accept": accept}
    calls = [{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": value} for value in VALUES]
    methods = [{"jsonrpc": "2.0", "id": 1, "method": value} for value in VALUES]
    with httpx.Client(base_url=service.url, timeout=60) as client:
        for value in (*VALUES, *calls, *methods):
            answer = client.post("/mcp", headers=headers, content=json.dumps(value).encode())
            assert answer.status_code < 500, (value, answer.text)
