# ruff: noqa: RUF001 - look-alike characters are what is tested
"""No forbidden address is ever contacted by the HTTP client: a listener nobody may reach proves it."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, ForbiddenTarget, ServiceError
from gossamer.core.urls import web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpAnswer, HttpClient
from gossamer.net.resolver import Resolver
from tests.hostile import Exchange, HostileCase, HostileOrigin
from tests.security.conftest import Canary


async def fetch(client: HttpClient, url: str, headers: dict[str, str] | None = None) -> HttpAnswer:
    return await client.get(
        web_url(url), deadline=Deadline.after(timedelta(seconds=5)), headers=headers or {}, profile={}
    )


SPELLINGS = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "0",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "localhost",
    "sub.localhost",
    "127.0.0.1.",
    "１２７.0.0.1",
    "example.com@127.0.0.1",
    "127.0.0.2",
]


@pytest.mark.parametrize("host", SPELLINGS)
async def test_no_spelling_of_loopback_reaches_the_canary(client: HttpClient, canary: Canary, host: str) -> None:
    with pytest.raises(ForbiddenTarget):
        await fetch(client, f"http://{host}:{canary.port}/")
    assert canary.touched == 0


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:{port}/", "//127.0.0.1:{port}/", "\\\\127.0.0.1:{port}/", "http://0x7f.1:{port}/x"]
)
async def test_a_redirect_inside_is_refused_at_that_hop(canary: Canary, status: int, target: str) -> None:
    async def redirects(exchange: Exchange) -> None:
        await exchange.page(b"", status=f"{status} Moved", headers=["Location: " + target.format(port=canary.port)])

    async with playing(redirects) as origin, HttpClient(Resolver(EgressPolicy.parse(origin.endpoint))) as client:
        with pytest.raises(ForbiddenTarget):
            await fetch(client, origin.url("played"))
        assert origin.hits["/played"] == 1
    assert canary.touched == 0


async def test_a_name_that_resolves_inside_is_refused(canary: Canary) -> None:
    names = Resolver(EgressPolicy(), look_up=lambda host: ["127.0.0.1"])
    async with HttpClient(names) as client:
        with pytest.raises(ForbiddenTarget):
            await fetch(client, f"http://rebind.example:{canary.port}/")
    assert canary.touched == 0


@pytest.mark.parametrize("answers", [["93.184.216.34", "127.0.0.1"], ["127.0.0.1", "93.184.216.34"]])
async def test_mixed_answers_are_refused_whole(canary: Canary, answers: list[str]) -> None:
    async with HttpClient(Resolver(EgressPolicy(), look_up=lambda host: answers)) as client:
        with pytest.raises(ForbiddenTarget):
            await fetch(client, f"http://mixed.example:{canary.port}/")
    assert canary.touched == 0


async def test_flipping_answers_never_lead_from_the_checked_address_to_another(canary: Canary) -> None:
    """Each look-up alternates between an address in an opened network and loopback."""
    asked: list[str] = []

    def flips(host: str) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) % 2 else ["127.0.0.1"]

    async def page(exchange: Exchange) -> None:
        await exchange.page(b"checked")

    async with playing(page, host="127.0.0.2", port=canary.port) as origin:
        for attempt in range(6):
            names = Resolver(EgressPolicy.parse("127.0.0.2/32"), look_up=flips)
            async with HttpClient(names) as client:
                result = await attempted(client, f"http://flip.example:{origin.port}/played")
            expected = ForbiddenTarget if attempt % 2 else HttpAnswer
            assert isinstance(result, expected)
    assert canary.touched == 0


async def test_a_second_line_stops_an_address_that_was_not_checked(canary: Canary) -> None:
    """Were the first check forgotten, the socket would still not be made."""

    class Careless(Resolver):
        calls = 0

        def screen(self, host: str, port: int) -> None:
            self.calls += 1
            if self.calls > 1:
                super().screen(host, port)

    async with HttpClient(Careless(EgressPolicy())) as client:
        with pytest.raises(ForbiddenTarget):
            await fetch(client, f"http://127.0.0.1:{canary.port}/")
    assert canary.touched == 0


async def test_this_machine_s_own_name_and_addresses_are_refused(client: HttpClient) -> None:
    with socket.create_server(("", 0)) as own:
        own.settimeout(0)
        port = own.getsockname()[1]
        for host in (socket.gethostname(), socket.getfqdn(), "0.0.0.0"):
            with pytest.raises(ServiceError):
                await fetch(client, f"http://{host}:{port}/")
        with pytest.raises(BlockingIOError):
            own.accept()


async def test_an_open_and_a_closed_private_port_get_the_same_answer(client: HttpClient, canary: Canary) -> None:
    answers = []
    for port in (canary.port, 1):
        with pytest.raises(CallerError) as refusal:
            await fetch(client, f"http://127.0.0.1:{port}/")
        answers.append(refusal.value.message)
    assert answers[0] == answers[1]
    assert "127" not in answers[0]


async def test_headers_and_credentials_stay_with_the_first_origin() -> None:
    seen: list[bytes] = []

    async def records(exchange: Exchange) -> None:
        seen.extend(line for line in exchange.headers if not line.lower().startswith(b"host:"))
        await exchange.page(b"there")

    async with playing(records) as there:

        async def redirects(exchange: Exchange) -> None:
            await exchange.page(
                b"", status="302 Found", headers=["Set-Cookie: c=1", f"Location: {there.url('played')}"]
            )

        async with playing(redirects, host="127.0.0.2") as here:
            names = Resolver(EgressPolicy.parse(f"{here.endpoint},{there.endpoint}"))
            async with HttpClient(names) as client:
                secret = {"authorization": "Bearer s3cret", "cookie": "own=s3cret", "x-api-key": "s3cret"}
                url = str(here.url("played")).replace("http://", "http://user:s3cret@")
                answer = await fetch(client, url, secret | {"accept-language": "de"})
    assert answer.body == b"there"
    assert b"Accept-Language: de" in seen
    assert not [line for line in seen if b"s3cret" in line or b"c=1" in line]
    assert "s3cret" not in answer.url


def playing(answer: Callable[[Exchange], Awaitable[None]], host: str = "127.0.0.1", port: int = 0) -> HostileOrigin:
    origin = HostileOrigin(host, port)
    origin.add(HostileCase("played", "", "", answer))
    return origin


async def attempted(client: HttpClient, url: str) -> HttpAnswer | ServiceError:
    try:
        return await fetch(client, url)
    except ServiceError as error:
        return error


async def test_nothing_is_left_running_when_a_fetch_is_cancelled(client: HttpClient, origin: HostileOrigin) -> None:
    before = asyncio.all_tasks()
    fetching = asyncio.create_task(fetch(client, origin.url("hang-mid-body")))
    await origin.asked("hang-mid-body")
    fetching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await fetching
    await origin.idle()
    assert asyncio.all_tasks() == before
