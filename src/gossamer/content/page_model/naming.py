"""What an element is by the names its author gave it, its tag and its look: a title, a price, a date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.content.locales import entry, pattern, words

_OLD: Final = words("page_model", "naming", "old")
# The first that fits is taken: "product-price-date" is a price before it is a date, and a date before a title.
_NAMES: Final[Mapping[str, AbstractSet[str]]] = {
    name: frozenset(names.split()) for name, names in entry("page_model", "naming", "names").items()
}
# "prep-time" is no date.
_DURATIONS: Final = words("page_model", "naming", "durations")
_LASTING: Final = re.compile(
    r"(?:\d{1,3} ?(?:h|hrs?|hours?|m|mins?|minutes?|sec|seconds?)\b[ .]?(?:minutes?|hours?)? ?){1,3}", re.IGNORECASE
)
_NAMED: Final = frozenset().union(*_NAMES.values())
_BY_TAG: Final[Mapping[str, str]] = entry("page_model", "naming", "by_tag")
_MONEY: Final = pattern("page_model", "naming", "money")
_MOST_MONEY: Final = 40
# "I paid $89 in the sale."
_WORDS_OF_SENTENCE: Final = 4
_NUMBERS: Final = frozenset({"price", "old price", "rating", "reviews", "date"})
# "yesterday" is a date too.
_MOST_DATE: Final = 16


def guess(names: AbstractSet[str]) -> str:
    """Return the role of an element with these *names*, or an empty text."""
    if names.isdisjoint(_NAMED):
        return ""
    for name, known_names in _NAMES.items():
        if not names.isdisjoint(known_names) and not (name == "date" and not names.isdisjoint(_DURATIONS)):
            return "old price" if name == "price" and not names.isdisjoint(_OLD) else name
    return ""


def by_tag(tag: str) -> str:
    """Return the role of an element with this tag, or an empty text."""
    return _BY_TAG.get(tag, "")


def can_be(name: str, text: str) -> bool:
    """Return whether *text* can be what *name* says: a price has a digit, as has a rating."""
    if name == "date" and _LASTING.fullmatch(text) is not None:
        return False
    if name == "author" and len(text) == 1:
        # The letter that stands for somebody's picture.
        return False
    return name not in _NUMBERS or any(map(str.isdigit, text)) or (name == "date" and len(text) <= _MOST_DATE)


def is_money(text: str) -> bool:
    """Return whether *text* is little more than an amount of money."""
    is_sentence = text.endswith((".", "!")) and text.count(" ") >= _WORDS_OF_SENTENCE
    return len(text) <= _MOST_MONEY and not is_sentence and _MONEY.search(text) is not None
