"""Core values as stored JSON, in which every value but text, numbers and tuples has a tag.

What is stored outlives the process that took it, and the release too. So a field that was added later
takes its default, and what this release does not know is an error with a name, never a guess.
The tag of a dataclass or an enumeration is its name in `core`: renaming one needs a migration.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Generic, TypeVar, get_args, get_type_hints

from gossamer.core.errors import OwnError

_T = TypeVar("_T")

# Fields of earlier builds whose values say nothing any more, by class.
_FORMER: Final = {"ResearchSpec": ("web_search",)}
_MICROSECOND = timedelta(microseconds=1)
_TAG, _VALUE = "@", "v"


class Unpackable(Exception):
    """A value holds what this packing, or this release, does not know; the text names it."""


class Tagged:
    """Packs values of the classes *roots*, and of all that their fields are declared to hold.

    Raises TypeError when two of these classes have one name.
    """

    def __init__(self, *roots: type[Any]) -> None:
        self._roots = roots

    @cached_property
    def _kinds(self) -> dict[str, type[Any]]:
        """Return the dataclasses and enumerations by name."""
        kinds: dict[str, type[Any]] = {}
        hints: list[Any] = list(self._roots)
        while hints:
            hint = hints.pop()
            hints += get_args(hint)
            if not isinstance(hint, type) or not (is_dataclass(hint) or issubclass(hint, StrEnum)):
                continue
            if (known_type := kinds.get(hint.__name__)) not in {None, hint}:
                raise TypeError(f"{known_type} and {hint} have one name.")
            if known_type is None:
                kinds[hint.__name__] = hint
                hints += get_type_hints(hint).values() if is_dataclass(hint) else ()
        return kinds

    def pack(self, value: Any) -> str:
        """Return *value* as it is stored: ASCII without NUL, which any database takes. Raises Unpackable."""
        return json.dumps(self._encode_value(value), separators=(",", ":"))

    def unpack(self, packed: str) -> Any:
        """Return the value that was packed. Raises Unpackable."""
        return self._decode_value(json.loads(packed))

    def _encode_value(self, value: Any) -> Any:  # noqa: PLR0911 - one for each kind of value
        match value:
            case StrEnum():
                return {_TAG: type(value).__name__, _VALUE: value.value}
            case None | bool() | int() | float() | str():
                return value
            case bytes():
                return {_TAG: "bytes", _VALUE: base64.b64encode(value).decode()}
            case tuple():
                return [self._encode_value(item) for item in value]
            case list():
                return {_TAG: "list", _VALUE: [self._encode_value(item) for item in value]}
            case Mapping():
                return {_TAG: "map", _VALUE: {key: self._encode_value(item) for key, item in value.items()}}
            case frozenset():
                return {_TAG: "set", _VALUE: sorted(value)}
            case timedelta() | datetime():
                return _time(value)
            case _ if type(value).__name__ in self._kinds:
                held = {field.name: self._encode_value(getattr(value, field.name)) for field in fields(value)}
                return {_TAG: type(value).__name__, _VALUE: held}
        raise Unpackable(type(value).__name__)

    def _decode_value(self, value: Any) -> Any:
        match value:
            case list():
                return tuple([item if type(item) is str else self._decode_value(item) for item in value])
            case dict():
                return self._of_tag(value.get(_TAG), value.get(_VALUE))
        return value

    def _of_tag(self, tag: Any, value: Any) -> Any:  # noqa: PLR0911 - one for each tag
        match tag:
            case "bytes":
                return base64.b64decode(value)
            case "list":
                return [self._decode_value(item) for item in value]
            case "map":
                return {key: self._decode_value(item) for key, item in value.items()}
            case "set":
                return frozenset(value)
            case "microseconds":
                return timedelta(microseconds=value)
            case "time":
                return datetime.fromisoformat(value)
            case str() if tag in self._kinds:
                kind = self._kinds[tag]
                return self._instance(kind, value) if is_dataclass(kind) else _member(kind, value)
        raise Unpackable(tag)

    def _instance(self, kind: type[Any], held: Mapping[str, Any]) -> Any:
        held = {name: value for name, value in held.items() if name not in _FORMER.get(kind.__name__, ())}
        fields_by_name: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}
        if unknown := held.keys() - fields_by_name.keys():
            raise Unpackable(f"{kind.__name__}.{min(unknown)}")
        missing = [name for name, field in fields_by_name.items() if name not in held and not _has_default(field)]
        if missing:
            raise Unpackable(f"{kind.__name__} without {missing[0]}")
        return kind(**{name: self._decode_value(value) for name, value in held.items()})


class StoredValues(Generic[_T]):
    """Values of the classes *roots*, called *name*; one that cannot be read is an OwnError with a *remedy*."""

    def __init__(self, name: str, remedy: str, *roots: type[Any]) -> None:
        self._name = name
        self._remedy = remedy
        self._roots = roots
        self._packing = Tagged(*roots)

    def pack(self, value: _T) -> str:
        """Return *value* as it is stored."""
        try:
            return self._packing.pack(value)
        except Unpackable as error:
            raise OwnError(f"{self._name} cannot be stored: {error} is no part of it.") from error

    def unpack(self, packed: str) -> _T:
        """Return the value that was packed."""
        try:
            value: _T = self._packing.unpack(packed)
        except Unpackable as error:
            raise self._make_error(str(error)) from error
        if not isinstance(value, self._roots):
            raise self._make_error(type(value).__name__)
        return value

    def _make_error(self, what: str) -> OwnError:
        recorded = "it was recorded by another one"
        return OwnError(f"{self._name} cannot be read by this release ({what}); {recorded}. {self._remedy}")


def _time(value: timedelta | datetime) -> dict[str, Any]:
    if isinstance(value, timedelta):
        return {_TAG: "microseconds", _VALUE: value // _MICROSECOND}
    return {_TAG: "time", _VALUE: value.isoformat()}


def _member(kind: type[Any], value: Any) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        raise Unpackable(f"{kind.__name__} {value}") from error


def _has_default(field: "Field[Any]") -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
