"""How schemas are asked for, checked and divided."""

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.errors import ModelFailed
from gossamer.llm.objects.forms import Form, pointer
from gossamer.llm.objects.object_model import split

TEXT = {"type": "string"}
RECURSIVE = {
    "type": "object",
    "properties": {"root": {"$ref": "#/$defs/node"}},
    "required": ["root"],
    "$defs": {
        "node": {
            "type": "object",
            "properties": {"name": TEXT, "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
            "required": ["name"],
        }
    },
}
RICH = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "type": "object",
    "properties": {
        "price": {"type": "number", "minimum": 0, "description": "in euros"},
        "date": {"type": "string", "format": "date", "pattern": "^2"},
        "state": {"enum": ["new", "used"]},
        "kind": {"const": "Product"},
        "maybe": {"type": ["string", "null"]},
        "either": {"oneOf": [{"type": "integer"}, {"type": "object", "properties": {"x": TEXT}}]},
        "both": {"allOf": [{"type": "object", "properties": {"x": TEXT}}, {"properties": {"y": TEXT}}]},
        "map": {"type": "object", "additionalProperties": {"type": "number"}},
        "anything": {},
        "pair": {"type": "array", "prefixItems": [TEXT, {"type": "number"}]},
        "list": {"type": "array"},
    },
    "required": ["price"],
}
_STRICT = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "description"}


def parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    inside = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inside += [schema["items"]] if "items" in schema else []
    return [schema, *(found for part in inside for found in parts(part))]


@pytest.mark.parametrize("schema", [RICH, RECURSIVE], ids=["rich", "recursive"])
def test_what_is_asked_for_is_written_as_all_providers_take_it(schema: dict[str, Any]) -> None:
    for part in parts(Form(schema).request_schema):
        assert set(part) <= _STRICT
        assert part.keys() & {"type", "anyOf", "enum"}
        if part.get("type") == "object":
            assert part["required"] == [*part["properties"]]
            assert part["additionalProperties"] is False


LEAVES: dict[str, st.SearchStrategy[Any]] = {
    "string": st.text(min_size=1),
    "integer": st.integers(-(10**15), 10**15),
    "number": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
}
leaf_schemas = st.sampled_from([{"type": name} for name in LEAVES] + [{"enum": ["a", "b c", 3]}])


def object_of(parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": parts, "required": [*parts]}


schemas = st.recursive(
    leaf_schemas,
    lambda inner: st.one_of(
        st.builds(object_of, st.dictionaries(st.sampled_from("abcd"), inner, min_size=1, max_size=3)),
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(lambda one: {"anyOf": [one, {"type": "null"}]}, inner),
    ),
    max_leaves=6,
)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.none() | values(schema["anyOf"][0])
    if schema["type"] == "array":
        return st.lists(values(schema["items"]), max_size=3)
    if schema["type"] == "object":
        return st.fixed_dictionaries({name: values(part) for name, part in schema["properties"].items()})
    return LEAVES[schema["type"]]


@given(st.data(), schemas)
def test_what_is_valid_stays_as_it_is_and_is_valid_as_it_is_asked_for(data: st.DataObject, schema: Any) -> None:
    schema = object_of({"top": schema})
    value = data.draw(values(schema))
    form = Form(schema)
    assert (form.draft(value).value, form.draft(value).problems) == (value, ())
    assert jsonschema_rs.is_valid(form.request_schema, value)


def test_everything_that_is_asked_for_may_be_null() -> None:
    asked = Form(RICH).request_schema
    assert jsonschema_rs.is_valid(asked, dict.fromkeys(RICH["properties"]))


def test_bounds_are_told_in_words() -> None:
    asked = Form(RICH).request_schema["properties"]
    assert asked["price"]["description"] == "in euros. at least 0"
    assert asked["date"]["description"] == "format: date. must match the regular expression ^2"


def test_a_recursive_schema_ends_after_some_levels() -> None:
    assert len(json.dumps(Form(RECURSIVE).request_schema)) < 3_000


def test_definitions_within_one_another_do_not_make_a_schema_without_end() -> None:
    many = {
        f"d{n}": {"type": "object", "properties": {f"p{m}": {"$ref": f"#/$defs/d{m}"} for m in range(12)}}
        for n in range(12)
    }
    form = Form({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": many})
    assert len(json.dumps(form.request_schema)) < 1_000_000


def test_answers_are_checked_against_the_schema_as_it_was() -> None:
    draft = Form(RICH).draft({"price": -1, "date": "3026-01-01", "state": "old", "both": {"x": 1, "y": "z"}})
    assert {pointer(problem.path) for problem in draft.problems} == {"/price", "/date", "/state"}
    assert draft.value["both"] == {"x": "1", "y": "z"}


def test_null_is_right_wherever_the_text_may_not_say_it() -> None:
    form = Form({**RECURSIVE, "required": ["root"]})
    assert form.draft({"root": {"name": None, "children": None}}).problems == ()
    assert form.draft({"root": None}).problems == ()


def test_a_required_property_that_is_missing_is_told_with_its_place() -> None:
    [problem] = Form(RECURSIVE).draft({"root": {"name": "a", "children": [{"children": []}]}}).problems
    assert (pointer(problem.path), problem.sentence) == ("/root/children/0/name", "is missing")


def test_of_alternatives_the_one_that_is_meant_is_told_of() -> None:
    square = {"type": "object", "properties": {"form": {"const": "square"}, "side": {"type": "number"}}}
    circle = {"type": "object", "properties": {"form": {"const": "circle"}, "radius": {"type": "number"}}}
    schema = {"type": "object", "properties": {"a": {"oneOf": [square, circle]}, "b": {"anyOf": [square, TEXT]}}}
    said = {"a": {"form": "circle", "radius": "wide"}, "b": 3}
    told = {pointer(problem.path) for problem in Form(schema).draft(said).problems}
    assert told == {"/a/radius"}
    assert [pointer(one.path) for one in Form(schema).draft({"a": 1, "b": ["x", "y"]}).problems] == ["/a", "/b"]


def test_what_is_within_a_wrong_part_is_not_told_besides() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "array", "minItems": 3, "items": {"type": "integer"}}}}
    [problem] = Form(schema).draft({"a": ["x"]}).problems
    assert pointer(problem.path) == "/a"


@pytest.mark.parametrize(
    ("schema", "said", "value"),
    [
        ({"type": "array", "items": TEXT}, ["a"], ["a"]),
        ({"type": "array", "items": TEXT}, {"value": ["a"]}, ["a"]),
        ({"type": "array", "items": {"$ref": "#/$defs/t"}, "$defs": {"t": TEXT}}, {"value": [1]}, ["1"]),
        ({"type": "array", "items": {"$ref": "#"}}, [[], [[]]], [[], [[]]]),
        ({"type": "number"}, {"value": "12.5"}, 12.5),
    ],
)
def test_what_is_no_object_is_asked_for_as_the_property_of_one(schema: dict[str, Any], said: Any, value: Any) -> None:
    form = Form(schema)
    draft = form.draft(said)
    assert (form.request_schema["type"], draft.problems) == ("object", ())
    assert form.unwrapped(draft.value) == value


@pytest.mark.parametrize(
    "said",
    [
        {"answer": {"a": "x"}},
        {"type": "object", "properties": {"a": "x"}},
        [{"a": "x"}],
        {"result": [{"a": "x"}]},
        {"A ": "x"},
    ],
)
def test_an_object_within_another_is_found(said: Any) -> None:
    form = Form({"type": "object", "properties": {"a": TEXT}, "required": ["a"]})
    assert form.draft(said).value == {"a": "x"}


def test_a_list_is_that_of_the_only_property_that_is_one() -> None:
    item = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    form = Form({"type": "object", "properties": {"items": {"type": "array", "items": item}}, "required": ["items"]})
    assert form.draft([{"n": 1}, {"n": 2}]).value == {"items": [{"n": 1}, {"n": 2}]}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"type": "text"}}},
        {"type": "object", "properties": {"a": {"$ref": "https://example.org/schema.json"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}},
        {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}},
    ],
)
def test_what_is_no_schema_is_a_clear_sentence(schema: dict[str, Any]) -> None:
    with pytest.raises(ModelFailed, match="The schema cannot be used: "):
        Form(schema)


def test_a_pattern_without_end_ends() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": r"^(a+)+(?!b)\1$"}}}
    assert len(Form(schema).draft({"a": "a" * 5_000 + "c"}).problems) == 1


def test_a_dialect_that_nobody_knows_is_not_looked_for() -> None:
    schema = {"$schema": "https://example.org/own", "$id": "https://example.org/s", "type": "object"}
    assert Form({**schema, "properties": {"a": TEXT}}).draft({"a": "x"}).problems == ()


def test_a_large_schema_is_divided_by_its_properties_in_their_order() -> None:
    named = {f"p{n}": {"type": "object", "properties": {f"f{m}": TEXT for m in range(30)}} for n in range(7)}
    schema = {"type": "object", "properties": named, "required": ["p0", "p6"], "$defs": {"x": TEXT}}
    divided = split(schema)
    assert [[*part["properties"]] for part in divided] == [["p0", "p1"], ["p2", "p3"], ["p4", "p5"], ["p6"]]
    assert [part["required"] for part in divided] == [["p0"], [], [], ["p6"]]
    assert all(part["$defs"] == {"x": TEXT} for part in divided)


def test_a_small_schema_stays_whole() -> None:
    assert split(RICH) == (RICH,)
