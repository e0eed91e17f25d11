"""JSON Schemas, read as far as a value has to be made to fit them.

References lead within the schema only: nothing is fetched. `allOf` is one schema of all its parts.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from gossamer.core.json_pointers import member_name

Schema: TypeAlias = Mapping[str, Any]
# References that lead to references; more are a circle.
_HOPS: Final = 20
_JOINED: Final = ("properties", "patternProperties", "$defs", "definitions")


def resolve_schema(schema: Any, root: Schema) -> Schema:
    """Return *schema* without a reference and `allOf` at its top; empty when it allows anything or cannot be read."""
    for _ in range(_HOPS):
        if not isinstance(schema, Mapping):
            return {}
        if isinstance(reference := schema.get("$ref"), str):
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            target = at_pointer(root, reference)
            schema = _join_schemas(target, beside) if isinstance(target, Mapping) else beside
        elif isinstance(parts := schema.get("allOf"), list):
            beside = {key: value for key, value in schema.items() if key != "allOf"}
            for part in parts:
                beside = _join_schemas(resolve_reference(part, root), beside)
            schema = beside
        else:
            return schema
    return {}


def resolve_reference(schema: Any, root: Schema) -> Schema:
    """Return the schema that *schema* refers to, else itself; `resolve_schema`, which calls this, ends circles."""
    if isinstance(schema, Mapping) and isinstance(reference := schema.get("$ref"), str):
        target = at_pointer(root, reference)
        return target if isinstance(target, Mapping) else {}
    return schema if isinstance(schema, Mapping) else {}


def at_pointer(root: Schema, reference: str) -> Any:
    """Return the value that the local *reference* ("#/$defs/x") names, None when there is nothing."""
    if not reference.startswith("#"):
        return None
    at: Any = root
    for step in reference.removeprefix("#").split("/")[1:]:
        name = member_name(step)
        if isinstance(at, Mapping):
            at = at.get(name)
        elif isinstance(at, list) and name.isdecimal() and int(name) < len(at):
            at = at[int(name)]
        else:
            return None
    return at


def types(schema: Schema) -> frozenset[str]:
    """Return the types that *schema* allows by name, empty when it names none."""
    named = schema.get("type")
    names = {named} if isinstance(named, str) else {name for name in named or () if isinstance(name, str)}
    if not names and isinstance(schema.get("properties"), Mapping):
        names = {"object"}
    if not names and "items" in schema:
        names = {"array"}
    return frozenset(names | {"null"} if schema.get("nullable") is True else names)


def branches(schema: Schema) -> Iterator[Any]:
    """Yield the alternatives of *schema*, none when there are none."""
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            yield from schema[key]


def properties(schema: Schema) -> Mapping[str, Any]:
    """Return the properties that *schema* names."""
    named = schema.get("properties")
    return named if isinstance(named, Mapping) else {}


def list_required(schema: Schema) -> frozenset[str]:
    """Return the properties that must be there."""
    named = schema.get("required")
    return frozenset(name for name in named if isinstance(name, str)) if isinstance(named, list) else frozenset()


def open_ended(schema: Schema) -> bool:
    """Return whether an object may have properties that are not named: said expressly, or where none are named."""
    return bool(schema.get("additionalProperties") or schema.get("patternProperties") or not properties(schema))


def child(schema: Any, step: str | int, root: Schema) -> Any:
    """Return the schema of what is at *step* of a value of *schema*, None when it says nothing of it."""
    schema = resolve_schema(schema, root)
    if isinstance(step, int):
        first = schema.get("prefixItems")
        if isinstance(first, list) and step < len(first):
            return first[step]
        part = schema.get("items")
        if isinstance(part, list):
            return part[step] if step < len(part) else None
    else:
        part = properties(schema).get(step, schema.get("additionalProperties"))
    if isinstance(part, Mapping):
        return part
    return next((inner for branch in branches(schema) if (inner := child(branch, step, root)) is not None), None)


def _join_schemas(first: Schema, second: Schema) -> dict[str, Any]:
    """Return a schema that asks for both; *second* goes before where only one can be."""
    joined = {**first, **second}
    for key in _JOINED:
        if isinstance(first.get(key), Mapping) and isinstance(second.get(key), Mapping):
            joined[key] = {**first[key], **second[key]}
    if isinstance(first.get("required"), list) and isinstance(second.get("required"), list):
        joined["required"] = [*dict.fromkeys([*first["required"], *second["required"]])]
    return joined
