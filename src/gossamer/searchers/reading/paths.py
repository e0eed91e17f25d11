"""Places in JSON: `web.results`, `pagemap.cse_image.0.src`; a name may have dots in it when it is one of the object."""

from collections.abc import Mapping, Sequence
from typing import Any


def at(value: Any, path: str) -> Any:
    """Return the value at *path*, of several separated by `|` the first that is not empty; None when all are."""
    for way in path.split("|"):
        value_at = _follow_path(value, way.strip())
        if value_at not in (None, "", [], {}):
            return value_at
    return None


def items(payload: Any, path: str) -> Sequence[Any]:
    """Return the list at *path*; empty when there is none."""
    values = at(payload, path)
    return values if isinstance(values, list) else []


def is_list(payload: Any, path: str) -> bool:
    """Return whether there is a list at *path*, be it an empty one, of several paths at one of them."""
    return any(isinstance(_follow_path(payload, way.strip()), list) for way in path.split("|"))


def is_null(payload: Any, path: str) -> bool:
    """Return whether null is written at *path*, of several paths at one of them."""
    return any(_is_null(payload, way.strip()) for way in path.split("|"))


def is_there(payload: Any, path: str) -> bool:
    """Return whether anything stands at *path*, of several separated by `|` at one of them; null is nothing."""
    return any(_follow_path(payload, way.strip()) is not None for way in path.split("|"))


def is_denied(payload: Any, path: str) -> bool:
    """Return whether there is a false at *path*; no path denies nothing."""
    return _follow_path(payload, path) is False


def _is_null(payload: Any, path: str) -> bool:
    outer, _, name = path.rpartition(".")
    container = _follow_path(payload, outer) if outer else payload
    return isinstance(container, Mapping) and name in container and container[name] is None


def _follow_path(value: Any, path: str) -> Any:
    if isinstance(value, Mapping):
        if path in value:
            return value[path]
        step, dot, rest = path.partition(".")
        return _follow_path(value.get(step), rest) if dot else None
    if isinstance(value, list):
        step, dot, rest = path.partition(".")
        if not step.isdecimal() or int(step) >= len(value):
            return None
        return _follow_path(value[int(step)], rest) if dot else value[int(step)]
    return None
