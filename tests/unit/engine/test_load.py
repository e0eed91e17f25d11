"""The load of processes decides how many lanes further processes could work on."""

import pytest

from gossamer.engine.load import Load


@pytest.mark.parametrize(
    ("cores", "is_rendering", "lanes"),
    [(0.2, False, 5), (0.2, True, 1), (0.9, True, 5)],
)
def test_lanes_whose_pages_the_browser_renders_are_for_one_process_unless_that_is_busy_itself(
    cores: float, is_rendering: bool, lanes: int
) -> None:
    assert Load(open_lanes=5, cores=cores).workable_lanes(is_rendering=is_rendering) == lanes


def test_a_count_says_who_works_beside_this_process_and_what_this_process_used() -> None:
    load = Load()
    load.count(1, 3)
    assert (load.alone, load.open_lanes) == (True, 3)
    sum(range(1_000_000))
    load.count(2, 0)
    assert (load.alone, load.open_lanes) == (False, 0)
    assert load.cores > 0
