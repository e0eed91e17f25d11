"""The cost of a schema: a value is checked against every alternative, and nested alternatives multiply."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote

from gossamer.core.json_pointers import member_name
from gossamer.wire.schemas.keywords import (
    ASIDE,
    LISTS_ASIDE,
    LISTS_OF_SCHEMAS,
    MAPS_OF_SCHEMAS,
    REFERENCES,
    SCHEMAS,
)
from gossamer.wire.schemas.schema_errors import named, refuse, step

MAX_DEPTH: Final = 64
# How many schemas one value may be held against; unions of a hundred kinds take some hundreds.
_MAX_ASIDE: Final = 2000
_CIRCULAR: Final = "a definition refers to itself without saying more."
_ENTANGLED: Final = "alternatives within alternatives are too many. Name the properties you want."


def check_efforts(schema: Mapping[str, Any]) -> None:
    """Raise when a reference in *schema* leads nowhere, or a value would be held against too many parts of it."""
    efforts = _Efforts(schema)
    for _, part in _within(schema, ""):
        efforts.of(part)


def _within(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield *schema*, which is at *place*, and every schema that stands in it, each with its place."""
    if isinstance(schema, list):
        for number, item in enumerate(schema):
            yield from _within(item, step(place, number))
    if isinstance(schema, dict):
        yield place, schema
        for name in MAPS_OF_SCHEMAS:
            for key, part in schema.get(name, {}).items():
                yield from _within(part, step(step(place, name), key))
        for name in (*LISTS_OF_SCHEMAS, *SCHEMAS):
            yield from _within(schema.get(name), step(place, name))


class _Efforts:
    """The number of schemas that a value is checked against, for a part of the schema *root*."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._named = dict(_names(root))
        # By the identity of a part; 0 while it is being found out.
        self._known: dict[int, int] = {}

    def of(self, schema: Any, depth: int = 0) -> int:
        """Return the number of schemas a value of *schema* is held against, with itself; raise when it is endless."""
        if not isinstance(schema, dict):
            return 1
        if (earlier := self._known.get(id(schema))) is not None:
            return earlier or refuse(self._place(schema), _CIRCULAR)
        if depth > MAX_DEPTH:
            refuse(self._place(schema), _ENTANGLED)
        self._known[id(schema)] = 0
        effort = 1 + sum(self.of(part, depth + 1) for part in self._aside(schema))
        if effort > _MAX_ASIDE:
            refuse(self._place(schema), _ENTANGLED)
        self._known[id(schema)] = effort
        return effort

    def _place(self, schema: Mapping[str, Any]) -> str:
        """Return the place of *schema*, as far as is known: a reference may lead to one outside schema places."""
        return next((place for place, part in _within(self._root, "") if part is schema), "")

    def _aside(self, schema: Mapping[str, Any]) -> Iterator[Any]:
        for name in REFERENCES:
            if isinstance(reference := schema.get(name), str):
                part = self._find_referred(reference)
                if part is None:
                    refuse(step(self._place(schema), name), _leading_nowhere(reference))
                yield part
        for name in LISTS_ASIDE:
            yield from parts if isinstance(parts := schema.get(name), list) else ()
        yield from (schema[name] for name in ASIDE if name in schema)
        yield from parts.values() if isinstance(parts := schema.get("dependentSchemas"), dict) else ()

    def _find_referred(self, reference: str) -> Any:
        """Return the schema that *reference* leads to, None when there is none."""
        if not _is_pointer(reference):
            return self._named.get(reference)
        at: Any = self._root
        for part in unquote(reference).split("/")[1:]:
            name = member_name(part)
            if isinstance(at, list) and name.isdecimal() and int(name) < len(at):
                at = at[int(name)]
            else:
                at = at.get(name) if isinstance(at, Mapping) else None
        return at if isinstance(at, dict | bool) else None


def _is_pointer(reference: str) -> bool:
    return reference == "#" or reference.startswith("#/")


def _leading_nowhere(reference: str) -> str:
    if _is_pointer(reference):
        return f"{named(reference)} leads to no part of the schema."
    return f"{named(reference)} leads out of the schema; references must lead to a part of it, as in `#/$defs/name`."


def _names(root: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parts of *root* that have a name of their own, by what refers to them."""
    for _, part in _within(root, ""):
        for key, sign in (("$id", ""), ("$anchor", "#"), ("$dynamicAnchor", "#")):
            if isinstance(name := part.get(key), str):
                yield f"{sign}{name}", part
