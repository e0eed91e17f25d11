"""JSON schemas that callers send with a request for structured data.

They are checked for shape only, as far as a mistake would surprise later: an object that
allows anything and names nothing cannot be filled in by a model.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator

from gossamer.wire.shapes import broken_rule

_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_MAPS_OF_SCHEMAS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS_OF_SCHEMAS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMAS = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_MAX_DEPTH = 64
_MAX_PARTS = 5000

_INVALID = "Invalid JSON schema."
_OPEN_OBJECT = (
    "The schema has an invalid structure for the LLM: an object with additionalProperties: true and no properties. "
    "Define the properties you want."
)


def checked_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return *schema* without what no property stands behind; raise when it cannot be used."""
    return _checked(schema, 0, iter(range(_MAX_PARTS)))


def _checked(schema: Mapping[str, Any], depth: int, parts: Iterator[int]) -> dict[str, Any]:
    """Check one part; *parts* counts how many may still be looked at."""
    if depth > _MAX_DEPTH or next(parts, None) is None or not _well_formed(schema):
        raise broken_rule(_INVALID)
    if "$ref" in schema:
        return dict(schema)
    if _open_object(schema):
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


def _refuse() -> Any:
    raise broken_rule(_INVALID)


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
