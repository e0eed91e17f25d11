"""Headers a caller sets cannot end a line, frame a message or reach a proxy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.errors import CallerError
from gossamer.core.headers import validate_headers


def test_ordinary_headers_pass_with_lower_case_names() -> None:
    assert validate_headers({"X-Api-Key": " k ", "cookie": "a=b; c=d"}) == {"x-api-key": "k", "cookie": "a=b; c=d"}


@pytest.mark.parametrize(
    "name",
    [
        "Host",
        "CONTENT-LENGTH",
        "Transfer-Encoding",
        "Connection",
        "Keep-Alive",
        "Upgrade",
        "TE",
        "Trailer",
        "Proxy-Authorization",
        "Proxy-Anything",
        "Expect",
    ],
)
def test_headers_that_belong_to_the_connection_are_dropped(name: str) -> None:
    assert validate_headers({name: "x", "X-Kept": "y"}) == {"x-kept": "y"}


@pytest.mark.parametrize("value", ["a\r\nX: b", "a\nb", "a\rb", "a\0b", "a\x0bb", "a\x7fb", "\ud800"])
def test_a_value_with_a_control_character_is_refused(value: str) -> None:
    with pytest.raises(CallerError):
        validate_headers({"X-Injected": value})


@pytest.mark.parametrize("name", ["", " ", "a b", "a:b", "a\r\nb", "a\0", "ä", "a(b)", "Host "])
def test_a_name_that_is_not_a_token_is_refused(name: str) -> None:
    with pytest.raises(CallerError):
        validate_headers({name: "x"})


def test_too_many_and_too_large_headers_are_refused() -> None:
    with pytest.raises(CallerError):
        validate_headers({f"x-{number}": "" for number in range(101)})
    with pytest.raises(CallerError):
        validate_headers({"x": "y" * 17_000})
    assert len(validate_headers({f"x-{number}": "" for number in range(100)})) == 100


def test_what_is_not_text_is_refused() -> None:
    with pytest.raises(CallerError):
        validate_headers({"x": 1})  # type: ignore[dict-item]


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=4))
def test_whatever_passes_fits_on_one_line(headers: dict[str, str]) -> None:
    try:
        kept = validate_headers(headers)
    except CallerError:
        return
    assert not any(sign in f"{name}{value}" for name, value in kept.items() for sign in "\r\n\0")
    assert validate_headers(kept) == kept
