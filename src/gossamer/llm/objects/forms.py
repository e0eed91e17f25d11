"""A schema as it is asked for and as answers are checked against it.

Providers take objects only, so what is asked for besides is the one property of an object.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import jsonschema_rs

from gossamer.core.errors import ModelFailed
from gossamer.llm.objects.coercion import fit_value, normal
from gossamer.llm.objects.schemas import Schema, open_ended, properties, resolve_schema, types
from gossamer.llm.objects.strict import adapt_schema

_ENVELOPE: Final = "value"
# Which dialect is meant; what else is written there is nobody's business here.
_DIALECTS: Final = "json-schema.org/"
_DEFINED: Final = ("#/$defs/", "#/definitions/")
_LONGEST_SENTENCE: Final = 200
_MOST_PROBLEMS: Final = 200
_MISSING: Final = "is missing"
# Errors that rule out an alternative altogether.
_KINDS: Final = ("type", "const", "enum")
# A pattern of a caller may cost this many steps on one text, a few milliseconds.
_STEPS: Final = 100_000

Path = tuple[str | int, ...]

_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_NULLABLE: Final = ("properties", "patternProperties")
_SINGLE: Final = (
    "additionalProperties",
    "items",
    "additionalItems",
    "contains",
    "unevaluatedProperties",
    "then",
    "else",
)
_LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
# Beside these, null has to be an alternative of its own.
_BINDING: Final = ("anyOf", "oneOf", "allOf", "$ref", "not", "if")


def relax_schema(schema: Any) -> Any:
    """Return *schema* with null allowed for each property of each object, however deep; its top stays as it is."""
    if not isinstance(schema, Mapping):
        return schema
    copy = dict(schema)
    for key in _NAMED:
        if isinstance(inside := copy.get(key), Mapping):
            loosened = {name: relax_schema(part) for name, part in inside.items()}
            copy[key] = {n: _or_null(part) for n, part in loosened.items()} if key in _NULLABLE else loosened
    for key in _SINGLE:
        if isinstance(copy.get(key), Mapping):
            copy[key] = relax_schema(copy[key])
    for key in (*_LISTED, "items"):
        if isinstance(parts := copy.get(key), list):
            copy[key] = [relax_schema(part) for part in parts]
    if isinstance(others := copy.get("additionalProperties"), Mapping):
        copy["additionalProperties"] = _or_null(others)
    return copy


def _or_null(schema: Any) -> Any:
    if not isinstance(schema, Mapping):
        return schema
    if any(key in schema for key in _BINDING):
        return {"anyOf": [dict(schema), {"type": "null"}]}
    copy = dict(schema)
    if "const" in copy:
        copy["enum"] = [copy.pop("const")]
    if isinstance(named := copy.get("type"), str):
        copy["type"] = [named, "null"] if named != "null" else named
    elif isinstance(named, list) and "null" not in named:
        copy["type"] = [*named, "null"]
    if isinstance(values := copy.get("enum"), list) and None not in values:
        copy["enum"] = [*values, None]
    return copy


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """The problem with the part of a value at *path*."""

    path: Path
    sentence: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A *value* and what is wrong with it."""

    value: Any
    problems: tuple[ValueProblem, ...] = ()

    @property
    def usable(self) -> bool:
        """Return whether there is anything in it: an object that is not wrong as a whole, nor empty but wrong."""
        if not isinstance(self.value, dict) or any(not problem.path for problem in self.problems):
            return False
        wrong = {problem.path for problem in self.problems}
        return not wrong or any(part is not None and (name,) not in wrong for name, part in self.value.items())


class Form:
    """An object's *schema* and its *request_schema* for providers. Raises ModelFailed for an invalid schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        try:
            self.wrapped = not _of_an_object(schema)
            self.schema: Schema = _in_envelope(schema) if self.wrapped else schema
            self.request_schema = adapt_schema(self.schema, self.schema)
            self._validator = jsonschema_rs.validator_for(
                relax_schema(_with_known_dialect(self.schema)),
                validate_formats=True,
                offline=True,
                pattern_options=jsonschema_rs.FancyRegexOptions(backtrack_limit=_STEPS),
            )
        except (ValueError, RecursionError) as error:
            raise ModelFailed(f"The schema cannot be used: {_first_line(error)}.") from None

    @property
    def keys(self) -> frozenset[str]:
        """Return the names of its properties."""
        return frozenset(properties(self._top))

    @property
    def _top(self) -> Schema:
        return resolve_schema(self.schema, self.schema)

    def draft(self, value: Any, *, complete: bool = True) -> Draft:
        """Return *value* in the form of the schema, and its problems.

        In one that is not *complete*, optional properties at the top are missing too if they are not there.
        """
        value = self._unwrap_object(value)
        names = {normal(key) for key in value} if isinstance(value, dict) else set()
        lost = [] if complete else [ValueProblem((key,), _MISSING) for key in self.keys if normal(key) not in names]
        return self.checked(fit_value(value, self.schema, self.schema), lost)

    def plain(self, name: str, text: str) -> Draft:
        """Return an object with *text* as the property *name*, in which lists are empty."""
        parts = {other: resolve_schema(part, self.schema) for other, part in properties(self._top).items()}
        empty: dict[str, Any] = {other: [] for other, part in parts.items() if "array" in types(part)}
        return self.checked({**empty, name: text})

    def checked(self, value: Any, lost: Sequence[ValueProblem] = ()) -> Draft:
        """Return *value* as it is, and what is wrong with it; *lost* is known to be."""
        errors = islice(self._validator.iter_errors(value), _MOST_PROBLEMS) if value is not None else ()
        return Draft(value, _outermost([*lost, *(problem for error in errors for problem in _problems(error))]))

    def unwrapped(self, value: Any) -> Any:
        """Return the value of the schema that was given."""
        return value.get(_ENVELOPE) if self.wrapped else value

    def pointer(self, path: Path) -> str:
        """Return *path* as a JSON pointer into what `unwrapped` returns."""
        return pointer(path[1:] if self.wrapped else path)

    def _unwrap_object(self, value: Any) -> Any:
        """Return the object in *value*, where it is wrapped in one that the schema does not know, or is not wrapped."""
        if self.wrapped and not (isinstance(value, dict) and [*value] == [_ENVELOPE]):
            return {_ENVELOPE: value}
        keys = {normal(key) for key in self.keys}
        while isinstance(value, dict | list) and not _mentions(value, keys):
            inside = [part for part in _parts(value) if isinstance(part, dict | list) and part]
            if len(inside) != 1 or (isinstance(value, dict) and open_ended(self._top)):
                break
            value = inside[0]
        if isinstance(value, list) and len(value) > 1:
            return self._with_its_list(value)
        return value

    def _with_its_list(self, value: list[Any]) -> Any:
        """Return an object that holds the list *value*, where it has one only, of such items."""
        parts = {name: resolve_schema(part, self.schema) for name, part in properties(self._top).items()}
        lists = [name for name, part in parts.items() if "array" in types(part)]
        if len(lists) != 1:
            return value
        of_objects = "object" in types(resolve_schema(parts[lists[0]].get("items"), self.schema))
        return {lists[0]: value} if all(isinstance(item, dict) is of_objects for item in value) else value


def pointer(path: Path) -> str:
    """Return *path* as a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def _of_an_object(schema: Schema) -> bool:
    top = resolve_schema(schema, schema)
    return types(top) in ({"object"}, {"object", "null"}) and bool(properties(top))


def _in_envelope(schema: Schema) -> Schema:
    """Return an object's schema with *schema* as its one property; its definitions stay where references look."""
    definitions = {key: schema[key] for key in ("$defs", "definitions") if key in schema}
    inner = _lead_into_envelope({key: value for key, value in schema.items() if key not in {*definitions, "$schema"}})
    definitions = _lead_into_envelope(definitions)
    dialect = {"$schema": schema["$schema"]} if "$schema" in schema else {}
    return {**dialect, **definitions, "type": "object", "properties": {_ENVELOPE: inner}, "required": [_ENVELOPE]}


def _lead_into_envelope(schema: Any) -> Any:
    """Return *schema* with its references to itself leading to where it stands now."""
    if isinstance(schema, list):
        return [_lead_into_envelope(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    members = {key: _lead_into_envelope(part) for key, part in schema.items()}
    reference = members.get("$ref")
    if isinstance(reference, str) and reference.startswith("#") and not reference.startswith(_DEFINED):
        members["$ref"] = f"#/properties/{_ENVELOPE}{reference[1:]}"
    return members


def _with_known_dialect(schema: Schema) -> Schema:
    outside = {"$id", "id"} if not isinstance(schema.get("$id"), str) or "://" in schema["$id"] else set()
    if _DIALECTS not in str(schema.get("$schema", "")):
        outside |= {"$schema"}
    return {key: value for key, value in schema.items() if key not in outside}


def _parts(value: dict[str, Any] | list[Any]) -> list[Any]:
    return [*value.values()] if isinstance(value, dict) else value


def _mentions(value: dict[str, Any] | list[Any], keys: set[str]) -> bool:
    return isinstance(value, dict) and any(normal(key) in keys for key in value)


def _problems(error: jsonschema_rs.ValidationError) -> Iterator[ValueProblem]:
    """Yield the problems in *error*; of alternatives, those of the meant alternative alone."""
    path = tuple(error.instance_path)
    details = error.kind.as_dict()
    branch_errors = min(details.get("context", ()), key=lambda errors: _strangeness(errors, path), default=())
    if error.kind.name == "required" and isinstance(details.get("property"), str):
        yield ValueProblem((*path, details["property"]), _MISSING)
    elif branch_errors and _strangeness(branch_errors, path)[0] == 0:
        for inner in branch_errors:
            yield from _problems(inner)
    else:
        yield ValueProblem(path, error.message[:_LONGEST_SENTENCE])


def _strangeness(errors: Sequence[jsonschema_rs.ValidationError], path: Path) -> tuple[int, int, int]:
    """Return the distance of a value at *path* from a branch: of another kind, of another variety, or only wrong."""
    strange = [error for error in errors if error.kind.name in _KINDS]
    local_errors = [error for error in strange if tuple(error.instance_path) == path]
    return len(local_errors), len([error for error in strange if error.kind.name != "type"]), len(errors)


def _outermost(problems: Sequence[ValueProblem]) -> tuple[ValueProblem, ...]:
    """Return one problem for each part; what is within a part that is wrong as a whole is wrong with it."""
    problems_by_path: dict[Path, ValueProblem] = {}
    for problem in sorted(problems, key=lambda value_problem: len(value_problem.path)):
        if not any(problem.path[:length] in problems_by_path for length in range(len(problem.path) + 1)):
            problems_by_path[problem.path] = problem
    return tuple(problems_by_path.values())


def _first_line(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is too deep"
    text = error.message if isinstance(error, jsonschema_rs.ValidationError) else str(error)
    return " ".join(text.split())[:_LONGEST_SENTENCE].rstrip(".")
