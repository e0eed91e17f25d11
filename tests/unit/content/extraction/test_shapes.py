"""What a schema asks for."""

from typing import Any

from gossamer.content.extraction.shape import SlotShape, shape_of


def _field(schema: dict[str, Any], **more: Any) -> SlotShape:
    return shape_of({"type": "object", "properties": {"f": schema}, **more}).properties["f"]


def test_a_reference_is_followed() -> None:
    shape = _field({"$ref": "#/$defs/Price", "description": "now"}, **{"$defs": {"Price": {"type": "number"}}})
    assert (shape.kind, shape.types, shape.description) == ("leaf", frozenset({"number"}), "now")


def test_a_reference_to_itself_ends() -> None:
    node = {"type": "object", "properties": {"name": {"type": "string"}, "child": {"$ref": "#/$defs/Node"}}}
    shape = _field({"$ref": "#/$defs/Node"}, **{"$defs": {"Node": node}})
    assert shape.properties["child"].properties["child"].properties["name"].types == {"string"}
    assert _field({"$ref": "#/$defs/Me"}, **{"$defs": {"Me": {"$ref": "#/$defs/Me"}}}).kind == "leaf"
    assert _field({"$ref": "#/nowhere"}).kind == "leaf"


def test_of_alternatives_null_is_none() -> None:
    assert _field({"anyOf": [{"type": "null"}, {"type": "integer"}]}).types == {"integer"}
    assert _field({"type": ["string", "null"]}).types == {"string"}
    assert _field({"oneOf": [{"type": "number"}, {"type": "string"}]}).types == {"number", "string"}
    assert _field({"anyOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}]}).kind == "array"


def test_parts_are_joined() -> None:
    shape = _field({"allOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {"type": "number"}}}]})
    assert sorted(shape.properties) == ["a", "b"]


def test_choices_may_be_written_as_constants() -> None:
    assert _field({"anyOf": [{"const": "a"}, {"const": "b"}]}).enum == ("a", "b")


def test_a_type_may_be_left_out() -> None:
    assert (_field({"properties": {}}).kind, _field({"items": {}}).kind, _field({}).kind) == ("object", "array", "leaf")


def test_schemas_that_are_none_ask_for_anything() -> None:
    assert shape_of({}).kind == "object"
    assert shape_of({"type": "object", "properties": {"f": True}}).properties["f"].kind == "leaf"
