"""What can be said of the page tools without a browser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.browser.tools.tab_navigation import address
from gossamer.browser.tools.uploads import safe_name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://e.org/a", "https://e.org/a"),
        ("e.org/a?b", "https://e.org/a?b"),
        ("localhost:8000/a", "http://localhost:8000/a"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("/a", "http://here.org/a"),
        ("?b", "http://here.org/x/y?b"),
        ("z.html", "https://z.html"),
        ("../z", "http://here.org/z"),
    ],
)
def test_an_address_is_read_as_an_address_bar_would(typed: str, meant: str) -> None:
    assert address(typed, "http://here.org/x/y") == meant


@given(st.text(max_size=300))
def test_a_file_name_leads_nowhere(name: str) -> None:
    kept = safe_name(name)
    assert kept
    assert len(kept) <= 120
    assert not set("/\\\0\n") & set(kept)
    assert kept not in {".", ".."}
