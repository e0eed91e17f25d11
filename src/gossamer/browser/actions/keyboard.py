"""Typing and pressing."""

import asyncio
from typing import Any

import msgspec

from gossamer.browser.actions.keys import CONTROL, META, SHIFT, Key, combination, key_named, on_keyboard
from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.clipboard import pastes

# Beyond this many characters text is put in as from an input method: one event, one message.
_TYPED = 500
# These keys edit by commands of the window system, which a headless Chromium does not have.
EDITING = {"a": "selectAll", "c": "copy", "v": "paste", "x": "cut", "z": "undo"}


async def type_text(session: TargetSession, text: str) -> None:
    """Type *text* where the focus is, so that the page sees each key as it is pressed."""
    typed = text[:_TYPED] if all(map(on_keyboard, text[:_TYPED])) else ""
    sent = None
    for sign in typed.replace("\r\n", "\n"):
        key = key_named(sign)
        if key is not None:
            sent = _stroke(session, key, SHIFT if _is_shifted(sign) else 0)
    if sent is not None:
        await sent
    if rest := text[len(typed) :]:
        await session.send("Input.insertText", text=rest)


NOTHING_TO_PASTE = "Nothing can be pasted: pages of one browser share its clipboard. Write the text instead."


def would_paste(name: str) -> bool:
    """Return whether the key or combination *name* pastes; what is in the clipboard may be another session's."""
    pressed = combination(name)
    return pressed is not None and pastes(_describe_key(pressed[1], pressed[0]))


async def press(session: TargetSession, name: str) -> bool:
    """Press the key or combination *name*; False when there is no such key, or it is not to be pressed."""
    pressed = combination(name)
    if pressed is None or would_paste(name):
        return False
    bits, key = pressed
    await _stroke(session, key, bits)
    return True


def _is_shifted(sign: str) -> bool:
    return sign.isupper() or sign in '~!@#$%^&*()_+{}|:"<>?'


def _describe_key(key: Key, modifiers: int) -> dict[str, Any]:
    return {"key": key.key, "code": key.code, "windowsVirtualKeyCode": key.windows, "modifiers": modifiers}


def _stroke(session: TargetSession, key: Key, modifiers: int) -> "asyncio.Future[msgspec.Raw]":
    command = bool(modifiers & (CONTROL | META))
    text = "" if command else key.text
    described = _describe_key(key, modifiers)
    editing = EDITING.get(key.key.lower()) if command else None
    down = {**described, "commands": [editing]} if editing else described
    if text:
        session.send("Input.dispatchKeyEvent", type="keyDown", text=text, unmodifiedText=text, **down)
    else:
        session.send("Input.dispatchKeyEvent", type="rawKeyDown", **down)
    return session.send("Input.dispatchKeyEvent", type="keyUp", **described)
