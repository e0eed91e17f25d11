# ruff: noqa: E501 - words of many languages, kept as tables
"""Whether an amount of money is the one that a field asks for: now, of the thing itself, and not of a part of it."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values.numbers import number
from gossamer.content.values.roles import Role, role_of
from gossamer.features.understanding.supporting.asked import SURE, about, canonical, is_term
from gossamer.features.understanding.supporting.belonging import phrases
from gossamer.features.understanding.supporting.belonging.cards import is_near_title
from gossamer.features.understanding.supporting.belonging.spot import BESIDE, NUMBER, PRICED, Spot
from gossamer.features.understanding.supporting.said import Line

_AROUND: Final = 30
_FORMER: Final = re.compile(r"\b(?:before|was|previous|original|old|list|former|instead|vorher|statt)", re.IGNORECASE)
_MONEY_BEFORE: Final = re.compile(r"(?:[$€£¥₹₽₩₺₪₴฿]|\b(?:USD|EUR|GBP|CHF|CAD|AUD))\s?\Z")
_MONEY_BEHIND: Final = re.compile(
    r"\s?(?:k|m|bn|million|billion)?\s?(?:[€£₽₴]|(?:USD|EUR|GBP|CHF|euros?|dollars?|pounds?|zł|kr|Kč)\b)"
)
# "9.950 € 54.100 km": the sign is that of the amount before it.
_OF_ANOTHER_AMOUNT: Final = re.compile(r"\d\s?[€£₽₴]\s\Z")
_UNIT_BEHIND: Final = re.compile(r"\s?(?:km|m|kg|g|l|km/h|kw|ps|hp|miles|m²)\b", re.IGNORECASE)
_PRICES: Final = word_set("price cost fee fare rent ticket deposit discount saving rate charge amount tax")
_PLAIN_PRICES: Final = word_set(
    "price cost current sale regular now asking purchase product selling offer salary pay wage rent fee ticket min max"
)
_PERCENT: Final = word_set("percent percentage")
_UNDER_TITLE: Final = 12
_MONTHLY: Final = word_set(
    "monthly month yearly year annual annually weekly week daily day hour hourly night nightly per unit total amount one person"
)
_SHORT: Final = 80
_TWO: Final = 2
_SAVED: Final = re.compile(
    r"\b(?:save|you save|off|saved|ersparnis|spare|sparen|rabatt|économisez|ahorra|risparmi|korting)\b", re.IGNORECASE
)
_AMOUNT: Final = re.compile(r"[$€£¥₹]\s?(\d[\d.,]{0,12})|(\d[\d.,]{0,12})\s?[€£]")
_INSTALMENT: Final = re.compile(
    r"\b(?:payments?|instal+ments?|rates|raten|mensualités|cuotas|rate) (?:of|zu|von|à|de|da) [^\w\s]?\s?\Z",
    re.IGNORECASE,
)
# "£27.42 a month over 12 months".
_OVER_TIME: Final = re.compile(
    r"\s?[€£]?\s?(?:a|per|/|pro|par|al)\s?(?:month|mo|monat|mois|mes)\b,?\s(?:over|for|x|für|pendant|durante)\s\d{1,2}\s(?:m|years?|jahre?|ans)",
    re.IGNORECASE,
)
_INSTALMENTS: Final = word_set("payment instalment installment monthly rate")
_BY: Final = r"\s?[€£]?\s?(?:(?:/|per|a|an|each|every|pro|par|im|por)\s?(?:calendar\s)?(?:{0})\b|(?:{1})(?!\w))"
# By the words of a field: what is paid in such a time.
_PERIODS: Final = tuple(
    (word_set(words), re.compile(_BY.format(spoken, short), re.IGNORECASE))
    for words, spoken, short in (
        ("hour hourly", "hours?|hr|stunde|heure|hora", r"hourly|ph"),
        ("day daily", "days?|tag|jour|día", "daily"),
        ("night nightly", "nights?|nacht|nuit|noche", "nightly"),
        ("week weekly", "weeks?|woche|semaine|semana", r"weekly|pw|p\.w\."),
        ("month monthly", "months?|mo|monat|mois|mes", r"monthly|pcm|p\.c\.m\."),
        ("year yearly annual annually annum", "years?|yr|annum|jahr|an|año", r"yearly|annually|pa|p\.a\."),
    )
)
_AGE_BEFORE: Final = re.compile(r"\b(?:under|over|aged?|ages|unter|über|ab|moins de|menores de)\s\Z", re.IGNORECASE)
_COUNT_BEHIND: Final = re.compile(
    r"\s(?:or (?:more|over|fewer|less)|and (?:over|above|up)|people|persons|guests|adults|children|items|nights|days)\b"
)
_NOT_NOW: Final[dict[Role, frozenset[str]]] = {
    Role.SAVED: word_set("saving saved save discount off reduction rebate"),
    Role.FEE: word_set(
        "fee shipping delivery deposit installation setup postage activation minimum above over threshold ship"
    ),
    Role.UNIT: word_set("unit kg litre liter per basic"),
    Role.OTHERS: word_set("member student subscriber prime senior"),
}


def is_money(spot: Spot) -> bool:
    """Return whether a sign or a name of a currency stands beside the number."""
    text = spot.line.text
    before = text[max(0, spot.found.start - 5) : spot.found.start]
    if _OF_ANOTHER_AMOUNT.search(text[max(0, spot.found.start - _AROUND) : spot.found.start]) and _UNIT_BEHIND.match(
        text, spot.found.end
    ):
        return False
    return _MONEY_BEFORE.search(before) is not None or _MONEY_BEHIND.match(text, spot.found.end) is not None


def may_cost(spot: Spot, own: int) -> bool:
    """Return whether an amount may be what the field asks for, whose words are *own* away."""
    field_asked = spot.own
    if field_asked.is_counted or field_asked.is_plural or not may_be_price(spot):
        return False
    if not _PERCENT.isdisjoint(words_of(field_asked.name)):
        return False
    if field_asked.is_money or own <= BESIDE:
        return True
    return not any(one.is_money for one in spot.claimants.others)


def may_be_price(spot: Spot) -> bool:
    """Return whether an amount is not one that was asked before, is saved, or is for something beside."""
    if not is_money(spot):
        return not (_is_priced(spot) and (_COUNT_BEHIND.match(spot.line.text, spot.found.end) or _is_an_age(spot)))
    before, after = _around(spot)
    if _is_of_another_period(spot):
        return False
    if (_INSTALMENT.search(before) or _OVER_TIME.match(after)) and spot.own.words.isdisjoint(_INSTALMENTS):
        return False
    return not _is_priced(spot) or _is_asked_price(spot, before, after)


def _is_an_age(spot: Spot) -> bool:
    """Return whether it says for whom a price is that stands in the same line: "Children under 12: £38"."""
    before = spot.line.text[max(0, spot.found.start - _AROUND) : spot.found.start]
    return _AGE_BEFORE.search(before) is not None and PRICED.search(spot.line.text) is not None


def _is_of_another_period(spot: Spot) -> bool:
    """Return whether it is paid in another time than the field says: "£312 pw" is no monthly rent."""
    words = words_of(spot.own.name)
    asked = [one for one, _ in _PERIODS if not one.isdisjoint(words)]
    told = [one for one, behind in _PERIODS if behind.match(spot.line.text, spot.found.end)]
    return bool(asked and told) and not any(one in asked for one in told)


def _is_of_its_period(spot: Spot) -> bool:
    """Return whether it is paid in the time that the field says: "£1,350 pcm" is a monthly rent."""
    words = words_of(spot.own.name)
    return any(
        not one.isdisjoint(words) and behind.match(spot.line.text, spot.found.end) is not None
        for one, behind in _PERIODS
    )


def _around(spot: Spot) -> tuple[str, str]:
    """Return what stands before an amount, behind the last number and the last sentence, and what stands behind it."""
    text = spot.line.text
    before = text[max(0, spot.found.start - _AROUND) : spot.found.start]
    digits = [match.end() for match in NUMBER.finditer(before)]
    before = before[digits[-1] :] if digits else before
    # What is behind the end of a sentence is said of something else.
    before = re.split(r"[.!?;]\s", before)[-1]
    return before, text[spot.found.end : spot.found.end + _AROUND]


def _is_asked_price(spot: Spot, before: str, after: str) -> bool:
    """Return whether a price between these words plays the part that is asked for: now, before, of a part."""
    field_asked = spot.own
    role = role_of(before, re.sub(r"\A\s?[€£]", "", after))
    if role is not Role.SAVED and (is_larger := _is_larger_of_two(spot)) is not None:
        return is_larger is field_asked.is_old_price
    if role is Role.OLD:
        return field_asked.is_old_price
    if field_asked.is_old_price:
        claims = (one for one in spot.line.outlined.claims if one.start <= spot.found.start < one.end)
        return _FORMER.search(before) is not None or any(one.by_author and one.label == "old price" for one in claims)
    words = frozenset(words_of(field_asked.name))
    return role not in _NOT_NOW or not words.isdisjoint(_NOT_NOW[role]) or not field_asked.concept


def _is_larger_of_two(spot: Spot) -> bool | None:
    """Return whether it is what was asked before, of "£149.99 £179.99 Save £30"; None where nothing is saved."""
    text = spot.line.text
    if len(text) > _SHORT or _SAVED.search(text) is None:
        return None
    amounts = [read for one in _AMOUNT.finditer(text) if (read := number(one.group(1) or one.group(2))) is not None]
    own = number(spot.value)
    if len(amounts) <= _TWO or own not in amounts:
        return None
    return own == max(amounts)


def is_so_called(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether labels of an amount of money say which one it is, where the field does: "Price" is no setup fee."""
    which = spot.own.words - _PLAIN_PRICES - _MONTHLY
    if not spot.own.is_money or not which:
        return True
    words = {word for label in (*labels, spot.line.heading) for word in words_of(f"{label} ")}
    named = words - _PLAIN_PRICES - _MONTHLY
    return (
        not which.isdisjoint(named | set(map(canonical, named)))
        or any(is_term(spot.own, word) for word in named)
        or any(about(spot.own, label) >= SURE for label in labels)
    )


def is_the_price(spot: Spot) -> bool:
    """Return whether it is what the thing costs: one of its card, near the title of the page, or the one amount there."""
    if spot.claimants.is_in_entry:
        return is_money(spot) or phrases.is_clause(spot.found)
    if not is_money(spot) or spot.own.is_old_price:
        return is_money(spot)
    if not (
        spot.own.words <= _PLAIN_PRICES or (spot.own.words <= _PLAIN_PRICES | _MONTHLY and _is_of_its_period(spot))
    ):
        return False
    return is_near_title(spot, _UNDER_TITLE) or not spot.said.once("priced", _priced) - {spot.line.number}


def _priced(lines: Sequence[Line]) -> frozenset[int]:
    """Return the numbers of the lines that say amounts of money."""
    return frozenset(line.number for line in lines if PRICED.search(line.text))


def _is_priced(spot: Spot) -> bool:
    """Return whether the field asks for what something costs, and not for another amount: a revenue."""
    concept = spot.own.concept
    return (concept is not None and concept.kind is Kind.PRICE) or bool(_PRICES & spot.own.words)
