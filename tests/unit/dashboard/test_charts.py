from itertools import pairwise

import pytest

from gossamer.dashboard.charts import OTHERS, Column, ColumnPart, chart, compact


def column(*values: int, label: str = "1") -> Column:
    return Column(label, tuple(ColumnPart(value, series) for series, value in enumerate(values)), tooltip="")


def test_bars_stand_on_the_base_and_one_another() -> None:
    drawn = chart([column(3, 0, 5)], width=400, height=200)
    low, high = drawn.stacks[0].bars
    assert low.y + low.height == pytest.approx(drawn.base, abs=0.2)
    assert high.y + high.height == pytest.approx(low.y, abs=0.2)
    assert (low.series, high.series) == (0, 2)


def test_heights_are_as_the_values_are() -> None:
    drawn = chart([column(10), column(5), column(0)], width=400, height=200)
    tall, half = (stack.bars[0].height for stack in drawn.stacks[:2])
    assert tall == pytest.approx(2 * half, abs=0.2)
    assert drawn.stacks[2].bars == ()


@pytest.mark.parametrize("highest", [0, 1, 3, 7, 19, 1000, 99_999_999])
def test_the_scale_has_a_few_lines_and_reaches_the_highest(highest: int) -> None:
    drawn = chart([column(highest)], width=400, height=200)
    assert 2 <= len(drawn.lines) <= 6
    assert all(bar.y >= drawn.top - 0.1 for stack in drawn.stacks for bar in stack.bars)


def test_nothing_at_all_is_drawn_too() -> None:
    assert chart([], width=400, height=200).stacks == ()


def test_labels_do_not_touch() -> None:
    drawn = chart([column(1, label=f"{n} Sep") for n in range(31)], width=340, height=200)
    assert all(after.at - before.at > 6 * 7 for before, after in pairwise(drawn.labels))


def test_what_has_no_colour_of_its_own_shares_the_last_one() -> None:
    drawn = chart([Column("1", (ColumnPart(1, OTHERS + 5),), tooltip="")], width=400, height=200)
    assert drawn.stacks[0].bars[0].series == OTHERS


@pytest.mark.parametrize(("value", "told"), [(0, "0"), (950, "950"), (1200, "1.2k"), (3_000_000, "3M")])
def test_figures_are_told_in_few_characters(value: int, told: str) -> None:
    assert compact(value) == told
