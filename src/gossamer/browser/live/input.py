"""Mouse and keyboard input of a viewer, dispatched to a page."""

from typing import Any

from gossamer.browser.actions.keyboard import EDITING
from gossamer.browser.actions.keys import CONTROL, META, Key, key_named
from gossamer.browser.clipboard import pastes
from gossamer.ports.live_pages import KeyInput, MouseInput

_MOUSE = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased", "wheel": "mouseWheel"}
_HELD = {"none": 0, "left": 1, "right": 2, "middle": 4}


def command_of(event: MouseInput | KeyInput) -> tuple[str, dict[str, Any]] | None:
    """Return the protocol's method and parameters for *event*; None for keys that paste.

    What they would paste is the browser's clipboard, to which others write too: who watches pastes their own, as text.
    """
    if isinstance(event, MouseInput):
        return "Input.dispatchMouseEvent", _mouse(event)
    if not event.key:
        return "Input.insertText", {"text": event.text}
    parameters = _key(event)
    return None if pastes(parameters) else ("Input.dispatchKeyEvent", parameters)


def _mouse(event: MouseInput) -> dict[str, Any]:
    parameters = {
        "type": _MOUSE[event.kind],
        "x": event.x,
        "y": event.y,
        "button": event.button,
        "buttons": 0 if event.kind == "up" else _HELD[event.button],
        "clickCount": event.clicks,
        "modifiers": event.modifiers,
    }
    return {**parameters, "deltaX": event.dx, "deltaY": event.dy} if event.kind == "wheel" else parameters


def _key(event: KeyInput) -> dict[str, Any]:
    key = key_named(event.key) or Key(event.key, event.code, 0)
    command = bool(event.modifiers & (CONTROL | META))
    # Forms are sent by the text of Enter, a carriage return, which nobody would call text.
    typed = key.text if key.key == "Enter" else event.text
    text = "" if command or event.kind == "up" else typed
    parameters: dict[str, Any] = {
        "type": "keyUp" if event.kind == "up" else "keyDown" if text else "rawKeyDown",
        "key": event.key,
        "code": event.code or key.code,
        "windowsVirtualKeyCode": key.windows,
        "modifiers": event.modifiers,
    }
    if text:
        parameters |= {"text": text, "unmodifiedText": text}
    if command and event.kind == "down" and (editing := EDITING.get(event.key.lower())):
        parameters["commands"] = [editing]
    return parameters
