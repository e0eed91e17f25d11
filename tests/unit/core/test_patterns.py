"""Expressions that callers write."""

import pytest

from gossamer.core.errors import CallerError
from gossamer.core.patterns import MAX_PATTERN_LENGTH, MAX_PATTERNS, MAX_TEXT, Patterns, in_portions


def patterns(*expressions: str) -> Patterns:
    return Patterns.compile(expressions, option="includePaths")


def test_an_expression_is_searched_anywhere_in_the_text() -> None:
    assert patterns("blog/.*").found_in("/en/blog/a")
    assert not patterns("^/blog").found_in("/en/blog/a")


def test_an_expression_is_found_as_it_is_written_and_unescaped() -> None:
    assert patterns("/café/").found_in("/caf%C3%A9/menu")
    assert patterns("/caf%C3").found_in("/caf%C3%A9/menu")


def test_a_search_takes_linear_time_whatever_the_expression() -> None:
    # With backtracking this would not end before the universe does.
    assert not patterns("^(a+)+$", "(a|aa)+$", "(.*a){20}$").found_in("a" * (MAX_TEXT - 1) + "!")


def test_what_is_longer_than_addresses_of_pages_is_not_searched() -> None:
    assert patterns("a").found_in("a" * MAX_TEXT)
    assert not patterns("a").found_in("a" * (MAX_TEXT + 1))


@pytest.mark.parametrize("expression", ["(?:.?){900}c$", r"(\p{L}{1,20}){9}", "(a|ab|b|/){1,900}c$"])
def test_an_expression_that_is_large_when_it_is_written_out_is_refused(expression: str) -> None:
    with pytest.raises(CallerError, match="too large once its repetitions are written out"):
        patterns(expression)


def test_expressions_that_are_large_together_are_refused() -> None:
    patterns("(?:.?){100}c$", "(?:.?){100}c$")
    with pytest.raises(CallerError, match="`includePaths` are too large together"):
        patterns(*["(?:.?){100}c$"] * 3)


def test_what_people_write_is_never_too_large() -> None:
    assert patterns(*[f"^/(?:en|de|fr)/section-{n}/.*$" for n in range(MAX_PATTERNS)])
    assert patterns("^/(" + "|".join(f"part-{n}" for n in range(50)) + ")/")
    assert patterns(r"\p{L}+/[\p{L}\p{N}-]+$", r"(?i)/\p{Cyrillic}+/", r"/\d{4}/\d{2}/\d{2}/", "[^/]{1,80}$")


def test_many_texts_are_searched_in_portions_that_fit_the_expressions() -> None:
    links = ["https://example.org/" + "a" * 1000] * 300
    assert [len(portion) for portion in in_portions(links, str, size=0)] == [200, 100]
    assert {len(portion) for portion in in_portions(links, str, size=10_000)} == {1}
    assert [link for portion in in_portions(links, str, size=50) for link in portion] == links
    assert list(in_portions([], str, size=50)) == []


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("^/(?!admin)", "look-ahead and look-behind"),
        ("(?<=a)b", "look-ahead and look-behind"),
        (r"(a)\1", "back-references"),
        (r"/blog\Z", "for the end"),
        ("*/blog/*", "nothing stands before the repetition"),
        ("(a{1000}){1000}", "a repetition may be at most"),
        ("[a", "missing ]"),
        ("\ud800", "characters that no address can have"),
        ("a" * (MAX_PATTERN_LENGTH + 1), "longer than"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(expression: str, hint: str, capfd: object) -> None:
    with pytest.raises(CallerError, match="`includePaths`") as refused:
        patterns(expression)
    assert hint in refused.value.message


def test_callers_expressions_are_not_written_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CallerError):
        patterns("[a")
    assert capfd.readouterr().err == ""


def test_too_many_expressions_are_refused() -> None:
    with pytest.raises(CallerError, match="at most 200"):
        patterns(*["a"] * (MAX_PATTERNS + 1))


def test_no_expressions_are_nothing_to_look_for() -> None:
    assert not patterns()
    assert patterns("a")
