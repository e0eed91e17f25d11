import pytest

from gossamer.wire.issues import not_an_object
from gossamer.wire.v2 import ScrapeRequest
from tests.wire.bodies import refusal


def test_unknown_keys_are_told_together_and_by_name() -> None:
    found = refusal(ScrapeRequest, {"url": "https://e.org", "foo": 1, "bar": 2})
    assert found.error.startswith("Unrecognized key in body")
    assert "v2" in found.error
    assert found.details == (
        {
            "code": "unrecognized_keys",
            "keys": ["foo", "bar"],
            "path": [],
            "message": "Unrecognized key(s) in object: 'foo', 'bar'",
        },
    )


def test_an_unknown_key_inside_a_format_is_told_with_its_place() -> None:
    [issue] = refusal(ScrapeRequest, {"url": "https://e.org", "formats": [{"type": "links", "x": 1}]}).details
    assert (issue["code"], issue["path"], issue["keys"]) == ("unrecognized_keys", ["formats", 0], ["x"])


def test_a_missing_url_is_required() -> None:
    found = refusal(ScrapeRequest, {})
    assert found.error == "Bad Request"
    assert found.details[0] == {
        "code": "invalid_type",
        "expected": "required",
        "received": "undefined",
        "path": ["url"],
        "message": "Required",
    }


def test_a_rule_of_ours_speaks_for_itself() -> None:
    assert "unsupported protocol" in refusal(ScrapeRequest, {"url": "gopher://e.org"}).error


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": 5}, "invalid_type"),
        ({"url": "e.org", "timeout": 5}, "too_small"),
        ({"url": "e.org", "waitFor": 99_999}, "too_big"),
        ({"url": "e.org", "proxy": "x"}, "invalid_enum_value"),
        ({"url": "e.org", "formats": ["x"]}, "invalid_union"),
    ],
)
def test_codes_are_those_of_the_contract(body: dict[str, object], code: str) -> None:
    assert refusal(ScrapeRequest, body).details[0]["code"] == code


@pytest.mark.parametrize(
    ("value", "received"), [(None, "null"), (True, "boolean"), (1.5, "number"), ("a", "string"), ([], "array")]
)
def test_a_body_that_is_no_object_is_told_what_it_is(value: object, received: str) -> None:
    assert not_an_object(value).details[0]["received"] == received
