"""Hostile pages and answers take time in proportion to their size, and no more of them is looked at than is said."""

from collections.abc import Callable
from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.features.evidence import PageIndex, PageSource, assess
from tests.costs import Work, in_proportion
from tests.unit.features.understanding.paper import understood

ONE = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("page", "value"),
    [
        (lambda n: f"<p>{'a ' * n * 20}</p>", lambda n: {"a": "a " * n, "b": ["a a a"] * n}),
        (lambda n: "<div>" * n + "x 5" + "</div>" * n, lambda n: {"a": "x 5", "b": [5] * n}),
        (
            lambda n: f"<table>{'<tr><td>x</td><td>5</td></tr>' * n}</table>",
            lambda n: {"items": [{"name": "x", "n": 5}] * n},
        ),
        (lambda n: "".join(f"<p>Label {i}: {i}</p>" for i in range(n)), lambda n: {f"label{i}": i for i in range(n)}),
        (lambda n: "<p>Pets allowed</p>" * n, lambda n: {f"pets{i}": True for i in range(n)}),
        (lambda n: "<p>+49 30 12345 5 min</p>" * n, lambda n: {f"minutes{i}": 7 for i in range(n)}),
    ],
)
@pytest.mark.long
def test_long_pages_and_answers_take_time_in_proportion(
    page: Callable[[int], str], value: Callable[[int], Any]
) -> None:
    def assessing(size: int) -> Work:
        index = understood(Json(ONE, evidence=True), html=page(size * 2)).page.index()
        return lambda: assess(value(size), index)

    # Up to 500 values the places of each are looked at, which is quadratic; beyond that fewer of each.
    assert in_proportion(assessing, 400)


@pytest.mark.parametrize(
    "line", ["# a\n", "a quick fox\n\n", "- Name: value 12\n", "| a | 12 |\n", "word " * 900, "|" * 9 + "\n"]
)
def test_the_end_of_long_markdown_is_read(line: str) -> None:
    markdown = f"{line * (400_000 // len(line))}\n\nThe *contract value* is 48,213 euros.\n"
    index = PageIndex(PageSource(markdown=markdown))
    assert assess({"contract_value": 48213}, index)["/contract_value"].status == "supported"
    assert index.lines[index.visible - 1].text == "The contract value is 48,213 euros."


def test_long_markdown_takes_time_in_proportion() -> None:
    def reading(size: int) -> Work:
        return lambda: PageIndex(PageSource(markdown="# a\n" * size))

    assert in_proportion(reading, 25_000)


def test_numbers_beyond_all_measure_are_absent() -> None:
    index = PageIndex(PageSource(markdown="Weight: 54 kg"))
    for value in (10**400, -(10**400), float("inf"), float("nan"), 1e308):
        assert assess({"weight": value}, index)["/weight"].status == "absent"


def test_the_rest_of_a_very_large_answer_has_no_evidence() -> None:
    evidence = assess({"n": list(range(5_000))}, PageIndex(PageSource(markdown="1 2 3")))
    assert len(evidence) == 4_000
