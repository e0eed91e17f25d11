"""A phrase means the element that accounts for its words; the list decides what an ordinal counts."""

from gossamer.features.interact.rules.grounding import Target, ground, nearest
from tests.unit.features.interact.rules.pages import node, page, phrase, words


def test_the_whole_name_wins() -> None:
    shown = page(node("button", "Sign in", clickable=True), node("button", "Sign in with a key", clickable=True))
    [best, *_] = ground(shown, Target(phrase("the Sign in button")))
    assert best.element.name == "Sign in"


def test_an_ordinal_counts_records_not_words() -> None:
    jobs = [
        node("listitem", "", node("link", name, words(name), clickable=True), words(f"{name} in Berlin"), tag="li")
        for name in ("Data engineer", "Gardener", "Illustrator")
    ]
    shown = page(node("link", "Job alerts", words("Job alerts"), clickable=True), node("list", "", *jobs, tag="ul"))
    [match] = ground(shown, Target(phrase("the third job")))
    assert "Illustrator" in match.element.text


def test_a_synonym_is_enough_where_nothing_else_fits() -> None:
    shown = page(node("button", "Delete", clickable=True), node("button", "Save", clickable=True))
    [best, *_] = ground(shown, Target(phrase("remove")))
    assert best.element.name == "Delete"


def test_nothing_is_taken_where_no_word_fits() -> None:
    shown = page(node("button", "Save", clickable=True))
    assert ground(shown, Target(phrase("the pizza"))) == []


def test_the_nearest_candidates_are_named() -> None:
    shown = page(node("button", "Save draft", clickable=True))
    assert nearest(shown, Target(phrase("save everything"))) == ('button "Save draft"',)
