"""Steps as the page actions of a scrape, in their notation on the wire.

Actions know one page, one element by a CSS selector, and no answer to a dialog. Everything else is
JavaScript; steps that even that cannot do become a script with a comment.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from gossamer.core import interaction as done
from gossamer.features.sessions.exporting.javascript import on_element, on_page, onto_element
from gossamer.features.sessions.exporting.sequence import Doing, doings

_Action: TypeAlias = dict[str, Any]

_BUTTONS: Final = {"left": 0, "middle": 1, "right": 2}
_CLICKED: Final = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]
_HOVERED: Final = ["pointerover", "pointerenter", "mouseover", "mouseenter", "pointermove", "mousemove"]
# More than any page is large: as far as it goes.
_FAR: Final = 1e9
_ONE_TAB: Final = "Actions have one page: a link that opens a tab is followed in it, so there is nothing to switch to."
_NO_TARGET: Final = "A step was left out: it is not known which element it was done on."


def as_actions(steps: Sequence[done.Performed]) -> list[dict[str, Any]]:
    """Return *steps* as `actions` of a scrape of the page they began on.

    A scrape takes at most 50 actions; a longer list has to be cut by who sends it.
    """
    return [action for doing in doings(steps) for action in _actions(doing)]


def _actions(doing: Doing) -> Iterator[_Action]:
    if any(answer.accept for answer in doing.answers):
        yield _script(on_page("answer", [[answer.accept, answer.text] for answer in doing.answers]))
    target = doing.result.target
    match doing.step:
        case done.GoTo() | done.Back() | done.Forward() | done.Reload() | done.SwitchTab() | done.CloseTab():
            yield from _going(doing.step)
        case done.WaitFor():
            yield from _waiting(doing.step)
        case done.ScrollBy():
            yield from _scrolling(doing.step, target)
        case done.Press():
            yield from _pressing(doing.step, target)
        case done.ClickAt(x, y, None):
            yield _script(on_page("point", None, x, y, _CLICKED))
        case _ if target is None:
            yield _note(_NO_TARGET)
        case _:
            yield from _on_element(doing, target)


def _going(
    step: done.GoTo | done.Back | done.Forward | done.Reload | done.SwitchTab | done.CloseTab,
) -> Iterator[_Action]:
    match step:
        case done.GoTo(url):
            yield _script(on_page("go_to", url))
        case done.Back():
            yield _script("history.back()")
        case done.Forward():
            yield _script("history.forward()")
        case done.Reload():
            yield _script("location.reload()")
        case done.SwitchTab() | done.CloseTab():
            yield _note(_ONE_TAB)


def _waiting(step: done.WaitFor) -> Iterator[_Action]:
    """Wait; that the page comes to rest is waited for after every action anyway."""
    if step.text is not None:
        yield _script(on_page("wait_for_text", " ".join(step.text.split()), step.gone))
    elif step.seconds:
        yield {"type": "wait", "milliseconds": max(1, round(step.seconds * 1000))}


def _scrolling(step: done.ScrollBy, target: done.Locator | None) -> Iterator[_Action]:
    sign = -1 if step.direction in {"up", "left"} else 1
    has_whole_views = float(step.views).is_integer() and not step.to_end
    if has_whole_views and step.direction in {"up", "down"} and (target is None or _is_plain(target)):
        selector = {} if target is None else {"selector": target.css}
        yield from [{"type": "scroll", "direction": step.direction, **selector}] * int(step.views)
        return
    by = sign * (_FAR if step.to_end else step.views)
    across, down = (by, 0) if step.direction in {"left", "right"} else (0, by)
    yield _script(
        on_page("scroll", None, across, down) if target is None else on_element("scroll", target, across, down)
    )


def _pressing(step: done.Press, target: done.Locator | None) -> Iterator[_Action]:
    if step.ref is not None and target is not None:
        yield _script(on_element("focus", target))
    yield from [{"type": "press", "key": step.key}] * step.times


def _on_element(doing: Doing, target: done.Locator) -> Iterator[_Action]:
    match doing.step:
        case done.Type() | done.Clear():
            yield from _typing(doing.step, target)
        case done.Select() | done.Check() | done.SetValue() | done.Upload():
            yield _script(_filling(doing.step, target))
        case done.Drag() | done.DragBy():
            yield _script(_dragging(doing.step, target, doing.result))
        case done.Click() | done.ClickAt() | done.DoubleClick() | done.Hover():
            yield _pointing(doing.step, target)
        case done.ScrollTo():
            yield _script(on_element("scroll_to", target))
        case done.SelectText(_, text):
            yield _script(on_element("select_text", target, text))


def _pointing(step: done.Click | done.ClickAt | done.DoubleClick | done.Hover, target: done.Locator) -> _Action:
    match step:
        case done.Click(_, "left", ()) if _is_plain(target):
            return {"type": "click", "selector": target.css}
        case done.Click(_, button, modifiers):
            return _script(on_element("click", target, _BUTTONS[button], list(modifiers)))
        case done.ClickAt(x, y):
            return _script(on_element("point", target, x, y, _CLICKED))
        case done.DoubleClick():
            return _script(on_element("point", target, None, None, [*_CLICKED, *_CLICKED, "dblclick"]))
        case done.Hover():
            return _script(on_element("point", target, None, None, _HOVERED))


def _filling(step: done.Select | done.Check | done.SetValue | done.Upload, target: done.Locator) -> str:
    match step:
        case done.Select(_, labels):
            return on_element("choose", target, list(labels))
        case done.Check(_, on):
            return on_element("check", target, on)
        case done.SetValue(_, value):
            return on_element("set_value", target, value)
        case done.Upload(_, name, content):
            return on_element("upload", target, name, b64encode(content).decode("ascii"))


def _typing(step: done.Type | done.Clear, target: done.Locator) -> Iterator[_Action]:
    clears = isinstance(step, done.Clear) or step.clear
    yield _script(on_element("field", target, clears))
    text = step.text if isinstance(step, done.Type) else ""
    if text:
        yield {"type": "write", "text": text}
    elif clears:
        yield {"type": "press", "key": "Delete"}
    if isinstance(step, done.Type) and step.submit:
        yield {"type": "press", "key": "Enter"}


def _dragging(step: done.Drag | done.DragBy, target: done.Locator, result: done.StepResult) -> str:
    match step:
        case done.Drag(_, _, place) if result.onto is not None:
            return onto_element("drag", target, result.onto, place, 0, 0)
        case done.DragBy(_, dx, dy):
            return on_element("drag", target, None, "middle", dx, dy)
    return _comment(_NO_TARGET)


def _is_plain(target: done.Locator) -> bool:
    """Return whether the selector alone finds it: in no frame, and through no shadow root, where it has a space."""
    bare = re.sub(r"\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|\\.", "_", target.css)
    return not target.frames and not re.search(r"[^\s>+~,(]\s+[^\s>+~,)]", re.sub(r"[(\[][^)\]]*[)\]]", "_", bare))


def _script(source: str) -> _Action:
    return {"type": "executeJavascript", "script": source}


def _note(sentence: str) -> _Action:
    return _script(_comment(sentence))


def _comment(sentence: str) -> str:
    return f"/* {sentence} */"
