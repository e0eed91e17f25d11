"""The ways in which models and their servers get objects wrong, each as a model that does so throughout.

What stays wrong for ever where no answer could come of it (an outage, an empty message) is wrong at every other
request; a model that always leaves something out, or writes the wrong type, gets it right when it is asked for alone.
"""

import json
import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final, TypeAlias

from gossamer.testing.model import script
from gossamer.testing.model.schema_filler import answering, filled, rung_of

Model: TypeAlias = Callable[[script.CompletionRequest], script.Turn]
Defect: TypeAlias = Callable[[Mapping[str, Any]], Model]

# Longer than a test should wait for nothing, shorter than any patience.
_SLOW_SECONDS: Final = 0.2


def _saying(change: Callable[[str], str]) -> Defect:
    """Return a model that says what *change* makes of the right answer, as text, however it was asked."""

    def say(_request: script.CompletionRequest, right: str) -> script.Turn:
        return script.Say(change(right))

    return lambda values: answering(values, say)


def _by_turns(wrong: Callable[[script.CompletionRequest], script.Turn]) -> Defect:
    """Return a model that does *wrong* at the first of every two requests, and right at the second."""

    def make(values: Mapping[str, Any]) -> Model:
        turns, right = count(), answering(values)
        return lambda request: wrong(request) if next(turns) % 2 == 0 else right(request)

    return make


def _of_whole_objects(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Defect:
    """Return a model that says what *change* makes of an object of many properties; few ones it gets right."""

    def say(_request: script.CompletionRequest, right: str) -> script.Turn:
        value = json.loads(right)
        return script.Say(json.dumps(change(value) if len(value) > 1 else value, ensure_ascii=False))

    return lambda values: answering(values, say)


def _single_quotes(right: str) -> str:
    return repr(json.loads(right))


def _trailing_commas(right: str) -> str:
    # Only between lines, which no text within JSON has.
    return re.sub(r"([^\s\[{])(\n\s*[}\]])", r"\1,\2", json.dumps(json.loads(right), indent=2))


def _without_the_first(value: dict[str, Any]) -> dict[str, Any]:
    return dict([*value.items()][1:])


def _wrong_type(value: dict[str, Any]) -> dict[str, Any]:
    """Return *value* with a sentence for its numbers, and a word of its own for the rest of what can be wrong."""
    return {name: "about as much as one thinks" if _is_number(part) else part for name, part in value.items()}


def _as_texts(value: dict[str, Any]) -> dict[str, Any]:
    return {name: part if isinstance(part, str) else json.dumps(part) for name, part in value.items()}


def _cut_off(values: Mapping[str, Any]) -> Model:
    """Return a model that has room for half of an answer, and goes on when it is asked to."""

    def turn(request: script.CompletionRequest) -> script.Turn:
        if "Go on exactly where it ended" in str(request.body["messages"][-1]["content"]):
            question = str(request.body["messages"][-2]["content"])
            return script.Say(_right(request, values)[len(question) :])
        right = _right(request, values)
        return script.CutOff(right[: len(right) // 2])

    return turn


def _right(request: script.CompletionRequest, values: Mapping[str, Any]) -> str:
    return json.dumps(filled(request, values), ensure_ascii=False)


def _refuses_formats(values: Mapping[str, Any]) -> Model:
    right = answering(values)

    def turn(request: script.CompletionRequest) -> script.Turn:
        if "response_format" in request.body:
            return script.Fail(400, message="Unrecognized request argument supplied: response_format")
        return right(request)

    return turn


def _never_calls(values: Mapping[str, Any]) -> Model:
    """Return a model that knows tools only by hearsay, on a server that knows nothing else."""

    def say(request: script.CompletionRequest, right: str) -> script.Turn:
        if rung_of(request) in {"schema", "json"}:
            return script.Fail(422, message="response_format: extra inputs are not permitted")
        if rung_of(request) == "prompted":
            return script.Say("I would call the tool for that.")
        return script.Say(f"Of course. answer({right})")

    return answering(values, say)


def _no_json_at_first(values: Mapping[str, Any]) -> Model:
    turns, right = count(), answering(values)
    return lambda request: (
        script.Say("The name is a nice one, and so is the price.") if next(turns) == 0 else right(request)
    )


def _drop_quotes(right: str) -> str:
    return re.sub(r'"(\w+)":', r"\1:", right)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _says_little(_request: script.CompletionRequest) -> script.Turn:
    return script.Nothing()


def _slowly(values: Mapping[str, Any]) -> Model:
    right = answering(values)
    return lambda request: script.Slow(_SLOW_SECONDS, right(request))


def _as_arguments(values: Mapping[str, Any]) -> Model:
    """Return a model that calls the tool with its arguments wrapped in another object, as text."""

    def say(request: script.CompletionRequest, right: str) -> script.Turn:
        if rung_of(request) == "tool":
            return script.CallTool("answer", {"arguments": right})
        return script.Say(json.dumps({"answer": json.loads(right)}))

    return answering(values, say)


# By what users see of them.
DEFECTS: Final[Mapping[str, Defect]] = {
    "code fence": _saying(lambda right: f"Here it is:\n\n```json\n{right}\n```\n\nAsk me for more!"),
    "prose around": _saying(lambda right: f"Based on the {{page}}, I found this: {right}. I hope [this] helps!"),
    "thinking tags": _saying(lambda right: f'<think>Maybe {{"name": "no"}}? No.</think>\n{right}'),
    "trailing comma": _saying(_trailing_commas),
    "single quotes": _saying(_single_quotes),
    "missing field": _of_whole_objects(_without_the_first),
    "wrong type": _of_whole_objects(_wrong_type),
    "extra fields": _of_whole_objects(lambda value: {**value, "confidence": 0.9, "notes": ["found on the page"]}),
    "cut off": _cut_off,
    "empty answer": _by_turns(_says_little),
    "refuses response_format": _refuses_formats,
    "never calls the tool": _never_calls,
    "429 with Retry-After": _by_turns(lambda _request: script.Fail(429, {"Retry-After": "1"})),
    "500": _by_turns(lambda _request: script.Fail(500)),
    "slow": _slowly,
    "no JSON at first": _no_json_at_first,
    "unquoted keys": _saying(_drop_quotes),
    "JSON in strings": _of_whole_objects(_as_texts),
    "another top": _as_arguments,
    "no answer of HTTP": _by_turns(lambda _request: script.Malformed()),
    "a list of one": _saying(lambda right: f"[{right}]"),
}


def declining(_request: script.CompletionRequest) -> script.Turn:
    """Decline, whatever is asked."""
    return script.Refuse("I cannot help with that.")
