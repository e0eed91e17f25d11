from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.word_folding import folded, normal, words, written


def test_case_accents_and_plurals_make_no_difference() -> None:
    assert words("Élèves, LIBRARIES & boxes") == ["eleve", "library", "box"]


def test_words_that_only_look_like_plurals_stay() -> None:
    assert words("bus status class this analysis is gas") == ["bus", "status", "class", "this", "analysis", "is", "gas"]


def test_a_plural_is_found_by_its_singular() -> None:
    assert words("sizes prizes movies ties cities dishes") == words("size prize movie tie city dish")


def test_scripts_without_blanks_become_pairs_of_letters() -> None:
    assert words("東京都 x京") == ["東京", "京都", "x", "京"]


def test_a_syllable_keeps_the_marks_that_make_it_another() -> None:
    assert words("が") != words("か")
    assert words("हिन्दी") != words("हन्द")


def test_words_are_told_with_where_they_stand() -> None:
    text = "An élève, 東京都!"
    assert [(text[begin:end], parts) for begin, end, parts in written(text)] == [
        ("An", ("an",)),
        ("élève", ("eleve",)),
        ("東京都", ("東京", "京都")),
    ]


@given(st.text())
def test_nothing_that_is_folded_could_end_a_string_of_a_query(text: str) -> None:
    assert all(not set(word) & set("\"'\\:&|!()<>* \x00") and word for word in words(normal(text)))


@given(st.text(min_size=1))
def test_a_word_is_never_longer_than_what_is_kept_of_it(text: str) -> None:
    assert all(0 < len(part) <= 64 for part in folded(text))
