"""A service's way out, with a policy that knows one loopback endpoint, and listeners nobody may reach."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from tests.hostile import HostileOrigin


@dataclass
class Canary:
    """A listener on loopback that counts who connects: nobody may."""

    port: int = 0
    touched: int = 0
    received: list[bytes] = field(default_factory=list)


@asynccontextmanager
async def listening_canary(host: str = "127.0.0.1") -> AsyncIterator[Canary]:
    canary = Canary()

    async def touch(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        canary.touched += 1
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ncanary")
        writer.close()

    server = await asyncio.start_server(touch, host, 0)
    canary.port = server.sockets[0].getsockname()[1]
    async with server:
        yield canary


@pytest.fixture
async def canary() -> AsyncIterator[Canary]:
    async with listening_canary() as canary:
        yield canary


@pytest.fixture
async def origin() -> AsyncIterator[HostileOrigin]:
    async with HostileOrigin() as origin:
        yield origin


@pytest.fixture
def resolver(origin: HostileOrigin) -> Resolver:
    return Resolver(EgressPolicy.parse(origin.endpoint))


@pytest.fixture
async def client(resolver: Resolver) -> AsyncIterator[HttpClient]:
    async with HttpClient(resolver) as client:
        yield client
