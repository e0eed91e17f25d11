"""How far the threads of a greedy page stand back."""

import pytest

from gossamer.browser import priorities
from gossamer.browser.priorities import Priorities, niceness
from gossamer.browser.running_browser import BrowserProcess


@pytest.mark.parametrize("threads", [1, 2, 5, 9, 28, 60])
def test_the_threads_of_a_page_weigh_together_about_as_much_as_one(threads: int) -> None:
    assert 0.75 <= threads / 1.25 ** niceness(threads) <= 1.0


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    found: list[bool] = []
    monkeypatch.setattr(priorities, "_stand_back", lambda _pid, *, is_busy: found.append(is_busy))
    return found


def test_a_page_is_busy_by_what_it_used_lately_and_not_in_all(busy: list[bool]) -> None:
    watched = Priorities()
    for now, seconds in ((0.0, 50.0), (5.0, 51.0), (9.0, 52.5), (10.0, 52.6), (15.0, 53.0)):
        watched.look([BrowserProcess("renderer", 7, seconds)], now)
    assert busy == [False, False, True, True, False]
