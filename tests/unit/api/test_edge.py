import json
import re

import pytest

from tests.unit.api.stub import HEADERS, SCRAPE_ID, URL, StubOperations, app_over, client, exchange


async def nothing() -> dict[str, object]:
    return {"type": "http.request", "body": b"", "more_body": False}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v2/nope", 404),
        ("POST", "/v3/scrape", 404),
        ("GET", "/v2/scrape", 405),
        ("PUT", "/v2/scrape", 405),
        ("DELETE", "/v2/scrape", 405),
        ("POST", f"/v2/scrape/{SCRAPE_ID}", 405),
        ("TRACE", "/v2/scrape", 405),
        ("FOO", "/v2/scrape", 405),
        ("GET", "/.env", 404),
        ("GET", "//v2//scrape", 404),
        ("POST", "/docs", 405),
    ],
)
async def test_what_is_not_served_is_refused_in_json(method: str, path: str, status: int) -> None:
    done = await exchange(app_over(StubOperations()), nothing, method=method, path=path)
    assert done.status == status
    assert done.body.startswith(b'{"success":false')
    assert (b"allow" in done.headers) is (status == 405)


async def test_a_wrong_method_is_told_all_that_the_path_has() -> None:
    done = await exchange(app_over(StubOperations()), nothing, method="PUT", path=f"/v2/crawl/{SCRAPE_ID}")
    assert (done.status, done.headers[b"allow"]) == (405, b"DELETE, GET, HEAD")
    assert json.loads(done.body)["allowed_methods"] == ["DELETE", "GET", "HEAD"]


async def test_a_trace_is_not_echoed() -> None:
    done = await exchange(app_over(StubOperations()), nothing, method="TRACE", headers={"x-secret": "hush"})
    assert b"hush" not in done.body


@pytest.mark.parametrize("path", ["/", "/health/live", "/v0/keyAuth", f"/v2/scrape/{SCRAPE_ID}"])
async def test_head_asks_what_get_asks_and_gets_no_body(path: str) -> None:
    async with client() as api:
        head, get = await api.head(path, headers=HEADERS), await api.get(path, headers=HEADERS)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


async def test_any_web_page_may_call_but_not_with_the_browsers_credentials() -> None:
    origin = {"origin": "https://elsewhere.example"}
    asked = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-idempotency-key",
    }
    async with client() as api:
        preflight = await api.options("/v2/scrape", headers={**origin, **asked})
        answer = await api.post("/v2/scrape", headers={**HEADERS, **origin}, json={"url": URL})
        refused = await api.post("/v2/scrape", headers=origin)
    assert preflight.status_code == 200
    assert preflight.headers["access-control-allow-headers"] == "authorization,x-idempotency-key"
    assert "POST" in preflight.headers["access-control-allow-methods"]
    for found in (preflight, answer, refused):
        assert found.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in found.headers


@pytest.mark.parametrize("path", ["/", "/v2/nope", "/v2/scrape", "/docs", "/metrics", "/health/live"])
async def test_every_answer_is_timed_and_not_sniffed(path: str) -> None:
    async with client() as api:
        answer = await api.get(path)
    assert re.fullmatch(r"\d+\.\d{3}ms", answer.headers["x-response-time"])
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "server" not in answer.headers


async def test_figures_name_routes_and_no_addresses() -> None:
    async with client() as api:
        await api.post("/v2/scrape", headers=HEADERS, json={"url": URL})
        await api.get(f"/v2/scrape/{SCRAPE_ID}", headers=HEADERS)
        await api.get("/nope/secret")
        figures = (await api.get("/metrics")).text
    assert 'gossamer_http_requests_total{method="POST",route="/v2/scrape",status="200"} 1.0' in figures
    assert 'route="/v2/scrape/{id}"' in figures
    assert SCRAPE_ID not in figures
    assert "secret" not in figures


async def test_query_parameters_nobody_asked_for_change_nothing() -> None:
    query = "&".join(f"x{n}=%00" for n in range(500))
    async with client() as api:
        answer = await api.get(f"/v0/keyAuth?{query}&x=1&x=2", headers=HEADERS)
    assert answer.status_code == 200
