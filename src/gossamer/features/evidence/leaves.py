"""The values of an answer, each with its field, its object and its list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gossamer.core.json_pointers import below, member_name
from gossamer.features.evidence.fields import Field, field_of

_MOST_DEEP: Final = 40
_LARGEST: Final = 10**15
_REFERENCE: Final = "#/"


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A value at a *pointer* (RFC 6901), of a *field*.

    *holder* is the pointer of the object around it, *entry* that of the entry of a list, and *listing* that of this
    list; both empty outside lists. *pattern* is the pointer with `*` for the numbers of entries.
    """

    pointer: str
    value: Any
    field: Field
    holder: str
    entry: str
    listing: str
    pattern: str


def leaves_of(value: Any, schema: Mapping[str, Any] | None) -> list[Leaf]:
    """Return every value of an answer that says something, in order."""
    root = schema or {}
    return list(_leaves(value, root, _Position(root)))


@dataclass(frozen=True, slots=True)
class _Position:
    root: Mapping[str, Any]
    pointer: str = ""
    name: str = ""
    around: tuple[str, ...] = ()
    holder: str = ""
    entry: str = ""
    listing: str = ""
    pattern: str = ""


def _leaves(value: Any, schema: Mapping[str, Any], at: _Position) -> Iterator[Leaf]:
    schema = _resolve_schema(schema, at.root)
    if value in (None, "", [], {}) or at.pointer.count("/") > _MOST_DEEP:
        return
    if isinstance(value, dict):
        properties = _mapping(schema.get("properties"))
        around = (*at.around, at.name) if at.name else at.around
        for name, inside in value.items():
            inner_pointer, pattern = below(at.pointer, name), below(at.pattern, name)
            inner = _Position(at.root, inner_pointer, name, around, at.pointer, at.entry, at.listing, pattern)
            yield from _leaves(inside, _mapping(properties.get(name)), inner)
    elif isinstance(value, list):
        items = _mapping(schema.get("items"))
        if "description" in schema and "description" not in items:
            items = {**items, "description": schema["description"]}
        for number, inside in enumerate(value):
            inner_pointer = below(at.pointer, number)
            inner = _Position(
                at.root, inner_pointer, at.name, at.around, at.holder, inner_pointer, at.pointer, f"{at.pattern}/*"
            )
            yield from _leaves(inside, items, inner)
    else:
        field = field_of(at.name, schema, at.around)
        # No float holds such an integer, and no page has it as a number.
        value = str(value) if isinstance(value, int) and abs(value) > _LARGEST else value
        yield Leaf(at.pointer, value, field, at.holder, at.entry, at.listing, at.pattern)


def _resolve_schema(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *schema*, or what it refers to; of alternatives the first that is more than null."""
    for _ in range(_MOST_DEEP):
        if isinstance(reference := schema.get("$ref"), str) and reference.startswith(_REFERENCE):
            schema = _at(root, reference.removeprefix(_REFERENCE).split("/"))
            continue
        choices = schema.get("anyOf") or schema.get("oneOf") or ()
        chosen = next((choice for choice in choices if _mapping(choice).get("type") != "null"), None)
        if chosen is None or "properties" in schema or "items" in schema:
            break
        schema = {**{key: part for key, part in schema.items() if key not in {"anyOf", "oneOf"}}, **_mapping(chosen)}
    return schema


def _at(root: Mapping[str, Any], path: Sequence[str]) -> Mapping[str, Any]:
    part_value: Any = root
    for part in path:
        part_value = _mapping(part_value).get(member_name(part))
    return _mapping(part_value)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
