"""Words: which share of a text they are, and how a word goes on that a line's end parts.

The document itself shows whether a hyphen at the end of a line belongs to the word: by how it writes the word
elsewhere, and else by whether both parts are words of their own.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from gossamer.content.documents.markup import FORMULA

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMAND: Final = re.compile(r"\\[a-zA-Z]+|[{}\s]")
_SPELLED: Final = re.compile(r"\w+(?:-\w+)*(?!\w*-$)")
_LAST: Final = re.compile(r"(\w+(?:-\w+)*)-$")
_FIRST: Final = re.compile(r"\w+(?:-\w+)*")
_MOST_WORDS: Final = 200_000
# No hyphenation leaves fewer letters at the start of a line, and such short words that are frequent are not parted.
_SHORTEST: Final = 3
_FREQUENT: Final = 3
# Shorter words, such as "be", are also the beginning of many others.
_COMPOUND: Final = 4


def words_share(text: str) -> float:
    """Return the share of the signs of *text*, digits left out, that are letters of words: formulas have few.

    Scripts without capitals may have words of one letter.
    """
    plain = FORMULA.sub(lambda formula: _COMMAND.sub(" + ", formula[1]), text)
    signs = sum(not (char.isspace() or char.isdecimal()) for char in plain)
    letters = sum(len(word) for word in _WORD.findall(plain))
    if not letters:
        letters = sum(unicodedata.category(char) in {"Lo", "Mn", "Mc"} for char in plain)
    return letters / signs if signs else 0.5


class Spelling:
    """Knows how the document writes its words, and joins lines by that."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self._firsts: Counter[str] = Counter()

    def see(self, lines: Iterable[str]) -> None:
        """Remember the words in *lines*; the first of a line may be the rest of one."""
        for line in lines:
            if len(self._times) > _MOST_WORDS:
                return
            for word in _SPELLED.findall(line.strip().casefold().partition(" ")[2]):
                self._times[word] += 1
                first, hyphen, _ = word.partition("-")
                self._firsts[first] += bool(hyphen)

    def join_line(self, line: str, following: str) -> str:
        """Return *line* as the *following* one goes on after it: with a blank, its hyphen, or neither."""
        line = line.rstrip()
        if line.endswith("\u00ad"):
            return line[:-1]
        last, first = _LAST.search(line), _FIRST.match(following.lstrip())
        if last is None or first is None:
            return f"{line} "
        left, right = last[1].casefold(), first[0].casefold()
        if len(right) <= _SHORTEST and self._times[right] >= _FREQUENT and not self._times[left + right]:
            # "pre- and postwar".
            return line if self._times[f"{left}-{right}"] else f"{line} "
        return line if self._has_hyphen(last[1], first[0]) else line[:-1]

    def _has_hyphen(self, left: str, right: str) -> bool:
        """Return whether the word of these parts is written with the hyphen between them."""
        if not (right[0].islower() and left[-1].isalpha()) or (left.isupper() and len(left) > 1):
            return True
        before, after = left.casefold(), right.casefold()
        joined, parted = self._times[before + after], self._times[f"{before}-{after}"]
        if joined or parted:
            return parted >= joined
        before, after = before.rpartition("-")[2], after.partition("-")[0]
        if len(before) == 1 or len(right) < _SHORTEST or "-" in right:
            return True
        are_long = min(len(before), len(after)) >= _COMPOUND and self._times[before] > 0
        begins_others = len(before) >= _SHORTEST and self._firsts[before] > 0
        return self._times[after] > 0 and (are_long or begins_others)
