"""Choices: the entry of an `enum` that a value means."""

from difflib import SequenceMatcher
from typing import Any, Final

from gossamer.content.text.names import words_of

_LIKE_ENOUGH: Final = 0.86


def chosen(value: Any, choices: tuple[Any, ...]) -> Any | None:
    """Return the one of *choices* that *value* means; None when none does, or several might."""
    if value in choices:
        return value
    texts = {index: _squeezed(choice) for index, choice in enumerate(choices)}
    wanted = _squeezed(value)
    if not wanted:
        return None
    exact = [index for index, text in texts.items() if text == wanted]
    if exact:
        return choices[exact[0]]
    alike = [
        index for index, text in texts.items() if SequenceMatcher(None, text, wanted[:100]).ratio() >= _LIKE_ENOUGH
    ]
    words = set(words_of(str(value)))
    held = alike or [
        index for index, choice in enumerate(choices) if (found := set(words_of(str(choice)))) and found <= words
    ]
    return choices[held[0]] if len(held) == 1 else None


def _squeezed(value: Any) -> str:
    return "".join(words_of(str(value)))
