import asyncio
import json
import re
from collections.abc import Mapping

import httpx
import pytest

import gossamer.api.health
from gossamer.api.reference.document import description
from tests.unit.api.stub import SCRAPE_ID, StubOperations, client
from tests.unit.api.stub_sessions import SESSION_ID


async def test_the_root_pages_of_the_contract() -> None:
    async with client() as api:
        root = await api.get("/")
        assert set(root.json()) == {"message", "documentation_url"}
        assert root.json()["documentation_url"] == "http://api.example:3002/docs"
        assert (await api.get("/e2e-test")).text == "OK"
        assert (await api.get("/is-production")).json() == {"isProduction": False}


@pytest.mark.parametrize(("path", "more"), [("/health/live", {"live": True}), ("/v0/health/liveness", {})])
async def test_a_process_that_answers_is_alive(path: str, more: dict[str, bool]) -> None:
    async with client(StubOperations(parts={"database": "No answer."})) as api:
        answer = await api.get(path)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", **more})


@pytest.mark.parametrize(("browser", "status"), [(True, 200), (False, 503)])
async def test_ready_means_that_every_part_answered(browser: bool, status: int) -> None:
    reason = "" if browser else "The browser does not answer."
    async with client(StubOperations(parts={"database": "", "browser": reason})) as api:
        answer, older = await api.get("/health/ready"), await api.get("/v0/health/readiness")
    told = {"status": "ok" if browser else "unavailable", "ready": browser, "database": True, "browser": browser}
    why = {} if browser else {"reasons": {"browser": reason}}
    line = {"rendering": {"working": 1, "resting": 0, "waiting": 0, "places": 8}}
    assert (answer.status_code, answer.json()) == (status, told | why | line)
    # The older name says no more than that all is well.
    assert (older.status_code, older.json()) == (status, {"status": "ok"} if browser else answer.json())


async def test_a_part_that_hangs_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(StubOperations):
        async def ready(self) -> Mapping[str, str]:
            await asyncio.Event().wait()
            return {}

    monkeypatch.setattr(gossamer.api.health, "_PATIENCE_SECONDS", 0.05)
    async with client(Hanging()) as api:
        answer = await api.get("/health/ready")
    assert (answer.status_code, answer.json()["status"], answer.json()["ready"]) == (503, "unavailable", False)


async def test_the_reference_loads_nothing_from_elsewhere() -> None:
    async with client() as api:
        page, script, style = [await api.get(path) for path in ("/docs", "/docs/page.js", "/docs/page.css")]
    assert {a.status_code for a in (page, script, style)} == {200}
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for text in (page.text, script.text, style.text):
        assert "//cdn" not in text
        assert "https://" not in text


async def test_the_guide_is_a_site_that_loads_nothing_from_elsewhere() -> None:
    async with client() as api:
        start = await api.get("/docs/guide", follow_redirects=True)
        page = await api.get("/docs/guide/scraping/")
        search = await api.get("/docs/guide/search.json")
    assert {answer.status_code for answer in (start, page, search)} == {200}
    assert (str(start.url.path), start.headers["content-type"]) == ("/docs/guide/", "text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "How a page is fetched" in page.text
    assert re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="?(?:https?:)?//', start.text + page.text) == []


@pytest.mark.parametrize("name", ["nothing/", "../__init__.py", "%2e%2e/__init__.py", "scraping/../../__init__.py"])
async def test_a_page_that_the_guide_does_not_have_is_not_found(name: str) -> None:
    async with client() as api:
        answer = await api.get(f"/docs/guide/{name}")
    assert answer.status_code == 404


async def test_every_field_of_requests_and_answers_says_what_it_means() -> None:
    async with client() as api:
        document = (await api.get("/openapi.json")).json()
    text = json.dumps(document)
    bare = [
        f"{name}.{field}"
        for name, shape in document["components"]["schemas"].items()
        if f'"#/components/schemas/{name}"' in text
        for field, schema in shape.get("properties", {}).items()
        if description(schema) is None
    ]
    assert bare == []


async def test_the_openapi_document_tells_every_door_its_errors_and_an_example() -> None:
    async with client() as api:
        document = (await api.get("/openapi.json")).json()
    scrape = document["paths"]["/v2/scrape"]["post"]
    shapes = document["components"]["schemas"]
    assert scrape["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/v2.ScrapeRequest")
    assert scrape["responses"]["default"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    assert {"success", "error"} <= set(shapes["Problem"]["required"]) | {"success"}
    assert "example" in shapes["Problem"]
    assert "SCRAPE_TIMEOUT" in document["info"]["description"]
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    paths = set(document["paths"])
    assert {"/v2/scrape", "/v2/scrape/{id}", "/v1/scrape", "/v1/scrape/{id}", "/v0/scrape", "/v0/keyAuth"} <= paths
    assert {"/health/live", "/health/ready", "/metrics"} <= paths


async def test_every_example_of_a_request_is_accepted() -> None:
    stub = StubOperations()
    async with client(stub) as api:
        document = (await api.get("/openapi.json")).json()
        posts = {
            path: item["post"] for path, item in document["paths"].items() if "requestBody" in item.get("post", ())
        }
        answers = [await _try(api, document, path, post) for path, post in posts.items()]
    assert [a.status_code for a in answers] == [200] * len(posts)


async def _try(
    api: httpx.AsyncClient,
    document: dict[str, dict[str, dict[str, dict[str, object]]]],
    path: str,
    post: dict[str, object],
) -> httpx.Response:
    body = post["requestBody"]
    assert isinstance(body, dict)
    name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
    given = document["components"]["schemas"][name]["example"]
    id_there = SCRAPE_ID if path.startswith("/v2/scrape") else SESSION_ID
    return await api.post(path.replace("{id}", id_there), json=given, headers=_HEADERS)


_HEADERS = {"authorization": "Bearer fc-00000000000000000000000000000001"}
