"""Values put together, and schemas as a model is asked to fill them in."""

from typing import Any

import pytest

from gossamer.core.json_pointers import coverage, is_empty, leaves
from gossamer.features.understanding.merging import fill_gaps, merged
from gossamer.features.understanding.schemas import WRAPPED, model_schema


def test_leaves_are_named_by_json_pointers() -> None:
    value = {"a/b": [1, {"~": None}], "none": [], "text": "x"}
    assert dict(leaves(value)) == {"/a~1b/0": 1, "/a~1b/1/~0": None, "/none": [], "/text": "x"}


def test_coverage_is_the_share_of_leaves_that_say_something() -> None:
    assert coverage({"a": 1, "b": None, "c": [], "d": False}) == 0.5
    assert is_empty({"a": None, "b": [{"c": ""}]})
    assert not is_empty({"a": 0})


@pytest.mark.parametrize(
    ("values", "whole"),
    [
        ([{"a": None, "b": 1}, {"a": 2, "b": 3}], {"a": 2, "b": 1}),
        ([None, {"a": 1}], {"a": 1}),
        ([{"a": [1, 2]}, {"a": [2, 3]}], {"a": [1, 2, 3]}),
        ([[{"name": "Tea", "price": 3}], [{"name": "tea", "price": 3}]], [{"name": "Tea", "price": 3}]),
        ([[{"name": "Tea", "price": None}], [{"name": "Tea", "price": 3}]], [{"name": "Tea", "price": 3}]),
        # One name, two prices: two things.
        ([[{"name": "Tea", "price": 3}], [{"name": "Tea", "price": 4}]],
         [{"name": "Tea", "price": 3}, {"name": "Tea", "price": 4}]),
        ([[{"url": "/a", "name": "Tea"}], [{"url": "/b", "name": "Tea"}]],
         [{"url": "/a", "name": "Tea"}, {"url": "/b", "name": "Tea"}]),
        ([None, None], None),
        ([], None),
    ],
)  # fmt: skip
def test_values_of_several_parts_become_one(values: list[Any], whole: Any) -> None:
    assert merged(values) == whole


def test_what_one_reading_left_empty_another_fills() -> None:
    found = fill_gaps(
        {"a": None, "b": {"c": 1, "d": None}, "e": [], "f": ["x"]}, {"b": {"d": 2}, "a": 3, "e": [4], "f": ["y"]}
    )
    assert found == {"a": 3, "b": {"c": 1, "d": 2}, "e": [4], "f": ["x"]}


def test_a_model_may_say_null_wherever_a_schema_wants_a_value() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "parts": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}},
            "maker": {"$ref": "#/$defs/maker"},
        },
        "$defs": {"maker": {"type": "object", "properties": {"city": {"type": ["string", "null"]}}}},
    }
    found, wrapped = model_schema(schema)
    assert not wrapped
    assert found["properties"]["name"] == {"type": ["string", "null"]}
    assert found["properties"]["kind"] == {"type": ["string", "null"], "enum": ["a", "b", None]}
    assert found["properties"]["parts"]["items"]["properties"]["n"] == {"type": ["integer", "null"]}
    assert found["properties"]["maker"] == {"anyOf": [{"$ref": "#/$defs/maker"}, {"type": "null"}]}
    assert found["$defs"]["maker"]["properties"]["city"] == {"type": ["string", "null"]}
    assert schema["properties"]["name"] == {"type": "string"}


def test_what_is_no_object_is_asked_for_within_one() -> None:
    found, wrapped = model_schema({"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "number"}}})
    assert wrapped
    assert found["properties"][WRAPPED] == {"type": "array", "items": {"$ref": "#/$defs/n"}}
    assert found["$defs"] == {"n": {"type": "number"}}
    assert model_schema(None) == ({"type": "object"}, False)
