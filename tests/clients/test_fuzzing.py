"""No request brings an unknown failure, nor an answer that the API reference does not describe."""

import json
import secrets
from collections.abc import Mapping
from random import Random
from typing import Any, Final

import httpx
import jsonschema_rs
import pytest

from gossamer.api.errors import STATUS
from gossamer.testing.site import Site
from tests.clients.service import Service
from tests.clients.test_own_mcp import over_http, said
from tests.fuzzing import VALUES, FuzzedRequest, Fuzzer
from tests.integration.api.admin import TOKEN

# Failures of sites and providers are 5xx, too: the service has no way out but to the site of the tests.
_TYPED: Final = frozenset(STATUS) - {"UNKNOWN_ERROR"}
_MCP_VALUES: Final = 2


@pytest.fixture(scope="module")
def seed() -> int:
    return secrets.randbelow(10**9)


@pytest.fixture(scope="module")
def document(service: Service) -> Mapping[str, Any]:
    found: dict[str, Any] = httpx.get(service.url + "/openapi.json", timeout=60).json()
    return found


class Answers:
    """What the API reference says of answers."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._validators: dict[tuple[str, str, str], jsonschema_rs.Validator] = {}

    def problem(self, request: FuzzedRequest, answer: httpx.Response) -> str:
        """Return what is wrong with *answer*; "" when it may be given."""
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        body = answer.json() if is_json else None
        code = body.get("code") if isinstance(body, dict) else None
        if answer.status_code >= 500 and code not in _TYPED:
            return f"it answers {answer.status_code} {code}"
        is_success = answer.status_code == 200 and isinstance(body, dict) and body.get("success") is not False
        name = "200" if is_success else "default"
        responses = self._document["paths"][request.route][request.method.lower()]["responses"]
        schema = responses.get(name, {}).get("content", {}).get("application/json", {}).get("schema")
        if schema is None or not is_json:
            return ""
        key = (request.route, request.method, name)
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.validator_for({**schema, "components": self._document["components"]})
        return "; ".join(str(error)[:200] for error in self._validators[key].iter_errors(body))


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
