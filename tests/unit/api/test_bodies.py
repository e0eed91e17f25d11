import asyncio
import gzip
import json
from typing import Any

import pytest

import gossamer.api.requests
from tests.unit.api.stub import HEADERS, URL, StubOperations, app_over, client, exchange

MALFORMED = {"success": False, "code": "BAD_REQUEST_INVALID_JSON", "error": "Bad request, malformed JSON"}
TOO_LARGE = {"success": False, "error": "Request body is too large"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"{'url': 1}",
        b'{"url": NaN}',
        b'{"timeout": Infinity}',
        b'{"timeout": 1e999}',
        b"\xef\xbb\xbf{}",
        '{"url": "x"}'.encode("utf-16"),
        b'{"url": "\xff"}',
        b'{"url": "\\ud800"}',
        b"url=https%3A%2F%2Fexample.org",
        b"<url>https://example.org</url>",
        b'{"url": "https://example.org"} trailing',
        b"[" * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"timeout": ' + b"9" * 200_000 + b"}",
    ],
    ids=range(17),
)
async def test_what_is_no_json_is_malformed(body: bytes) -> None:
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, content=body)
    assert (answer.status_code, answer.json()) == (400, MALFORMED)


@pytest.mark.parametrize("body", [b"[]", b"null", b"5", b'"text"', b"true"])
async def test_json_that_is_no_object_is_a_bad_request(body: bytes) -> None:
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "BAD_REQUEST"
    assert answer.json()["details"][0]["expected"] == "object"


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", None])
async def test_json_is_read_whatever_it_is_called(media_type: str | None) -> None:
    headers = HEADERS if media_type is None else {**HEADERS, "content-type": media_type}
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=headers, content=json.dumps({"url": URL}).encode())
    assert answer.status_code == 200


async def test_the_last_of_two_equal_keys_counts() -> None:
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, content=b'{"url": 5, "url": "https://example.org"}')
    assert answer.status_code == 200


async def test_many_keys_are_refused_at_their_weight() -> None:
    body = json.dumps({"url": URL, **{f"k{n}": n for n in range(300_000)}}).encode()
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, content=body)
    assert answer.status_code == 400


async def test_a_body_of_ten_megabytes_is_read_and_one_more_byte_is_not() -> None:
    frame = len(json.dumps({"url": URL, "useMock": ""}))
    async with client() as api:
        for size, status in ((gossamer.api.requests.MAX_BODY, 200), (gossamer.api.requests.MAX_BODY + 1, 413)):
            body = json.dumps({"url": URL, "useMock": "x" * (size - frame)}).encode()
            answer = await api.post("/v2/scrape", headers=HEADERS, content=body)
            assert (len(body), answer.status_code) == (size, status)
    assert answer.json() == TOO_LARGE


class Upload:
    """A body that comes in pieces; counts how many were taken."""

    def __init__(self, piece: bytes, pieces: int | None) -> None:
        self.piece = piece
        self.pieces = pieces
        self.taken = 0

    async def __call__(self) -> dict[str, Any]:
        self.taken += 1
        return {"type": "http.request", "body": self.piece, "more_body": self.taken != self.pieces}


async def test_a_client_that_sends_too_much_is_heard_out_and_told() -> None:
    upload = Upload(b"x" * 1024 * 1024, 60)
    done = await exchange(app_over(StubOperations()), upload, headers={**HEADERS, "content-length": str(60 * 1024**2)})
    assert (done.status, json.loads(done.body)) == (413, TOO_LARGE)
    assert done.headers[b"connection"] == b"close"
    assert upload.taken == 60


async def test_an_endless_body_is_not_read_to_its_end() -> None:
    upload = Upload(b"x" * 1024 * 1024, None)
    done = await exchange(app_over(StubOperations()), upload, headers={**HEADERS, "transfer-encoding": "chunked"})
    assert done.status == 413
    assert done.headers[b"connection"] == b"close"
    assert upload.taken < 120


async def test_a_body_that_says_it_is_huge_is_not_read() -> None:
    upload = Upload(b"x", None)
    done = await exchange(app_over(StubOperations()), upload, headers={**HEADERS, "content-length": str(10**12)})
    assert (done.status, upload.taken) == (413, 0)


async def test_nothing_of_a_strangers_body_is_read() -> None:
    upload = Upload(b"x", None)
    done = await exchange(app_over(StubOperations()), upload, headers={"transfer-encoding": "chunked"})
    assert (done.status, upload.taken) == (401, 0)
    assert done.headers[b"connection"] == b"close"


async def test_a_compressed_body_is_refused_unopened() -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    async with client() as api:
        answer = await api.post("/v2/scrape", headers={**HEADERS, "content-encoding": "gzip"}, content=bomb)
    assert answer.status_code == 415
    assert answer.json()["success"] is False


async def test_a_body_in_pieces_is_put_together() -> None:
    pieces = [b'{"url": ', b'"https://example.org/"', b"}"]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    done = await exchange(app_over(StubOperations()), receive, headers={**HEADERS, "transfer-encoding": "chunked"})
    assert done.status == 200


async def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.requests, "_BODY_SECONDS", 0.05)
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
    done = await exchange(app_over(StubOperations()), messages.get)
    assert done.status == 408


async def test_a_body_that_never_begins_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.requests, "_BODY_SECONDS", 0.05)
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    done = await exchange(app_over(StubOperations()), messages.get)
    assert done.status == 408
    assert done.headers[b"connection"] == b"close"


async def test_a_client_that_leaves_in_the_middle_of_its_body_starts_nothing() -> None:
    stub = StubOperations()
    messages: list[dict[str, Any]] = [
        {"type": "http.disconnect"},
        {"type": "http.request", "body": b"{", "more_body": True},
    ]

    async def receive() -> dict[str, Any]:
        return messages.pop()

    await exchange(app_over(stub), receive)
    assert stub.asked == []
