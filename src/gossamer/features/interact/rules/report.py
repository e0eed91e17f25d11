"""Report: the steps that were done, as one sentence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from gossamer.core import interaction as done
from gossamer.core.interaction import Step

_MOST_SHOWN: Final = 12
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class Act:
    """A step that was done: *name* is what the page calls its element; a *secret* text is not shown."""

    step: Step
    name: str = ""
    onto: str = ""
    secret: bool = False


def summary(acts: Iterable[Act]) -> str:
    """Return the actions as one sentence; "" when nothing visible was done, as for waiting."""
    sentences = [sentence for act in acts if (sentence := _sentence(act))]
    pieces = [f"{sentence} {_times(len(list(same)))}".strip() for sentence, same in groupby(sentences)]
    if not pieces:
        return ""
    shown = (
        pieces if len(pieces) <= _MOST_SHOWN else [*pieces[:_MOST_SHOWN], f"and {len(pieces) - _MOST_SHOWN} more steps"]
    )
    sentence = "; ".join(shown)
    return sentence[:1].upper() + sentence[1:] + "."


def _times(count: int) -> str:
    return {1: "", 2: "twice"}.get(count, f"{count} times")


def _quote_text(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text[: _LONGEST - 1]}…”" if len(text) > _LONGEST else f"“{text}”"


def _what(act: Act) -> str:
    return _quote_text(act.name) if act.name else "an element without a name"


def _sentence(act: Act) -> str:
    making = _SENTENCES.get(type(act.step))
    return making(act.step, act) if making is not None else ""


def _describe_typing(step: done.Type, act: Act) -> str:
    text = "the password" if act.secret else _quote_text(step.text)
    return f"typed {text} into {_what(act)}{' and pressed Enter' if step.submit else ''}"


def _describe_press(step: done.Press, act: Act) -> str:
    return f"pressed {step.key}{f' in {_quote_text(act.name)}' if act.name else ''} {_times(step.times)}".strip()


def _describe_answer(step: done.AnswerDialog, _: Act) -> str:
    text = f" with {_quote_text(step.text)}" if step.text else ""
    return f"{'accepted' if step.accept else 'dismissed'} the dialog{text}"


def _describe_scroll(step: done.ScrollBy, _: Act) -> str:
    return f"scrolled {step.direction}{' to the end' if step.to_end else ''}"


def _describe_drag(_: done.Drag, act: Act) -> str:
    return f"dragged {_what(act)} onto {_quote_text(act.onto) if act.onto else 'another element'}"


_CLICKS: Final = MappingProxyType({"left": "clicked", "right": "right-clicked", "middle": "middle-clicked"})

# Every kind of step that rules do, but waiting, has a sentence.
_SENTENCES: Final[Mapping[type[Step], Any]] = MappingProxyType(
    {
        done.Click: lambda s, a: f"{_CLICKS[s.button]} {_what(a)}",
        done.DoubleClick: lambda _, a: f"double-clicked {_what(a)}",
        done.Hover: lambda _, a: f"moved the mouse onto {_what(a)}",
        done.Type: _describe_typing,
        done.Clear: lambda _, a: f"cleared {_what(a)}",
        done.Press: _describe_press,
        done.Select: lambda s, a: f"chose {', '.join(_quote_text(label) for label in s.labels)} in {_what(a)}",
        done.Check: lambda s, a: f"{'ticked' if s.on else 'unticked'} {_what(a)}",
        done.SetValue: lambda s, a: f"set {_what(a)} to {_quote_text(s.value)}",
        done.Drag: _describe_drag,
        done.ScrollBy: _describe_scroll,
        done.ScrollTo: lambda _, a: f"scrolled to {_what(a)}",
        done.GoTo: lambda s, _: f"went to {s.url}",
        done.Back: lambda _s, _a: "went back",
        done.Forward: lambda _s, _a: "went forward",
        done.Reload: lambda _s, _a: "loaded the page again",
        done.AnswerDialog: _describe_answer,
    }
)
