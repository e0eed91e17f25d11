"""Whether what was sent in place of a schema is an example of the answer."""

from collections.abc import Mapping
from typing import Any

from gossamer.wire.schemas.keywords import OTHERS, STRUCTURE, TYPES


def is_example(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema* is what somebody who means {"name": "string"} takes for one.

    Keywords that nobody knows are allowed, as long as something says what the value is.
    """
    if any(name in STRUCTURE for name in schema):
        return False
    foreign = [value for name, value in schema.items() if _is_foreign(name)]
    if "type" in schema:
        return any(_is_type(value) for value in foreign)
    return bool(foreign) or any(_is_type(schema.get(name)) for name in ("title", "description"))


def _is_foreign(name: str) -> bool:
    return name not in OTHERS and not name.startswith(("$", "x-"))


def _is_type(value: Any) -> bool:
    return isinstance(value, str) and value in TYPES
