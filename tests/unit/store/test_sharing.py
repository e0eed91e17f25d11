"""How the pages of a bound are shared among jobs, and between them and callers who wait."""

from hypothesis import given
from hypothesis import strategies as st

from gossamer.store.sharing import Demand, part_of_callers, share

bounds = st.integers(1, 60)
wishes = st.lists(st.integers(0, 40), min_size=1, max_size=12)


def demands(wanted: list[int]) -> list[Demand]:
    return [Demand(number, "key", 0, wish) for number, wish in enumerate(wanted)]


def shares(bound: int, wanted: list[int], turn: int = 0) -> list[int]:
    asked = demands(wanted)
    return [share(bound, asked, demand.number, turn=turn) for demand in asked]


def test_a_job_alone_has_everything_that_it_can_use() -> None:
    assert shares(5, [100]) == [5]
    assert shares(5, [3]) == [3]


def test_jobs_get_equal_parts_and_what_one_cannot_use_goes_to_the_others() -> None:
    assert shares(9, [20, 20, 20]) == [3, 3, 3]
    assert shares(9, [1, 20, 20]) == [1, 4, 4]
    assert shares(9, [0, 20, 2]) == [0, 7, 2]


def test_more_jobs_than_pages_take_turns() -> None:
    assert [shares(2, [9, 9, 9], turn) for turn in range(3)] == [[1, 1, 0], [0, 1, 1], [1, 0, 1]]


@given(bounds, wishes, st.integers(0, 1000))
def test_nothing_is_given_twice_nor_beyond_what_is_wanted_nor_left_over(
    bound: int, wanted: list[int], turn: int
) -> None:
    given_out = shares(bound, wanted, turn)
    assert all(part <= wish for part, wish in zip(given_out, wanted, strict=True))
    assert sum(given_out) == min(bound, sum(wanted))


@given(bounds, st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_over_time_no_job_waits_for_ever(bound: int, wanted: list[int]) -> None:
    turns = [shares(bound, wanted, turn) for turn in range(len(wanted))]
    assert all(any(turn[job] for turn in turns) for job in range(len(wanted)))


def test_callers_and_jobs_get_half_each_and_an_odd_page_in_turns() -> None:
    assert [part_of_callers(6, 9, 9, turn=turn) for turn in range(2)] == [3, 3]
    assert [part_of_callers(5, 9, 9, turn=turn) for turn in range(2)] == [3, 2]
    assert [part_of_callers(1, 9, 9, turn=turn) for turn in range(2)] == [1, 0]


def test_what_jobs_cannot_use_goes_to_callers_and_the_other_way_round() -> None:
    assert part_of_callers(6, 9, 1, turn=0) == 5
    assert part_of_callers(6, 1, 9, turn=0) == 1
    assert part_of_callers(6, 9, 0, turn=1) == 6


@given(bounds, st.integers(0, 90), st.integers(0, 90), st.integers(0, 3))
def test_both_sides_together_have_all_they_want_or_all_there_is(bound: int, callers: int, jobs: int, turn: int) -> None:
    part = part_of_callers(bound, callers, jobs, turn=turn)
    assert 0 <= part <= callers
    assert part + min(jobs, bound - part) == min(bound, callers + jobs)
