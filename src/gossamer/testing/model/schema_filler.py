"""A scripted model that fills in schemas with values that a test knows."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gossamer.testing.model.script import CallTool, CompletionRequest, Say, Turn

# Says what is asked for: the object as it should be, as JSON, to the request.
Saying: TypeAlias = Callable[[CompletionRequest, str], Turn]

_IN_WORDS = re.compile(r"<schema>(.*?)</schema>", re.DOTALL)


def asked_schema(request: CompletionRequest) -> Mapping[str, Any]:
    """Return the schema that *request* wants filled in. Raises LookupError when it wants none."""
    response_format = request.body.get("response_format") or {}
    if response_format.get("type") == "json_schema":
        return dict(response_format["json_schema"]["schema"])
    for tool in request.body.get("tools") or ():
        if tool["function"]["name"] == "answer":
            return dict(tool["function"]["parameters"])
    if in_words := _IN_WORDS.findall(request.text):
        return dict(json.loads(in_words[-1]))
    raise LookupError("No schema was asked for.")


def rung_of(request: CompletionRequest) -> str:
    """Return by which way an object is asked for: "schema", "json", "tool" or "prompted"."""
    format_type = (request.body.get("response_format") or {}).get("type")
    if format_type is not None:
        return "schema" if format_type == "json_schema" else "json"
    return "tool" if request.body.get("tools") else "prompted"


def filled(request: CompletionRequest, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object of *request* out of *values*: its properties by name, single places by dotted names."""
    names = asked_schema(request).get("properties", {})
    return {name: values[name] if name in values else _at(values, name.split(".")) for name in names}


def answering(values: Mapping[str, Any], say: Saying | None = None) -> Callable[[CompletionRequest], Turn]:
    """Return a turn that fills in *values*; *say* is how, rightly when it is None."""

    def turn(request: CompletionRequest) -> Turn:
        value = filled(request, values)
        if say is not None:
            return say(request, json.dumps(value, ensure_ascii=False))
        if rung_of(request) == "tool":
            return CallTool("answer", value)
        return Say(json.dumps(value, ensure_ascii=False))

    return turn


def _at(values: Any, steps: list[str]) -> Any:
    for step in steps:
        if isinstance(values, list):
            values = values[int(step)] if step.isdecimal() and int(step) < len(values) else None
        else:
            values = values.get(step) if isinstance(values, Mapping) else None
    return values
