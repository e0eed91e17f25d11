"""Nothing a caller writes into `headers` reaches a site as anything but one header of that name."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError
from gossamer.core.pages import FetchRequest
from gossamer.core.specs import Location
from gossamer.core.urls import web_url
from gossamer.fetchers.http import HttpFetcher
from gossamer.net.http import HttpClient
from gossamer.testing.clock import ManualClock
from tests.hostile import Exchange, HostileCase, HostileOrigin


async def received(client: HttpClient, origin: HostileOrigin, request: FetchRequest) -> list[bytes]:
    """Return the header lines that the origin got."""
    lines: list[bytes] = []

    async def records(exchange: Exchange) -> None:
        lines.extend(exchange.headers)
        await exchange.page(b"ok")

    origin.add(HostileCase("records", "", "", records))
    await HttpFetcher(client, ManualClock()).fetch(request)
    return lines


def asking(origin: HostileOrigin, headers: dict[str, str], location: Location = Location()) -> FetchRequest:  # noqa: B008
    return FetchRequest(
        url=web_url(f"http://{origin.endpoint}/records"),
        deadline=Deadline.after(timedelta(seconds=5)),
        headers=headers,
        location=location,
    )


@pytest.mark.parametrize(
    "headers",
    [
        {"X-A": "1\r\nX-Injected: 1"},
        {"X-A": "1\nX-Injected: 1"},
        {"X-A": "1\rX-Injected: 1"},
        {"X-A\r\nX-Injected": "1"},
        {"X-A: 1\r\nX-Injected": "1"},
        {"X-A": "1\0"},
        {"X\0": "1"},
        {"": "1"},
        {"X-A": "x" * 1_000_000},
        {f"X-{number}": "1" for number in range(5000)},
    ],
)
async def test_what_could_break_a_line_is_refused(
    client: HttpClient, origin: HostileOrigin, headers: dict[str, str]
) -> None:
    with pytest.raises(CallerError):
        await received(client, origin, asking(origin, headers))
    assert not origin.hits


async def test_framing_headers_are_ours(client: HttpClient, origin: HostileOrigin) -> None:
    lines = await received(
        client,
        origin,
        asking(
            origin,
            {
                "Host": "evil.example",
                "Content-Length": "100",
                "Transfer-Encoding": "chunked",
                "Connection": "close, x-kept",
                "Proxy-Authorization": "Basic x",
                "X-Kept": "1",
            },
        ),
    )
    assert b"X-Kept: 1" in lines
    assert [line for line in lines if line.lower().startswith(b"host:")] == [f"Host: {origin.endpoint}".encode()]
    for name in (b"content-length", b"transfer-encoding", b"connection", b"proxy-"):
        assert not [line for line in lines if line.lower().startswith(name)]


async def test_languages_cannot_carry_a_header(client: HttpClient, origin: HostileOrigin) -> None:
    location = Location("DE", ("de\r\nX-Injected: 1", "fr"))
    lines = await received(client, origin, asking(origin, {}, location))
    assert b"Accept-Language: fr" in lines
    assert not [line for line in lines if b"Injected" in line]


async def test_a_url_cannot_carry_a_header(client: HttpClient, origin: HostileOrigin) -> None:
    request = FetchRequest(
        url=web_url(f"http://{origin.endpoint}/records?%0d%0aX-Injected:%201"),
        deadline=Deadline.after(timedelta(seconds=5)),
    )
    assert not [line for line in await received(client, origin, request) if b"Injected" in line]
