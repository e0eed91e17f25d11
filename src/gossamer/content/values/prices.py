# ruff: noqa: RUF001 - dashes as prices have them
"""Prices: an amount with its currency, as shops write them.

The currency is an ISO 4217 code. A sign that several countries use ("$", "kr", "Rs") is settled by where the page is;
without such a clue the sign itself stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from itertools import islice
from typing import Final

from gossamer.content.locales import entry, words
from gossamer.content.values.numbers import NUMBER, SCALE, number, plain_digits, scale_at

_SIGNS: Final[Mapping[str, str]] = {
    sign: code for code, signs in entry("values", "currencies", "signs").items() for sign in signs.split()
}
# Signs that several countries share: the code by the two letters of the country.
_SHARED: Final[Mapping[str, Mapping[str, str]]] = entry("values", "currencies", "shared")
CODES: Final = words("values", "currencies", "codes")
_WORDS: Final = "|".join(
    re.escape(sign) for sign in sorted([*_SIGNS, *_SHARED, "Kr", "KR", "RS", "PLN"], key=len, reverse=True)
)
_CURRENCY: Final = rf"(?:(?:{_WORDS}|{'|'.join(sorted(CODES))})(?![A-Za-z])\.?)"
# Of these signs only where nothing of a word stands before them.
_PRICE: Final = re.compile(
    rf"(?P<before>(?<![A-Za-z]){_CURRENCY})\s{{0,3}}(?P<first>{NUMBER})"
    rf"|(?P<second>{NUMBER})(?P<scale>{SCALE})?\s{{0,3}}(?:,-|-)?\s{{0,2}}(?P<after>{_CURRENCY})"
)
# "45€99"; "€45 €39" and "12 € 15 Stück" are no cents.
_GROUPED_CENTS: Final = re.compile(r"(?<![\d.,€])(?<!€\s)(\d{1,6})\s?€(\d{2})(?![\d.,]|\s?€)")


class Role(Enum):
    """The price now, a former one, a saving, of a part, by the month, of some people, an extra, an end of a range."""

    NOW = auto()
    OLD = auto()
    SAVED = auto()
    UNIT = auto()
    RATE = auto()
    OTHERS = auto()
    FEE = auto()
    LOW = auto()
    HIGH = auto()


# In the order in which they are tried: what leads to such a price, and what follows it.
_ROLES: Final = tuple(
    (
        Role[row["role"]],
        re.compile(rf"\b(?:{row['leads']})\b", re.IGNORECASE) if "leads" in row else None,
        re.compile(row["follows"], re.IGNORECASE) if "follows" in row else None,
    )
    for row in entry("values", "price_roles")
)


def role_of(before: str, after: str) -> Role:
    """Return the role of a price that stands between *before* and *after*, some words each."""
    for role, leads, follows in _ROLES:
        if (leads is not None and leads.search(before)) or (follows is not None and follows.match(after)):
            return role
    return Role.NOW


class Sought(Enum):
    """Which of the prices in a text is asked for: that of the thing, what it cost before, the ends of a range."""

    NOW = auto()
    BEFORE = auto()
    LEAST = auto()
    MOST = auto()
    UNIT = auto()
    BY_TIME = auto()


_MOST: Final = 20
_AROUND: Final = 30
_ALONE: Final = re.compile(r"\b(?:reg(?:ular)?|plus)\b", re.IGNORECASE)
# "$49 - $89", "50 - 60 €".
_TO: Final = re.compile(rf"\s?(?:-|–|—|to\b|bis\b|à\b|hasta\b|until\b)\s?(?:{_CURRENCY})?\s?\d(?![\d.,]*\s?%)")
_FROM: Final = re.compile(rf"({NUMBER})\s?(?:-|–|—|to|bis|à|hasta)\s?\Z")


@dataclass(frozen=True, slots=True)
class Price:
    """An *amount* in a *currency* (ISO code, or a sign that stays in doubt, or empty); *printed* as it stood."""

    amount: Decimal
    currency: str
    printed: str


@dataclass(frozen=True, slots=True)
class _Stated:
    """A price, what it is, and the words that lead to it and follow it."""

    price: Price
    role: Role
    before: str
    after: str = ""


def prices(text: str, *, country: str = "", limit: int = 20) -> list[Price]:
    """Return the prices that stand in *text* with a currency, in order."""
    return [stated_price.price for stated_price in islice(_find_stated_prices(text, country), limit)]


def price(
    text: str, *, country: str = "", hint: str = "", machine: bool = False, sought: Sought = Sought.NOW
) -> Price | None:
    """Return the price of the thing that *text* is about; a bare number is one in the currency of *hint*.

    What is saved, what it cost before, what a part of it costs or its delivery is not its price; of a range only the
    ends are one. *machine*: the text is a value for programs, whose point is decimal.
    """
    bare = number(text, machine=machine)
    if bare is not None:
        return Price(bare, currency(hint, country=country), text.strip())
    return _choose_price(list(islice(_find_stated_prices(text, country), _MOST)), sought)


def _find_stated_prices(text: str, country: str) -> Iterator[_Stated]:
    """Yield the prices in *text*, each with what the words around it say that it is."""
    text = _GROUPED_CENTS.sub(r"\1,\2 €", plain_digits(text[:4_000]))
    matches = list(islice(_PRICE.finditer(text), 4 * _MOST))
    for at, match in enumerate(matches):
        value = number(match.group("first") or match.group("second"))
        if value is None:
            continue
        times, end = scale_at(text, match.end("first"), is_money=True) if match.group("first") else (Decimal(1), 0)
        if match.group("scale"):
            times, _ = scale_at(text, match.end("second"))
        end = max(end, match.end())
        written = currency(match.group("before") or match.group("after"), country=country)
        begin = matches[at - 1].end() if at else 0
        before = text[max(begin, match.start() - _AROUND) : match.start()]
        following = matches[at + 1].start() if at + 1 < len(matches) else len(text)
        after = text[end : min(following, end + _AROUND)]
        printed = text[match.start() : end].strip()
        role = Role.LOW if _TO.match(text[end : end + 12]) else role_of(before, after)
        if len(matches) == 1 and _ALONE.search(before):
            # A regular price is an old one beside another, and "8 Plus $499" adds to nothing.
            role = Role.NOW
        if match.group("second") and (low := _FROM.search(before)) is not None:
            least = number(low.group(1))
            # "50 - 60 €" is a range, and "Model 12 - 899 €" is none.
            role = Role.HIGH if least is not None and value / 10 <= least < value else role
        yield _Stated(Price(value * times, written, printed), role, before, after)


def _choose_price(prices_stated: Sequence[_Stated], sought: Sought) -> Price | None:
    """Return the one of the prices of a text that is *sought*."""
    if any(candidate.role in {Role.LOW, Role.HIGH} for candidate in prices_stated):
        return _end(prices_stated, sought)
    by_role: dict[Role, list[_Stated]] = {}
    for stated_price in prices_stated:
        by_role.setdefault(stated_price.role, []).append(stated_price)
    if sought is Sought.UNIT:
        return _present_price(by_role.get(Role.UNIT, [])[:1])
    if sought is Sought.BEFORE:
        is_alone = len(prices_stated) == 1
        return _present_price((by_role.get(Role.OLD) or (by_role.get(Role.NOW, []) if is_alone else []))[:1])
    # A thing without another price is sold by the kilo.
    roles = (Role.RATE, Role.NOW) if sought is Sought.BY_TIME else (Role.NOW, Role.RATE, Role.UNIT)
    return _present_price(next(filter(None, map(by_role.get, roles)), []))


def _present_price(stated_prices: Sequence[_Stated]) -> Price | None:
    """Return the first of *stated_prices*, or the second where they are an old and a new one side by side."""
    if (
        len(stated_prices) > 1
        and not stated_prices[1].before.strip(" /|·,()")
        and stated_prices[0].price.amount > stated_prices[1].price.amount
    ):
        return stated_prices[1].price
    return stated_prices[0].price if stated_prices else None


def _end(prices_stated: Sequence[_Stated], sought: Sought) -> Price | None:
    """Return the end of a range that is *sought*."""
    low = next((at for at, stated_price in enumerate(prices_stated) if stated_price.role is Role.LOW), None)
    if sought is Sought.LEAST and low is not None:
        return prices_stated[low].price
    if sought is not Sought.MOST:
        return None
    high = next((stated_price.price for stated_price in prices_stated if stated_price.role is Role.HIGH), None)
    return prices_stated[low + 1].price if low is not None and low + 1 < len(prices_stated) else high


def currency(sign: str, *, country: str = "") -> str:
    """Return the ISO code of *sign* or code; the sign itself when several countries use it and none is known."""
    sign = sign.strip().rstrip(".") if sign.strip() not in _SIGNS else sign.strip()
    if sign.upper() in CODES:
        return sign.upper()
    if sign in _SIGNS:
        return _SIGNS[sign]
    return owners_of(sign).get(country.lower(), sign)


def current(text: str, *, country: str = "") -> Price | None:
    """Return the price that is asked, when *text* says that others in it are not: "Was £119.99 £89.50"."""
    stated_prices = list(islice(_find_stated_prices(text, country), _MOST))
    if len({stated_price.role for stated_price in stated_prices}) < 2:  # noqa: PLR2004 - an old and a new one
        return None
    chosen = _choose_price(stated_prices, Sought.NOW)
    current_amounts = {stated_price.price.amount for stated_price in stated_prices if stated_price.role is Role.NOW}
    old = [stated_price.price.amount for stated_price in stated_prices if stated_price.role is Role.OLD]
    if (
        chosen is None
        or any(amount < chosen.amount for amount in current_amounts)
        or any(was <= chosen.amount for was in old)
    ):
        return None
    return chosen


def is_of_else(text: str, *, country: str = "") -> bool:
    """Return whether all amounts in *text* are of something else than the thing: what is saved, its delivery, …."""
    roles = [stated_price.role for stated_price in islice(_find_stated_prices(text, country), _MOST)]
    return bool(roles) and all(role in {Role.SAVED, Role.OLD, Role.FEE, Role.OTHERS} for role in roles)


def is_of_part(text: str, *, country: str = "") -> bool:
    """Return whether *text* gives a price by the month or by the kilo and no other."""
    roles = {stated_price.role for stated_price in islice(_find_stated_prices(text, country), _MOST)}
    return bool(roles & {Role.RATE, Role.UNIT}) and Role.NOW not in roles


def by_time(text: str, *, country: str = "") -> list[tuple[Price, str]]:
    """Return the prices in *text* that are by the month, the year or the like, each with the words behind it."""
    return [
        (stated_price.price, stated_price.after)
        for stated_price in islice(_find_stated_prices(text, country), _MOST)
        if stated_price.role is Role.RATE
    ]


def owners_of(sign: str) -> Mapping[str, str]:
    """Return the codes of the currencies that *sign* may stand for, by the two letters of a country; of one none."""
    return next((by_country for shared, by_country in _SHARED.items() if sign.lower() == shared.lower()), {})


def may_be(sign: str, code: str) -> bool:
    """Return whether *sign* may stand for the currency of *code*: "$" for the dollars of several countries."""
    return sign == code or code in owners_of(sign).values()
