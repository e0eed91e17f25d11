"""What a model is shown of a page."""

from hypothesis import given
from hypothesis import strategies as st

from gossamer.features.understanding.model_input import PageText


def test_a_page_that_fits_is_one_piece() -> None:
    page = PageText("https://e.org", "T", text="some text\n" * 100)
    assert page.pieces(1000) == (page,)


@given(st.text(max_size=4000), st.integers(10, 200))
def test_a_longer_one_is_cut_so_that_nothing_is_lost(text: str, tokens: int) -> None:
    pieces = PageText("https://e.org", text=text).pieces(tokens)
    assert "".join(piece.text for piece in pieces) == text
    assert all(len(piece.text.encode()) <= tokens * 3 + 4 for piece in pieces)
    assert all(piece.url == "https://e.org" for piece in pieces)


def test_it_is_cut_between_lines() -> None:
    text = "".join(f"line {number}\n" for number in range(1000))
    assert all(piece.text.startswith("line ") for piece in PageText(text=text).pieces(200))
