"""Positions of quotes in Markdown."""

import pytest

from gossamer.features.research.positions import Words

MARKDOWN = "# Kettle\n\nThe **blue** [kettle](https://e.org/blue-kettle) costs €24.50.\n\n| Weight | 1.2 kg |\n"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The blue kettle costs €24.50.", "The **blue** [kettle](https://e.org/blue-kettle) costs €24.50."),
        ("Weight 1.2 kg", "Weight | 1.2 kg"),
        ("€24.50", "€24.50."),
    ],
)
def test_a_quote_is_found_through_the_signs_of_markdown(quote: str, text: str) -> None:
    span = Words.of(MARKDOWN).find(quote)
    assert span is not None
    assert MARKDOWN[span[0] : span[1]] == text


@pytest.mark.parametrize("quote", ["The red kettle", "e.org blue kettle", "", "…"])
def test_what_the_page_does_not_say_has_no_position(quote: str) -> None:
    assert Words.of(MARKDOWN).find(quote) is None
