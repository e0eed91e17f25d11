"""JSON schemas that callers send with a request for structured data.

They are checked for shape only, as far as a mistake would surprise later: an object that
allows anything and names nothing cannot be filled in by a model, and an example of the answer in place of a schema asks
for nothing. And for what they would cost: a value is held against
every alternative of a schema, and alternatives of alternatives multiply.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import unquote

from pydantic import AfterValidator

from gossamer.wire.shapes import broken_rule

_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_MAPS_OF_SCHEMAS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS_OF_SCHEMAS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMAS = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
# Schemas that the very value is held against which is held against the one they stand in.
_LISTS_ASIDE = ("allOf", "anyOf", "oneOf")
_ASIDE = ("not", "if", "then", "else")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
# Members that say what a value is made of: whatever has one of them is meant as a schema.
_STRUCTURE = frozenset(
    {*_MAPS_OF_SCHEMAS, *_LISTS_OF_SCHEMAS, *_SCHEMAS, *_REFERENCES, "enum", "const", "required", "additionalItems"}
    - {"$defs", "definitions"}
)
# fmt: off
_OTHER_KEYWORDS = frozenset({
    "$defs", "definitions", "type", "title", "description", "default", "example", "examples", "format", "pattern",
    "nullable", "deprecated", "readOnly", "writeOnly", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minContains",
    "maxContains", "minProperties", "maxProperties", "dependentRequired", "dependencies", "contentEncoding",
    "contentMediaType", "contentSchema", "unevaluatedItems", "unevaluatedProperties", "id", "discriminator",
    "propertyOrdering",
})
# fmt: on
_MAX_DEPTH = 64
_MAX_PARTS = 5000
# How many schemas one value may be held against; unions of a hundred kinds take some hundreds.
_MAX_ASIDE = 2000

_INVALID = "Invalid JSON schema."
_OPEN_OBJECT = (
    "The schema has an invalid structure for the LLM: an object with additionalProperties: true and no properties. "
    "Define the properties you want."
)
_NO_SCHEMA = (
    "Invalid JSON schema. It looks like an example of the answer; describe the fields by their types, as in "
    '{"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}.'
)
_NOWHERE = "Invalid JSON schema. It has a reference that leads to no part of it."
_CIRCULAR = "Invalid JSON schema: a definition refers to itself without saying more."
_ELSEWHERE = "Invalid JSON schema: references must lead to a part of it, as in `#/$defs/name`."
_ENTANGLED = "Invalid JSON schema: alternatives within alternatives are too many. Name the properties you want."


def checked_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return *schema* without what no property stands behind; raise when it cannot be used."""
    checked = _checked(schema, 0, iter(range(_MAX_PARTS)))
    efforts = _Efforts(checked)
    for part in _within(checked):
        efforts.of(part)
    return checked


def says_nothing(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema*, which is checked, is of any object at all: no property of it has a name or a shape."""
    if schema.get("type", "object") not in ("object", ["object"]):
        return False
    return not any(schema.get(name) for name in _STRUCTURE)


def _checked(schema: Mapping[str, Any], depth: int, parts: Iterator[int]) -> dict[str, Any]:
    """Check one part; *parts* counts how many may still be looked at."""
    if depth > _MAX_DEPTH or next(parts, None) is None or not _well_formed(schema):
        raise broken_rule(_INVALID)
    if _is_example(schema):
        raise broken_rule(_NO_SCHEMA)
    if "$ref" not in schema and _open_object(schema):
        raise broken_rule(_OPEN_OBJECT)
    checked = dict(_tidied(schema))
    for name in _MAPS_OF_SCHEMAS:
        if name in checked:
            checked[name] = {key: _part(part, depth, parts) for key, part in checked[name].items()}
    for name in _LISTS_OF_SCHEMAS:
        if name in checked:
            checked[name] = [_part(part, depth, parts) for part in checked[name]]
    for name in _SCHEMAS:
        if name in checked:
            checked[name] = _part(checked[name], depth, parts)
    return checked


def _part(part: Any, depth: int, parts: Iterator[int]) -> Any:
    if isinstance(part, bool):
        return part
    if isinstance(part, list):
        return [_part(one, depth + 1, parts) for one in part] if depth < _MAX_DEPTH else _refuse()
    return _checked(part, depth + 1, parts) if isinstance(part, dict) else _refuse()


def _within(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield *schema* and every schema that stands in it."""
    if isinstance(schema, list):
        for one in schema:
            yield from _within(one)
    if isinstance(schema, dict):
        yield schema
        for name in _MAPS_OF_SCHEMAS:
            for part in schema.get(name, {}).values():
                yield from _within(part)
        for name in (*_LISTS_OF_SCHEMAS, *_SCHEMAS):
            yield from _within(schema.get(name))


class _Efforts:
    """How many schemas a value is held against for a part of the schema *root*."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._named = dict(_names(root))
        # By the identity of a part; 0 while it is being found out.
        self._known: dict[int, int] = {}

    def of(self, schema: Any, depth: int = 0) -> int:
        """Return how many a value of *schema* is held against, itself included; raise when there is no end of them."""
        if not isinstance(schema, dict):
            return 1
        if (found := self._known.get(id(schema))) is not None:
            return found or _refuse(_CIRCULAR)
        if depth > _MAX_DEPTH:
            raise broken_rule(_ENTANGLED)
        self._known[id(schema)] = 0
        effort = 1 + sum(self.of(part, depth + 1) for part in self._aside(schema))
        if effort > _MAX_ASIDE:
            raise broken_rule(_ENTANGLED)
        self._known[id(schema)] = effort
        return effort

    def _aside(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        for name in _REFERENCES:
            if isinstance(reference := schema.get(name), str):
                yield self._referred(reference)
        for name in _LISTS_ASIDE:
            yield from parts if isinstance(parts := schema.get(name), list) else ()
        yield from (schema[name] for name in _ASIDE if name in schema)
        yield from parts.values() if isinstance(parts := schema.get("dependentSchemas"), dict) else ()

    def _referred(self, reference: str) -> Any:
        """Return what *reference* leads to; raise when it is no part of the schema."""
        if reference != "#" and not reference.startswith("#/"):
            return self._named[reference] if reference in self._named else _refuse(_ELSEWHERE)
        at: Any = self._root
        for step in unquote(reference).split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(at, list) and name.isdecimal() and int(name) < len(at):
                at = at[int(name)]
            else:
                at = at.get(name) if isinstance(at, Mapping) else None
        return at if isinstance(at, dict | bool) else _refuse(_NOWHERE)


def _names(root: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parts of *root* that have a name of their own, by what refers to them."""
    for part in _within(root):
        for key, sign in (("$id", ""), ("$anchor", "#"), ("$dynamicAnchor", "#")):
            if isinstance(name := part.get(key), str):
                yield f"{sign}{name}", part


def _refuse(why: str = _INVALID) -> Any:
    raise broken_rule(why)


def _well_formed(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type", "object")
    kinds = kind if isinstance(kind, list) else [kind]
    return (
        all(isinstance(k, str) and k in _TYPES for k in kinds)
        and all(isinstance(schema.get(name, {}), dict) for name in _MAPS_OF_SCHEMAS)
        and all(isinstance(schema.get(name, []), list) for name in _LISTS_OF_SCHEMAS)
        and isinstance(schema.get("required", []), list | bool)
        and isinstance(schema.get("enum", []), list)
    )


def _is_example(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* is what somebody who means {"name": "string"} takes for one.

    Keywords that nobody knows are allowed, as long as something says what the value is.
    """
    if any(name in _STRUCTURE for name in schema):
        return False
    foreign = [value for name, value in schema.items() if _is_foreign(name)]
    if "type" in schema:
        return any(_is_type(value) for value in foreign)
    return bool(foreign) or any(_is_type(schema.get(name)) for name in ("title", "description"))


def _is_foreign(name: str) -> bool:
    return name not in _OTHER_KEYWORDS and not name.startswith(("$", "x-"))


def _is_type(value: Any) -> bool:
    return isinstance(value, str) and value in _TYPES


def _open_object(schema: Mapping[str, Any]) -> bool:
    return (
        schema.get("type") == "object"
        and not schema.get("properties")
        and not schema.get("patternProperties")
        and schema.get("additionalProperties") is True
    )


def _tidied(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the members of *schema* that say something about a named property."""
    properties = schema.get("properties", {})
    for name, value in schema.items():
        if name == "required" and isinstance(value, list) and properties:
            if named := [one for one in value if isinstance(one, str) and one in properties]:
                yield name, named
        elif name == "additionalProperties" and properties and value is True:
            continue
        else:
            yield name, value


JsonSchema = Annotated[dict[str, Any], AfterValidator(checked_schema)]
