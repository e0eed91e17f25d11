"""When a turn begins pages, commits, and ends."""

from dataclasses import replace
from datetime import timedelta

import pytest

from gossamer.core.actions import Wait
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl.lanes.turn_schedule import Move, Standing, is_overdue, may_begin, next_move, patience

WORKING = Standing(
    age=1.0,
    pending=0,
    oldest=0.0,
    waiting=20,
    blocked=0,
    running=10,
    longest=0.1,
    usual=0.05,
    width=10,
    fruitful=True,
    urgent=False,
    took=0.1,
    since=0.1,
)


def standing(**changes: float) -> Standing:
    return replace(WORKING, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "move"),
    [
        (standing(), Move.WAIT),
        # recording takes no more than a part of the time, unless results take most of the places
        (standing(pending=5, running=5, oldest=0.2), Move.WAIT),
        (standing(pending=1, running=9, since=0.31), Move.COMMIT),
        (standing(pending=8, running=2, oldest=0.2), Move.COMMIT),
        (standing(pending=1, oldest=1.0), Move.COMMIT),
        (standing(pending=1, urgent=True), Move.COMMIT),
        # about to run dry
        (standing(pending=1, waiting=0, running=9), Move.COMMIT),
        (standing(pending=1, waiting=0, running=9, fruitful=False), Move.WAIT),
        (standing(pending=1, waiting=0, running=10), Move.WAIT),
        (standing(pending=1, waiting=0, running=0, fruitful=False), Move.COMMIT),
        # nothing at all in hand: ask for more, or be closed
        (standing(waiting=0, running=0), Move.COMMIT),
        (standing(waiting=0, running=3), Move.WAIT),
        # hosts without room: others may have some
        (standing(waiting=0, blocked=15, running=5), Move.COMMIT),
        (standing(waiting=0, blocked=15, running=5, fruitful=False), Move.WAIT),
        (standing(waiting=0, blocked=15, running=0, fruitful=False), Move.WAIT),
        # the end of the turn
        (standing(age=3.1, running=2), Move.WAIT),
        (standing(age=3.1, running=0), Move.HAND_ON),
        (standing(age=3.1, running=0, pending=3), Move.HAND_ON),
    ],
)
def test_what_is_done_follows_from_how_it_stands(now: Standing, move: Move) -> None:
    assert next_move(now) is move


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (standing(age=2.9, running=9), True),
        (standing(age=3.0, running=9), False),
        (standing(age=3.0, running=9, longest=2.0), True),
        (standing(age=3.0, longest=2.0, usual=2.0), False),
        (standing(age=18.0, longest=15.0), False),
    ],
)
def test_pages_are_begun_for_some_seconds_and_beside_a_straggler(now: Standing, expected: bool) -> None:
    assert may_begin(now) is expected


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (standing(running=6, pending=2, recording=1), True),
        (standing(running=6, pending=2, recording=2), False),
        (standing(running=0, pending=10), False),
    ],
)
def test_a_page_takes_its_place_until_it_is_recorded(now: Standing, expected: bool) -> None:
    assert may_begin(now) is expected


def test_a_page_has_its_patience_and_the_next_time_all_its_time() -> None:
    assert not is_overdue(run=14.9, age=14.9, tries=0, patience=15.0)
    assert is_overdue(run=15.0, age=15.0, tries=0, patience=15.0)
    assert is_overdue(run=3.0, age=18.0, tries=0, patience=15.0)
    assert not is_overdue(run=55.0, age=55.0, tries=1, patience=15.0)


def test_what_a_page_is_asked_to_do_lengthens_its_patience() -> None:
    spec = ScrapeSpec(web_url("http://e.org/"))
    assert patience(spec) == 15
    assert patience(replace(spec, wait_for=timedelta(seconds=10))) == 25
    assert patience(replace(spec, timeout=timedelta(seconds=5))) == 5
    assert patience(replace(spec, actions=(Wait(timedelta(seconds=1)),))) == 60
