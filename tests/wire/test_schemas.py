from typing import Any

import pytest
from pydantic_core import PydanticCustomError

from gossamer.wire.schemas import checked_schema


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_what_no_property_stands_behind_is_dropped() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a", "b"],
        "additionalProperties": True,
    }
    assert checked_schema(schema) == {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": True},
        {"type": "object", "properties": {"a": {"type": "object", "additionalProperties": True}}},
        {"type": "array", "items": {"type": "object", "additionalProperties": True}},
    ],
)
def test_an_object_that_allows_anything_and_names_nothing_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(PydanticCustomError, match="invalid structure for the LLM"):
        checked_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strin"},
        {"type": 5},
        {"properties": []},
        {"properties": {"a": 5}},
        {"items": "x"},
        {"anyOf": {}},
        {"enum": "a"},
        nested(100),
    ],
)
def test_what_is_no_schema_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(PydanticCustomError, match="Invalid JSON schema"):
        checked_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {
            "$ref": "#/$defs/node",
            "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
        },
        {"type": ["string", "null"], "default": None, "enum": ["a", None]},
        {"type": "object", "properties": {"a": True}, "additionalProperties": False},
        {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
        nested(20),
    ],
)
def test_schemas_that_can_be_used_pass_unchanged(schema: dict[str, Any]) -> None:
    assert checked_schema(schema) == schema
