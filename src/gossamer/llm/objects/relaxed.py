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


def relax_schema(schema: Any) -> Any:
    """Return *schema* with null allowed for each property of each object, however deep; its top stays as it is."""
    if not isinstance(schema, Mapping):
        return schema
    copy = dict(schema)
    for key in _NAMED:
        if isinstance(inside := copy.get(key), Mapping):
            loosened = {name: relax_schema(part) for name, part in inside.items()}
            copy[key] = {n: _or_null(part) for n, part in loosened.items()} if key in _NULLABLE else loosened
    for key in _SINGLE:
        if isinstance(copy.get(key), Mapping):
            copy[key] = relax_schema(copy[key])
    for key in (*_LISTED, "items"):
        if isinstance(parts := copy.get(key), list):
            copy[key] = [relax_schema(part) for part in parts]
    if isinstance(others := copy.get("additionalProperties"), Mapping):
        copy["additionalProperties"] = _or_null(others)
    return copy


def _or_null(schema: Any) -> Any:
    if not isinstance(schema, Mapping):
        return schema
    if any(key in schema for key in _BINDING):
        return {"anyOf": [dict(schema), {"type": "null"}]}
    copy = dict(schema)
    if "const" in copy:
        copy["enum"] = [copy.pop("const")]
    if isinstance(named := copy.get("type"), str):
        copy["type"] = [named, "null"] if named != "null" else named
    elif isinstance(named, list) and "null" not in named:
        copy["type"] = [*named, "null"]
    if isinstance(values := copy.get("enum"), list) and None not in values:
        copy["enum"] = [*values, None]
    return copy
