"""What is looked for in a text is found wherever it stands."""

import pytest

from gossamer.content.occurrence import has, has_any, may_precede


@pytest.mark.parametrize("text", ["ab", "xxab", "abxx", "é ab 語", "\n" * 3_000 + "ab"])
def test_a_part_is_found_wherever_it_stands(text: str) -> None:
    assert has(text, "ab")
    assert has_any(text, ("zz", "ab"))
    assert not has(text, "ba")
    assert not has_any(text, ("zz", "ba"))


@pytest.mark.parametrize(
    ("text", "may"), [(r"\a \_", True), (r"\\_", True), (r"\a _", False), ("\\", False), ("", False)]
)
def test_a_character_is_looked_for_before_certain_others(text: str, may: bool) -> None:
    assert may_precede(text, "\\", frozenset("_.")) is may


def test_what_stands_behind_hundreds_of_others_is_not_missed() -> None:
    assert may_precede(r"\a" * 1_000 + r"\_", "\\", frozenset("_"))
