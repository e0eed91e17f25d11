import pytest

from tests.unit.api.stub import KEY, SCRAPE_ID, StubOperations, client

DOORS = [
    ("POST", "/v2/scrape"),
    ("GET", f"/v2/scrape/{SCRAPE_ID}"),
    ("GET", "/v2/scrape/not-an-id"),
    ("POST", "/v1/scrape"),
    ("GET", f"/v1/scrape/{SCRAPE_ID}"),
    ("POST", "/v0/scrape"),
    ("GET", "/v0/keyAuth"),
]
WRONG = [
    (None, "Unauthorized"),
    ("Bearer", "Unauthorized: Token missing"),
    ("Bearer ", "Unauthorized: Token missing"),
    ("", "Unauthorized: Token missing"),
    ("Bearer undefined", "Unauthorized: Invalid token"),
    (f"Bearer {KEY[:-1]}", "Unauthorized: Invalid token"),
    (f"Bearer {KEY.upper()}", "Unauthorized: Invalid token"),
    (f"Bearer {KEY} {KEY}", "Unauthorized: Invalid token"),
    (f"Basic {KEY}", "Unauthorized: Invalid token"),
    (f"Token {KEY}", "Unauthorized: Invalid token"),
    (KEY, "Unauthorized: Invalid token"),
    ("Bearer fc-\xff", "Unauthorized: Invalid token"),
]


@pytest.mark.parametrize(("method", "path"), DOORS)
@pytest.mark.parametrize(("header", "error"), WRONG)
async def test_a_caller_without_a_key_is_told_so_and_nothing_else(
    method: str, path: str, header: str | None, error: str
) -> None:
    stub = StubOperations()
    headers = {} if header is None else {b"authorization": header.encode("latin-1")}
    async with client(stub) as api:
        # The body is no JSON: a stranger must not learn that.
        answer = await api.request(method, path, headers=headers, content=b"{broken" if method == "POST" else None)
    assert answer.status_code == 401
    body = answer.json()
    assert (body["success"], body["error"]) == (False, error)
    assert "code" not in body
    assert stub.asked == []


@pytest.mark.parametrize("place", ["query", "cookie", "body"])
async def test_a_key_outside_its_header_is_no_key(place: str) -> None:
    async with client() as api:
        answer = await api.post(
            "/v2/scrape",
            params={"api_key": KEY} if place == "query" else {},
            headers={"cookie": f"authorization=Bearer {KEY}"} if place == "cookie" else {},
            json={"url": "https://example.org", "apiKey": KEY} if place == "body" else {"url": "https://example.org"},
        )
    assert answer.status_code == 401


@pytest.mark.parametrize("header", [f"Bearer {KEY}", f"bearer {KEY}", f"Bearer   {KEY} "])
async def test_the_key_is_accepted_as_bearer(header: str) -> None:
    async with client() as api:
        assert (await api.get("/v0/keyAuth", headers={"authorization": header})).json() == {"success": True}


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer undefined", "Bearer x", "Basic eDp5"])
async def test_in_open_mode_any_or_no_token_is_accepted(header: str | None) -> None:
    async with client(StubOperations(open_mode=True)) as api:
        answer = await api.get("/v0/keyAuth", headers={} if header is None else {"authorization": header})
    assert answer.status_code == 200
