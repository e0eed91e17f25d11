"""Placeholders: what stands where nothing is known, such as "n/a", "not specified", a dash."""

import re
from typing import Final

from gossamer.content.locales import entry

_NOTHING: Final = re.compile(entry("values", "placeholders", "nothing"), re.IGNORECASE)
_MOST: Final = 40


def is_placeholder(text: str) -> bool:
    """Return whether *text* only holds the place of a value."""
    return len(text) <= _MOST and _NOTHING.fullmatch(text.strip()) is not None
