"""The clipboard, of which a browser has one for all its contexts.

What is copied in one session can be pasted in any other, so keys that paste are not passed on. Pages themselves
may not read it: that permission is never given.
"""

from collections.abc import Mapping
from typing import Any

_CONTROL, _META, _SHIFT = 2, 4, 8
_V, _INSERT = 86, 45


def pastes(event: Mapping[str, Any]) -> bool:
    """Return whether the parameters of an Input.dispatchKeyEvent would paste."""
    modifiers = event.get("modifiers") or 0
    # Chromium takes a whole number however it is written.
    held = modifiers if isinstance(modifiers, int) else _CONTROL | _SHIFT
    by_keys = (held & (_CONTROL | _META) and _is_key(event, _V, "v")) or (
        held & _SHIFT and _is_key(event, _INSERT, "insert")
    )
    return bool(by_keys) or "paste" in str(event.get("commands")).lower()


def _is_key(event: Mapping[str, Any], number: int, name: str) -> bool:
    keys = (str(event.get("key")).lower(), str(event.get("code")).lower().removeprefix("key"))
    return name in keys or number in (event.get("windowsVirtualKeyCode"), event.get("nativeVirtualKeyCode"))
