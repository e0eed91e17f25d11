"""What a JSON schema asks for, without what schemas can say in several ways.

References, `allOf`, `anyOf` and `oneOf` are resolved; of alternatives the first that is not null shapes the answer and
leaves take the types of all. A schema that refers to itself is followed a few levels down. What a schema does not say
is free: a leaf without a type takes any scalar.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, Literal

from gossamer.core.json_pointers import member_name

_MAX_DEPTH: Final = 12
_MAX_FIELDS: Final = 2_000
_LEAVES: Final = frozenset({"string", "number", "integer", "boolean"})


@dataclass(frozen=True, slots=True)
class SlotShape:
    """A place in the answer.

    *types* of a leaf are JSON's names, none for any. *extras* is the shape of values under names that the page chooses
    (`additionalProperties`), None when there are none.
    """

    kind: Literal["object", "array", "leaf"]
    types: frozenset[str] = frozenset()
    enum: tuple[Any, ...] = ()
    format: str = ""
    description: str = ""
    pattern: str = ""
    minimum: float | None = None
    maximum: float | None = None
    max_items: int | None = None
    properties: Mapping[str, "SlotShape"] = field(default_factory=dict)
    items: "SlotShape | None" = None
    extras: "SlotShape | None" = None

    @property
    def is_numeric(self) -> bool:
        """Return whether it takes numbers and no words."""
        return bool(self.types & {"number", "integer"}) and "string" not in self.types


def shape_of(schema: Mapping[str, Any]) -> SlotShape:
    """Return the shape of *schema*; an empty schema asks for an object without known fields."""
    return _ShapeReader(schema).read(schema or {"type": "object"}, 0)


def unfilled(shape: SlotShape) -> Any:
    """Return an answer in *shape* without data: null for every leaf, and empty lists."""
    match shape.kind:
        case "object":
            return {name: unfilled(inner) for name, inner in shape.properties.items()}
        case "array":
            return []
        case "leaf":
            return None


class _ShapeReader:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._left = _MAX_FIELDS

    def read(self, schema: Any, depth: int) -> SlotShape:
        if not isinstance(schema, Mapping) or depth > _MAX_DEPTH or self._left <= 0:
            return SlotShape("leaf")
        self._left -= 1
        schema = self._flat(schema, depth)
        described = " ".join(str(schema[key]) for key in ("title", "description") if isinstance(schema.get(key), str))
        types = _types(schema)
        if "properties" in schema or "object" in types:
            return self._object(schema, described, depth)
        if "items" in schema or "prefixItems" in schema or "array" in types:
            inner = schema.get("items")
            limit = schema.get("maxItems")
            shape = self.read(inner, depth + 1) if isinstance(inner, Mapping) else SlotShape("leaf")
            return SlotShape(
                "array", description=described[:2_000], items=shape, max_items=limit if isinstance(limit, int) else None
            )
        return _leaf(schema, types, described)

    def _object(self, schema: Mapping[str, Any], described: str, depth: int) -> SlotShape:
        properties = schema.get("properties")
        named = properties if isinstance(properties, Mapping) else {}
        fields = {str(name): self.read(inner, depth + 1) for name, inner in named.items()}
        extra = schema.get("additionalProperties", None if fields else True)
        extras = None
        if isinstance(extra, Mapping):
            extras = self.read(extra, depth + 1)
        elif extra is True and not fields:
            extras = SlotShape("leaf")
        return SlotShape("object", description=described[:2_000], properties=fields, extras=extras)

    def _flat(self, schema: Mapping[str, Any], depth: int) -> Mapping[str, Any]:
        """Return *schema* with its reference, parts and alternatives put in."""
        for _ in range(_MAX_DEPTH):
            if isinstance(schema.get("$ref"), str):
                rest = {key: value for key, value in schema.items() if key != "$ref"}
                schema = {**self._follow_reference(schema["$ref"]), **rest}
            elif isinstance(schema.get("allOf"), list):
                rest = {key: value for key, value in schema.items() if key != "allOf"}
                schema = _join_schemas(
                    [*(self._flat(part, depth) for part in schema["allOf"][:20] if isinstance(part, Mapping)), rest]
                )
            elif name := next((key for key in ("anyOf", "oneOf") if isinstance(schema.get(key), list)), ""):
                rest = {key: value for key, value in schema.items() if key != name}
                schema = _either(
                    [self._flat(part, depth) for part in schema[name][:20] if isinstance(part, Mapping)], rest
                )
            else:
                break
        return schema

    def _follow_reference(self, reference: str) -> Mapping[str, Any]:
        node: Any = self._root
        for part in reference.removeprefix("#").strip("/").split("/"):
            key = member_name(part)
            if key:
                node = node.get(key) if isinstance(node, Mapping) else None
        # A reference that leads nowhere, or to itself, asks for anything.
        return node if isinstance(node, Mapping) and node.get("$ref") != reference else {}


def _join_schemas(parts: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    joined: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for part in parts:
        joined |= part
        if isinstance(part.get("properties"), Mapping):
            properties |= part["properties"]
    return joined | ({"properties": properties} if properties else {})


def _either(parts: list[Mapping[str, Any]], rest: Mapping[str, Any]) -> Mapping[str, Any]:
    others = [part for part in parts if not _is_null(part)]
    if not others:
        return rest
    shaped = next((part for part in others if part.keys() & {"properties", "items"}), None)
    return {**(shaped or {**others[0], **_common(others)}), **rest}


def _is_null(schema: Mapping[str, Any]) -> bool:
    return _types(schema) == {"null"} or schema.get("const", 0) is None


def _common(parts: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the types and the choices of all *parts*, where each of them has some."""
    types, choices = [_types(part) for part in parts], [_choices(part) for part in parts]
    typed = {"type": sorted(set().union(*types))} if all(types) else {}
    return typed | ({"enum": list(chain.from_iterable(choices))} if all(choices) else {})


def _types(schema: Mapping[str, Any]) -> set[str]:
    types = schema.get("type", ())
    return {types} if isinstance(types, str) else {name for name in types if isinstance(name, str)}


def _choices(schema: Mapping[str, Any]) -> list[Any]:
    if isinstance(schema.get("enum"), list):
        return list(schema["enum"])
    return [schema["const"]] if "const" in schema else []


def _leaf(schema: Mapping[str, Any], types: set[str], described: str) -> SlotShape:
    shape = SlotShape(
        "leaf",
        frozenset(types & _LEAVES),
        tuple(choice for choice in _choices(schema) if choice is not None),
        format=schema["format"] if isinstance(schema.get("format"), str) else "",
        description=described[:2_000],
        pattern=schema["pattern"][:500] if isinstance(schema.get("pattern"), str) else "",
    )
    return replace(shape, minimum=_read_bound(schema, "minimum"), maximum=_read_bound(schema, "maximum"))


def _read_bound(schema: Mapping[str, Any], name: str) -> float | None:
    value = schema.get(name)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
