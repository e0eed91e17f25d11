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


def of_field(part: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a/b": part}}


A = "/properties/a~1b"


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "objekt"}, 'At /type, "objekt" is not a type; the types are string, number, integer, boolean, '),
        (of_field({"type": ["string", "nul"]}), f'At {A}/type, "nul" is not a type; the types are string, '),
        (of_field({"type": 5}), f"At {A}/type, a number is not a type; the types are string, "),
        (of_field({"type": []}), f"At {A}/type, there is not a type; the types are string, "),
        ({"type": "object", "properties": ["a"]}, "At /properties, an object is expected, and there is an array."),
        (of_field("string"), f'At {A}, a schema is expected, as in {{"type": "string"}}, and there is a string.'),
        (of_field({"anyOf": [{"type": "string"}, 5]}), f"At {A}/anyOf/1, a schema is expected, as in "),
        (of_field({"anyOf": {}}), f"At {A}/anyOf, an array is expected, and there is an object."),
        (of_field({"anyOf": []}), f"At {A}/anyOf, the list is empty; name what is allowed."),
        (of_field({"enum": []}), f"At {A}/enum, the list is empty; name what is allowed."),
        (of_field({"enum": "x"}), f"At {A}/enum, an array is expected, and there is a string."),
        ({"type": "object", "required": "a"}, "At /required, an array is expected, and there is a string."),
        (of_field({"type": "string", "pattern": "(a"}), f"At {A}/pattern, `(a` is not a regular expression."),
        (of_field({"type": "string", "pattern": "a\ud800("}), f"At {A}/pattern, `a?(` is not a regular expression."),
        ({"type": "object", "properties": {"\ud800": {"type": "\udfff"}}}, 'At /properties/?/type, "?" is not a type;'),
        (of_field({"type": "string", "pattern": "a)"}), f"At {A}/pattern, `a)` is not a regular expression."),
        (of_field({"type": "string", "pattern": "*.txt"}), f"At {A}/pattern, `*.txt` is not a regular expression."),
        (of_field({"type": "string", "pattern": 5}), f"At {A}/pattern, a string is expected, and there is a number."),
        (of_field({"patternProperties": {"[": {}}}), f"At {A}/patternProperties/[, `[` is not a regular expression."),
        (of_field({"$ref": "#/$defs/n"}), f"At {A}/$ref, `#/$defs/n` leads to no part of the schema."),
        (of_field({"$ref": "https://e.org/s"}), f"At {A}/$ref, `https://e.org/s` leads out of the schema; references "),
        (of_field({"$ref": 5}), f"At {A}/$ref, a string is expected, and there is a number."),
        (of_field({"items": {"$ref": "#/properties/a~1b/items"}}), f"At {A}/items, a definition refers to itself "),
        ({"type": "array", "items": {"name": "string"}}, "At /items, it looks like an example of the answer; "),
        (nested(70), f"At {'/properties/a' * 65}, it is nested more than 64 deep."),
    ],
)
def test_what_is_wrong_with_a_schema_is_told_with_its_place(schema: dict[str, Any], told: str) -> None:
    with pytest.raises(PydanticCustomError) as refused:
        checked_schema(schema)
    assert refused.value.message().startswith(f"Invalid JSON schema. {told}")


def test_a_very_long_place_is_told_in_part() -> None:
    with pytest.raises(PydanticCustomError) as refused:
        checked_schema({"type": "object", "properties": {"a" * 10_000: {"type": "b" * 10_000}}})
    assert "aaa…" in refused.value.message()
    assert "bbb…" in refused.value.message()
    assert len(refused.value.message()) < 1200


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\d{4}-\d{2}$",
        r"^\p{L}+$",
        "(?<=a)b(?!c)",
        "(?<n>a)",
        r"(?P<n>a)(?P=n)",
        "(?i)abc",
        "(?i:abc)(?>d)",
        r"\A[\w.-]+\@\w+\Z",
        r"^[^\s\"\']+\-\#\&\/$",
        "(a{1000}){1000}",
        r"[^]*\\Z",
        r"[a-z]}\\pL]",
        r"[[:alpha:]]++(?#c)",
        "",
    ],
)
def test_regular_expressions_as_languages_write_them_are_taken(pattern: str) -> None:
    schema = of_field({"type": "string", "pattern": pattern})
    assert checked_schema(schema) == schema


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


def one(number: int) -> dict[str, str]:
    return {"$ref": f"#/$defs/n{number}"}


def of_definitions(**definitions: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": one(0)}, "$defs": definitions}


@pytest.mark.parametrize("alternatives", ["allOf", "anyOf", "oneOf"])
def test_alternatives_that_multiply_are_refused(alternatives: str) -> None:
    # Each value would be held against a thousand million of them.
    doubled = {f"n{number}": {alternatives: [one(number + 1), one(number + 1)]} for number in range(30)}
    with pytest.raises(PydanticCustomError, match="alternatives within alternatives are too many"):
        checked_schema(of_definitions(**doubled, n30={"type": "string"}))


def test_a_long_chain_of_references_is_refused() -> None:
    chain = {f"n{number}": one(number + 1) for number in range(2000)}
    with pytest.raises(PydanticCustomError, match="too many"):
        checked_schema(of_definitions(**chain))


@pytest.mark.parametrize(
    "definitions",
    [
        {"n0": {"$ref": "#/$defs/n0"}},
        {"n0": {"anyOf": [{"$ref": "#/$defs/n1"}, {"type": "null"}]}, "n1": {"allOf": [{"$ref": "#/$defs/n0"}]}},
        {"n0": {"not": {"$ref": "#/$defs/n0"}}},
        {"n0": {"$anchor": "here", "oneOf": [{"$ref": "#here"}]}},
    ],
)
def test_a_definition_that_is_only_itself_is_refused(definitions: dict[str, Any]) -> None:
    with pytest.raises(PydanticCustomError, match="refers to itself"):
        checked_schema(of_definitions(**definitions))


@pytest.mark.parametrize("reference", ["https://e.org/schema.json", "other", "#other"])
def test_a_reference_to_somewhere_else_is_refused(reference: str) -> None:
    with pytest.raises(PydanticCustomError, match="references must lead to a part of it"):
        checked_schema({"type": "object", "properties": {"a": {"$ref": reference}}})


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/absent"},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/absent"}}, "$defs": {"there": {"type": "string"}}},
        {"type": "array", "items": {"$ref": "#/definitions/a/title"}, "definitions": {"a": {"title": "A"}}},
    ],
)
def test_a_reference_to_nothing_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(PydanticCustomError, match=r"Invalid JSON schema\. At .*/\$ref, `#/.*` leads to no part"):
        checked_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"name": "string", "price": "number"},
        {"product": {"name": "string"}},
        {"title": "string", "description": "string"},
        {"name": "string", "type": "string"},
        {"name": ""},
        {"type": "object", "properties": {"address": {"street": "string", "city": "string"}}},
    ],
)
def test_an_example_of_the_answer_is_refused_and_the_sentence_shows_a_schema(schema: dict[str, Any]) -> None:
    with pytest.raises(PydanticCustomError, match=r'an example of the answer.*"properties": \{"name"'):
        checked_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": "https://json-schema.org/draft/2020-12/schema"},
        {"description": "The price of the kettle"},
        {"properties": {"name": {"type": "string"}}},
        {"properties": {"name": {"description": "of the shop", "nullable": True}}, "unknown": "string"},
        {"title": "Kettle", "type": "object", "properties": {"a": {"type": "string", "x-order": 1}}, "tsType": "K"},
    ],
)
def test_schemas_that_leave_much_open_are_taken(schema: dict[str, Any]) -> None:
    assert checked_schema(schema) == schema


def test_definitions_beside_a_reference_are_checked_too() -> None:
    with pytest.raises(PydanticCustomError, match="Invalid JSON schema"):
        checked_schema({"$ref": "#/definitions/a", "definitions": {"a": {"type": "strin"}}})


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/definitions/a", "definitions": {"a": {"type": "object", "properties": {"b": {"$ref": "#"}}}}},
        {"$id": "Node", "type": "object", "properties": {"nodes": {"type": "array", "items": {"$ref": "Node"}}}},
        {
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/tree"}},
            "$defs": {
                "tree": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/tree"}}]},
            },
        },
        {"anyOf": [{"type": "object", "properties": {f"kind{n}": {"type": "string"}}} for n in range(300)]},
        {"type": "object", "properties": {"a": {"$ref": "#/examples"}}, "examples": {"allOf": 5, "anyOf": {"b": 1}}},
    ],
)
def test_references_and_unions_as_people_write_them_are_taken(schema: dict[str, Any]) -> None:
    assert checked_schema(schema) == schema
