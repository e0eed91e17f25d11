"""What fields of requests and answers mean, where their shapes do not say so themselves."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, Final

_SHAPES: Final = "#/components/schemas/"


def described(document: dict[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI *document* with a description at every field that has one in `fields.toml`.

    A shape that requests and answers share is described as part of a request.
    """
    texts = tomllib.loads((resources.files(__package__) / "fields.toml").read_text("utf-8"))
    shapes = document["components"]["schemas"]
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    requests = _find_reached(shapes, _references([operation.get("requestBody") for operation in operations]))
    answers = _find_reached(shapes, _references([operation.get("responses") for operation in operations])) - requests
    for names, meanings in ((requests, texts["requests"]), (answers, texts["answers"])):
        for name in names:
            _describe(name.removeprefix("v2."), shapes[name], meanings)
    return document


def _describe(shape: str, schema: dict[str, Any], meanings: Mapping[str, str]) -> None:
    for name, field in schema.get("properties", {}).items():
        meaning = meanings.get(f"{shape}.{name}") or meanings.get(name)
        if meaning is not None and description(field) is None:
            field["description"] = meaning


def description(field: Mapping[str, Any]) -> str | None:
    """Return the description of *field*, or of the first of its choices that has one; None when there is none."""
    return next((choice["description"] for choice in (field, *field.get("anyOf", ())) if "description" in choice), None)


def _find_reached(shapes: Mapping[str, Any], names: Iterable[str]) -> frozenset[str]:
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(_references(shapes[name]))
    return frozenset(reached)


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"].removeprefix(_SHAPES)
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from _references(child)
