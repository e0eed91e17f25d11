"""Subjects: the record that a question names, and the quantity that it states of something.

"How many likes has Post 10?" names the record "Post 10": the answer is read from that record, and from nothing else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import Record, record_lists
from gossamer.features.interact.rules.similarity import has_word, words
from gossamer.features.interact.rules.tokens import Token

_MOST_LISTS: Final = 6
_NUMBER: Final = r"\d[\d.,]*(?:\s?[kKmM]\b)?"
_NAMES: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True)
class Subject:
    """The record that a question names by its title, and the tokens that do."""

    record: Record
    tokens: frozenset[int]


def subject_of(page: Page, query: Query) -> Subject | None:
    """Return the one record whose whole title stands in *query*; the longest title wins.

    None where no title does, several records have it, or the page itself is about it.
    """
    said = [(t, w) for t in query.rest for w in words(t.text)]
    about = [set(words(t)) for t in page.titles]
    records = [r for one in record_lists(page)[:_MOST_LISTS] if not one.apart for r in one.records]
    titled = [(words(r.title), r) for r in records]
    named = [(title, Subject(r, tokens)) for title, r in titled if title and (tokens := _stands_in(title, said))]
    named = [(title, subject) for title, subject in named if not any(set(title) <= known for known in about)]
    most = max((len(title) for title, _ in named), default=0)
    best = [subject for title, subject in named if len(title) == most]
    return best[0] if len(best) == 1 and most < len(said) else None


def _stands_in(title: tuple[str, ...], said: Sequence[tuple[Token, str]]) -> frozenset[int]:
    have = tuple(w for _, w in said)
    at = next((n for n in range(len(have) - len(title) + 1) if have[n : n + len(title)] == title), None)
    tokens = frozenset() if at is None else frozenset(t.start for t, _ in said[at : at + len(title)])
    # A title of one plain word may be a word of the question that names nothing: "the", "price".
    is_plain = len(title) == 1 and at is not None and said[at][0].text.islower()
    return frozenset() if is_plain else tokens


def quantity(record: Record, word: str) -> str | None:
    """Return the number that *record* states of *word*: "70 likes", "Likes: 70"; None where it states none."""
    for field in (f for f in record.fields if f.text != record.title):
        labelled = any(has_word(words(label), word) for label in field.labels)
        if labelled and re.fullmatch(_NUMBER, field.text.strip()):
            return field.text.strip()
        for name in dict.fromkeys(_NAMES.findall(field.text)):
            if has_word(words(name), word) and (number := _beside(field.text, re.escape(name))):
                return number
    return None


def _beside(text: str, name: str) -> str | None:
    """Return the number that stands beside *name* in *text*: behind its colon, before it, else behind it."""
    ways = (rf"{name}\s*[:(]\s*({_NUMBER})", rf"({_NUMBER})\s+{name}\b", rf"\b{name}\s+({_NUMBER})")
    found = (re.search(way, text) for way in ways)
    return next((match[1].rstrip(".,") for match in found if match), None)
