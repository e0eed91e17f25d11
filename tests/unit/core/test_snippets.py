from gossamer.core.searches import Terms
from gossamer.core.snippets import emphasise_terms, snippet

FILLER = "Nothing of that here. " * 40


def test_a_snippet_is_where_most_of_the_words_stand_together() -> None:
    text = f"Peas are green. {FILLER}Asparagus and peas grow in May. {FILLER}"
    assert snippet(text, [("asparagu",), ("pea",), ("asparagus",)]).startswith("Asparagus and peas grow in May.")


def test_a_snippet_without_any_of_the_words_is_the_beginning() -> None:
    assert snippet(f"Once upon a time. {FILLER}", [("swan",)]).startswith("Once upon a time.")


def test_a_snippet_is_one_line_of_bounded_length_with_whole_words() -> None:
    found = snippet("word\n" * 500, [("word",)], length=100)
    assert "\n" not in found
    assert len(found) <= 110
    assert set(found.removeprefix("… ").removesuffix(" …").split()) == {"word"}


def test_nothing_has_no_snippet() -> None:
    assert snippet("", [("a",)]) == ""


def test_words_are_emphasised_whatever_their_accents() -> None:
    terms = Terms(words=("eleve",), phrases=("new york",))
    assert emphasise_terms("Des élèves à New York, York", terms) == "Des **élèves** à **New York**, **York**"


def test_nothing_is_emphasised_where_nothing_was_looked_for() -> None:
    assert emphasise_terms("a text", Terms(sites=("a.example",))) == "a text"
