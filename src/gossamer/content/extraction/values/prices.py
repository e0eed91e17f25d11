# ruff: noqa: RUF001 - words of many languages, kept as tables
"""Prices: an amount with its currency, as shops write them.

The currency is an ISO 4217 code. A sign that several countries use ("$", "kr", "Rs") is settled by where the page is;
without such a clue the sign itself stands.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gossamer.content.extraction.naming import word_set
from gossamer.content.extraction.values.numbers import NUMBER, number, plain_digits

_SIGNS: Final[Mapping[str, str]] = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD",
    "S$": "SGD", "R$": "BRL", "MX$": "MXN", "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "руб": "RUB", "₩": "KRW",
    "원": "KRW", "円": "JPY", "￥": "JPY", "元": "CNY", "₺": "TRY", "TL": "TRY", "₴": "UAH", "грн": "UAH", "₪": "ILS",
    "₫": "VND", "฿": "THB", "₦": "NGN", "₱": "PHP", "₸": "KZT", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "lei": "RON",
    "лв": "BGN", "Fr.": "CHF", "SFr": "CHF", "Rp": "IDR", "RM": "MYR", "ر.س": "SAR", "د.إ": "AED", "kn": "HRK",
    "Kn": "HRK", "Euro": "EUR",
}  # fmt: skip
_SHARED: Final[Mapping[str, Mapping[str, str]]] = {
    "$": {
        "us": "USD", "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "cl": "CLP", "ar": "ARS", "co": "COP",
        "tw": "TWD", "hk": "HKD", "sg": "SGD", "uy": "UYU",
    },
    "kr": {"se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK"},
    "¥": {"jp": "JPY", "cn": "CNY"},
    "Rs": {"in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR"},
}  # fmt: skip
CODES: Final = word_set(
    "AED ARS AUD BAM BDT BGN BHD BRL BYN CAD CHF CLP CNY COP CRC CZK DKK DOP EGP EUR GBP GEL GHS HKD HRK HUF IDR ILS "
    "INR IQD ISK JOD JPY KES KRW KWD KZT LBP LKR MAD MDL MKD MXN MYR NGN NOK NPR NZD OMR PEN PHP PKR PLN PYG QAR RON "
    "RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH UGX USD UYU VND ZAR"
)
_WORDS: Final = "|".join(
    re.escape(sign) for sign in sorted([*_SIGNS, *_SHARED, "Kr", "KR", "RS", "PLN"], key=len, reverse=True)
)
_CURRENCY: Final = rf"(?:(?:{_WORDS}|{'|'.join(sorted(CODES))})(?![A-Za-z])\.?)"
# Of these signs only where nothing of a word stands before them.
_PRICE: Final = re.compile(
    rf"(?P<before>(?<![A-Za-z]){_CURRENCY})\s{{0,3}}(?P<first>{NUMBER})"
    rf"|(?P<second>{NUMBER})\s{{0,3}}(?:,-|-)?\s{{0,2}}(?P<after>{_CURRENCY})"
)
_GROUPED_CENTS: Final = re.compile(r"(?<![\d.,])(\d{1,6})\s?€\s?(\d{2})(?![\d.,])")


@dataclass(frozen=True, slots=True)
class Price:
    """An *amount* in a *currency* (ISO code, or a sign that stays in doubt, or empty); *printed* as it stood."""

    amount: Decimal
    currency: str
    printed: str


def prices(text: str, *, country: str = "", limit: int = 20) -> list[Price]:
    """Return the prices that stand in *text* with a currency, in order."""
    text = _GROUPED_CENTS.sub(r"\1,\2 €", plain_digits(text[:4_000]))
    found: list[Price] = []
    for match in _PRICE.finditer(text):
        amount = number(match.group("first") or match.group("second"))
        if amount is not None:
            sign = match.group("before") or match.group("after")
            found.append(Price(amount, currency(sign, country=country), match.group().strip()))
            if len(found) == limit:
                break
    return found


def price(text: str, *, country: str = "", hint: str = "", machine: bool = False) -> Price | None:
    """Return the price that *text* gives first; a bare number is one in the currency of *hint*.

    *machine*: the text is a value for programs, whose point is decimal.
    """
    bare = number(text, machine=machine)
    if bare is not None:
        return Price(bare, currency(hint, country=country), text.strip())
    return next(iter(prices(text, country=country, limit=1)), None)


def currency(sign: str, *, country: str = "") -> str:
    """Return the ISO code of *sign* or code; the sign itself when several countries use it and none is known."""
    sign = sign.strip().rstrip(".") if sign.strip() not in _SIGNS else sign.strip()
    if sign.upper() in CODES:
        return sign.upper()
    if sign in _SIGNS:
        return _SIGNS[sign]
    for shared, by_country in _SHARED.items():
        if sign.lower() == shared.lower():
            return by_country.get(country.lower(), sign)
    return sign


# What stands before a price that is no longer asked.
_BEFORE: Final = re.compile(
    r"\b(?:was|rrp|msrp|uvp|statt|instead of|list price|reg(?:ular|\.)?(?: price)?)\b", re.IGNORECASE
)


def current(text: str, *, country: str = "") -> Price | None:
    """Return the new one of two prices when *text* says which is the old one: "Was £119.99 £89.50"."""
    found = prices(text, country=country, limit=3)
    if len(found) != 2:  # noqa: PLR2004 - an old and a new one
        return None
    first, second = (text.find(one.printed) for one in found)
    old, new = _BEFORE.search(text[: max(0, first)]), _BEFORE.search(text[max(0, first) : max(0, second)])
    if (old is None) == (new is None) or first < 0 or second <= first:
        return None
    kept, gone = (found[1], found[0]) if old is not None else (found[0], found[1])
    return kept if kept.amount < gone.amount else None
