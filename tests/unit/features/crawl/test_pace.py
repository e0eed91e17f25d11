"""How fast hosts are asked."""

import asyncio
from datetime import datetime, timedelta

import pytest

from gossamer.core.retry_after import retry_after
from gossamer.core.urls import web_url
from gossamer.features.crawl.pace import Pacer, host_key
from gossamer.features.crawl.pace.limiter import Limiter
from tests.unit.features.crawl.model import NOW
from tests.unit.features.crawl.world import Hosts, MovingClock

HOST = "e.org:80"
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "pause"),
    [
        ("20", 20),
        ("0", 0),
        ("100000", 600),
        ("Mon, 01 Jun 2026 12:00:30 GMT", 30),
        ("Mon, 01 Jun 2026 11:00:00 GMT", 0),
        ("9" * 5000, None),
        ("soon", None),
        ("Mon, 01 Jun 99999999999999999999 12:00:30 GMT", None),
        ("Mon, 01 Jun 2026 12:00:30 +99999999999999999999", None),
        ("-5", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_at_most_ten_minutes(text: str, pause: int | None) -> None:
    assert retry_after({"retry-after": text}, NOW) == (None if pause is None else pause * SECOND)


@pytest.mark.parametrize(
    ("url", "key"),
    [("https://E.org/a", "e.org:443"), ("http://e.org:8080/", "e.org:8080"), ("http://[::1]/", "::1:80")],
)
def test_a_host_is_its_name_and_port(url: str, key: str) -> None:
    assert host_key(web_url(url)) == key


def answering(seconds: float, times: int, limiter: Limiter | None = None) -> Limiter:
    limiter = limiter or Limiter()
    for _ in range(times):
        limiter.answered(seconds)
    return limiter


def test_a_host_that_answers_evenly_gets_more_and_more_pages_up_to_a_bound() -> None:
    assert answering(0.1, 20).limit == 36
    assert answering(0.1, 500).limit == 100


def test_a_host_that_answers_ever_later_gets_no_more() -> None:
    limiter = answering(0.1, 10)
    before = limiter.limit
    assert answering(0.8, 200, limiter).limit < before
    assert answering(3.0, 1000, limiter).limit == 4


def test_a_host_that_is_slow_from_the_start_is_not_taken_for_overloaded() -> None:
    assert answering(5.0, 100).limit == 100


def test_a_push_halves_the_pages_and_they_grow_slowly_afterwards() -> None:
    limiter = answering(0.1, 84)
    limiter.pushed_back()
    assert limiter.limit == 50
    assert answering(0.1, 100, limiter).limit == 51


def test_a_host_that_pushes_back_single_pages_gets_pauses_that_shrink_again() -> None:
    limiter = Limiter()
    for _ in range(6):
        limiter.pushed_back()
    assert (limiter.limit, limiter.pause) == (1, 0.5)
    for _ in range(10):
        limiter.pushed_back()
    assert limiter.pause == 10.0
    assert answering(0.1, 40, limiter).pause == 0.0


def test_a_host_that_vanished_is_asked_for_one_page_and_then_grows_at_once() -> None:
    limiter = answering(0.1, 30)
    limiter.vanished()
    assert limiter.limit == 1
    assert answering(0.1, 10, limiter).limit == 11


class Bench:
    """A pacer of one worker, on hosts that several share."""

    def __init__(self, hosts: Hosts | None = None, clock: MovingClock | None = None) -> None:
        self.clock = clock or MovingClock()
        self.hosts = hosts or Hosts()
        self.pacer = Pacer(self.hosts, self.clock)

    async def admitted(self, every: timedelta = timedelta(0)) -> datetime | None:
        """Return what `admit` answers, letting time pass while it waits."""
        admitting = asyncio.create_task(self.pacer.admit(HOST, every=every))
        await self.clock.run(admitting.done)
        return await admitting


async def test_without_a_pace_a_page_begins_at_once() -> None:
    bench = Bench()
    assert [await bench.admitted() for _ in range(3)] == [None] * 3
    assert bench.hosts.reserved == 0


async def test_pages_with_a_pause_begin_that_far_apart() -> None:
    bench = Bench()
    begun = []
    for _ in range(4):
        assert await bench.admitted(SECOND) is None
        begun.append(bench.clock.passed)
    assert begun == pytest.approx([0, 1, 2, 3])


async def test_several_workers_keep_one_pace() -> None:
    first = Bench()
    second = Bench(first.hosts, first.clock)
    assert await first.admitted(SECOND) is None
    assert await second.admitted(SECOND) is None
    assert first.clock.passed == pytest.approx(1)


async def test_a_moment_that_is_far_away_is_not_reserved() -> None:
    bench = Bench()
    await bench.admitted(30 * SECOND)
    assert await bench.admitted(30 * SECOND) == NOW + 30 * SECOND
    assert bench.hosts.reserved == 1
    assert bench.clock.passed == 0


async def test_a_host_that_pushed_back_rests_for_every_worker() -> None:
    first = Bench()
    second = Bench(first.hosts, first.clock)
    until = await first.pacer.pushed_back(HOST, begun=0, pause=20 * SECOND)
    assert until == NOW + 20 * SECOND
    assert await first.admitted() == until
    assert await second.admitted() == until


async def test_other_workers_learn_of_a_rest_within_seconds() -> None:
    first = Bench()
    second = Bench(first.hosts, first.clock)
    assert await second.admitted() is None
    until = await first.pacer.pushed_back(HOST, begun=0, pause=60 * SECOND)
    sleeping = asyncio.create_task(first.clock.sleep(3 * SECOND))
    await first.clock.run(sleeping.done)
    assert await second.admitted() == until


async def test_one_burst_is_one_push() -> None:
    bench = Bench()
    for _ in range(16):
        await bench.pacer.pushed_back(HOST, begun=0, pause=None)
    rested = [await bench.pacer.pushed_back(HOST, begun=-1, pause=None) for _ in range(8)]
    assert bench.pacer._of(HOST).limiter.limit == 1
    assert set(rested) == {bench.hosts.resting[HOST]}


async def test_rests_without_a_length_grow_until_an_answer_comes() -> None:
    bench = Bench()
    rests = []
    for _ in range(9):
        begun = bench.clock.passed
        until = await bench.pacer.pushed_back(HOST, begun=begun, pause=None)
        rests.append((until - bench.clock.now()).total_seconds())
        bench.clock.passed += rests[-1] + 1
    assert rests == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    bench.pacer.answered(HOST, 0.1)
    until = await bench.pacer.pushed_back(HOST, begun=bench.clock.passed, pause=None)
    assert until - bench.clock.now() == SECOND


async def test_a_single_page_without_an_answer_is_that_pages_matter() -> None:
    bench = Bench()
    bench.pacer.answered(HOST, 0.1)
    assert await bench.pacer.faulted(HOST, begun=0, tries=0) == NOW + SECOND
    assert await bench.pacer.faulted(HOST, begun=0, tries=1) == NOW + 2 * SECOND
    assert bench.hosts.resting == {}
    await bench.pacer.faulted(HOST, begun=0, tries=0)
    assert bench.hosts.resting == {HOST: NOW + SECOND}


async def test_a_host_that_never_answered_is_not_waited_for() -> None:
    bench = Bench()
    for _ in range(5):
        assert await bench.pacer.faulted(HOST, begun=0, tries=1) == NOW + 2 * SECOND
    assert bench.hosts.resting == {}
    assert not bench.pacer.is_dead(HOST)
    await bench.pacer.faulted(HOST, begun=0, tries=1)
    assert bench.pacer.is_dead(HOST)
    bench.pacer.answered(HOST, 0.1)
    assert not bench.pacer.is_dead(HOST)


async def test_a_host_that_another_process_heard_of_rests_and_is_not_dead() -> None:
    bench = Bench()
    for _ in range(9):
        await bench.pacer.faulted(HOST, begun=0, tries=0, was_alive=True)
    assert HOST in bench.hosts.resting
    assert not bench.pacer.is_dead(HOST)


async def test_an_answer_in_between_clears_faults() -> None:
    bench = Bench()
    for _ in range(10):
        await bench.pacer.faulted(HOST, begun=0, tries=0)
        bench.pacer.answered(HOST, 0.1)
    assert bench.hosts.resting == {}


async def test_who_waits_for_room_is_told_when_a_page_ends() -> None:
    bench, told = Bench(), []
    bench.pacer.listen(lambda: told.append(bench.pacer.has_room(HOST)))
    for _ in range(16):
        bench.pacer.begin(HOST)
    assert not bench.pacer.has_room(HOST)
    bench.pacer.end(HOST)
    assert told == [True]


async def test_what_is_known_of_hosts_is_bounded_and_busy_ones_stay() -> None:
    bench = Bench()
    bench.pacer.begin("busy.org:80")
    for number in range(10_050):
        bench.pacer.has_room(f"{number}.org:80")
    assert len(bench.pacer._hosts) <= 10_000
    assert bench.pacer._of("busy.org:80").limiter.running == 1
