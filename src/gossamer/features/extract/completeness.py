"""Whether an answer leaves something open."""

from collections.abc import Mapping
from typing import Any

from gossamer.core.json_pointers import is_empty


def lacks(value: Any, schema: Mapping[str, Any] | None) -> bool:
    """Return whether a field of *schema* has no value; without one, whether *value* says nothing.

    A list with an entry lacks nothing: how many there are to be found nobody knows.
    """
    properties = schema.get("properties") if schema is not None else None
    if not isinstance(properties, Mapping) or not properties:
        return is_empty(value)
    if not isinstance(value, Mapping):
        return True
    return any(lacks(value.get(name), part if isinstance(part, Mapping) else None) for name, part in properties.items())
