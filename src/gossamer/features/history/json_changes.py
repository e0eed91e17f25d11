"""Fields of extracted data that differ between two versions."""

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

_MISSING = object()


def data_key(schema: Mapping[str, Any] | None, prompt: str) -> str:
    """Return the digest of what was asked for, under which a version keeps its data."""
    dumps = json.dumps([schema, prompt], sort_keys=True, ensure_ascii=False)
    return blake2b(dumps.encode("utf-8", "replace"), digest_size=12).hexdigest()


def json_changes(before: Any, after: Any) -> dict[str, dict[str, Any]]:
    """Return the leaves that differ by their path ("plans[0].price"), each with its previous and current value.

    A leaf that one side does not have is null there. The path of a value that is no object or list is "value".
    """
    ours, theirs = dict(_leaves(before, "")), dict(_leaves(after, ""))
    return {
        path or "value": {"previous": ours.get(path), "current": theirs.get(path)}
        for path in dict.fromkeys((*ours, *theirs))
        if ours.get(path, _MISSING) != theirs.get(path, _MISSING)
        and (ours.get(path) is not None or theirs.get(path) is not None)
    }


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    match value:
        case dict() if value:
            for name, inside in value.items():
                yield from _leaves(inside, f"{path}.{name}" if path else str(name))
        case list() | tuple() if value:
            for at, inside in enumerate(value):
                yield from _leaves(inside, f"{path}[{at}]")
        case dict() | list() | tuple():
            yield path, None
        case _:
            yield path, value
