"""Requests that no client means to send: values of every JSON type in every place of every endpoint.

The endpoints, their parameters and bodies are those of the service's own OpenAPI document, so a new endpoint is met
without a change here. A run is repeated by its seed.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote, urlencode

import httpx
import jsonschema_rs

from gossamer.api.errors import STATUS

VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1.5, 1e308, 2**63, 10**40, "", "x", " ", "\ud83d", "a\x01b", "x" * 5000, "http://[", "*/5 * * *",
    [], [None], ["x"], [[]], [{}], [1, "x", None], {}, {"": 1}, {"type": "x"}, {"a": {"b": []}}, {"url": 5},
    {"$ref": "#"},
)  # fmt: skip
_NO_UUID: Final = ("x", "0", "-1", "%2e%2e", "%00", "ä", "a" * 300, "'", "{id}")
_UUID: Final = "00000000-0000-4000-8000-000000000000"
_QUERIES: Final = ("", "-1", "0", "1e9", "x", "9" * 30, "\x00", "ä", "2026-13-45", "[]", "true", "x" * 2000)
_DEPTH: Final = 4
_BROKEN_BODIES: Final = (b"", b"{", b"\xff", b"[" * 2000, b'{"a":' * 2000, b'{"a":1,"a":2}', b"NaN")
_STRINGS: Final = ("", "x", "a b", "1", "<script>", "ä" * 50, "en", "24h", "2026-01-01")
# Failures of sites and providers are 5xx, too: the service can reach nothing but the site of the run.
_TYPED: Final = frozenset(STATUS) - {"UNKNOWN_ERROR"}


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
    """Makes requests of an OpenAPI *document*; addresses in its examples become *url*, free texts one of *texts*."""

    def __init__(
        self, document: Mapping[str, Any], random: Random, *, url: str, texts: Sequence[str] = _STRINGS
    ) -> None:
        self._document = document
        self._random = random
        self._url = url
        self._texts = texts

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

    def random_request(self, path: str, method: str, ids: Sequence[str]) -> FuzzedRequest:
        """Return a request that is valid but for a place or two, if at all; its ids may be of *ids*, which exist."""
        operation = self._document["paths"][path][method]
        parameters = [self._resolved(p) for p in operation.get("parameters", [])]
        queries = [*(p["name"] for p in parameters if p["in"] == "query"), "unknown"]
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        return FuzzedRequest(
            method.upper(), self._path(path, queries, ids), path, content and self._random_body(content["schema"])
        )

    def random_value(self, schema: Mapping[str, Any], depth: int = 0) -> Any:
        """Return a value that *schema* allows, as far as types, choices and bounds say."""
        schema, random = self._resolved(schema), self._random
        if "enum" in schema or "const" in schema:
            return random.choice(schema.get("enum") or [schema["const"]])
        if variants := schema.get("oneOf") or schema.get("anyOf"):
            return self.random_value(random.choice(variants), depth + 1)
        if examples := schema.get("examples"):
            return random.choice(examples)
        if schema.get("type") == "array":
            items = schema.get("items") or {}
            return [self.random_value(items, depth + 1) for _ in range(random.randint(schema.get("minItems", 0), 2))]
        if schema.get("type", "object") != "object":
            return self._random_leaf(schema)
        required = schema.get("required", ())
        return {
            name: self._url if name == "url" else self.random_value(inner, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if name in required or random.random() < 1 / (depth + 2)
        }

    def _random_leaf(self, schema: Mapping[str, Any]) -> Any:
        least = schema.get("minimum", 0)
        numbers = (least, least + 1, min(schema.get("maximum", 10), 50))
        kinds = {"integer": numbers, "number": numbers, "boolean": (True, False), "null": (None,)}
        return self._random.choice(kinds.get(schema["type"], (self._url, *self._texts)))

    def _random_body(self, schema: Mapping[str, Any]) -> bytes:
        random, schema = self._random, self._resolved(schema)
        if random.random() < 0.03:
            return random.choice(_BROKEN_BODIES)
        value = self._example(schema)
        generated = self.random_value({**schema, "examples": None})
        if random.random() < 0.7:
            few = random.sample(sorted(generated), min(len(generated), random.randint(1, 4))) if generated else ()
            value = {**value, **{name: generated[name] for name in few}}
        elif generated:
            value = generated
        places = list(dict.fromkeys(self._places(schema, (), 0)))
        for _ in range(random.choice((0, 0, 1, 1, 2)) if places else 0):
            value = _with(value, random.choice(places), random.choice(VALUES))
        if random.random() < 0.1 and isinstance(value, dict) and value:
            value = {name: value[name] for name in random.sample(sorted(value), len(value) - 1)}
        return _encoded(value)

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
        yield from _BROKEN_BODIES

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

    def _path(self, path: str, queries: list[str], ids: Sequence[str] = ()) -> str:
        known = self._random.choice(ids) if ids and self._random.random() < 0.8 else ""
        parts = [
            quote(known or self._random.choice((_UUID, *_NO_UUID)), safe="%") if "{" in part else part
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


class Answers:
    """What an OpenAPI *document* says of answers."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._validators: dict[tuple[str, str, str], jsonschema_rs.Validator] = {}

    def problem(self, request: FuzzedRequest, answer: httpx.Response) -> str:
        """Return what is wrong with *answer*; "" when it may be given."""
        body = _json_of(answer)
        code = body.get("code") if isinstance(body, dict) else None
        is_listed = str(answer.status_code) in self._responses(request)
        if answer.status_code >= 500 and code not in _TYPED and not is_listed:
            return f"it answers {answer.status_code} {code}"
        return self.mismatch(request, answer)

    def mismatch(self, request: FuzzedRequest, answer: httpx.Response) -> str:
        """Return what the document does not say of *answer*, whatever its status; "" when it says all of it."""
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        responses, status = self._responses(request), str(answer.status_code)
        name = status if status in responses else "default"
        content = responses.get(name, {}).get("content")
        return self._mismatch(request, name, content, media_type, _json_of(answer))

    def _responses(self, request: FuzzedRequest) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._document["paths"][request.route][request.method.lower()]["responses"]
        return found

    def _mismatch(
        self, request: FuzzedRequest, name: str, content: Mapping[str, Any] | None, media_type: str, body: Any
    ) -> str:
        if not content:
            return ""
        if media_type not in content:
            return f"the document has no {media_type or 'untyped'} answer for {name}"
        if media_type != "application/json":
            return ""
        key = (request.route, request.method, name)
        if key not in self._validators:
            schema = {**content[media_type]["schema"], "components": self._document["components"]}
            self._validators[key] = jsonschema_rs.validator_for(schema)
        errors = self._validators[key].iter_errors(body)
        return "; ".join(f"{error.message[:200]} at /{'/'.join(map(str, error.instance_path))}" for error in errors)


def _json_of(answer: httpx.Response) -> Any:
    is_json = answer.headers.get("content-type", "").partition(";")[0] == "application/json"
    return answer.json() if is_json else None


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
