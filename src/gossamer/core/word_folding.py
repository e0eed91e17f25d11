"""Word folding for search: without case and accents, and in the singular where that is safe.

Scripts that put no blanks between words are cut into pairs of letters that overlap, which finds any word of two letters
or more. What is written into an index and what is looked up there must go through the same release of this module:
`FOLDING` changes whenever it says something else of any text.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

FOLDING: Final = 2

_LONGEST: Final = 64
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Marks that stand on letters are no word characters to the regular expressions, and part of the word all the same.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0962-\u0963"
    "\u0980-\u0dff\u0e31-\u0e4e\u0eb1-\u0ecd\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
_ASCII_WORD: Final = re.compile("[A-Za-z0-9]+")
_WORD: Final = re.compile(rf"(?:[^\W_]+|[{_MARKS}]+)+")
_PIECE: Final = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])(?:[^\W_]|[{_MARKS}]))+")
_IS_UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")
# Without these a word of an Indic script is another word; kana have theirs in one character again after NFC.
_KEPT_MARKS: Final = re.compile("[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3099\u309a]")
# Letters that Unicode does not take apart.
_LETTERS: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_SINGULAR_FROM: Final = 4
_NO_PLURALS: Final = ("ss", "us", "is", "bps")
# Their singular ends with "ie", or is the plural itself.
_NOT_OF_Y: Final = frozenset({"series", "species", "movies", "cookies"})
_OF_ES: Final = ("sses", "xes", "ches", "shes", "zzes")


def normal(text: str) -> str:
    """Return *text* with its letters composed (NFC), as the functions below want it."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def written(text: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield each word of *text*: where it begins, where it ends, and what it is compared by.

    A word has several parts where its script has no blanks.
    """
    return ((match.start(), match.end(), folded(match[0])) for match in _WORD.finditer(text))


def words(text: str) -> list[str]:
    """Return the folded words of *text*, in order."""
    pattern = _ASCII_WORD if text.isascii() else _WORD
    return [part for word in pattern.findall(text) for part in folded(word)]


@lru_cache(maxsize=65_536)
def folded(word: str) -> tuple[str, ...]:
    """Return the parts that *word* is compared by; empty when it has none."""
    if word.isascii():
        return (singular(word.lower())[:_LONGEST],)
    plain = _plain(word)
    return tuple(part[:_LONGEST] for piece in _PIECE.findall(plain) for part in _parts(piece))


def singular(word: str) -> str:
    """Return an English word without its plural's ending; in other languages it does no harm worth a dictionary."""
    if len(word) < _SINGULAR_FROM or word[-1] != "s" or word.endswith(_NO_PLURALS):
        return word
    if word.endswith("ies") and len(word) > _SINGULAR_FROM and word not in _NOT_OF_Y:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_OF_ES) else word[:-1]


def is_letter_of_unspaced(part: str) -> bool:
    """Return whether *part* is a single letter of a script without blanks, which an index has in pairs alone."""
    return len(part) == 1 and _IS_UNSPACED.match(part) is not None


def _parts(piece: str) -> tuple[str, ...]:
    if not _IS_UNSPACED.match(piece):
        return (singular(piece) if piece.isascii() else piece,)
    if len(piece) == 1:
        return (piece,)
    return tuple(piece[at : at + 2] for at in range(len(piece) - 1))


def _plain(word: str) -> str:
    taken_apart = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(
        letter for letter in taken_apart if not unicodedata.combining(letter) or _KEPT_MARKS.match(letter) is not None
    )
    return unicodedata.normalize("NFC", letters).translate(_LETTERS)
