"""Where a page has prices in the currency that a model names, by its code or by its sign."""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.values import currencies
from gossamer.content.values.prices import CODES, Price, currency, may_be, owners_of, prices
from gossamer.features.understanding.supporting.countries import others_of
from gossamer.features.understanding.supporting.said import Found, Line, Said, words

_MONEY: Final = re.compile(r"[^\w\s]\s?\d|\d\s?[^\w\s]|\d\s?[^\W\d_]{1,4}\b|\b[^\W\d_]{2,4}\s?\d")
_CODE: Final = re.compile(r"\b[A-Z]{3}\b")
_MOST_IN_LINE: Final = 4
# What a sign means where nothing tells: "kr" has no such one.
_USUAL: Final = {"$": "USD", "¥": "JPY", "Rs": "INR"}


def is_currency(value: object) -> bool:
    """Return whether it is the code or the sign of a currency."""
    return isinstance(value, str) and (value in CODES or currency(value) in CODES or bool(owners_of(value)))


def priced(text: str, said: Said) -> Iterator[Found]:
    """Yield prices in the currency of the code or sign that *text* is, if the page has none in another."""
    if not is_currency(text):
        return
    code = currency(text)
    told = said.once("prices", _prices)
    if any(one.currency and one.currency != code and not may_be(one.currency, text) for _, one in told):
        return
    if text in CODES and not all(
        _means(one.currency, text, said) for one in {one.currency: one for _, one in told}.values()
    ):
        return
    for line, one in told:
        start = line.text.find(one.printed)
        if start >= 0 and (text in CODES or text.casefold() in one.printed.casefold()):
            yield Found(line, start, start + len(one.printed))


def is_that_of_all_prices(text: str, said: Said) -> bool:
    """Return whether *text* is the code or the sign of the currency of all prices of the page; there are some."""
    return next(priced(text, said), None) is not None


def _prices(lines: Sequence[Line]) -> list[tuple[Line, Price]]:
    return [(line, one) for line in lines if _MONEY.search(line.text) for one in prices(line.text, limit=_MOST_IN_LINE)]


def _means(sign: str, code: str, said: Said) -> bool:
    """Return whether *sign* stands on the page for the currency of *code*: named, of its country, or usual."""
    owners = owners_of(sign)
    if not owners:
        return True
    named = said.once("currencies", _named).intersection(owners.values())
    if named:
        return code in named
    here = (urlsplit(said.url).hostname or "").rpartition(".")[2]
    if here in owners:
        return owners[here] == code
    if any(_names(country, said) for country, of_country in owners.items() if of_country == code):
        return True
    return _USUAL.get(sign) == code


def _named(lines: Sequence[Line]) -> frozenset[str]:
    """Return the codes of the currencies that are named, by code or in words: "in US dollars"."""
    found = {code for line in lines for code in _CODE.findall(line.text)} & CODES
    return frozenset(
        found | {currencies.asked((), line.text) for line in lines if "dollar" in line.text.casefold()}
    ) - {""}


def _names(country: str, said: Said) -> bool:
    """Return whether the page names the country of these two letters."""
    return any(
        next(said.phrase([word.text for word in words(name)]), None) is not None for name in others_of(country)[0]
    )
