import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import uvicorn

import gossamer.api.protocol
from gossamer.api.protocol import Protocol
from tests.unit.api.stub import KEY, StubOperations, app_over

BODY = b'{"url": "https://example.org/"}'
HEAD = f"POST /v2/scrape HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {KEY}\r\n".encode()


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server on loopback."""
    config = uvicorn.Config(
        app_over(StubOperations()),
        port=0,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        server_header=False,
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    yield server.servers[0].sockets[0].getsockname()[1]
    await server.shutdown()


async def talk(port: int, *pieces: bytes) -> tuple[int, dict[str, object]]:
    """Send *pieces*, read until the server closes, and return the status and body of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        answer = await asyncio.wait_for(reader.read(), 10)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, json.loads(body) if body else {}


async def test_an_ordinary_request_is_served(port: int) -> None:
    head = HEAD + f"Connection: close\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()
    status, body = await talk(port, head, BODY)
    assert (status, body["success"]) == (200, True)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"FOO /v2/scrape HTTP/1.1\r\nHost: a\r\n\r\n", 405),
        (b"GET / HTTP/1.1\r\nHost a\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00", 405),
        (b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ],
)
async def test_what_is_no_http_is_refused_in_json(port: int, request_: bytes, status: int) -> None:
    found, body = await talk(port, request_)
    assert (found, body["success"]) == (status, False)


async def test_a_head_without_end_is_refused(port: int) -> None:
    found, body = await talk(port, HEAD, *[b"X-Filler: " + b"x" * 1000 + b"\r\n"] * 80)
    assert (found, body["success"]) == (431, False)


async def test_a_head_that_trickles_in_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.protocol, "_HEAD_SECONDS", 0.1)
    assert await talk(port, b"GET / HTTP/1.1\r\nHo") == (0, {})
    assert await talk(port) == (0, {})


async def test_a_second_request_that_trickles_in_is_given_up_too(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.protocol, "_HEAD_SECONDS", 0.1)
    whole = HEAD + f"Content-Length: {len(BODY)}\r\n\r\n".encode() + BODY
    status, _ = await talk(port, whole, b"POST /v2")
    assert status == 200


async def test_a_body_may_take_longer_than_a_head(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.protocol, "_HEAD_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD + f"Connection: close\r\nContent-Length: {len(BODY)}\r\n\r\n".encode())
    # The wait is the point: longer than a head may take.
    await asyncio.sleep(0.2)
    writer.write(BODY)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200")
