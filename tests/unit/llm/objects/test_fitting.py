"""A value is made to fit where it can mean one thing only."""

from typing import Any

import pytest

from gossamer.llm.objects.coercion import fit_value

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
INTEGER = {"type": "integer"}
FLAG = {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}


def one(schema: dict[str, Any], *, needed: bool = True) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}, "required": ["a"] if needed else []}


@pytest.mark.parametrize(
    ("schema", "said", "meant"),
    [
        (INTEGER, "12", 12),
        (INTEGER, 12.0, 12),
        (NUMBER, "$1,299.00", 1299),
        (NUMBER, "39.95 €", 39.95),
        (NUMBER, "n/a", None),
        (FLAG, "True", True),
        (FLAG, "no", False),
        (TEXT, 12, "12"),
        (TEXT, True, "true"),
        (TEXTS, "x", ["x"]),
        (TEXTS, '["x", "y"]', ["x", "y"]),
        (TEXTS, {"items": ["x"]}, ["x"]),
        (TEXTS, ["x", None, 3], ["x", "3"]),
        (one(TEXT), '{"a": "x"}', {"a": "x"}),
        (one(TEXT), [{"a": "x"}], {"a": "x"}),
        (one(TEXT), {"A": "x", "b": 1}, {"a": "x"}),
        ({"enum": ["InStock", "OutOfStock"]}, "in stock", "InStock"),
        ({"enum": [1, 2]}, "2", 2),
        ({"const": "Product"}, "product", "Product"),
        ({"anyOf": [NUMBER, {"type": "null"}]}, "12.5", 12.5),
        ({"type": ["integer", "null"]}, "7", 7),
        ({"type": ["integer", "null"]}, "null", None),
        ({"type": "string", "format": "date"}, "2026-03-01T00:00:00Z", "2026-03-01"),
        ({"allOf": [{"type": "integer"}, {"minimum": 1}]}, "3", 3),
    ],
)
def test_what_can_mean_one_thing_only_is_that(schema: dict[str, Any], said: Any, meant: Any) -> None:
    fit = fit_value({"a": said}, one(schema), one(schema))["a"]
    assert (fit, type(fit)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (NUMBER, "about 12"),
        (NUMBER, "1.299,00"),
        (NUMBER, "9" * 400),
        (INTEGER, 12.5),
        (INTEGER, True),
        (FLAG, 1),
        (FLAG, "maybe"),
        (TEXT, "null"),
        (TEXT, "12"),
        ({"enum": ["a b", "ab"]}, "A-B"),
        ({"type": "string", "format": "date"}, "2026-03-01T10:30:00Z"),
    ],
)
def test_what_could_mean_more_stays_as_it_is(schema: dict[str, Any], said: Any) -> None:
    fit = fit_value({"a": said}, one(schema), one(schema))["a"]
    assert (fit, type(fit)) == (said, type(said))


def test_what_is_optional_and_missing_is_none_and_what_is_required_stays_missing() -> None:
    schema = {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["a"]}
    assert fit_value({}, schema, schema) == {"b": None}


@pytest.mark.parametrize(
    ("extra", "kept"), [({}, False), ({"additionalProperties": False}, False), ({"additionalProperties": True}, True)]
)
def test_what_nobody_asked_for_is_left_out(extra: dict[str, Any], kept: bool) -> None:
    schema = {**one(TEXT), **extra}
    assert ("b" in fit_value({"a": "x", "b": 1}, schema, schema)) is kept


def test_an_object_without_named_properties_is_kept_whole() -> None:
    schema = {"type": "object", "additionalProperties": NUMBER}
    assert fit_value({"x": "1", "y": 2}, schema, schema) == {"x": 1, "y": 2}


def test_of_alternatives_that_is_meant_whose_constant_it_has() -> None:
    cat = {"type": "object", "properties": {"kind": {"const": "cat"}, "lives": INTEGER}, "required": ["kind"]}
    dog = {"type": "object", "properties": {"kind": {"const": "dog"}, "lives": TEXT}, "required": ["kind"]}
    schema = one({"oneOf": [cat, dog]})
    assert fit_value({"a": {"kind": "dog", "lives": 1}}, schema, schema) == {"a": {"kind": "dog", "lives": "1"}}
    assert fit_value({"a": {"kind": "cat", "lives": "9"}}, schema, schema) == {"a": {"kind": "cat", "lives": 9}}


def test_references_are_followed_and_circles_end() -> None:
    schema = {
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/node"}, "circle": {"$ref": "#/$defs/circle"}},
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"size": INTEGER, "parts": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
            },
            "circle": {"$ref": "#/$defs/circle"},
        },
    }
    said = {"tree": {"size": "1", "parts": [{"size": "2", "parts": []}]}, "circle": 1}
    meant = {"tree": {"size": 1, "parts": [{"size": 2, "parts": []}]}, "circle": 1}
    assert fit_value(said, schema, schema) == meant
