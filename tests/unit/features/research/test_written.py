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
        ("The founder of Alder Works is Clara Dorn.", [1], 1),
        ("According to the page, Clara Dorn founded Alder Works.", [1], 1),
        ("Clara Dorn founded Alder Works, and she was a retired beekeeper.", [1], 0),
        ("Clara Dorn, the founder, chief and director, founded Alder Works.", [1], 0),
        ("According to https://invented.example/facts Clara Dorn founded Alder Works.", [1], 0),
        ("Clara Dorn employs 1310 people.", [2, 2, 1], 2),
    ],
)
def test_words_of_the_request_may_be_repeated_and_nothing_may_be_added(
    text: str, numbers: list[int], count: int
) -> None:
    asked = frozenset({"founder", "chief", "director"})
    assert len(supporting(text, numbers, PASSAGES, asked)) == count


def test_who_cites_everything_cites_nothing() -> None:
    filler = [Citation("https://e.org/3", "Filler", f"Filler {number}.", 0, 9, "h") for number in range(9)]
    assert supporting("Clara Dorn founded it.", list(range(1, 12)), [*filler, *PASSAGES]) == []


@pytest.mark.parametrize(
    ("text", "numbers", "count"),
    [
        ("Clara Dorn founded Alder Works in 1931.", [1], 1),
        ("It employs 1310 people.", [2], 1),
        ("The company does not employ 1,310 people.", [2], 0),
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


DENIED = [
    Citation("https://e.org/", "Staff", "The company employs 1,310 people. It has no union.", 0, 50, "h"),
    Citation("https://e.org/2", "History", "Alder Works was not founded by Otto Falk.", 0, 41, "h"),
]


@pytest.mark.parametrize(
    ("text", "numbers", "count"),
    [
        ("The company has no union.", [1], 1),
        ("The company has a union.", [1], 0),
        ("The company employs 1,310 people.", [1], 1),
        ("Otto Falk founded Alder Works.", [2], 0),
        ("Alder Works was not founded by Otto Falk.", [2], 1),
        ("The company employs 1,310 people and has no union.", [1], 1),
    ],
)
def test_what_a_passage_denies_is_not_affirmed_and_the_reverse(text: str, numbers: list[int], count: int) -> None:
    assert len(supporting(text, numbers, DENIED)) == count
