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
    wrapper = {"type": "object", "properties": {WRAPPED: inside}, "required": [WRAPPED], "additionalProperties": False}
    return wrapper | shared, True


def _is_other(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* is certainly of something that is no object."""
    kind = schema.get("type")
    return kind != "object" and "object" not in (kind or "object")


def _within(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return *schema* with properties that may be null, at any depth."""
    copy = dict(schema)
    if isinstance(copy.get("properties"), dict):
        copy["properties"] = {name: _nullable(part) for name, part in copy["properties"].items()}
    for name in _MAPS:
        if isinstance(copy.get(name), dict):
            copy[name] = {key: _part(part) for key, part in copy[name].items()}
    for name in _LISTS:
        if isinstance(copy.get(name), list):
            copy[name] = [_part(part) for part in copy[name]]
    for name in _PARTS:
        if name in copy:
            copy[name] = _part(copy[name])
    return copy


def _part(part: Any) -> Any:
    return _within(part) if isinstance(part, dict) else part


def _nullable(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    copy = _within(part)
    kind = copy.get("type")
    if "const" in copy or "$ref" in copy or kind is None:
        return {"anyOf": [copy, _NULL]} if copy else copy
    kinds = kind if isinstance(kind, list) else [kind]
    if "enum" in copy:
        copy["enum"] = [*copy["enum"], *([] if None in copy["enum"] else [None])]
    return {**copy, "type": kinds if "null" in kinds else [*kinds, "null"]}
