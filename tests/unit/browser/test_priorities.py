"""How far the threads of a greedy page stand back."""

import pytest

from gossamer.browser import priorities
from gossamer.browser.priorities import Priorities, niceness
from gossamer.browser.running_browser import BrowserProcess


@pytest.mark.parametrize("threads", [1, 2, 5, 9, 28, 60])
def test_the_threads_of_a_page_weigh_together_about_as_much_as_one(threads: int) -> None:
    assert 0.75 <= threads / 1.25 ** niceness(threads) <= 1.0


@pytest.fixture
def stood_back(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return among how many busy pages each one was that was looked at, 0 for one that was not busy."""
    monkeypatch.setattr(priorities, "_CROWD", 0.7)
    numbers: list[int] = []
    monkeypatch.setattr(priorities, "_stand_back", lambda _pid, *, among: numbers.append(among))
    return numbers


def test_a_page_is_busy_by_what_it_used_lately_and_not_in_all(stood_back: list[int]) -> None:
    watched = Priorities()
    for now, seconds in ((0.0, 50.0), (5.0, 51.0), (9.0, 52.5), (10.0, 52.6), (15.0, 53.0)):
        watched.look([BrowserProcess("renderer", 7, seconds)], now)
    assert stood_back == [0, 0, 1, 1, 0]


def test_where_pages_take_the_whole_processor_one_is_busy_sooner(stood_back: list[int]) -> None:
    watched = Priorities()
    for now, seconds in ((0.0, 0.0), (0.5, 0.2), (1.0, 0.6), (1.5, 0.7)):
        watched.look([BrowserProcess("renderer", pid, seconds) for pid in (7, 8)], now)
    assert stood_back == [0, 0, 0, 0, 2, 2, 0, 0]
