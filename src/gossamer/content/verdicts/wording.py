"""Wording: the sentences of a page as the concepts that their words stand for, in any language.

Words and stems of concepts are data, `locales/verdicts.toml`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from gossamer.content.locales import entry, pattern, table
from gossamer.content.page import words

_UNSPACED: Final = re.compile("[\u0e00-\u0e7f\u3040-\u9fff]")
# Longer words are of no language.
_LONGEST_STEM: Final = 24
_UNQUOTED: Final = {ord(sign): None for sign in "'\u2019"}


class Sentence(NamedTuple):
    """A sentence, the *concepts* that its words stand for, and the *share* of its words that stand for one.

    A sentence that says what could be has no concepts.
    """

    text: str
    concepts: frozenset[str]
    share: float


def read_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of *text*."""
    text = pattern("verdicts", "elided").sub("", text.lower()).translate(_UNQUOTED)
    text = pattern("verdicts", "host").sub(" hostname ", text)
    length = entry("verdicts", "limits", "sentence")
    for part in pattern("verdicts", "ends").split(text):
        tokens = pattern("verdicts", "gaps").sub(" ", part).translate(_plain_letters()).split()
        yield from (_read_sentence(*tokens[start : start + length]) for start in range(0, len(tokens), length))


@lru_cache(4_096)
def _read_sentence(*tokens: str) -> Sentence:
    text = " ".join(tokens)
    is_condition = pattern("verdicts", "conditions").match(text)
    read = [] if is_condition else [_read_word(word) for word in _join_tokens(tokens)]
    return Sentence(text, frozenset().union(*read), sum(map(bool, read)) / len(tokens))


def _join_tokens(tokens: Sequence[str]) -> Iterator[str]:
    """Yield *tokens*, those that mean something together as one."""
    word_lexicon, at = lexicon(), 0
    while at < len(tokens):
        sizes = word_lexicon.sizes.get(tokens[at], ())
        size = next((size for size in sizes if "_".join(tokens[at : at + size]) in word_lexicon.words), 1)
        yield "_".join(tokens[at : at + size])
        at += size


@lru_cache(16_384)
def _read_word(word: str) -> frozenset[str]:
    """Return the concepts that *word* stands for, or that the words in it do in a script without spaces."""
    word_lexicon, nothing = lexicon(), frozenset[str]()
    if _UNSPACED.search(word):
        return nothing.union(*(word_lexicon.words[part] for part in word_lexicon.unspaced.findall(word)))
    stems = (word_lexicon.stems.get(word[:size], nothing) for size in range(2, min(len(word), _LONGEST_STEM) + 1))
    return nothing.union(word_lexicon.words.get(word, nothing), *stems)


class _Lexicon(NamedTuple):
    """Concepts of words and stems, the *sizes* of what begins with a word, and marks: a bit is for a verdict."""

    words: dict[str, set[str]]
    stems: dict[str, set[str]]
    sizes: Mapping[str, list[int]]
    unspaced: re.Pattern[str]
    marks: words.Needles


@cache
def lexicon() -> _Lexicon:
    """Return the words of the data, read once."""
    kinds = table("verdicts")["kinds"]
    spelled = [(name, text.split()) for name, text in entry("verdicts", "concepts").items()]
    # The phrases of a verdict are a concept of their own.
    spelled += [(f"{kind} phrase", [text.replace(" ", "_") for text in row["phrases"]]) for kind, row in kinds.items()]
    word_concepts: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    for concept, word in ((concept, word) for concept, of_concept in spelled for word in of_concept):
        plain = word.translate(_UNQUOTED).translate(_plain_letters())
        stem = plain.removesuffix("*")
        (word_concepts if stem == plain else stems).setdefault(stem, set()).add(concept)
    sizes: dict[str, list[int]] = {}
    for parts in sorted((word.split("_") for word in word_concepts if "_" in word), key=len, reverse=True):
        sizes.setdefault(parts[0], []).append(len(parts))
    marks: dict[str, int] = {}
    for number, row in enumerate(kinds.values()):
        for mark in chain(*row.get("marks", {}).values(), *row.get("snippets", {}).values()):
            marks[mark.lower()] = marks.get(mark.lower(), 0) | 1 << number
    unspaced = re.compile(
        "|".join(sorted(map(re.escape, filter(_UNSPACED.search, word_concepts)), key=len, reverse=True))
    )
    return _Lexicon(word_concepts, stems, sizes, unspaced, words.Needles(marks))


@cache
def _plain_letters() -> Mapping[int, str | None]:
    """Return letters without their accents, by letters with them."""
    letters = (chr(code) for code in chain(range(0xC0, 0x590), range(0x1E00, 0x2000)))
    plain = {ord(letter): unicodedata.normalize("NFD", letter)[0] for letter in letters if letter.isalpha()}
    return plain | dict.fromkeys(range(0x300, 0x370)) | str.maketrans(entry("verdicts", "letters"))
