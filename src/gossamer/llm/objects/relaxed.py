"""A schema in which every property may be null: null is how a model says that the text does not say it."""

from collections.abc import Mapping
from typing import Any, Final

_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_NULLABLE: Final = ("properties", "patternProperties")
_SINGLE: Final = (
    "additionalProperties",
    "items",
    "additionalItems",
    "contains",
    "unevaluatedProperties",
    "then",
    "else",
)
_LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
# Beside these, null has to be an alternative of its own.
_BINDING: Final = ("anyOf", "oneOf", "allOf", "$ref", "not", "if")


def relaxed(schema: Any) -> Any:
    """Return *schema* with null allowed for each property of each object, however deep; its top stays as it is."""
    if not isinstance(schema, Mapping):
        return schema
    found = dict(schema)
    for key in _NAMED:
        if isinstance(inside := found.get(key), Mapping):
            loosened = {name: relaxed(part) for name, part in inside.items()}
            found[key] = {n: _or_null(part) for n, part in loosened.items()} if key in _NULLABLE else loosened
    for key in _SINGLE:
        if isinstance(found.get(key), Mapping):
            found[key] = relaxed(found[key])
    for key in (*_LISTED, "items"):
        if isinstance(parts := found.get(key), list):
            found[key] = [relaxed(part) for part in parts]
    if isinstance(others := found.get("additionalProperties"), Mapping):
        found["additionalProperties"] = _or_null(others)
    return found


def _or_null(schema: Any) -> Any:
    if not isinstance(schema, Mapping):
        return schema
    if any(key in schema for key in _BINDING):
        return {"anyOf": [dict(schema), {"type": "null"}]}
    found = dict(schema)
    if "const" in found:
        found["enum"] = [found.pop("const")]
    if isinstance(named := found.get("type"), str):
        found["type"] = [named, "null"] if named != "null" else named
    elif isinstance(named, list) and "null" not in named:
        found["type"] = [*named, "null"]
    if isinstance(values := found.get("enum"), list) and None not in values:
        found["enum"] = [*values, None]
    return found
