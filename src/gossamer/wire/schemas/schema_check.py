"""Checks of a schema part by part; unusable parts are left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator

from gossamer.wire.schemas.efforts import MAX_DEPTH, check_efforts
from gossamer.wire.schemas.keywords import LISTS_OF_SCHEMAS, MAPS_OF_SCHEMAS, OTHERS, SCHEMAS, STRUCTURE, TYPES
from gossamer.wire.schemas.schema_errors import expected, kind_of, refuse, step
from gossamer.wire.schemas.schema_form import check_form
from gossamer.wire.shapes import broken_rule

_MAX_PARTS: Final = 5000
_TOO_DEEP: Final = f"it is nested more than {MAX_DEPTH} deep."
_TOO_MANY: Final = f"it has more than {_MAX_PARTS} parts."
_OPEN_OBJECT: Final = (
    "The schema has an invalid structure for the LLM: an object with additionalProperties: true and no properties. "
    "Define the properties you want."
)
_NO_SCHEMA: Final = (
    "it looks like an example of the answer; describe the fields by their types, as in "
    '{"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}.'
)


def checked_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Return *schema* without what no property stands behind; raise, with the place, when it cannot be used."""
    checked = _Checking(iter(range(_MAX_PARTS))).whole(schema, "", 0)
    check_efforts(checked)
    return checked


def says_nothing(schema: Mapping[str, Any]) -> bool:
    """Return whether *schema*, which is checked, is of any object at all: no property of it has a name or a shape."""
    if schema.get("type", "object") not in ("object", ["object"]):
        return False
    return not any(schema.get(name) for name in STRUCTURE)


@dataclass(frozen=True, slots=True)
class _Checking:
    """A counter of the *parts* that may still be checked."""

    parts: Iterator[int]

    def whole(self, schema: Mapping[str, Any], place: str, depth: int) -> dict[str, Any]:
        """Return *schema*, which is at *place* and so deep, as it is used."""
        if depth > MAX_DEPTH:
            refuse(place, _TOO_DEEP)
        if next(self.parts, None) is None:
            refuse("", _TOO_MANY)
        _check(schema, place)
        checked = dict(_tidy_members(schema))
        for name in MAPS_OF_SCHEMAS:
            if name in checked:
                at = step(place, name)
                checked[name] = {key: self._part(part, step(at, key), depth) for key, part in checked[name].items()}
        for name in LISTS_OF_SCHEMAS:
            if name in checked:
                at = step(place, name)
                checked[name] = [self._part(part, step(at, number), depth) for number, part in enumerate(checked[name])]
        for name in SCHEMAS:
            if name in checked:
                checked[name] = self._part(checked[name], step(place, name), depth)
        return checked

    def _part(self, part: Any, place: str, depth: int) -> Any:
        if isinstance(part, bool):
            return part
        if isinstance(part, list):
            if depth >= MAX_DEPTH:
                refuse(place, _TOO_DEEP)
            return [self._part(item, step(place, number), depth + 1) for number, item in enumerate(part)]
        if not isinstance(part, dict):
            refuse(place, f'a schema is expected, as in {{"type": "string"}}, and there is {kind_of(part)}.')
        return self.whole(part, place, depth + 1)


def _check(schema: Mapping[str, Any], place: str) -> None:
    """Raise when *schema* cannot be used, whatever stands in it."""
    check_form(schema, place)
    if is_example(schema):
        refuse(place, _NO_SCHEMA)
    if "$ref" not in schema and _open_object(schema):
        raise broken_rule(_OPEN_OBJECT)


def _open_object(schema: Mapping[str, Any]) -> bool:
    return (
        schema.get("type") == "object"
        and not schema.get("properties")
        and not schema.get("patternProperties")
        and schema.get("additionalProperties") is True
    )


def _tidy_members(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the members of *schema* that say something about a named property."""
    properties = schema.get("properties", {})
    for name, value in schema.items():
        if name == "required" and isinstance(value, list) and properties:
            if named := [entry for entry in value if isinstance(entry, str) and entry in properties]:
                yield name, named
        elif name == "additionalProperties" and properties and value is True:
            continue
        else:
            yield name, value


def _object(schema: Any) -> Any:
    return schema if isinstance(schema, dict) else refuse("", expected("an object", schema))


JsonSchema = Annotated[dict[str, Any], BeforeValidator(_object), AfterValidator(checked_schema)]


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
