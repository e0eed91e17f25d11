"""Words as they are compared: without case, accents and endings; Chinese, Japanese and Korean as pairs of characters.

Endings are those of English and of the plural in general. A stemmer that knew a language would need to know which
language a page is in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gossamer.content.locales import entry, words
from gossamer.content.text.names import singular

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # noqa: RUF001
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+")
_POSSESSIVE: Final = ("'s", "’s")  # noqa: RUF001
_LEAST: Final = 4
# A text has most of its words several times.
_REMEMBERED: Final = 16_384
_ROOT: Final = 3
_ENDINGS: Final[tuple[str, ...]] = tuple(entry("text", "endings"))
# These are part of many short words.
_SHORT: Final = words("text", "short_endings")
# Words whose stem is not what is left without the ending.
_IRREGULAR: Final[Mapping[str, str]] = entry("text", "irregular")
_DOUBLED: Final = frozenset("bdgkmnprt")
_CJK_FUNCTION_WORDS: Final = re.compile(entry("text", "cjk_function_words"))
FUNCTION_WORDS: Final = words("text", "function_words")


def terms(text: str) -> list[str]:
    """Return the words of *text* as they are compared, in order."""
    text_terms: list[str] = []
    for word in _WORD.findall(folded(text)):
        if word.isascii() or _CJK.search(word) is None:
            text_terms.append(stem(word))
        else:
            text_terms += _pairs(word)
    return text_terms


def content_terms(text: str) -> list[str]:
    """Return the words of *text* that say something, each once, in order."""
    plain = _CJK_FUNCTION_WORDS.sub(" ", folded(text))
    content_words = (word for word in _WORD.findall(plain) if word not in FUNCTION_WORDS)
    return list(dict.fromkeys(term for word in content_words for term in terms(word)))


def folded(text: str) -> str:
    """Return *text* without case and accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    # Kana keep their marks, and Korean comes back together: there they tell words apart. A soft hyphen parts none.
    visible_text = decomposed.replace("\u00ad", "")
    letters = "".join(char for char in visible_text if not unicodedata.combining(char) or char in "\u3099\u309a")
    return unicodedata.normalize("NFC", letters)


@lru_cache(_REMEMBERED)
def stem(word: str) -> str:
    """Return *word*, folded, without its ending."""
    if word.endswith(_POSSESSIVE):
        word = word[:-2]
    if len(word) < _LEAST or not word.isascii() or word[-1].isdigit():
        return word
    word = singular(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT + (ending in _SHORT):
            return _bare(word[: -len(ending)])
    return word[:-1] if word[-1] in "ey" and len(word) > _LEAST else word


def _bare(rest: str) -> str:
    """Return the word that an ending leaves: "stopped" is "stop", "baked" is "bak" as "bake" is."""
    if rest[-1] == rest[-2] and rest[-1] in _DOUBLED:
        return rest[:-1]
    return rest[:-1] if rest.endswith("e") and len(rest) > _LEAST else rest


def _pairs(word: str) -> list[str]:
    """Return the pairs of characters of *word*; words of other scripts in it stay whole."""
    pairs: list[str] = []
    end = 0
    for run in _CJK.finditer(word):
        if run.start() > end:
            pairs.append(word[end : run.start()])
        text = run.group()
        pairs += [text[at : at + 2] for at in range(len(text) - 1)] or [text]
        end = run.end()
    if end < len(word):
        pairs.append(word[end:])
    return pairs
