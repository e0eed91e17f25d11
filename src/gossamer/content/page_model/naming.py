"""What an element is by the names its author gave it, its tag and its look: a title, a price, a date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final

_OLD: Final = frozenset(
    {"old", "was", "original", "regular", "strike", "strikethrough", "before", "previous", "crossed", "compare", "rrp",
     "msrp", "uvp", "striked", "through", "del"}
)  # fmt: skip
# The first that fits is taken: "product-price-date" is a price before it is a date, and a date before a title.
_NAMES: Final[Mapping[str, AbstractSet[str]]] = {
    "price": frozenset({"price", "prices", "pricing", "cost", "preis", "prix", "precio", "prezzo"}),
    "rating": frozenset({"rating", "ratings", "stars", "star", "score", "ratingvalue"}),
    "reviews": frozenset({"reviews", "votes", "reviewcount", "ratingcount"}),
    "availability": frozenset({"availability", "stock", "instock", "outofstock", "inventory", "verfuegbarkeit"}),
    "sku": frozenset({"sku", "artnr", "itemno", "productid", "articlenumber", "partnumber"}),
    "brand": frozenset({"brand", "manufacturer", "vendor", "marke", "marque"}),
    "author": frozenset({"author", "byline", "writer", "creator", "username", "by"}),
    "date": frozenset({"date", "time", "published", "pubdate", "timestamp", "datetime", "posted", "datum", "age"}),
    "company": frozenset({"company", "employer", "organization", "organisation"}),
    "location": frozenset({"location", "city", "venue", "place", "locality", "region"}),
    "role": frozenset({"role", "jobtitle", "position", "occupation"}),
    "category": frozenset({"category", "categories", "kicker", "topic", "genre"}),
    "title": frozenset({"title", "name", "headline", "heading", "titel", "titre", "titleline", "subject"}),
    "description": frozenset(
        {"description", "desc", "summary", "excerpt", "teaser", "snippet", "abstract", "dek", "blurb", "subtitle"}
    ),
}  # fmt: skip
# "prep-time" is no date.
_DURATIONS: Final = frozenset({"prep", "cook", "cooking", "total", "read", "reading", "ready", "duration", "delivery"})
_LASTING: Final = re.compile(
    r"(?:\d{1,3} ?(?:h|hrs?|hours?|m|mins?|minutes?|sec|seconds?)\b[ .]?(?:minutes?|hours?)? ?){1,3}", re.IGNORECASE
)
_NAMED: Final = frozenset().union(*_NAMES.values())
_BY_TAG: Final[Mapping[str, str]] = {
    "h1": "title", "h2": "title", "h3": "title", "h4": "title", "h5": "title", "h6": "title", "time": "date",
    "s": "old price", "del": "old price", "strike": "old price", "address": "location",
}  # fmt: skip
_MONEY: Final = re.compile(
    r"(?:[$€£¥₹₽₩₺₪₴฿]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|PLN|SEK|NOK|DKK|CZK|Rs\.?)\b) ?\d|"
    r"\d ?(?:[€£₽₴]|zł|kr\b|Kč|(?:USD|EUR|GBP|CHF|PLN|SEK|NOK|DKK|CZK)\b|元|円)"
)
_MOST_MONEY: Final = 40
# "I paid $89 in the sale."
_WORDS_OF_SENTENCE: Final = 4
_NUMBERS: Final = frozenset({"price", "old price", "rating", "reviews", "date"})
# "yesterday" is a date too.
_MOST_DATE: Final = 16


def guess(names: AbstractSet[str]) -> str:
    """Return what an element of these *names* is, or an empty text."""
    if names.isdisjoint(_NAMED):
        return ""
    for name, words in _NAMES.items():
        if not names.isdisjoint(words) and not (name == "date" and not names.isdisjoint(_DURATIONS)):
            return "old price" if name == "price" and not names.isdisjoint(_OLD) else name
    return ""


def by_tag(tag: str) -> str:
    """Return what an element of this tag is, or an empty text."""
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
