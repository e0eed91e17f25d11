"""Problems of a request body in the clients' form: code, path, message.

The names of the codes are those of the contract, not of the library that validates.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

# Members of a tagged union carry their tag in the library's path; a caller's path has no such part.
TAG = "@"
# The library's name for a union member that does not say, or misnames, what it is.
UNKNOWN_TYPE = "unknown_type"

_EXPECTED = {
    "string_type": "string",
    "int_type": "integer",
    "int_from_float": "integer",
    "int_parsing_size": "integer",
    "float_type": "number",
    "finite_number": "number",
    "bool_type": "boolean",
    "list_type": "array",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
}
_TOO_SMALL = {
    "greater_than": "gt",
    "greater_than_equal": "ge",
    "string_too_short": "min_length",
    "too_short": "min_length",
}
_TOO_BIG = {
    "less_than": "lt",
    "less_than_equal": "le",
    "string_too_long": "max_length",
    "too_long": "max_length",
}
_CODES = {"literal_error": "invalid_enum_value", UNKNOWN_TYPE: "invalid_union"}
_UNKNOWN_KEY = "Unrecognized key in body; the API reference at /docs lists what {version} accepts"

Issue = Mapping[str, Any]


class InvalidBody(Exception):
    """A body that cannot be accepted: the sentence for `error`, and the issues for `details`, none if it is no JSON."""

    def __init__(self, error: str, details: tuple[Issue, ...], code: str = "BAD_REQUEST") -> None:
        # All of them, because it is made again where another process refused a body.
        super().__init__(error, details, code)
        self.error = error
        self.details = details
        self.code = code

    @classmethod
    def of(cls, failure: ValidationError, *, version: str) -> "InvalidBody":
        """Return *failure* as an error for a caller of API *version*."""
        errors = failure.errors(include_url=False, include_input=True)
        issues = (*_group_unrecognized(errors), *(_issue(e) for e in errors if e["type"] != "extra_forbidden"))
        return cls(_sentence(issues, version), issues)


def not_an_object(value: Any) -> InvalidBody:
    """Return the error for a body that is JSON but no object."""
    return InvalidBody("Bad Request", ({**_wrong_type("object", json_type(value)), "path": []},))


def _wrong_type(expected: str, received: str) -> Issue:
    message = f"Expected {expected}, received {received}"
    return {"code": "invalid_type", "expected": expected, "received": received, "message": message}


def json_type(value: Any) -> str:
    """Return the JSON name of the type of *value*."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def _sentence(issues: tuple[Issue, ...], version: str) -> str:
    if any(issue["code"] == "unrecognized_keys" for issue in issues):
        return _UNKNOWN_KEY.format(version=version)
    first = issues[0]
    return str(first["message"]) if first["code"] == "custom" else "Bad Request"


def _group_unrecognized(errors: Iterable[ErrorDetails]) -> Iterable[Issue]:
    """Return one issue for each object that has unknown keys."""
    keys_by_path: dict[tuple[int | str, ...], list[str]] = {}
    for error in errors:
        if error["type"] == "extra_forbidden":
            *parent, key = error["loc"]
            keys_by_path.setdefault(tuple(_path(parent)), []).append(str(key))
    for path, keys in keys_by_path.items():
        listed = ", ".join(repr(key) for key in keys)
        message = f"Unrecognized key(s) in object: {listed}"
        yield {"code": "unrecognized_keys", "keys": keys, "path": list(path), "message": message}


def _path(loc: Iterable[int | str]) -> list[int | str]:
    return [part for part in loc if not (isinstance(part, str) and part.startswith(TAG))]


def _issue(error: ErrorDetails) -> Issue:
    kind = error["type"]
    context = error.get("ctx", {})
    place = {"path": _path(error["loc"])}
    if kind == "missing":
        return {"code": "invalid_type", "expected": "required", "received": "undefined", **place, "message": "Required"}
    if kind in _EXPECTED:
        return {**_wrong_type(_EXPECTED[kind], json_type(error["input"])), **place}
    return {**_describe_bound(kind, context), **place, "message": error["msg"]}


def _describe_bound(kind: str, context: Mapping[str, Any]) -> Issue:
    if kind in _TOO_SMALL:
        return {"code": "too_small", "minimum": context.get(_TOO_SMALL[kind])}
    if kind in _TOO_BIG:
        return {"code": "too_big", "maximum": context.get(_TOO_BIG[kind])}
    return {"code": _CODES.get(kind, "custom")}
