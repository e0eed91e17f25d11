"""Names become addresses under the policy: all answers are checked, and what was checked is what is dialled."""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Sequence

import pytest

from gossamer.core.errors import ForbiddenTarget, NameNotResolved
from gossamer.net.egress import EgressPolicy
from gossamer.net.resolver import Resolver, own_addresses


class Dns:
    """A name server whose answers a test decides; each look-up takes the next one."""

    def __init__(self, *answers: Sequence[str] | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


def resolver(dns: Dns, allow: str = "") -> Resolver:
    return Resolver(EgressPolicy.parse(allow), look_up=dns, own=frozenset)


async def test_public_answers_come_back_in_their_order() -> None:
    found = await resolver(Dns(["93.184.216.34", "2606:2800:220::1"])).resolve("example.org", 443)
    assert [str(address) for address in found] == ["93.184.216.34", "2606:2800:220::1"]


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["93.184.216.34", "10.0.0.1"],
        ["10.0.0.1", "93.184.216.34"],
        ["93.184.216.34", "::1"],
        ["fe80::1%eth0"],
    ],
)
async def test_one_forbidden_answer_refuses_them_all(answers: list[str]) -> None:
    with pytest.raises(ForbiddenTarget):
        await resolver(Dns(answers)).resolve("rebind.example", 80)


async def test_an_answer_is_kept_so_that_a_flip_changes_nothing() -> None:
    dns = Dns(["93.184.216.34"], ["127.0.0.1"])
    names = resolver(dns)
    first = await names.resolve("flip.example", 80)
    assert await names.resolve("flip.example", 80) == first
    assert dns.asked == ["flip.example"]


async def test_a_name_the_operator_opened_may_lead_inside() -> None:
    names = resolver(Dns(["10.1.2.3"]), "intra.example:8080")
    assert await names.resolve("intra.example", 8080) == (ipaddress.ip_address("10.1.2.3"),)
    with pytest.raises(ForbiddenTarget):
        await names.resolve("intra.example", 8081)


async def test_a_name_in_an_opened_network_is_found_and_others_are_not() -> None:
    names = resolver(Dns(["10.1.2.3"], ["10.2.0.1"]), "10.1.0.0/16")
    assert await names.resolve("redis", 6379) == (ipaddress.ip_address("10.1.2.3"),)
    with pytest.raises(ForbiddenTarget):
        await names.resolve("other", 6379)


async def test_a_name_of_this_machine_s_own_address_is_refused() -> None:
    own = frozenset({ipaddress.ip_address("93.184.216.34")})
    names = Resolver(EgressPolicy(), look_up=Dns(["93.184.216.34"]), own=lambda: own)
    with pytest.raises(ForbiddenTarget):
        await names.resolve("me.example", 80)


async def test_a_name_opened_for_an_address_literal_does_not_open_other_names() -> None:
    with pytest.raises(ForbiddenTarget):
        await resolver(Dns(["127.0.0.1"]), "127.0.0.1:8300").resolve("rebind.example", 8300)


@pytest.mark.parametrize(
    "failure",
    [
        socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
        socket.gaierror(socket.EAI_AGAIN, "Temporary failure"),
        UnicodeError("label too long"),
        OSError("no route to the name server"),
    ],
)
async def test_a_look_up_that_fails_says_so_and_is_not_repeated_at_once(failure: Exception) -> None:
    dns = Dns(failure)
    names = resolver(dns)
    for _ in range(3):
        with pytest.raises(NameNotResolved):
            await names.resolve("nowhere.example", 80)
    assert len(dns.asked) == 1


async def test_a_hundred_requests_at_once_ask_once() -> None:
    dns = Dns(["93.184.216.34"])
    names = resolver(dns)
    async with asyncio.TaskGroup() as group:
        for _ in range(100):
            group.create_task(names.resolve("busy.example", 80))
    assert len(dns.asked) == 1


async def test_a_look_up_that_hangs_is_given_up_and_does_not_block_the_loop() -> None:
    release = threading.Event()

    def hangs(host: str) -> Sequence[str]:
        release.wait(10)
        return ["93.184.216.34"]

    names = Resolver(EgressPolicy(), look_up=hangs, own=frozenset, look_up_timeout=0.05)
    try:
        with pytest.raises(NameNotResolved):
            await names.resolve("slow.example", 80)
    finally:
        release.set()


async def test_when_the_one_who_asks_is_cancelled_another_takes_over() -> None:
    started, release = threading.Event(), threading.Event()
    asked: list[str] = []

    def slow_at_first(host: str) -> Sequence[str]:
        asked.append(host)
        started.set()
        if len(asked) == 1:
            release.wait(10)
        return ["93.184.216.34"]

    names = Resolver(EgressPolicy(), look_up=slow_at_first, own=frozenset)
    first = asyncio.create_task(names.resolve("shared.example", 80))
    second = asyncio.create_task(names.resolve("shared.example", 80))
    await asyncio.to_thread(started.wait)
    first.cancel()
    try:
        assert await second == (ipaddress.ip_address("93.184.216.34"),)
    finally:
        release.set()


def test_this_machine_s_addresses_are_known() -> None:
    assert ipaddress.ip_address("127.0.0.1") in own_addresses()
