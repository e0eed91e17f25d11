"""Coercion of a value to what it can only mean in a schema: "12" to a number, one item to a list.

Nothing is guessed: a value that could mean two things stays as it is and is found invalid by who checks it.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from gossamer.llm.objects.response_json import read
from gossamer.llm.objects.schemas import Schema, branches, list_required, open_ended, properties, resolve_schema, types

_DEEPEST: Final = 100
_NUMBER: Final = re.compile(r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
# Signs around a number that do not change it.
_UNITS: Final = re.compile(r"\A[$€£¥₹]\s*|\s*[$€£¥₹%]\Z")
_NOTHING: Final = frozenset({"", "null", "none", "n/a", "nil", "undefined"})
_TRUTHS: Final = {"true": True, "yes": True, "false": False, "no": False}
# In this order: what is a bool is an int too.
_TYPES: Final = (
    (type(None), {"null"}),
    (bool, {"boolean"}),
    (int, {"integer", "number"}),
    (float, {"number"}),
    (str, {"string"}),
    (list, {"array"}),
    (object, {"object"}),
)
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?")


def fit_value(value: Any, schema: Any, root: Schema, depth: int = 0) -> Any:
    """Return *value* as *schema* can only mean it.

    Optional properties that are missing are None; required ones stay missing. Properties that an object's schema does
    not name are left out, unless it allows others expressly.
    """
    schema = resolve_schema(schema, root)
    if depth > _DEEPEST:
        return value
    if alternatives := [*branches(schema)]:
        return _of_alternatives(value, alternatives, root, depth)
    named = types(schema)
    value = _change_shape(value, schema, named, root)
    if isinstance(value, dict):
        return _object(value, schema, root, depth) if not named or "object" in named else value
    if isinstance(value, list):
        return _list(value, schema, root, depth) if not named or "array" in named else value
    return _scalar(value, schema, named)


def normal(name: str) -> str:
    """Return *name* without case, spaces and signs: "Product name" and "productName" are the same."""
    return re.sub(r"[^a-z0-9]+", "", name.casefold()) or name


def _change_shape(value: Any, schema: Schema, named: frozenset[str], root: Schema) -> Any:
    """Return *value* as an object, a list or None where one of the types *named* alone can be meant."""
    if isinstance(value, str) and named and "string" not in named:
        value = _read_other(value, named, schema)
    if "array" in named and not isinstance(value, list | None) and not _is_of(value, named):
        value = _as_list(value, schema, root)
    is_wrapped = isinstance(value, list) and len(value) == 1 and "array" not in named
    return value[0] if is_wrapped and "object" in named else value


def _read_other(text: str, named: frozenset[str], schema: Schema) -> Any:
    """Return the meaning of *text* where no text is wanted: an object or a list, or None for "n/a"; else *text*."""
    value = _from_text(text, named, schema) if named & {"object", "array"} else text
    return None if isinstance(value, str) and value.strip().casefold() in _NOTHING else value


def _from_text(text: str, named: frozenset[str], schema: Schema) -> Any:
    """Return the object or list that is written as JSON into *text*, else *text*."""
    value_read = read(text, keys=frozenset(properties(schema))) if text.lstrip()[:1] in {"{", "[", "`"} else None
    if value_read is None or not value_read.complete:
        return text
    return value_read.value if _is_of(value_read.value, named) else text


def _as_list(value: Any, schema: Schema, root: Schema) -> Any:
    """Return the list that *value* stands for: what its only property holds, or itself as the only item."""
    if isinstance(value, dict) and len(value) == 1 and isinstance(inside := next(iter(value.values())), list):
        items = resolve_schema(schema.get("items"), root)
        if not set(value) & set(properties(items)):
            return inside
    return [value]


def _object(value: Mapping[str, Any], schema: Schema, root: Schema, depth: int) -> dict[str, Any]:
    named = properties(schema)
    if not named:
        others = schema.get("additionalProperties")
        return {name: fit_value(part, others, root, depth + 1) if others else part for name, part in value.items()}
    spelt = {normal(name): name for name in reversed([*value])}
    members: dict[str, Any] = {}
    for name, part in named.items():
        member_key = name if name in value else spelt.get(normal(name))
        if member_key is not None and (member_key == name or member_key not in named):
            members[name] = fit_value(value[member_key], part, root, depth + 1)
        elif name not in list_required(schema):
            members[name] = None
    if open_ended(schema):
        members.update((name, part) for name, part in value.items() if name not in members and name not in named)
    return members


def _list(value: list[Any], schema: Schema, root: Schema, depth: int) -> list[Any]:
    first: list[Any] = next((schema[key] for key in ("prefixItems", "items") if isinstance(schema.get(key), list)), [])
    items = schema.get("items")
    fit = [
        fit_value(item, first[index] if index < len(first) else items, root, depth + 1)
        for index, item in enumerate(value)
    ]
    named = types(resolve_schema(items, root)) if not first else frozenset()
    return [item for item in fit if item is not None] if named and "null" not in named else fit


def _scalar(value: Any, schema: Schema, named: frozenset[str]) -> Any:
    if isinstance(allowed := schema.get("enum"), list):
        return _member(value, allowed)
    if "const" in schema:
        return _member(value, [schema["const"]])
    if isinstance(value, str):
        return _from_string(value, schema, named)
    if isinstance(value, float) and value.is_integer() and named & {"integer", "string"}:
        value = int(value)
    if value is None or not named or _is_of(value, named):
        return value
    return json.dumps(value) if "string" in named else value


def _from_string(text: str, schema: Schema, named: frozenset[str]) -> Any:
    if not named or "string" in named:
        moment = _MOMENT.fullmatch(text.strip()) if schema.get("format") == "date" else None
        return moment[1] if moment else text
    plain = text.strip()
    if "boolean" in named and plain.casefold() in _TRUTHS:
        return _TRUTHS[plain.casefold()]
    if named & {"integer", "number"} and (number := _number(plain)) is not None:
        return int(number) if number.is_integer() else number
    return text


def _number(text: str) -> float | None:
    bare = _UNITS.sub("", text)
    match = _NUMBER.fullmatch(bare)
    number = float(bare.replace(",", "")) if match else None
    return number if number is None or number - number == 0 else None


def _member(value: Any, allowed: list[Any]) -> Any:
    """Return the member of *allowed* that *value* spells, else *value*."""
    if value is None or any(value == kind and type(value) is type(kind) for kind in allowed):
        return value
    same = [kind for kind in allowed if kind is not None and normal(str(kind)) == normal(str(value))]
    return same[0] if len(same) == 1 else value


def _of_alternatives(value: Any, alternatives: list[Any], root: Schema, depth: int) -> Any:
    """Return *value* as that alternative means it which it is made for, else as the first that can make use of it."""
    if value is None:
        return None
    alternatives = [
        branch for branch in (resolve_schema(each, root) for each in alternatives) if types(branch) != {"null"}
    ]
    objects = _with_object(alternatives) if isinstance(value, dict) else []
    if objects:
        return fit_value(value, max(objects, key=lambda branch: _likeness(value, branch)), root, depth + 1)
    of_its_type = [branch for branch in alternatives if not types(branch) or _is_of(value, types(branch))]
    for branch in of_its_type or alternatives:
        fit = fit_value(value, branch, root, depth + 1)
        if len(alternatives) == 1 or of_its_type or type(fit) is not type(value):
            return fit
    return value


def _with_object(alternatives: list[Any]) -> list[Any]:
    return [branch for branch in alternatives if "object" in types(branch)]


def _likeness(value: Mapping[str, Any], branch: Schema) -> tuple[int, int]:
    """Return the likeness of an object to *branch*: first by the properties that have one value only, then by names."""
    named = properties(branch)
    score = 0
    for name, part in named.items():
        if isinstance(part, Mapping) and name in value:
            allowed = [part["const"]] if "const" in part else part.get("enum")
            if isinstance(allowed, list):
                score += 1 if value[name] in allowed else -1
    return score, len(set(value) & set(named)) - len(list_required(branch) - set(value))


def _is_of(value: Any, named: frozenset[str]) -> bool:
    if isinstance(value, float) and value.is_integer() and "integer" in named:
        return True
    names = next(names for kind, names in _TYPES if isinstance(value, kind))
    return bool(named & names)
