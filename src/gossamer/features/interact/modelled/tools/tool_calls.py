"""Tool calls of a model: a step on the page, a reading, or the end.

What it writes is read leniently where it can mean one thing only, and answered with a sentence where it cannot.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gossamer.core import interaction
from gossamer.features.interact.modelled.call_repair import repair_arguments, repair_name
from gossamer.ports.models import Tool, ToolCall

_MOST_SECONDS: Final = 30.0
_LONGEST_ANSWER: Final = 20_000


@dataclass(frozen=True, slots=True)
class Do:
    """Do a step on the page."""

    step: interaction.Step


@dataclass(frozen=True, slots=True)
class Read:
    """Tell the text of an element, or of the page when *ref* is None; only what is *about* something if given."""

    ref: str | None
    about: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the page as one of the results."""


@dataclass(frozen=True, slots=True)
class Finish:
    """End: *answer* for who asked, *done* whether all was done, *data* a structured answer."""

    answer: str
    done: bool
    data: Any = None


@dataclass(frozen=True, slots=True)
class Unusable:
    """Nothing can be done with it; *sentence* tells the model why."""

    sentence: str


ToolRequest: TypeAlias = Do | Read | Keep | Finish | Unusable


def tool_request(call: ToolCall, tools: Mapping[str, Tool]) -> ToolRequest:
    """Return the request of *call*."""
    name = repair_name(call.name, frozenset(tools))
    if name not in tools:
        return Unusable(f"There is no tool {call.name[:60]!r}. The tools are: {', '.join(tools)}.")
    arguments = call.arguments if call.arguments is not None else repair_arguments(call.raw)
    if arguments is None:
        return Unusable(f"The arguments of {name} are no JSON object. Call it again with valid JSON.")
    try:
        return _READERS[name](_Arguments(arguments))
    except _MissingArgument as missing:
        return Unusable(f"{name} needs {missing}.")


class _MissingArgument(Exception):
    """A call lacks an argument, or the argument cannot be read."""


@dataclass(frozen=True, slots=True)
class _Arguments:
    given: Mapping[str, Any]

    def ref(self, *names: str) -> str:
        value = self.maybe_ref(*names)
        if value is None:
            raise _MissingArgument(f"{(names or ('ref',))[0]}: the reference of an element, as in [ref=…]")
        return value

    def maybe_ref(self, *names: str) -> str | None:
        value = self._first(*(names or ("ref", "element", "element_id", "id", "index", "selector", "node")))
        if value is None or isinstance(value, (dict, list, bool)):
            return None
        text = re.sub(r"^.*\bref\s*[=:]\s*", "", str(value)).strip("[](){}<>#@\"'` ")
        return text or None

    def text(self, *names: str) -> str:
        value = self.maybe_text(*names)
        if value is None:
            raise _MissingArgument(names[0])
        return value

    def maybe_text(self, *names: str) -> str | None:
        value = self._first(*names)
        return None if value is None or isinstance(value, (dict, list)) else str(value)

    def texts(self, *names: str) -> tuple[str, ...]:
        value = self._first(*names)
        listed = value if isinstance(value, list) else [] if value is None else [value]
        if not listed:
            raise _MissingArgument(names[0])
        return tuple(str(item) for item in listed)

    def flag(self, *names: str, default: bool) -> bool:
        value = self._first(*names)
        return default if value is None else str(value).strip().casefold() not in {"false", "no", "off", "0", ""}

    def number(self, *names: str) -> float:
        value = self.maybe_number(*names)
        if value is None:
            raise _MissingArgument(f"{names[0]}: a number")
        return value

    def maybe_number(self, *names: str) -> float | None:
        try:
            return float(str(self._first(*names)))
        except ValueError:
            return None

    def one_of(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = str(self.given.get(name, default)).casefold()
        return value if value in choices else default

    def _first(self, *names: str) -> Any:
        return next((self.given[name] for name in names if self.given.get(name) is not None), None)


def _scroll(arguments: _Arguments) -> ToolRequest:
    direction = arguments.one_of("direction", ("up", "down", "left", "right", "to"), "down")
    ref = arguments.maybe_ref()
    if direction == "to" and ref is not None:
        return Do(interaction.ScrollTo(ref))
    side: dict[str, Literal["up", "down", "left", "right"]] = {"up": "up", "left": "left", "right": "right"}
    return Do(interaction.ScrollBy(side.get(direction, "down"), ref, to_end=arguments.flag("to_end", default=False)))


def _place(arguments: _Arguments) -> Literal["middle", "before", "after"]:
    places: dict[str, Literal["middle", "before", "after"]] = {"before": "before", "after": "after"}
    return places.get(arguments.one_of("place", ("middle", "before", "after"), "middle"), "middle")


def _drag(arguments: _Arguments) -> ToolRequest:
    ref, to = arguments.ref("ref", "from", "source"), arguments.maybe_ref("to", "target", "onto")
    if to is not None:
        return Do(interaction.Drag(ref, to, _place(arguments)))
    return Do(interaction.DragBy(ref, arguments.number("dx"), arguments.number("dy")))


def _click(arguments: _Arguments) -> ToolRequest:
    x, y, ref = arguments.maybe_number("x"), arguments.maybe_number("y"), arguments.maybe_ref()
    if x is not None and y is not None:
        return Do(interaction.ClickAt(x, y, ref))
    if arguments.flag("double", default=False):
        return Do(interaction.DoubleClick(arguments.ref()))
    return Do(interaction.Click(arguments.ref(), "right" if arguments.maybe_text("button") == "right" else "left"))


def _press(arguments: _Arguments) -> ToolRequest:
    times = max(1, min(100, int(arguments.maybe_number("times") or 1)))
    return Do(interaction.Press(arguments.text("key", "keys", "text"), arguments.maybe_ref(), times))


def _wait(arguments: _Arguments) -> ToolRequest:
    seconds, text = arguments.maybe_number("seconds", "time"), arguments.maybe_text("text")
    bounded = None if seconds is None else max(0.0, min(_MOST_SECONDS, seconds))
    return Do(interaction.WaitFor(text, gone=arguments.flag("gone", default=False), seconds=None if text else bounded))


def _finish(arguments: _Arguments) -> ToolRequest:
    answer = arguments.maybe_text("answer", "text", "result", "message", "summary") or ""
    return Finish(
        answer[:_LONGEST_ANSWER], arguments.flag("done", "success", default=True), arguments.given.get("data")
    )


def _type(arguments: _Arguments) -> ToolRequest:
    text = arguments.text("text", "value", "content")
    clear, submit = arguments.flag("clear", default=True), arguments.flag("submit", "enter", default=False)
    return Do(interaction.Type(arguments.ref(), text, clear=clear, submit=submit))


def _tab(arguments: _Arguments) -> int:
    return int(arguments.number("index", "tab", "tab_id"))


def _close_tab(arguments: _Arguments) -> ToolRequest:
    index = arguments.maybe_number("index", "tab", "tab_id")
    return Do(interaction.CloseTab(None if index is None else int(index)))


_READERS: Final[Mapping[str, Callable[[_Arguments], ToolRequest]]] = {
    "click": _click,
    "type": _type,
    "select": lambda call: Do(interaction.Select(call.ref(), call.texts("labels", "label", "option", "value", "text"))),
    "check": lambda call: Do(interaction.Check(call.ref(), on=call.flag("on", "checked", default=True))),
    "set_value": lambda call: Do(interaction.SetValue(call.ref(), call.text("value", "text"))),
    "press": _press,
    "hover": lambda call: Do(interaction.Hover(call.ref())),
    "drag": _drag,
    "scroll": _scroll,
    "select_text": lambda call: Do(interaction.SelectText(call.ref(), call.maybe_text("text"))),
    "wait": _wait,
    "go_to": lambda call: Do(interaction.GoTo(call.text("url", "address", "href"))),
    "back": lambda _: Do(interaction.Back()),
    "switch_tab": lambda call: Do(interaction.SwitchTab(_tab(call))),
    "close_tab": _close_tab,
    "answer_dialog": lambda call: Do(
        interaction.AnswerDialog(accept=call.flag("accept", default=True), text=call.maybe_text("text", "value"))
    ),
    "upload": lambda call: Do(
        interaction.Upload(call.ref(), call.text("name", "filename"), call.text("content").encode())
    ),
    "read": lambda call: Read(call.maybe_ref(), call.maybe_text("about", "query") or ""),
    "keep_page": lambda _: Keep(),
    "finish": _finish,
}
