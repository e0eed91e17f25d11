"""Whether the members of a schema have the form that their keywords need."""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import re2

from gossamer.wire.schemas.keywords import LISTS_OF_SCHEMAS, MAPS_OF_SCHEMAS, REFERENCES, TYPES
from gossamer.wire.schemas.schema_errors import expected, kind_of, named, quoted, refuse, step, whole_letters

if TYPE_CHECKING:
    import jsonschema_rs

_KNOWN_TYPES: Final = f"the types are {', '.join(TYPES)}."
# An empty one of these allows no value at all.
_CHOICES: Final = frozenset({"anyOf", "oneOf", "enum"})
_EMPTY: Final = "the list is empty; name what is allowed."
# No longer one is held against a text.
_LONGEST_PATTERN: Final = 500
# Errors that no dialect forgives. Other errors may mean that the pattern is written in another dialect.
_BROKEN: Final = ("missing )", "missing ]", "unexpected )", "no argument for repetition", "trailing \\", "invalid char")
# Only the reading is wanted, and what follows it ends soon.
_LITTLE_MEMORY: Final = 1 << 12
# Each of them is thousands of letters, which are put together as they are read.
_CLASS: Final = re.compile(r"\\[pP](?:\{[^{}]*\}|\w)")


def check_form(schema: Mapping[str, Any], place: str) -> None:
    """Raise when a member of *schema*, which is at *place*, is not what its keyword needs."""
    _check_type(schema.get("type", "object"), step(place, "type"))
    _check_containers(schema, place)
    for name in (*REFERENCES, "pattern"):
        if not isinstance(value := schema.get(name, ""), str | bool if name == "$recursiveRef" else str):
            refuse(step(place, name), expected("a string", value))
    if "pattern" in schema:
        _check_pattern(schema["pattern"], step(place, "pattern"))
    for pattern in schema.get("patternProperties", {}):
        _check_pattern(pattern, step(step(place, "patternProperties"), pattern))


def _check_containers(schema: Mapping[str, Any], place: str) -> None:
    """Raise when something is no object, or no list, or an empty list, that has to be one."""
    for name in MAPS_OF_SCHEMAS:
        if not isinstance(value := schema.get(name, {}), dict):
            refuse(step(place, name), expected("an object", value))
    for name in (*LISTS_OF_SCHEMAS, "enum"):
        if not isinstance(value := schema.get(name, []), list):
            refuse(step(place, name), expected("an array", value))
        if name in _CHOICES and not schema.get(name, True):
            refuse(step(place, name), _EMPTY)
    # In old drafts `required` stands at the property and is true or false.
    if not isinstance(value := schema.get("required", []), list | bool):
        refuse(step(place, "required"), expected("an array", value))


def _check_pattern(pattern: str, place: str) -> None:
    """Raise when *pattern* is one of no language that people write them in; a very long one is taken as it is."""
    if pattern and len(pattern) <= _LONGEST_PATTERN and not _is_regular(pattern):
        refuse(place, f"{named(pattern)} is not a regular expression.")


def _check_type(kind: Any, place: str) -> None:
    kinds = kind if isinstance(kind, list) else [kind]
    if not kinds:
        refuse(place, f"there is not a type; {_KNOWN_TYPES}")
    for entry in kinds:
        if not isinstance(entry, str):
            refuse(place, f"{kind_of(entry)} is not a type; {_KNOWN_TYPES}")
        if entry not in TYPES:
            refuse(place, f"{quoted(entry)} is not a type; {_KNOWN_TYPES}")


def _is_regular(pattern: str) -> bool:
    pattern = whole_letters(pattern)
    return not _is_broken(pattern) or _javascript().is_valid(pattern)


def _is_broken(pattern: str) -> bool:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _LITTLE_MEMORY
    try:
        re2.compile(_CLASS.sub(r"\\w", pattern), options)
    except re2.error as error:
        return _why(error).startswith(_BROKEN)
    return False


def _why(error: re2.error) -> str:
    message = error.args[0] if error.args else ""
    return message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)


@cache
def _javascript() -> "jsonschema_rs.Validator":
    """Return a validator for regular expressions of JavaScript; it parses them, and does not compile them."""
    # Few schemas have patterns that are broken, and what knows them takes long to load.
    import jsonschema_rs  # noqa: PLC0415

    return jsonschema_rs.validator_for({"format": "regex"}, validate_formats=True, offline=True)
