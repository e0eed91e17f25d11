"""Requests that no client means to send: values of every JSON type in every place of every endpoint.

The endpoints, their parameters and bodies are those of the service's own OpenAPI document, so a new endpoint is met
without a change here. A run is repeated by its seed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote, urlencode

VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1.5, 1e308, 2**63, 10**40, "", "x", " ", "\ud83d", "a\x01b", "x" * 5000, "http://[", "*/5 * * *",
    [], [None], ["x"], [[]], [{}], [1, "x", None], {}, {"": 1}, {"type": "x"}, {"a": {"b": []}}, {"url": 5},
    {"$ref": "#"},
)  # fmt: skip
_NO_UUID: Final = ("x", "0", "-1", "%2e%2e", "%00", "ä", "a" * 300, "'", "{id}")
_UUID: Final = "00000000-0000-4000-8000-000000000000"
_QUERIES: Final = ("", "-1", "0", "1e9", "x", "9" * 30, "\x00", "ä", "2026-13-45", "[]", "true", "x" * 2000)
_DEPTH: Final = 4


@dataclass(frozen=True)
class FuzzedRequest:
    """A request; *content* is its body, None where it has none."""

    method: str
    path: str
    route: str
    content: bytes | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {(self.content or b'')[:400]!r}"


class Fuzzer:
    """Makes requests of an OpenAPI *document*; addresses in its examples become *url*."""

    def __init__(self, document: Mapping[str, Any], random: Random, *, url: str) -> None:
        self._document = document
        self._random = random
        self._url = url

    def requests(self, *, values: int, leave_out: frozenset[str] = frozenset()) -> Iterator[FuzzedRequest]:
        """Yield requests to every endpoint whose path is not in *leave_out*, *values* of them for each field."""
        for path, methods in self._document["paths"].items():
            if path in leave_out:
                continue
            for method, operation in methods.items():
                parameters = [self._resolved(p) for p in operation.get("parameters", [])]
                queries = [p["name"] for p in parameters if p["in"] == "query"]
                for body in self._bodies(operation, values):
                    yield FuzzedRequest(method.upper(), self._path(path, queries), path, body)

    def changed(self, example: Any, schema: Mapping[str, Any], values: int) -> Iterator[Any]:
        """Yield *example* with a wrong value in each place that *schema* has, *values* times."""
        for place in dict.fromkeys(self._places(schema, (), 0)):
            for value in self._random.sample(VALUES, values):
                yield _with(example, place, value)

    def _bodies(self, operation: Mapping[str, Any], values: int) -> Iterator[bytes | None]:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            yield from [None] * values
            return
        schema = self._resolved(content["schema"])
        example = self._example(schema)
        for value in (*self._random.sample(VALUES, values), *self.changed(example, schema, values)):
            yield _encoded(value)
        yield from (b"", b"{", b"\xff", b"[" * 2000, b'{"a":1,"a":2}', b"NaN")

    def _example(self, schema: Mapping[str, Any]) -> Any:
        examples = [schema["example"]] if "example" in schema else schema.get("examples", [{}])
        text = json.dumps(examples[0]).replace("https://example.com", self._url)
        return json.loads(text)

    def _places(self, schema: Mapping[str, Any], place: tuple[str | int, ...], depth: int) -> Iterator[tuple[Any, ...]]:
        schema = self._resolved(schema)
        if place:
            yield place
        if depth == _DEPTH:
            return
        for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
            yield from self._places(one, place, depth + 1)
        for name, inner in schema.get("properties", {}).items():
            yield from self._places(inner, (*place, name), depth + 1)
        if isinstance(items := schema.get("items"), Mapping):
            yield from self._places(items, (*place, 0), depth + 1)

    def _path(self, path: str, queries: list[str]) -> str:
        parts = [
            quote(self._random.choice((_UUID, *_NO_UUID)), safe="%") if "{" in part else part
            for part in path.split("/")
        ]
        chosen = {name: self._random.choice(_QUERIES) for name in queries if self._random.random() < 0.5}
        return "/".join(parts) + ("?" + urlencode(chosen) if chosen else "")

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" not in schema:
            return schema
        found: Any = self._document
        for name in schema["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return self._resolved(found)


def _with(example: Any, place: tuple[str | int, ...], value: Any) -> Any:
    """Return a copy of *example* that has *value* at *place*; what is missing on the way is made."""
    if not place:
        return value
    first, rest = place[0], place[1:]
    if isinstance(first, int):
        items = example if isinstance(example, list) and example else [None]
        return [_with(items[0], rest, value), *items[1:]]
    fields = example if isinstance(example, dict) else {}
    return {**fields, first: _with(fields.get(first), rest, value)}


def _encoded(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "replace")
