"""Fields of extracted data that differ between two versions."""

from typing import Any

import pytest

from gossamer.features.history import data_key, json_changes


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"price": 49}, {"price": 44.1}, {"price": {"previous": 49, "current": 44.1}}),
        ({"price": 49}, {"price": 49}, {}),
        (
            {"plans": [{"price": 1}, {"price": 2}]},
            {"plans": [{"price": 1}, {"price": 3}]},
            {"plans[1].price": {"previous": 2, "current": 3}},
        ),
        ({"tags": ["a"]}, {"tags": ["a", "b"]}, {"tags[1]": {"previous": None, "current": "b"}}),
        ({"price": None}, {}, {}),
        ({"stock": {}}, {"stock": None}, {}),
        (["a"], "a", {"[0]": {"previous": "a", "current": None}, "value": {"previous": None, "current": "a"}}),
    ],
)
def test_leaves_that_differ_are_named_by_their_path(before: Any, after: Any, changes: dict[str, Any]) -> None:
    assert json_changes(before, after) == changes


def test_data_are_known_by_what_was_asked_for() -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    assert data_key(schema, "") == data_key(dict(reversed(schema.items())), "")
    assert data_key(schema, "") != data_key(schema, "The price")
