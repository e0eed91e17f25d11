"""A schema as every provider takes it.

Providers hold a model to a part of JSON Schema only, each to a part of its own. Here is what all of them know: objects
whose properties are all required and no others allowed, lists, enumerations, alternatives and the plain types.
Everything may be null, so that nothing has to be invented. Bounds, patterns and formats go into the description.
References are written out; what refers to itself is cut after some levels. An object whose properties are not named,
and a value of any type, are asked for as JSON in a text. Answers are checked against the schema as it was.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from gossamer.llm.objects.schemas import Schema, branches, properties, resolve_schema, types

# How often a definition is written out within itself.
_LEVELS: Final = 3
# A schema of many definitions within one another grows with each level; what is deeper is asked for as text.
_MOST: Final = 2_000
_TOLD: Final = {
    "format": "format: {}",
    "pattern": "must match the regular expression {}",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "uniqueItems": "no item twice",
    "examples": "for example {}",
}
_PLAIN: Final = ("string", "integer", "number", "boolean")
_NULL: Final = {"type": "null"}
_AS_TEXT: Final = "written as JSON"


def adapt_schema(schema: Schema, root: Schema) -> dict[str, Any]:
    """Return *schema*, of an object, as all providers take it; references lead into *root*."""
    return _Adapting(root).object(resolve_schema(schema, root), ())


class _Adapting:
    def __init__(self, root: Schema) -> None:
        self._root = root
        self._written = 0

    def any(self, schema: Any, within: tuple[str, ...]) -> dict[str, Any]:
        """Return *schema* adapted; *within* are the definitions that it stands in."""
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if isinstance(reference, str):
            within = (*within, reference)
        self._written += 1
        if self._written > _MOST or within.count(reference or "") > _LEVELS:
            return {"type": "string", "description": _AS_TEXT}
        schema = resolve_schema(schema, self._root)
        sentence = ". ".join(_sentences(schema))
        kinds = self._kinds(schema, within)
        if len(kinds) == 1:
            return _describe_schema(kinds[0], sentence)
        return _describe_schema({"anyOf": kinds}, sentence)

    def _kinds(self, schema: Schema, within: tuple[str, ...]) -> list[dict[str, Any]]:
        """Return the alternatives that are in *schema*, at least one."""
        if "const" in schema:
            schema = {**schema, "enum": [schema["const"]]}
        if isinstance(schema.get("enum"), list):
            return [_enumerate_values(schema["enum"])]
        if alternatives := [*branches(schema)]:
            branch_kinds = [self.any(branch, within) for branch in alternatives if not _only_null(branch)]
            return _distinct(branch_kinds) or [dict(_NULL)]
        named = types(schema) - {"null"}
        kinds: list[dict[str, Any]] = [{"type": name} for name in _PLAIN if name in named]
        if "object" in named:
            kinds.append(self.object(schema, within))
        if "array" in named:
            kinds.append(self._list(schema, within))
        if not named:
            return [dict(_NULL)] if types(schema) else [{"type": "string", "description": _AS_TEXT}]
        return kinds or [{"type": "string"}]

    def object(self, schema: Schema, within: tuple[str, ...]) -> dict[str, Any]:
        """Return an object's schema; in one without named properties the object is a text."""
        if not properties(schema):
            return {"type": "string", "description": f"a JSON object, {_AS_TEXT}"}
        inside = {name: _or_null(self.any(part, within)) for name, part in properties(schema).items()}
        return {"type": "object", "properties": inside, "required": [*inside], "additionalProperties": False}

    def _list(self, schema: Schema, within: tuple[str, ...]) -> dict[str, Any]:
        first = schema.get("prefixItems") or schema.get("items")
        if isinstance(first, list) and first:
            kinds = _distinct([_or_null(self.any(part, within)) for part in first])
            return {"type": "array", "items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
        items = resolve_schema(schema.get("items"), self._root)
        inside = self.any(schema.get("items", {}), within)
        return {"type": "array", "items": _or_null(inside) if _allows_null(items) else inside}


def _sentences(schema: Schema) -> Iterator[str]:
    for key in ("title", "description"):
        if isinstance(text := schema.get(key), str) and text.strip():
            yield text.strip().rstrip(".")
    for key, words in _TOLD.items():
        if key in schema:
            value = schema[key]
            yield words.format(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _describe_schema(schema: dict[str, Any], sentence: str) -> dict[str, Any]:
    words = ". ".join(part for part in (sentence, schema.get("description", "")) if part)
    return {**schema, "description": words} if words else schema


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return *schema* or null; alternatives stay beside one another, and the description at the top."""
    if schema == _NULL or None in schema.get("enum", ()):
        return schema
    sentence = {key: schema[key] for key in ("description",) if key in schema}
    inner = {key: value for key, value in schema.items() if key != "description"}
    return {"anyOf": [*(inner["anyOf"] if [*inner] == ["anyOf"] else [inner]), dict(_NULL)], **sentence}


def _enumerate_values(values: list[Any]) -> dict[str, Any]:
    named = {_TYPES.get(type(value)) for value in values if value is not None}
    name = named.pop() if len(named) == 1 else None
    return {"type": name, "enum": [value for value in values if value is not None]} if name else {"enum": values}


_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number"}


def _allows_null(schema: Schema) -> bool:
    enumerated = schema.get("enum")
    if isinstance(enumerated, list) and None in enumerated:
        return True
    return "null" in types(schema) or any(_only_null(branch) for branch in branches(schema))


def _only_null(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _distinct(schemas: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [schema for index, schema in enumerate(schemas) if schema not in schemas[:index]]
