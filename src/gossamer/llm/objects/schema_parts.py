"""Large schemas in parts: small models lose track of them, and an answer has limited room."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from gossamer.llm.objects.schemas import Schema, properties, resolve_schema, types

# Each part is asked for with the whole text again, so a part is as large as an answer can well be.
_MOST_LEAVES: Final = 80
_MOST_CHARACTERS: Final = 16_000
_DEEPEST: Final = 20


def split(schema: Schema) -> tuple[Schema, ...]:
    """Return *schema* in parts by its top-level properties, in their order; itself when it is small enough.

    A single property is never divided; alternatives at the top are none of several parts.
    """
    named = properties(schema)
    if len(named) < 2 or {"anyOf", "oneOf", "allOf", "$ref"} & set(schema):  # noqa: PLR2004 - one cannot be divided
        return (schema,)
    groups: list[list[str]] = [[]]
    leaves = characters = 0
    for name, part in named.items():
        more_leaves, more_characters = _leaves(part, schema), len(json.dumps(part, default=str))
        full = leaves + more_leaves > _MOST_LEAVES or characters + more_characters > _MOST_CHARACTERS
        if full and groups[-1]:
            groups.append([])
            leaves = characters = 0
        groups[-1].append(name)
        leaves, characters = leaves + more_leaves, characters + more_characters
    return tuple(_part(schema, group) for group in groups) if len(groups) > 1 else (schema,)


def _part(schema: Schema, names: list[str]) -> Schema:
    named = properties(schema)
    needed = schema.get("required")
    return {
        **{key: value for key, value in schema.items() if key not in {"dependentRequired", "dependentSchemas"}},
        "properties": {name: named[name] for name in names},
        "required": [name for name in needed if name in names] if isinstance(needed, list) else [],
    }


def _leaves(schema: Any, root: Schema) -> int:
    """Return the number of leaves of *schema*, up to one too many for a part: a recursive schema has no end of them."""
    return sum(1 for _ in islice(_each_leaf(schema, root, 0), _MOST_LEAVES + 1))


def _each_leaf(schema: Any, root: Schema, depth: int) -> Iterator[None]:
    schema = resolve_schema(schema, root)
    inside = [*properties(schema).values()]
    if "array" in types(schema) and isinstance(schema.get("items"), Mapping):
        inside.append(schema["items"])
    if depth > _DEEPEST or not inside:
        yield None
        return
    for part in inside:
        yield from _each_leaf(part, root, depth + 1)
