from gossamer.engine.pace import interval, room
from gossamer.engine.queues import QueueLimits

LIMITS = QueueLimits(all=8, team=4, gentle=1)


def test_an_idle_process_asks_seldom_and_a_busy_one_often() -> None:
    assert interval(hot=False, alone=True, running=0) > 5 * interval(hot=True, alone=True, running=0)


def test_among_others_who_has_more_in_hand_asks_later() -> None:
    pauses = [interval(hot=True, alone=False, running=running) for running in (0, 1, 2)]
    assert pauses == sorted(pauses)
    assert len(set(pauses)) == 3


def test_who_is_alone_takes_all_it_has_room_for() -> None:
    assert room(LIMITS, alone=True, running=0) == 8


def test_among_others_one_is_taken_at_a_time_and_never_more_than_there_is_room_for() -> None:
    assert [room(LIMITS, alone=False, running=running) for running in (0, 3, 7, 8)] == [1, 4, 8, 8]
