"""Words of prompts: parts of sites, and numbers."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from gossamer.content.text.terms import FUNCTION_WORDS, folded, terms

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

_SUFFIX: Final = re.compile(r" (?:pages?|sections?|areas?|parts?|content|folder|directory)$")
_ARTICLES: Final = re.compile(
    r"^(?:(?:all|any|each|every|both|the|a|an|of|its|their|your|his|our|this|that|these|those|latest|recent|new|newest|"
    r"only|just|also|whole|entire|full|complete|main|public|everything|under|in|from|on) )+"
)


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part: the *words* for it, names of *related* ones, nearest first, and the *guess* at its paths.

    A *general* kind is said of pages of every other kind too.
    """

    guess: str
    words: tuple[str, ...]
    related: tuple[str, ...] = ()
    general: bool = False


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(files("gossamer.features.crawl.prompting").joinpath("parts.toml").read_text("utf-8"))


@cache
def _kinds() -> Mapping[str, PartKind]:
    """Return the kinds by their words."""
    kinds = [
        PartKind(
            guess=f"{name}{ending}",
            words=tuple(row["words"].split("|")),
            related=tuple(row["related"].split("|")),
            general=row.get("general", False),
        )
        for table, ending in (("parts", "/.*"), ("pages", "(/.*)?$"))
        for name, row in _table()[table].items()
    ]
    return {word: kind for kind in kinds for word in kind.words}


@cache
def _fillers() -> frozenset[str]:
    return frozenset(_table()["fillers"].split("|"))


@cache
def _idle() -> frozenset[str]:
    return frozenset(_table()["idle"].split("|")) | _fillers() | FUNCTION_WORDS


# fmt: off
_NUMBERS: Final = {
    "single": 1, "one": 1, "two": 2, "couple": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "a dozen": 12,
    "fifteen": 15, "twenty": 20, "twenty-five": 25, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "hundred": 100, "a hundred": 100, "one hundred": 100, "two hundred": 200,
    "three hundred": 300, "five hundred": 500, "thousand": 1000, "a thousand": 1000, "one thousand": 1000,
    "two thousand": 2000, "five thousand": 5000, "ten thousand": 10_000,
}
# fmt: on
# To be put into an expression; longer words first, so that "a hundred" is not "a".
NUMBER: Final = rf"(\d[\d,.]*k?|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"

# Plurals of things that parts consist of, for use in a pattern: "20 recipes".
THING: Final = "|".join(
    sorted({word for kind in _kinds().values() for word in (*kind.words, *kind.related) if re.fullmatch(r"\w+s", word)})
)

# Words that say what a number without a noun measures, to be put into an expression.
MEASURE: Final = rf"(?:{_table()['measures']})(?![\w/-])|(?:{_table()['bounded']}) *$"


def number_of(text: str) -> int | None:
    """Return the number that *text* says, in digits ("1,000", "2k") or in words; None when it is none."""
    if text in _NUMBERS:
        return _NUMBERS[text]
    digits = text.removesuffix("k").rstrip(".,").replace(",", "").replace(".", "")
    if not digits.isdigit() or len(digits) > 9:  # noqa: PLR2004 - more is no number of pages
        return None
    return int(digits) * (1000 if text.endswith("k") else 1)


def kind_of(phrase: str) -> PartKind | None:
    """Return the kind of part that *phrase* names; None when it names none."""
    words = _words(phrase)
    return _kinds().get(words) or _kinds().get(_SUFFIX.sub("", words))


@lru_cache(maxsize=4096)
def name_of(text: str) -> tuple[str, ...]:
    """Return the words of *text* as names of parts are compared: without fillers, case and endings."""
    words = (word for word in _WORD.findall(folded(text)) if word not in _fillers())
    return tuple(term for word in words for term in terms(word))


@cache
def names_of_things() -> frozenset[str]:
    """Return the terms for pages of any part of a site: "stories", "articles"."""
    names = (name_of(word) for kind in _kinds().values() for word in (*kind.words, *kind.related))
    return frozenset(name[0] for name in names if len(name) == 1)


def says_something(text: str) -> bool:
    """Return whether *text* has a word that would narrow a crawl down."""
    return any(word not in _idle() for word in _WORD.findall(folded(text)))


def _words(phrase: str) -> str:
    return _ARTICLES.sub("", f"{phrase.strip()} ").strip()
