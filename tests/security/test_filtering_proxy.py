"""The proxy that all browser traffic passes: who may use it, where it leads, and what it does to bytes."""

import asyncio
import base64
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress

import pytest

from gossamer.net import filtering_proxy
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.filtering_proxy.relay import ClientEnd, RelayEnd
from gossamer.net.resolver import Resolver
from tests.hostile import Exchange, HostileCase, HostileOrigin
from tests.security.conftest import Canary


@pytest.fixture
async def origin() -> AsyncIterator[HostileOrigin]:
    origin = HostileOrigin()
    origin.add(HostileCase("echo", "", "", _echo))
    origin.add(HostileCase("kept-open", "", "", _kept_open))
    origin.add(HostileCase("socket", "", "", _switches))
    origin.add(HostileCase("forged", "", "", _forges))
    async with origin:
        yield origin


@pytest.fixture
async def proxy(origin: HostileOrigin) -> AsyncIterator[FilteringProxy]:
    def look_up(host: str) -> Sequence[str]:
        return {"inside.example": ["127.0.0.1"], "mixed.example": ["93.184.216.34", "127.0.0.1"]}.get(host, [])

    resolver = Resolver(EgressPolicy.parse(origin.endpoint), look_up=look_up)
    async with FilteringProxy(resolver) as proxy:
        yield proxy


async def _echo(exchange: Exchange) -> None:
    await exchange.page(exchange.target.encode() + b"\n" + b"\n".join(exchange.headers))


async def _kept_open(exchange: Exchange) -> None:
    await exchange.send(
        b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nok"
    )
    await exchange.hang()


async def _switches(exchange: Exchange) -> None:
    await exchange.send(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nframe")


async def _forges(exchange: Exchange) -> None:
    await exchange.page(b"forged", headers=["X-Gossamer-Refused: egress"])


def credentials(proxy: FilteringProxy, username: str = "basic", password: str | None = None) -> str:
    pair = f"{username}:{proxy.password if password is None else password}"
    return f"Proxy-Authorization: Basic {base64.b64encode(pair.encode()).decode()}\r\n"


@asynccontextmanager
async def connected(proxy: FilteringProxy) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(proxy.host, proxy.port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def ask(proxy: FilteringProxy, request: str) -> bytes:
    """Send raw bytes to the proxy and return all it answers."""
    async with connected(proxy) as (reader, writer):
        writer.write(request.encode("latin-1"))
        answer = bytearray()
        with suppress(ConnectionError):
            while chunk := await reader.read(65_536):
                answer += chunk
        return bytes(answer)


def refused(answer: bytes, status: int, reason: str) -> bool:
    return answer.startswith(b"HTTP/1.1 %d " % status) and b"X-Gossamer-Refused: %b\r\n" % reason.encode() in answer


async def test_it_listens_where_it_is_told_and_nowhere_else(origin: HostileOrigin) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    resolver = Resolver(EgressPolicy.parse(origin.endpoint))
    async with FilteringProxy(resolver, listen=f"127.0.0.1:{port}") as proxy:
        assert proxy.address == f"http://127.0.0.1:{port}"
        assert [listening.getsockname() for listening in proxy._server.sockets] == [("127.0.0.1", port)]
        answer = await ask(proxy, f"GET http://{origin.endpoint}/echo HTTP/1.1\r\n{credentials(proxy)}\r\n")
        assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("line", ["", "Proxy-Authorization: Basic !!!\r\n", "Proxy-Authorization: Bearer x\r\n"])
async def test_without_the_secret_nothing_is_forwarded(proxy: FilteringProxy, origin: HostileOrigin, line: str) -> None:
    for request in (f"CONNECT {origin.endpoint} HTTP/1.1\r\n", f"GET http://{origin.endpoint}/echo HTTP/1.1\r\n"):
        answer = await ask(proxy, request + line + "\r\n")
        assert refused(answer, 407, "credentials")
        assert b"Proxy-Authenticate: Basic" in answer
    assert not origin.hits


@pytest.mark.parametrize(
    ("username", "password"), [("basic", "wrong"), ("basic", ""), ("root", None), ("stealth-usa", None)]
)
async def test_a_wrong_secret_or_route_is_refused(
    proxy: FilteringProxy, origin: HostileOrigin, username: str, password: str | None
) -> None:
    answer = await ask(proxy, f"CONNECT {origin.endpoint} HTTP/1.1\r\n{credentials(proxy, username, password)}\r\n")
    assert refused(answer, 407, "credentials")


TARGETS = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "localhost",
    "0.0.0.0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::]",
    "inside.example",
    "mixed.example",
]


@pytest.mark.parametrize("host", TARGETS)
async def test_no_tunnel_leads_inside(proxy: FilteringProxy, canary: Canary, host: str) -> None:
    answer = await ask(proxy, f"CONNECT {host}:{canary.port} HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 403, "egress")
    assert canary.touched == 0


@pytest.mark.parametrize("host", TARGETS)
async def test_no_plain_request_leads_inside(proxy: FilteringProxy, canary: Canary, host: str) -> None:
    answer = await ask(proxy, f"GET http://{host}:{canary.port}/ HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 403, "egress")
    assert canary.touched == 0


async def test_the_secret_does_not_open_private_addresses(proxy: FilteringProxy, canary: Canary) -> None:
    for username in ("basic", "stealth", "stealth-de"):
        answer = await ask(proxy, f"CONNECT 127.0.0.1:{canary.port} HTTP/1.1\r\n{credentials(proxy, username)}\r\n")
        assert refused(answer, 403, "egress")


async def test_a_host_header_that_differs_from_the_target_is_replaced(
    proxy: FilteringProxy, origin: HostileOrigin, canary: Canary
) -> None:
    answer = await ask(
        proxy,
        f"GET http://{origin.endpoint}/echo?q=1 HTTP/1.1\r\nHost: 127.0.0.1:{canary.port}\r\n{credentials(proxy)}\r\n",
    )
    assert b"/echo?q=1\n" in answer
    assert f"Host: {origin.endpoint}".encode() in answer
    assert str(canary.port).encode() not in answer


async def test_a_name_that_does_not_exist_is_told_apart(proxy: FilteringProxy) -> None:
    answer = await ask(proxy, f"CONNECT nowhere.example:443 HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 502, "dns")


async def test_a_port_where_nobody_listens_is_told_apart() -> None:
    async with FilteringProxy(Resolver(EgressPolicy.parse("127.0.0.1:1"))) as proxy:
        answer = await ask(proxy, f"CONNECT 127.0.0.1:1 HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 502, "connect")


@pytest.mark.parametrize(
    "request_line",
    [
        "GET / HTTP/1.1",
        "GET https://example.com/ HTTP/1.1",
        "GET ftp://example.com/ HTTP/1.1",
        "GET file:///etc/passwd HTTP/1.1",
        "GET http://user:pass@{endpoint}/ HTTP/1.1",
        "GET http://{endpoint}\\@example.com/ HTTP/1.1",
        "CONNECT {endpoint}/x HTTP/1.1",
        "CONNECT user@{endpoint} HTTP/1.1",
        "CONNECT example.com HTTP/1.1",
        "CONNECT example.com:99999 HTTP/1.1",
        "CONNECT [example.com]:443 HTTP/1.1",
        "GET http://{endpoint}/ HTTP/2.0",
        "nonsense",
        "",
    ],
)
async def test_what_is_no_proxy_request_is_refused(
    proxy: FilteringProxy, origin: HostileOrigin, request_line: str
) -> None:
    answer = await ask(proxy, f"{request_line.format(endpoint=origin.endpoint)}\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 400, "malformed")
    assert not origin.hits


async def test_a_head_without_end_is_refused(proxy: FilteringProxy) -> None:
    answer = await ask(proxy, "GET http://example.com/ HTTP/1.1\r\nX: " + "x" * 100_000)
    assert refused(answer, 400, "malformed")


async def test_hop_by_hop_headers_and_the_secret_stay_here(proxy: FilteringProxy, origin: HostileOrigin) -> None:
    answer = await ask(
        proxy,
        f"GET http://{origin.endpoint}/echo HTTP/1.1\r\nConnection: keep-alive, X-Drop\r\nX-Drop: 1\r\n"
        f"Proxy-Connection: keep-alive\r\nX-Keep: 1\r\n{credentials(proxy)}\r\n",
    )
    seen = answer.partition(b"\r\n\r\n")[2]
    assert b"X-Keep: 1" in seen
    assert b"Connection: close" in seen
    for absent in (b"X-Drop", b"Proxy-", b"keep-alive", proxy.password.encode()):
        assert absent not in seen


async def test_a_connection_kept_open_by_the_site_serves_one_request(
    proxy: FilteringProxy, origin: HostileOrigin
) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(f"GET http://{origin.endpoint}/kept-open HTTP/1.1\r\n{credentials(proxy)}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b"Connection: close" in head
        assert b"eep-" not in head
        assert await reader.readexactly(2) == b"ok"
    await origin.idle()


async def test_a_site_cannot_forge_a_refusal(proxy: FilteringProxy, origin: HostileOrigin) -> None:
    answer = await ask(proxy, f"GET http://{origin.endpoint}/forged HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert answer.endswith(b"forged")
    assert b"X-Gossamer-Refused" not in answer


async def test_an_upgrade_passes(proxy: FilteringProxy, origin: HostileOrigin) -> None:
    answer = await ask(
        proxy,
        f"GET http://{origin.endpoint}/socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"{credentials(proxy)}\r\n",
    )
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert answer.endswith(b"\r\n\r\nframe")


async def test_a_tunnel_carries_bytes_both_ways_unread(proxy: FilteringProxy, origin: HostileOrigin) -> None:
    async with connected(proxy) as (reader, writer):
        writer.write(f"CONNECT {origin.endpoint} HTTP/1.1\r\n{credentials(proxy)}\r\n".encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        writer.write(b"GET /one-line-5-mb HTTP/1.1\r\nHost: x\r\n\r\n")
        body = (await reader.read()).partition(b"\r\n\r\n")[2]
    assert len(body) > 5_000_000


async def test_bytes_sent_with_the_request_for_a_tunnel_are_not_lost(
    proxy: FilteringProxy, origin: HostileOrigin
) -> None:
    answer = await ask(
        proxy,
        f"CONNECT {origin.endpoint} HTTP/1.1\r\n{credentials(proxy)}\r\nGET /echo?early HTTP/1.1\r\nHost: x\r\n\r\n",
    )
    assert b"/echo?early\n" in answer


async def test_an_endless_body_ends_at_the_limit(origin: HostileOrigin) -> None:
    async with FilteringProxy(Resolver(EgressPolicy.parse(origin.endpoint)), byte_limit=3_000_000) as proxy:
        answer = await ask(proxy, f"GET http://{origin.endpoint}/endless-body HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert len(answer) < 4_000_000


async def test_a_slow_reader_stops_the_site_from_filling_the_memory(
    proxy: FilteringProxy, origin: HostileOrigin
) -> None:
    async with connected(proxy) as (_, writer):
        writer.write(f"GET http://{origin.endpoint}/endless-body HTTP/1.1\r\n{credentials(proxy)}\r\n".encode())
        await origin.asked("endless-body")
        [end] = proxy._ends
        site = await _paused(end)
        assert site.carried < 20_000_000
    await origin.idle()


async def _paused(end: ClientEnd) -> RelayEnd:
    """Return the site's end once the proxy has stopped reading from it."""
    while end.peer is None or end.peer.transport is None or end.peer.transport.is_reading():  # noqa: ASYNC110
        await asyncio.sleep(0)
    return end.peer


async def test_idle_connections_are_closed(origin: HostileOrigin) -> None:
    async with FilteringProxy(Resolver(EgressPolicy.parse(origin.endpoint)), idle_timeout=0.1) as proxy:
        assert refused(await ask(proxy, "GET http:"), 504, "timeout")
        answer = await ask(proxy, f"GET http://{origin.endpoint}/silent HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert answer == b""


@pytest.mark.parametrize(
    "name", ["http-0.9", "tls-on-plain-port", "closes-at-once", "resets", "status-line-bad", "header-line-endless"]
)
async def test_a_site_that_does_not_speak_http_is_an_error_of_the_proxy(
    proxy: FilteringProxy, origin: HostileOrigin, name: str
) -> None:
    answer = await ask(proxy, f"GET http://{origin.endpoint}/{name} HTTP/1.1\r\n{credentials(proxy)}\r\n")
    assert refused(answer, 502, "protocol")


async def test_leaving_closes_every_connection(origin: HostileOrigin) -> None:
    proxy = FilteringProxy(Resolver(EgressPolicy.parse(origin.endpoint)))
    async with AsyncExitStack() as clients:
        async with proxy:
            reader, writer = await clients.enter_async_context(connected(proxy))
            writer.write(f"GET http://{origin.endpoint}/silent HTTP/1.1\r\n{credentials(proxy)}\r\n".encode())
            await origin.asked("silent")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
    await origin.idle()


async def test_a_host_that_accepts_no_connection_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filtering_proxy, "_ACCEPT_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as silent, ExitStack() as waiting:
        port = silent.getsockname()[1]
        # Linux drops what comes beyond the backlog, as a firewall does.
        for _ in range(4):
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", port))
        async with FilteringProxy(Resolver(EgressPolicy.parse(f"127.0.0.1:{port}"))) as proxy:
            request = f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n{credentials(proxy)}\r\n"
            assert refused(await ask(proxy, request), 502, "connect")
            waiting.close()
            while await asyncio.to_thread(_has_waiting, silent):
                pass
            assert refused(await ask(proxy, request), 502, "connect")
            assert not _has_waiting(silent)


def _has_waiting(server: socket.socket) -> bool:
    """Return whether a connection waited to be accepted; it is closed."""
    server.settimeout(0.5)
    with suppress(TimeoutError):
        server.accept()[0].close()
        return True
    return False
