"""Sentences of any language that ends them with a mark."""

import re
from typing import Final

from gossamer.content.locales import words

# A Latin mark ends a sentence before a blank, a Chinese or Japanese one anywhere.
_END: Final = re.compile(r"""[.!?…]{1,8}["')\]»”’]{0,3}(?=\s)|[。！？｡]{1,8}[」』”’）]{0,3}""")  # noqa: RUF001
_WORD_BEFORE: Final = re.compile(r"[^\s(\[\"'“‘«]{1,24}$")  # noqa: RUF001

_ABBREVIATIONS: Final = words("answering", "sentences", "abbreviations")
_AFTER: Final = 3
_LATIN: Final = ".!?…"


def split(text: str) -> list[str]:
    """Return the sentences of *text*, verbatim but for the blanks around them; the last may lack its mark."""
    sentences: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if _ends(text, end.start(), end.end()):
            sentences.append(text[start : end.end()].strip())
            start = end.end()
    sentences.append(text[start:].strip())
    return [sentence for sentence in sentences if sentence]


def is_whole(text: str) -> bool:
    """Return whether *text* ends as a sentence does."""
    return text.rstrip("\"')]»”’」』）").endswith((".", "!", "?", "…", "。", "！", "？", "｡"))  # noqa: RUF001


def _ends(text: str, mark: int, end: int) -> bool:
    """Return whether the mark at *mark*, with what belongs to it up to *end*, ends a sentence."""
    if text[mark] not in _LATIN:
        return True
    if text[mark] == "." and end == mark + 1:
        before = _WORD_BEFORE.search(text[max(0, mark - 24) : mark])
        word = before.group() if before is not None else ""
        # An initial, an abbreviation.
        if (len(word) == 1 and word.isalpha() and word.isupper()) or word.lower() in _ABBREVIATIONS:
            return False
    # A sentence begins with no small letter: "Yahoo! is a firm".
    following = text[end : end + _AFTER].lstrip()
    return not following[:1].islower()
