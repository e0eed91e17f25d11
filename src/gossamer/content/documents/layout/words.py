"""Words: which share of a text they are, and how those are joined that a line's end parts."""

import re
import unicodedata
from typing import Final

from gossamer.content.documents.markup import FORMULA

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMAND: Final = re.compile(r"\\[a-zA-Z]+|[{}\s]")


def words_share(text: str) -> float:
    """Return the share of the signs of *text* that are letters of words, not counting digits: formulas have few.

    Scripts without capitals may have words of one letter.
    """
    plain = FORMULA.sub(lambda formula: _COMMAND.sub(" + ", formula[1]), text)
    signs = sum(not (char.isspace() or char.isdecimal()) for char in plain)
    letters = sum(len(word) for word in _WORD.findall(plain))
    if not letters:
        letters = sum(unicodedata.category(char) in {"Lo", "Mn", "Mc"} for char in plain)
    return letters / signs if signs else 0.5
