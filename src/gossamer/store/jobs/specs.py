"""Specs as they are stored: JSON in which every value but text, numbers and tuples has a tag.

A job outlives the process that took it, and the release too. So a field that was added later
takes its default, and what this release does not know is an error with a name, never a guess.
The tag of a dataclass or an enumeration is its name in `core`: renaming one needs a migration.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from gossamer.core import actions, crawling, formats, specs
from gossamer.core.crawling import BatchSpec, CrawlSpec
from gossamer.core.errors import OwnError
from gossamer.core.jobs import JobSpec

_MODULES = (actions, crawling, formats, specs)
_MICROSECOND = timedelta(microseconds=1)
_TAG, _VALUE = "@", "v"


def _known(is_kind: Callable[[Any], bool]) -> dict[str, type[Any]]:
    """Return what the core's modules define themselves, by name."""
    return {
        name: value
        for module in _MODULES
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and is_kind(value)
    }


_DATACLASSES = _known(is_dataclass)
_ENUMS = _known(lambda kind: issubclass(kind, StrEnum))


def pack_spec(spec: JobSpec) -> str:
    """Return *spec* as it is stored: ASCII without NUL, which any database takes."""
    return json.dumps(_encoded(spec), separators=(",", ":"))


def unpack_spec(packed: str) -> JobSpec:
    """Return the spec that was packed.

    Raises OwnError when it holds something this release does not know.
    """
    spec = _decoded(json.loads(packed))
    if not isinstance(spec, CrawlSpec | BatchSpec):
        raise _unknown(type(spec).__name__)
    return spec


def _encoded(value: Any) -> Any:  # noqa: PLR0911 - one for each kind of value
    match value:
        case StrEnum():
            return {_TAG: type(value).__name__, _VALUE: value.value}
        case None | bool() | int() | float() | str():
            return value
        case tuple():
            return [_encoded(item) for item in value]
        case list():
            return {_TAG: "list", _VALUE: [_encoded(item) for item in value]}
        case Mapping():
            return {_TAG: "map", _VALUE: {key: _encoded(item) for key, item in value.items()}}
        case frozenset():
            return {_TAG: "set", _VALUE: sorted(value)}
        case timedelta():
            return {_TAG: "microseconds", _VALUE: value // _MICROSECOND}
        case _ if type(value).__name__ in _DATACLASSES:
            held = {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
            return {_TAG: type(value).__name__, _VALUE: held}
    raise OwnError(f"A job's options cannot be stored: {type(value).__name__} is no part of a spec.")


def _decoded(value: Any) -> Any:
    match value:
        case list():
            return tuple([item if type(item) is str else _decoded(item) for item in value])
        case dict():
            return _of_tag(value.get(_TAG), value.get(_VALUE))
    return value


def _of_tag(tag: Any, value: Any) -> Any:
    match tag:
        case "list":
            return [_decoded(item) for item in value]
        case "map":
            return {key: _decoded(item) for key, item in value.items()}
        case "set":
            return frozenset(value)
        case "microseconds":
            return timedelta(microseconds=value)
        case str() if tag in _ENUMS:
            return _member(_ENUMS[tag], value)
        case str() if tag in _DATACLASSES:
            return _instance(_DATACLASSES[tag], value)
    raise _unknown(tag)


def _member(kind: type[Any], value: Any) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        raise _unknown(f"{kind.__name__} {value}") from error


def _instance(kind: type[Any], held: Mapping[str, Any]) -> Any:
    known: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}
    if unknown := held.keys() - known.keys():
        raise _unknown(f"{kind.__name__}.{min(unknown)}")
    missing = [name for name, field in known.items() if name not in held and not _has_default(field)]
    if missing:
        raise _unknown(f"{kind.__name__} without {missing[0]}")
    return kind(**{name: _decoded(value) for name, value in held.items()})


def _has_default(field: "Field[Any]") -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _unknown(what: Any) -> OwnError:
    return OwnError(
        f"The options of a job cannot be read by this release ({what}); it was recorded by another one. "
        "Use that release, or cancel the job."
    )
