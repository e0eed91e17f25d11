"""What is looked for in a text is found wherever it stands."""

import pytest

from gossamer.content.occurrence import has, has_any


@pytest.mark.parametrize("text", ["ab", "xxab", "abxx", "é ab 語", "\n" * 3_000 + "ab"])
def test_a_part_is_found_wherever_it_stands(text: str) -> None:
    assert has(text, "ab")
    assert has_any(text, ("zz", "ab"))
    assert not has(text, "ba")
    assert not has_any(text, ("zz", "ba"))
