"""Questions by their answer: a person, a time, a place, a number, money, a definition, a list, or something open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from gossamer.content.locales import entry, pattern, words
from gossamer.content.text.terms import content_terms, folded, stem, terms

_MOST_QUESTION: Final = 1_000


class Kind(Enum):
    """What would answer."""

    PERSON = auto()
    TIME = auto()
    PLACE = auto()
    COUNT = auto()
    MONEY = auto()
    MEASURE = auto()
    DEFINITION = auto()
    LIST = auto()
    OPEN = auto()


# The one that begins first decides; folded: without case and accents.
_ASKED: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (Kind[kind], re.compile("|".join(patterns))) for kind, patterns in entry("questions", "kinds").items()
)
# Behind these no definition is asked for but a property: "what is it made of".
_NO_DEFINITION: Final = pattern("answering", "questions", "no_definition")
_MADE_OF: Final = re.compile(r"\b(?:made|crafted|built|constructed) (?:of|from|out of)\b", re.IGNORECASE)
# "How many people does it employ", "where do I put it".
_LIGHT: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.COUNT: frozenset(stem(verb) for verb in words("answering", "questions", "light_counts")),
    Kind.PLACE: frozenset(stem(verb) for verb in words("answering", "questions", "light_places")),
}
_POLAR: Final = pattern("answering", "questions", "polar")
NEGATION: Final = pattern("answering", "answers", "negation")
_HOW_TO: Final = pattern("answering", "questions", "how_to")
_WHAT_IS: Final = pattern("answering", "questions", "what_is")
_ORDER: Final = re.compile(r"^(?:please )?(?:list|name|enumerate|define)\b", re.IGNORECASE)
_COUNTED: Final = pattern("answering", "questions", "counted")
_GENERIC: Final = frozenset(stem(word) for word in words("questions", "whatever"))
_PROPER: Final = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*|\b\w*\d\w*")  # noqa: RUF001

_MEASURES: Final = words("answering", "questions", "measures")


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the *kind* of its answer, its *text*, its *terms*, and which of them are *proper*: names and numbers.

    *alike* are, by term, other terms that a label may have for it. *generic* are terms that stand for whatever the
    page is about, as "product". What is *implied* need not be said: an amount of money is a price, "58 g" a weight.
    *counted* is what "how many" asks for, or empty. *light* are verbs that say no more than that there is some of what
    is counted. One that *is_polar* asks whether something is so, one that *is_what_is* what something is.
    """

    kind: Kind
    text: str
    terms: tuple[str, ...]
    implied: frozenset[str]
    counted: str
    proper: frozenset[str]
    alike: Mapping[str, frozenset[str]]
    generic: frozenset[str]
    light: frozenset[str] = frozenset()
    is_how_to: bool = False
    is_what_is: bool = False
    is_polar: bool = False

    def matches(self, term: str, found: frozenset[str]) -> bool:
        """Return whether *found* has *term* or what a label may have for it."""
        return term in found or not found.isdisjoint(self.alike.get(term, frozenset()))


def read_question(text: str) -> Question:
    """Return the question in *text*."""
    question = _MADE_OF.sub("of what material", " ".join(text[:_MOST_QUESTION].split()))
    plain = folded(question)
    kind = _kind(plain)
    question_terms = content_terms(_ORDER.sub("", question))
    implied: set[str] = set()
    if kind is Kind.MEASURE:
        implied = {stem(word) for word in plain.split() if word in _MEASURES}
        question_terms += [term for term in sorted(implied) if term not in question_terms]
    if kind is Kind.MONEY:
        implied = {term for term in question_terms if term in PRICES} or {_PRICE}
        question_terms = [*(term for term in sorted(implied) if term not in question_terms), *question_terms]
    counted = _COUNTED.search(plain) if kind is Kind.COUNT else None
    proper = frozenset(term for match in _PROPER.finditer(question) for term in content_terms(match.group()))
    return Question(
        kind=kind,
        text=question,
        terms=tuple(question_terms),
        implied=frozenset(implied),
        counted=stem(counted.group(1)) if counted is not None else "",
        proper=proper & frozenset(question_terms),
        alike={term: _ALIKE[term] for term in question_terms if term in _ALIKE},
        generic=_GENERIC,
        light=_LIGHT.get(kind, frozenset()) & frozenset(question_terms),
        is_how_to=_HOW_TO.match(plain) is not None,
        is_what_is=_WHAT_IS.match(plain) is not None,
        is_polar=kind is Kind.OPEN and _POLAR.match(plain) is not None,
    )


def _kind(plain: str) -> Kind:
    first = Kind.OPEN
    begins = len(plain)
    for kind, pattern_of_kind in _ASKED:
        match = pattern_of_kind.search(plain)
        if match is None or match.start() >= begins:
            continue
        if kind is Kind.DEFINITION and _NO_DEFINITION.search(plain):
            continue
        # "What is the price": a word for money decides wherever it stands, unless something else is asked first.
        first, begins = kind, (0 if kind is Kind.MONEY else match.start())
    return first


def _alike() -> Mapping[str, frozenset[str]]:
    alike_terms: dict[str, frozenset[str]] = {}
    for line in entry("questions", "alike"):
        group = frozenset(term for word in line.split() for term in terms(word))
        for term in group:
            alike_terms[term] = alike_terms.get(term, frozenset()) | group
    return alike_terms


_ALIKE: Final = _alike()
_PRICE: Final = stem("price")
PRICES: Final = _ALIKE[_PRICE]
