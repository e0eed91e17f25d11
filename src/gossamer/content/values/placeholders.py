"""Placeholders: what stands where nothing is known, such as "n/a", "not specified", a dash."""

import re
from typing import Final

from gossamer.content.locales import entry

_NOTHING: Final = re.compile(entry("values", "placeholders", "nothing"), re.IGNORECASE)
_MOST: Final = 40
_BRACKETED: Final = re.compile(r"^[(\[<](.+)[)\]>]$")


def is_placeholder(text: str) -> bool:
    """Return whether *text* only holds the place of a value, in brackets or without."""
    bare = text.strip()
    if len(bare) > _MOST:
        return False
    return any(_NOTHING.fullmatch(each) for each in (bare, *_BRACKETED.findall(bare)))
