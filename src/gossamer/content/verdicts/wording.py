"""Wording: the sentences of a page as the concepts that their words stand for, in any language.

Words, stems and the patterns of concepts that are signs of a verdict are data, `locales/verdicts.toml`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Final, NamedTuple

from gossamer.content.locales import entry, pattern, table
from gossamer.content.page import words

_UNSPACED: Final = re.compile("[\u0e00-\u0e7f\u3040-\u9fff]")
# Longer words are of no language.
_LONGEST_STEM: Final = 24
_UNQUOTED: Final = {ord(sign): None for sign in "'\u2019"}


class Sentence(NamedTuple):
    """A sentence as its *words*: what each means, as bits, and how many letters of it say something.

    *meaning* is that of all its words; *signs*, *names* and *hints* are, by verdict, the meanings of its patterns.
    """

    text: str
    words: tuple[tuple[int, int], ...]
    meaning: int = 0
    signs: Mapping[str, int] = {}
    names: Mapping[str, int] = {}
    hints: Mapping[str, int] = {}

    @property
    def size(self) -> int:
        """Return the number of letters that say something."""
        return sum(letters for _, letters in self.words)

    def strange(self, verdict: str) -> int:
        """Return the number of letters in words that pages of a *verdict* do not use."""
        vocabulary = lexicon().vocabularies[verdict]
        return sum(letters for bits, letters in self.words if not bits & vocabulary)

    def familiarity(self, verdict: str) -> float:
        """Return the share of the letters that are in words of a *verdict*."""
        return 1 - self.strange(verdict) / max(1, self.size)

    def is_about(self, share: float) -> bool:
        """Return whether no more than a *share* of the sentence is strange to a verdict that it has a sign of."""
        return any(self.familiarity(kind) >= 1 - share for kind in (*self.signs, *self.names))


def read_sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of *text*."""
    text = pattern("verdicts", "elided").sub("", text.lower()).translate(_UNQUOTED)
    text = pattern("verdicts", "host").sub(" hostname ", text)
    length = entry("verdicts", "limits", "sentence")
    for part in pattern("verdicts", "ends").split(text):
        tokens = pattern("verdicts", "gaps").sub(" ", part).translate(_plain_letters()).split()
        yield from (_read_sentence(*tokens[start : start + length]) for start in range(0, len(tokens), length))


def find_best(sentences: Iterable[Sentence], verdict: str) -> Sentence | None:
    """Return the sentence that has a sign or name of a *verdict* and says least else."""
    named = (sentence for sentence in sentences if verdict in sentence.signs or verdict in sentence.names)
    return max(named, key=lambda sentence: sentence.familiarity(verdict), default=None)


@lru_cache(4_096)
def _read_sentence(*tokens: str) -> Sentence:
    read = tuple(meaning for word in _join_tokens(tokens) for meaning in _read_word(word))
    meaning = reduce(or_, (bits for bits, _ in read), 0)
    sentence = Sentence(" ".join(tokens), read)
    # A possibility is no sign that it is so.
    if meaning <= 1 or pattern("verdicts", "conditions").match(sentence.text):
        return sentence
    signs, names, hints = (_matches(meaning, name) for name in ("signs", "names", "hints"))
    # A name has no other words.
    names = {kind: bits for kind, bits in names.items() if all(word & (bits | 1) for word, _ in read)}
    hints = {kind: bits for kind, bits in hints.items() if bits & ~signs.get(kind, 0)}
    return Sentence(sentence.text, read, meaning, signs, names, hints)


def _join_tokens(tokens: Sequence[str]) -> Iterator[str]:
    """Yield *tokens*, those that mean something together as one."""
    word_lexicon, at = lexicon(), 0
    while at < len(tokens):
        sizes = word_lexicon.sizes.get(tokens[at], ())
        size = next((size for size in sizes if "_".join(tokens[at : at + size]) in word_lexicon.words), 1)
        yield "_".join(tokens[at : at + size])
        at += size


@lru_cache(16_384)
def _read_word(word: str) -> tuple[tuple[int, int], ...]:
    """Return the meaning of *word*, as bits, and its count of letters that matter; of an unspaced script, its words."""
    word_lexicon = lexicon()
    if _UNSPACED.search(word):
        parts = [(word_lexicon.words[part], len(part)) for part in word_lexicon.unspaced.findall(word)]
        rest = len(word) - sum(letters for _, letters in parts)
        return tuple((bits, 2 * letters * (bits != 1)) for bits, letters in (*parts, (0, rest)) if letters)
    stems = (word_lexicon.stems.get(word[:size], 0) for size in range(2, min(len(word), _LONGEST_STEM) + 1))
    # Numbers of errors and requests say nothing.
    bits = reduce(or_, stems, word_lexicon.words.get(word, 0)) or any(map(str.isdecimal, word))
    return ((bits, len(word) * (bits != 1)),)


@lru_cache(4_096)
def _matches(meaning: int, name: str) -> Mapping[str, int]:
    """Return by verdict the meanings of all its patterns of a *name* that are in *meaning*."""
    meanings_by_kind: dict[str, int] = {}
    for kind, bits in lexicon().patterns[name]:
        if bits & meaning == bits:
            meanings_by_kind[kind] = meanings_by_kind.get(kind, 0) | bits
    return meanings_by_kind


class _Lexicon(NamedTuple):
    """Meanings of words and stems as bits, the *sizes* of what begins with a word, patterns of meanings, and marks.

    The *vocabulary* of a verdict is what pages of it are about, its *subject* those bits of it that its patterns have,
    and *phrases* the meaning of words of products.
    """

    words: dict[str, int]
    stems: dict[str, int]
    sizes: Mapping[str, list[int]]
    unspaced: re.Pattern[str]
    phrases: int
    patterns: Mapping[str, list[tuple[str, int]]]
    vocabularies: Mapping[str, int]
    subjects: Mapping[str, int]
    marks: words.Needles


@cache
def lexicon() -> _Lexicon:
    """Return the words of the data, read once."""
    kinds, concepts = table("verdicts")["kinds"], entry("verdicts", "concepts")
    bits = {name: 1 << number for number, name in enumerate(concepts)}
    # The phrases of a verdict have a meaning of their own.
    phrases = {kind: 1 << number for number, kind in enumerate(kinds, len(concepts))}
    spelled = [(bits[name], text.split()) for name, text in concepts.items()]
    spelled += [(phrases[kind], [text.replace(" ", "_") for text in row["phrases"]]) for kind, row in kinds.items()]
    word_meanings: dict[str, int] = {}
    stems: dict[str, int] = {}
    for bit, word in ((bit, word) for bit, of_bit in spelled for word in of_bit):
        plain = word.translate(_UNQUOTED).translate(_plain_letters())
        stem = plain.removesuffix("*")
        meanings = word_meanings if stem == plain else stems
        meanings[stem] = meanings.get(stem, 0) | bit
    sizes: dict[str, list[int]] = {}
    for parts in sorted((word.split("_") for word in word_meanings if "_" in word), key=len, reverse=True):
        sizes.setdefault(parts[0], []).append(len(parts))
    patterns = {"signs": [*phrases.items()], "hints": [], "names": []}
    vocabularies: dict[str, int] = {}
    subjects: dict[str, int] = {}
    marks: dict[str, int] = {}
    for number, (kind, row) in enumerate(kinds.items()):
        for name, rows in patterns.items():
            rows += [(kind, sum(bits[concept] for concept in text.split())) for text in row[name]]
        concept_names = " ".join((*row["signs"], *row["hints"], *row["names"])).split()
        subjects[kind] = reduce(or_, (bits[concept] for concept in concept_names), phrases[kind])
        vocabularies[kind] = reduce(or_, (bits[concept] for concept in ("fill", *row["also"].split())), subjects[kind])
        for mark in chain(*row.get("marks", {}).values(), *row.get("snippets", {}).values()):
            marks[mark.lower()] = marks.get(mark.lower(), 0) | 1 << number
    unspaced = re.compile(
        "|".join(sorted(map(re.escape, filter(_UNSPACED.search, word_meanings)), key=len, reverse=True))
    )
    all_phrases = sum(phrases.values())
    needles = words.Needles(marks)
    return _Lexicon(word_meanings, stems, sizes, unspaced, all_phrases, patterns, vocabularies, subjects, needles)


@cache
def _plain_letters() -> Mapping[int, str | None]:
    """Return letters without their accents, by letters with them."""
    letters = (chr(code) for code in chain(range(0xC0, 0x590), range(0x1E00, 0x2000)))
    plain = {ord(letter): unicodedata.normalize("NFD", letter)[0] for letter in letters if letter.isalpha()}
    return plain | dict.fromkeys(range(0x300, 0x370)) | str.maketrans(entry("verdicts", "letters"))
