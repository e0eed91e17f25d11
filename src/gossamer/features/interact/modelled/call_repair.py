"""Repair of tool calls that do not keep to the protocol.

Smaller models write tool calls as JSON into their text, in fences or between sentences and under many names, put
"fill" for "type" and "element_id" for "ref", or leave a comma too many. What can be read in one way only is read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gossamer.content.text.tolerant_json import parse_all

_FENCES: Final = re.compile(r"(?:\s|`\w*)*")

_NAMED_BY: Final = ("name", "tool", "tool_name", "function_name", "function", "action", "command")
_ARGUED_BY: Final = ("arguments", "args", "parameters", "params", "input", "action_input", "tool_input", "kwargs")
_LISTED_BY: Final = ("tool_calls", "actions", "calls", "steps")
_SAME: Final = {
    "answer": "finish",
    "back_page": "back",
    "click_element": "click",
    "complete": "finish",
    "done": "finish",
    "fill": "type",
    "final_answer": "finish",
    "go_back": "back",
    "goto": "go_to",
    "input": "type",
    "input_text": "type",
    "navigate": "go_to",
    "open_url": "go_to",
    "press_key": "press",
    "scroll_down": "scroll",
    "select_option": "select",
    "tap": "click",
    "type_text": "type",
    "wait_for": "wait",
}


def repair_name(name: str, tools: frozenset[str]) -> str:
    """Return the tool of *tools* that is meant by *name*, or *name* as it is."""
    plain = name.strip().removeprefix("functions.").removeprefix("browser_").lower().replace("-", "_")
    return plain if plain in tools else _SAME.get(plain, name)


def repair_arguments(raw: str) -> Mapping[str, Any] | None:
    """Return the object that *raw* is meant to be, None when that is unclear."""
    start, parsed_json = next(parse_all(raw, only_whole=True), (0, None))
    is_all = parsed_json is not None and _FENCES.fullmatch(raw[:start] + raw[parsed_json.end :]) is not None
    return parsed_json.value if parsed_json is not None and is_all and isinstance(parsed_json.value, dict) else None


def calls_in(text: str, tools: frozenset[str]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """Return the tool calls that are written as JSON into *text*, by name and arguments, in order."""
    # With half of its arguments no call is run.
    parsed_values = parse_all(text, only_whole=True)
    return tuple(call for _, parsed_value in parsed_values for call in _calls(parsed_value.value, tools))


def _calls(value: object, tool_names: frozenset[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, list):
        for item in value:
            yield from _calls(item, tool_names)
    if not isinstance(value, dict):
        return
    listed = next((value[key] for key in _LISTED_BY if isinstance(value.get(key), list)), None)
    if listed is not None:
        yield from _calls(listed, tool_names)
    elif (call := _call(value, tool_names)) is not None:
        yield call


def _call(value: Mapping[str, Any], tool_names: frozenset[str]) -> tuple[str, Mapping[str, Any]] | None:
    for key in _NAMED_BY:
        inside = value.get(key)
        if isinstance(inside, dict):
            return _call(inside, tool_names)
        if isinstance(inside, str) and (name := repair_name(inside, tool_names)) in tool_names:
            return name, _arguments(value, without=key)
    if len(value) == 1:
        (key, inside) = next(iter(value.items()))
        if (name := repair_name(key, tool_names)) in tool_names:
            return name, inside if isinstance(inside, dict) else {"answer": inside} if name == "finish" else {}
    if "answer" in value and "finish" in tool_names:
        return "finish", value
    return None


def _arguments(value: Mapping[str, Any], *, without: str) -> Mapping[str, Any]:
    for key in _ARGUED_BY:
        inside = value.get(key)
        if isinstance(inside, dict):
            return inside
        if isinstance(inside, str) and (read := repair_arguments(inside)) is not None:
            return read
    return {key: inside for key, inside in value.items() if key != without}
