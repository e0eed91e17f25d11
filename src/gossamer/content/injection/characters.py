"""Characters that nobody sees: tags, zero-width characters and overrides of the writing direction.

Joiners stay, because scripts and emoji need them; so do the tags that make the flag of a region out of a black flag.
"""

import re
from typing import Final

_TAGS: Final = "\U000e0000-\U000e007f"
_FLAG: Final = "\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{2,6}\U000e007f"
_HIDDEN: Final = re.compile(
    f"({_FLAG})|[{_TAGS}\u200b\u2060-\u2064\u202d\u202e\u180e]+|[\ufe00-\ufe0e\U000e0100-\U000e01ef]{{2,}}|(?<!\\A)\ufeff+"
)
_ANY: Final = re.compile(f"[{_TAGS}\u200b\u2060-\u2064\u202d\u202e\u180e\ufe00-\ufe0e\U000e0100-\U000e01ef\ufeff]")
_TAG_BASE: Final = 0xE0000
_PRINTABLE: Final = range(0x20, 0x7F)
_FEW: Final = 4


def without_invisible(text: str) -> str:
    """Return *text* without what nobody sees of it."""
    # One look: hardly any page has one of these, and none of them is ASCII.
    if text.isascii() or not _ANY.search(text):
        return text
    return _HIDDEN.sub(lambda match: match[1] or "", text)


def read_tag_text(text: str) -> str:
    """Return the text in tag characters as plain text; "" where there is none."""
    tags = (ord(letter) - _TAG_BASE for run in _runs(text) for letter in run)
    return "".join(chr(code) for code in tags if code in _PRINTABLE)


def invisible(text: str) -> int:
    """Return the number of characters of *text* that nobody sees; 0 for the few that editors leave behind."""
    count = sum(map(len, _runs(text)))
    return count if count > _FEW else 0


def _runs(text: str) -> list[str]:
    return (
        []
        if text.isascii() or not _ANY.search(text)
        else [match[0] for match in _HIDDEN.finditer(text) if not match[1]]
    )
