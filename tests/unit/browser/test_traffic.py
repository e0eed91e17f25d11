"""How long requests are waited for, by a clock of the test's own."""

import msgspec
import pytest

from gossamer.browser.traffic import ANSWERED, DATA, DONE, SENT, Traffic


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def traffic(clock: Clock) -> Traffic:
    traffic = Traffic("main", looked_at=False, changed=lambda: None)
    traffic._clock = clock
    return traffic


def send(traffic: Traffic, kind: str = "Fetch") -> None:
    traffic.sent(SENT("1", "main", "document", kind))


def answer(traffic: Traffic) -> None:
    traffic.answered(msgspec.convert({"requestId": "1", "response": {"url": "http://site/", "status": 200}}, ANSWERED))


async def test_a_request_without_an_answer_is_waited_for_as_long_as_a_poll_may_take(
    traffic: Traffic, clock: Clock
) -> None:
    send(traffic)
    clock.now += 3.9
    assert traffic.busy()
    clock.now += 0.2
    assert not traffic.busy()


async def test_an_answer_that_no_script_reads_is_soon_waited_for_no_more(traffic: Traffic, clock: Clock) -> None:
    send(traffic)
    clock.now += 1.0
    answer(traffic)
    assert traffic.busy()
    clock.now += 0.5
    assert not traffic.busy()


async def test_an_answer_that_goes_on_coming_is_waited_for_until_it_counts_as_endless(
    traffic: Traffic, clock: Clock
) -> None:
    send(traffic)
    answer(traffic)
    for _ in range(6):
        clock.now += 0.3
        traffic.received(DATA("1"))
        assert traffic.busy()
    clock.now += 0.3
    traffic.received(DATA("1"))
    assert not traffic.busy()


async def test_what_the_browser_reads_itself_is_waited_for_although_nothing_of_it_comes(
    traffic: Traffic, clock: Clock
) -> None:
    send(traffic, "Script")
    answer(traffic)
    clock.now += 3.0
    assert traffic.busy()
    traffic.done(DONE("1"))
    assert not traffic.busy()


async def test_the_script_of_a_worker_whose_end_is_told_to_nobody_is_soon_waited_for_no_more(
    traffic: Traffic, clock: Clock
) -> None:
    traffic.sent(SENT("1", "main", "", "Script"))
    clock.now += 0.2
    assert traffic.busy()
    clock.now += 0.2
    assert not traffic.busy()
    assert traffic.failures() == ()
