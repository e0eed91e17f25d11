"""Statements: whether a short text says a word, denies it ("Not shipped"), or says it of a part only ("Partly paid").

A negation reaches to the end of its part of the sentence. The words that negate, and those that stand for yes and no in
a cell, are data.
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.similarity import SURE, folded, word_similarity, words

Mention: TypeAlias = Literal["", "part", "whole"]
_SHORT: Final = 5
_PARTS: Final = re.compile(r"[.,;:!?()\n·|/\u2013\u2014]+|\bbut\b", re.IGNORECASE)
# "No. 5" counts, "no stock" denies.
_NUMBERED: Final = re.compile(r"\bno\.?\s*(?=\d)", re.IGNORECASE)


def negates(word: str) -> bool:
    """Return whether a folded word denies what follows: "not", "isn't", "no"."""
    return word in word_list("grammar", "denying") or word.endswith("n't")


@lru_cache(4096)
def affirmed(text: str) -> tuple[str, ...]:
    """Return the words of *text* that it does not deny; negations themselves are kept."""
    return tuple(w for part in _PARTS.split(_NUMBERED.sub(" ", text)) for w in _until_negation(words(part)))


def _until_negation(part: tuple[str, ...]) -> Iterator[str]:
    at = next((n for n, w in enumerate(part) if negates(w)), len(part))
    yield from part[: at + 1]


def mention(text: str, word: str, asked: Collection[str]) -> Mention:
    """Return the way a short value says *word*: "whole" where nothing before it narrows that, "" where it does not.

    *asked* are the words of the question. A detail behind it ("Shipped on 3 May", "In stock (5)") narrows nothing.
    """
    have = words(text)
    at = next((n for n, w in enumerate(have) if word_similarity(word, w) >= SURE), None)
    if at is None:
        return ""
    plain = word_list("grammar", "articles") | set(asked)
    return "whole" if all(w in plain or w.isdigit() for w in have[:at]) else "part"


def is_short(text: str) -> bool:
    """Return whether *text* is a value rather than a description."""
    return 0 < len(words(text)) <= _SHORT


def truth(text: str) -> bool | None:
    """Return the truth of a cell that only says yes or no; None for any other text."""
    plain = folded(text) or text.strip()
    answers = {True: phrase_set("reading", "true"), False: phrase_set("reading", "false")}
    return next((answer for answer, known_phrases in answers.items() if plain in known_phrases), None)
