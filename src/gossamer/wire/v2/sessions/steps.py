"""The steps on a page, in words."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from gossamer.core import interaction as done
from gossamer.core.interaction import Locator, Performed, Step

Sentence = Callable[[Any, str, str], str]


def steps_json(steps: Iterable[Performed]) -> list[dict[str, Any]]:
    """Return *steps* as callers see them, in order."""
    return [_step_json(step) for step in steps]


def _step_json(performed: Performed) -> dict[str, Any]:
    result = performed.result
    members: dict[str, Any] = {"kind": performed.step.kind, "what": _description(performed)}
    if result is not None:
        located = {"target": result.target, "onto": result.onto}
        members |= {name: _locator_json(locator) for name, locator in located.items() if locator is not None}
        members |= {"url": result.after, "note": result.note}
    members |= {"for": performed.meant, "error": performed.error}
    return {name: value for name, value in members.items() if value}


def _locator_json(locator: Locator) -> dict[str, Any]:
    members = {"selector": locator.css, "role": locator.role, "name": locator.name, "frames": list(locator.frames)}
    return {name: value for name, value in members.items() if value or name == "selector"}


def _description(performed: Performed) -> str:
    result = performed.result
    target = _name_element(result.target if result else None)
    onto = _name_element(result.onto if result else None)
    return _SENTENCES[type(performed.step)](performed.step, target, onto)


def _name_element(locator: Locator | None) -> str:
    """Return an element as people call it: 'button "Load more"'."""
    if locator is None:
        return "an element"
    role = locator.role if locator.role not in ("", "generic") else "element"
    return f'{role} "{locator.name}"' if locator.name else f"{role} {locator.css}"


def _describe_wait(step: done.WaitFor) -> str:
    if step.text is not None:
        return f'wait until "{step.text}" is {"gone" if step.gone else "there"}'
    return "wait until the page is at rest" if step.seconds is None else f"wait {step.seconds:g} s"


def _describe_scroll(step: done.ScrollBy, target: str) -> str:
    place = f" in {target}" if step.ref is not None else ""
    return f"scroll {step.direction}{place}{' to the end' if step.to_end else ''}"


def _describe_press(step: done.Press, target: str) -> str:
    place = f" in {target}" if step.ref is not None else ""
    return f"press {step.key}{place}{f' {step.times} times' if step.times > 1 else ''}"


def _describe_answer(step: done.AnswerDialog) -> str:
    text = f' with "{step.text}"' if step.text is not None else ""
    return f"{'accept' if step.accept else 'dismiss'} the dialog{text}"


def _describe_drag(step: done.Drag, target: str, onto: str) -> str:
    places = {"middle": "onto", "before": "before", "after": "behind"}
    return f"drag {target} {places[step.place]} {onto}"


# A test holds that every kind of step has a sentence.
_SENTENCES: Mapping[type[Step], Sentence] = MappingProxyType(
    {
        done.Click: lambda s, t, _: f"{'click' if s.button == 'left' else s.button + '-click'} {t}",
        done.ClickAt: lambda s, _t, _o: f"click at {s.x:g}, {s.y:g}",
        done.DoubleClick: lambda _s, t, _o: f"double-click {t}",
        done.Hover: lambda _s, t, _o: f"move the mouse onto {t}",
        done.Type: lambda s, t, _o: f'type "{s.text}" into {t}{" and press Enter" if s.submit else ""}',
        done.Clear: lambda _s, t, _o: f"clear {t}",
        done.Press: lambda s, t, _o: _describe_press(s, t),
        done.Select: lambda s, t, _o: f"choose {', '.join(s.labels)} in {t}",
        done.Check: lambda s, t, _o: f"{'check' if s.on else 'uncheck'} {t}",
        done.SetValue: lambda s, t, _o: f"set {t} to {s.value}",
        done.Drag: _describe_drag,
        done.DragBy: lambda s, t, _o: f"drag {t} by {s.dx:g}, {s.dy:g}",
        done.ScrollBy: lambda s, t, _o: _describe_scroll(s, t),
        done.ScrollTo: lambda _s, t, _o: f"scroll to {t}",
        done.SelectText: lambda s, t, _o: f"select {'all text' if s.text is None else repr(s.text)} in {t}",
        done.WaitFor: lambda s, _t, _o: _describe_wait(s),
        done.GoTo: lambda s, _t, _o: f"go to {s.url}",
        done.Back: lambda _s, _t, _o: "go back",
        done.Forward: lambda _s, _t, _o: "go forward",
        done.Reload: lambda _s, _t, _o: "load the page again",
        done.SwitchTab: lambda s, _t, _o: f"switch to tab {s.index + 1}",
        done.CloseTab: lambda s, _t, _o: "close the tab" if s.index is None else f"close tab {s.index + 1}",
        done.AnswerDialog: lambda s, _t, _o: _describe_answer(s),
        done.Upload: lambda s, t, _o: f"give {t} the file {s.name}",
    }
)
