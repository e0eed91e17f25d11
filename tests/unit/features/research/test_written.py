"""Sentences of a model against the passages that they cite."""

import pytest

from gossamer.core.research import Citation
from gossamer.features.research.written import supporting

PASSAGES = [
    Citation("https://e.org/", "About", "Alder Works was founded in 1931 by Clara Dorn in Belvaux.", 0, 57, "h"),
    Citation("https://e.org/2", "Staff", "The company employs 1,310 people.", 0, 33, "h"),
]


@pytest.mark.parametrize(
    ("text", "numbers", "count"),
    [
        ("Clara Dorn founded Alder Works in 1931.", [1], 1),
        ("It employs 1310 people.", [2], 1),
        ("Alder Works was founded in 1876 by Clara Dorn.", [1], 0),
        ("Alder Works was founded in 1931 by Otto Falk.", [1], 0),
        ("Clara Dorn founded Alder Works in 1931.", [2], 0),
        ("Clara Dorn founded Alder Works in 1931.", [], 0),
        ("Clara Dorn founded Alder Works in 1931.", [0, 3, -1], 0),
        ("Everybody loves weaving with coloured wool on holidays.", [1], 0),
    ],
)
def test_a_sentence_is_supported_by_what_its_passages_say(text: str, numbers: list[int], count: int) -> None:
    assert len(supporting(text, numbers, PASSAGES)) == count
