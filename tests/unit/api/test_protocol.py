import asyncio
import json
from collections.abc import AsyncIterator

import pytest

import gossamer.api.protocol
from tests.unit.api.server import running_server
from tests.unit.api.stub import KEY

BODY = b'{"url": "https://example.org/"}'
HEAD = f"POST /v2/scrape HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {KEY}\r\n".encode()


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server on loopback."""
    async with running_server() as found:
        yield found


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


async def send_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"x" * 65536)
        await writer.drain()


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


async def test_a_refusal_reaches_a_client_that_is_still_sending(port: int) -> None:
    status, body = await talk(port, b"FOO /v2/scrape HTTP/1.1\r\n", *[b"x" * 65536] * 100)
    assert (status, body["success"]) == (405, False)


async def test_a_refused_client_that_never_stops_sending_is_given_up(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gossamer.api.protocol, "_LINGER_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"FOO / HTTP/1.1\r\n")
    assert await asyncio.wait_for(reader.readline(), 10) == b"HTTP/1.1 405 Method Not Allowed\r\n"
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(send_for_ever(writer), 10)


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


HANDSHAKE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /health/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: close, Upgrade\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: close, Upgrade\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nConnection: close\r\n" + HANDSHAKE + b"Sec-WebSocket-Version: 8\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.0\r\n" + HANDSHAKE + b"Sec-WebSocket-Version: 13\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nConnection: close\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", 200),
    ],
)
async def test_an_upgrade_that_is_no_handshake_is_an_ordinary_request(port: int, request_: bytes, status: int) -> None:
    found, body = await talk(port, request_)
    assert (found, body) == (status, {"status": "ok", "live": True})


@pytest.mark.parametrize(
    "wish",
    [
        HANDSHAKE + b"Sec-WebSocket-Version: 13\r\n",
        # As Java's client asks for HTTP/2 with every request.
        b"Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n",
    ],
)
@pytest.mark.parametrize("split", [0, 7])
async def test_a_body_is_read_although_another_protocol_was_asked_for(port: int, wish: bytes, split: int) -> None:
    head = HEAD + wish + f"Content-Length: {len(BODY)}\r\n\r\n".encode()
    last = b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head + BODY[:split])
    await writer.drain()
    writer.write(BODY[split:] + last)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert answer.endswith(b'{"status":"ok","live":true}')


async def test_a_path_without_a_socket_is_not_found(port: int) -> None:
    status, body = await talk(
        port, b"GET /v2/scrape HTTP/1.1\r\nHost: a\r\n" + HANDSHAKE + b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    assert (status, body["success"], body["code"]) == (404, False, "NOT_FOUND")


@pytest.mark.parametrize(
    "headers",
    [
        [b"X-Long: " + b"x" * 10_000],
        [b"X-Many-%d: x" % n for n in range(200)],
        [b"Sec-WebSocket-Key: again"],
        [b"Sec-WebSocket-Protocol: , ,"],
    ],
    ids=["long", "many", "twice", "empty"],
)
async def test_a_handshake_that_cannot_be_read_ends_the_connection(port: int, headers: list[bytes]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b"GET /v2/crawl/x HTTP/1.1\r\nHost: a\r\n" + HANDSHAKE + b"Sec-WebSocket-Version: 13\r\n"
    writer.write(head + b"".join(header + b"\r\n" for header in headers) + b"\r\n")
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 101"))
