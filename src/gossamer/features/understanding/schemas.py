"""Schemas as they are put to a model: it must be able to say nothing wherever a page says nothing."""

from collections.abc import Mapping
from typing import Any, Final

# A whole answer of a model has to be an object; what is none is put into one.
WRAPPED: Final = "value"
_ANYTHING: Final[Mapping[str, Any]] = {"type": "object"}
_NULL: Final[Mapping[str, Any]] = {"type": "null"}
_MAPS: Final = ("$defs", "definitions", "patternProperties")
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_PARTS: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains")
_SAYING_NOTHING: Final = frozenset(
    {"type", "$schema", "$id", "$comment", "title", "description", "$defs", "definitions"}
)
_SHARED: Final = ("$defs", "definitions")


def says_nothing(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* asks for nothing: of an object without members nothing is known."""
    return schema.get("type", "object") == "object" and all(
        name in _SAYING_NOTHING or (name in {"properties", "required"} and not part) for name, part in schema.items()
    )


def model_schema(schema: Mapping[str, Any] | None) -> tuple[Mapping[str, Any], bool]:
    """Return the schema for a model to fill in for *schema* (None: any object), and whether the answer is wrapped."""
    if schema is None:
        return _ANYTHING, False
    inside = _within(schema)
    if not _is_other(schema):
        return inside, False
    shared: dict[str, Any] = {name: inside.pop(name) for name in _SHARED if name in inside}
    whole = {"type": "object", "properties": {WRAPPED: inside}, "required": [WRAPPED], "additionalProperties": False}
    return whole | shared, True


def _is_other(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* is certainly of something that is no object."""
    kind = schema.get("type")
    return kind != "object" and "object" not in (kind or "object")


def _within(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return *schema* with properties that may be null, at any depth."""
    found = dict(schema)
    if isinstance(found.get("properties"), dict):
        found["properties"] = {name: _nullable(part) for name, part in found["properties"].items()}
    for name in _MAPS:
        if isinstance(found.get(name), dict):
            found[name] = {key: _part(part) for key, part in found[name].items()}
    for name in _LISTS:
        if isinstance(found.get(name), list):
            found[name] = [_part(part) for part in found[name]]
    for name in _PARTS:
        if name in found:
            found[name] = _part(found[name])
    return found


def _part(part: Any) -> Any:
    return _within(part) if isinstance(part, dict) else part


def _nullable(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    found = _within(part)
    kind = found.get("type")
    if "const" in found or "$ref" in found or kind is None:
        return {"anyOf": [found, _NULL]} if found else found
    kinds = kind if isinstance(kind, list) else [kind]
    if "enum" in found:
        found["enum"] = [*found["enum"], *([] if None in found["enum"] else [None])]
    return {**found, "type": kinds if "null" in kinds else [*kinds, "null"]}
