import pytest

from gossamer.core.access import Group
from gossamer.core.actions import Captured, ScriptReturn, StoredOutcome
from gossamer.core.documents import Document
from tests.unit.api.stub import HEADERS, SCRAPE_ID, URL, StubOperations, client


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_a_scrape_answers_with_its_document(version: str) -> None:
    stub = StubOperations()
    async with client(stub) as api:
        answer = await api.post(f"/{version}/scrape", headers=HEADERS, json={"url": URL, "formats": ["markdown"]})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "success": True,
        "data": {
            "markdown": "# T",
            "links": ["https://example.org/a"],
            "metadata": {"title": "T", "sourceURL": URL, "statusCode": 200, "scrapeId": SCRAPE_ID, "creditsUsed": 1},
        },
    }
    [(group, spec)] = stub.asked
    assert (group, spec.url) == (Group.SCRAPE, URL)


async def test_version_0_asks_in_the_name_of_the_legacy_group() -> None:
    stub = StubOperations()
    async with client(stub) as api:
        answer = await api.post("/v0/scrape", headers=HEADERS, json={"url": URL})
    assert answer.json()["returnCode"] == 200
    assert answer.json()["data"]["metadata"]["pageStatusCode"] == 200
    assert stub.asked[0][0] is Group.LEGACY


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("scrape_id", [SCRAPE_ID, SCRAPE_ID.upper()])
async def test_a_scrape_can_be_read_again(version: str, scrape_id: str) -> None:
    async with client() as api:
        answer = await api.get(f"/{version}/scrape/{scrape_id}", headers=HEADERS)
    assert (answer.status_code, answer.json()["data"]["markdown"]) == (200, "# T")


@pytest.mark.parametrize("path", ["/v2/scrape/", "/v2/scrape//", "/v1/scrape/"])
async def test_trailing_slashes_work_without_a_redirect(path: str) -> None:
    async with client() as api:
        answer = await api.post(path, headers=HEADERS, json={"url": URL})
    assert (answer.status_code, answer.history) == (200, [])


async def test_the_id_stands_at_the_top_for_web_sites() -> None:
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, json={"url": URL, "origin": "website"})
    assert answer.json()["scrape_id"] == SCRAPE_ID


@pytest.mark.parametrize(
    ("headers", "origin"),
    [
        ({}, "http://api.example:3002"),
        ({"x-forwarded-proto": "https", "x-forwarded-host": "scrape.example"}, "https://scrape.example"),
        ({"x-forwarded-proto": "https, http", "x-forwarded-host": "a.example, b.example"}, "https://a.example"),
        ({"x-forwarded-proto": "javascript"}, "http://api.example:3002"),
        ({"x-forwarded-host": "evil.example/path?"}, "http://testserver:3002"),
    ],
)
async def test_pictures_are_served_where_the_caller_sees_the_service(headers: dict[str, str], origin: str) -> None:
    document = Document(metadata={}, screenshot="a.png")
    async with client(StubOperations(document=document)) as api:
        answer = await api.post("/v2/scrape", headers={**HEADERS, **headers}, json={"url": URL})
    found = answer.json()["data"]["screenshot"]
    assert found.endswith("/blobs/a.png")
    assert found.startswith(origin) or "evil" not in found


@pytest.mark.parametrize(
    ("value", "told"), [("half \ud83d", "half \ufffd"), ("\U0001f577", "\U0001f577"), (10**30, 10**30), (1.5, 1.5)]
)
async def test_whatever_a_script_returns_has_a_json_form(value: object, told: object) -> None:
    outcome = StoredOutcome(returns=(ScriptReturn("any", value),)).as_json()
    async with client(StubOperations(document=Document(metadata={}, actions=outcome))) as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, json={"url": URL})
    assert answer.json()["data"]["actions"]["javascriptReturns"] == [{"type": "any", "value": told}]


async def test_stored_bytes_are_shown_but_nothing_in_them_runs() -> None:
    blobs = {"a.png": Captured(b"\x89PNG", "image/png")}
    async with client(StubOperations(blobs=blobs)) as api:
        found = await api.get("/blobs/a.png")
        missing = await api.get("/blobs/b.png")
        climbing = await api.get("/blobs/..%2f..%2fetc%2fpasswd")
    assert (found.status_code, found.content, found.headers["content-type"]) == (200, b"\x89PNG", "image/png")
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["content-security-policy"].startswith("sandbox;")
    assert found.headers["cache-control"].startswith("private")
    assert found.headers["content-disposition"] == "inline"
    assert [a.status_code for a in (missing, climbing)] == [404, 404]
    assert missing.json()["success"] is False
