"""Arguments as a tool's JSON schema has them, where another spelling leaves no doubt.

Models send `"100"` for a number, JSON as a text, one item where a list is expected. A value is tried as it is, as what
it is the text of, and as an item of a list or the only one in it; the first that the schema takes is meant. Others
stay as they are, for an error that names the argument.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import jsonschema_rs

# Whether there is too much or too little in it is for the API to say.
_DECIDES: Final = ("type", "enum", "items")


def as_meant(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return *value* as *schema* has it, with all that is inside; as it is when it does not fit."""
    kinds = schema.get("anyOf", [schema])
    tried = ((_inner(each, kind), kind) for kind in kinds for each in _readings(value, kind.get("type")))
    shapes = ((each, {name: kind[name] for name in _DECIDES if name in kind}) for each, kind in tried)
    return next((each for each, shape in shapes if jsonschema_rs.is_valid(shape, each)), value)


def _readings(value: Any, kind: str | None) -> Iterator[Any]:
    """Yield the meanings that *value* may have where a *kind* is expected, the most literal first."""
    yield int(value) if kind == "integer" and isinstance(value, float) and value.is_integer() else value
    match value:
        case str():
            with suppress(ValueError, RecursionError):
                yield json.loads(value.lower() if kind == "boolean" else value)
        case int() | float() if kind == "string" and not isinstance(value, bool):
            yield json.dumps(value)
        case [only]:
            yield only
    if kind == "array" and value is not None:
        yield [value]
        yield re.split(r"\s*,\s*", str(value))


def _inner(value: Any, schema: Mapping[str, Any]) -> Any:
    match value:
        case list():
            return [as_meant(item, schema.get("items", {})) for item in value]
        case dict():
            members: Mapping[str, Any] = schema.get("properties", {})
            return {name: as_meant(member, members.get(name, {})) for name, member in value.items()}
        case _:
            return value
