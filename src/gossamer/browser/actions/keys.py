"""Keys as the DOM names them, and the parameters with which Chromium presses them."""

from dataclasses import dataclass

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
MODIFIERS = {
    "Alt": ALT,
    "Control": CONTROL,
    "Ctrl": CONTROL,
    "Meta": META,
    "Command": META,
    "Cmd": META,
    "Shift": SHIFT,
}
_MODIFIER_KEYS = {
    "Alt": ("AltLeft", 18),
    "Control": ("ControlLeft", 17),
    "Meta": ("MetaLeft", 91),
    "Shift": ("ShiftLeft", 16),
}


@dataclass(frozen=True, slots=True)
class Key:
    """A key: its DOM *key* and *code*, Windows key code, and the *text* it types, if any."""

    key: str
    code: str
    windows: int
    text: str = ""


# name: (Windows key code, DOM code where it is not the name, text)
_NAMED: dict[str, tuple[int, str, str]] = {
    "Enter": (13, "Enter", "\r"),
    "Tab": (9, "Tab", ""),
    "Backspace": (8, "Backspace", ""),
    "Delete": (46, "Delete", ""),
    "Escape": (27, "Escape", ""),
    "Insert": (45, "Insert", ""),
    "Home": (36, "Home", ""),
    "End": (35, "End", ""),
    "PageUp": (33, "PageUp", ""),
    "PageDown": (34, "PageDown", ""),
    "ArrowLeft": (37, "ArrowLeft", ""),
    "ArrowUp": (38, "ArrowUp", ""),
    "ArrowRight": (39, "ArrowRight", ""),
    "ArrowDown": (40, "ArrowDown", ""),
    "CapsLock": (20, "CapsLock", ""),
    "ContextMenu": (93, "ContextMenu", ""),
    "Pause": (19, "Pause", ""),
    " ": (32, "Space", " "),
    **{f"F{number}": (111 + number, f"F{number}", "") for number in range(1, 13)},
}
_OTHER_NAMES = {
    "Return": "Enter",
    "\n": "Enter",
    "\r": "Enter",
    "\t": "Tab",
    "Space": " ",
    "Spacebar": " ",
    "Esc": "Escape",
    "Del": "Delete",
    "Left": "ArrowLeft",
    "Right": "ArrowRight",
    "Up": "ArrowUp",
    "Down": "ArrowDown",
    "Page_Up": "PageUp",
    "Page_Down": "PageDown",
}
# The keys of a US keyboard that are neither letters nor digits: unshifted and shifted text, code, key code.
_PUNCTUATION = (
    ("-_", "Minus", 189),
    ("=+", "Equal", 187),
    ("[{", "BracketLeft", 219),
    ("]}", "BracketRight", 221),
    ("\\|", "Backslash", 220),
    (";:", "Semicolon", 186),
    ("'\"", "Quote", 222),
    (",<", "Comma", 188),
    (".>", "Period", 190),
    ("/?", "Slash", 191),
    ("`~", "Backquote", 192),
)
_SHIFTED_DIGITS = ")!@#$%^&*("


def _characters() -> dict[str, Key]:
    keys = {sign: Key(sign, code, windows, sign) for signs, code, windows in _PUNCTUATION for sign in signs}
    for digit, shifted in enumerate(_SHIFTED_DIGITS):
        for sign in (str(digit), shifted):
            keys[sign] = Key(sign, f"Digit{digit}", 48 + digit, sign)
    for number in range(26):
        letter = chr(ord("a") + number)
        for sign in (letter, letter.upper()):
            keys[sign] = Key(sign, f"Key{letter.upper()}", 65 + number, sign)
    return keys


_CHARACTERS = _characters()


def key_named(name: str) -> Key | None:
    """Return the key of this name: a DOM key, one of its common other names, or one character."""
    name = _OTHER_NAMES.get(name, name)
    if name in _NAMED:
        windows, code, text = _NAMED[name]
        return Key(name, code, windows, text)
    canonical = {"Ctrl": "Control", "Command": "Meta", "Cmd": "Meta"}.get(name, name)
    if canonical in _MODIFIER_KEYS:
        code, windows = _MODIFIER_KEYS[canonical]
        return Key(canonical, code, windows)
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    if len(name) == 1:
        return Key(name, "", 0, name)
    by_case = {key_name.lower(): key_name for key_name in (*_NAMED, *_OTHER_NAMES, *_MODIFIER_KEYS)}
    again = by_case.get(name.lower())
    return key_named(again) if again and again != name else None


def on_keyboard(sign: str) -> bool:
    """Return whether a US keyboard has a key that types *sign*."""
    return sign in _CHARACTERS or sign in {" ", "\n"}


def combination(text: str) -> tuple[int, Key] | None:
    """Read `Control+A` and the like: the modifiers' bits and the last key; None when a part is no key."""
    *held, last = _parts(text)
    bits = 0
    for name in held:
        modifier = next(
            (bit for modifier_name, bit in MODIFIERS.items() if modifier_name.lower() == name.lower()), None
        )
        if modifier is None:
            return None
        bits |= modifier
    key = key_named(last)
    return None if key is None else (bits, key)


def _parts(text: str) -> list[str]:
    if text == "+" or text.endswith("++"):
        return [*filter(None, text[:-1].rstrip("+").split("+")), "+"]
    return text.split("+") if len(text) > 1 else [text]
