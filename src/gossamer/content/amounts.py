"""Cents that only their style sets off: "$12<sup>99</sup>" is 12.99, and nobody reads 1299 there.

A page raises the cents of a price, makes them small, or names them by a class, and leaves the point out. In plain text
their figures would run on. Figures that are raised for another reason (a power, the number of a note) are no cents.
"""

import re
from functools import lru_cache
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.page import markup

_CENTS_NAME: Final = markup.alternatives("prices", "cents")
_PART_NAME: Final = markup.alternatives("prices", "parts")
_MONEY_SIGN: Final = markup.alternatives("prices", "money_signs")
_MONEY_WORD: Final = markup.alternatives("prices", "money_words")
MONEY: Final = re.compile(rf"(?:{_MONEY_SIGN})|\b(?:{_MONEY_WORD})\b")
_WHOLE: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,'’\xa0]?\d{3}){0,3}\Z")  # noqa: RUF001
_CENTS: Final = re.compile(r"\d{2}(?!\d)\s*(?P<rest>\D{0,8})\Z")
_NAMED_CENTS: Final = re.compile(rf"(?<![a-z])(?:{_CENTS_NAME})(?![a-z])")
_NAMED_PART: Final = re.compile(rf"(?<![a-z])(?:{_CENTS_NAME}|{_PART_NAME})(?![a-z])")
_PRICE: Final = re.compile(r"price|amount|cost|offer")
PARTS: Final = ("sup", "small", "span", "i", "em", "b", "strong", "u", "bdi")
_RAISED: Final = frozenset({"sup", "small"})
# Characters that are looked at, elements above, and pieces of text before: a page may have a million of each.
MOST_BEFORE: Final = 24
_ABOVE: Final = 3
_MOST_RAISED: Final = 24


def is_set_off(element: turbohtml.Element) -> bool:
    """Return whether *element* is set off as cents are, whatever it says; cheap, to be asked first."""
    if element.tag in _RAISED:
        return True
    if element.tag not in PARTS:
        return False
    named = element.attr("class")
    return named is not None and _is_named(named)


def are_cents(element: turbohtml.Element, before: str) -> bool:
    """Return whether the figures in *element* are the cents of the amount at the end of *before*.

    Two figures behind a whole number, where the page says that it is money: by a currency beside it, by the name of
    what holds it, or by calling them cents.
    """
    text = _beginning(element)
    match = _CENTS.match(text)
    before = before[-MOST_BEFORE:]
    if match is None or _WHOLE.search(before) is None:
        return False
    if (match["rest"] and not MONEY.match(match["rest"])) or element.select_one("a") is not None:
        return False
    if match["rest"] or MONEY.search(before) or _is_before_money(element):
        return True
    return _NAMED_CENTS.search((element.attr("class") or "").lower()) is not None or _stands_in_price(element)


def before_raised(element: turbohtml.Element, before: str) -> str:
    """Return the sign between *before* and the figures of *element*: a point before cents, else a blank.

    Nothing where no figures meet, or nothing sets them off.
    """
    text = _beginning(element)
    if not before[-1:].isdigit() or not text[:1].isdigit():
        return ""
    if are_cents(element, before):
        return "."
    return " " if element.tag == "sup" else ""


def _beginning(element: turbohtml.Element) -> str:
    """Return the first characters in *element*, which may hold the whole page."""
    read = ""
    for descendant in islice(element.descendants, _MOST_RAISED):
        if isinstance(descendant, turbohtml.Text):
            read += descendant.data[:_MOST_RAISED]
        if len(read) >= _MOST_RAISED:
            break
    return read[:_MOST_RAISED].strip()


@lru_cache(maxsize=4096)
def _is_named(names: str) -> bool:
    return _NAMED_PART.search(names.lower()) is not None


def _is_before_money(element: turbohtml.Element) -> bool:
    following = element.next_sibling
    if isinstance(following, turbohtml.Text):
        return MONEY.match(following.data[:_MOST_RAISED].strip()) is not None
    return isinstance(following, turbohtml.Element) and MONEY.match(_beginning(following)) is not None


def _stands_in_price(element: turbohtml.Element) -> bool:
    above = element.parent
    for _ in range(_ABOVE):
        if not isinstance(above, turbohtml.Element):
            break
        named = f"{above.attr('class') or ''} {above.attr('id') or ''} {above.attr('itemprop') or ''}"
        if _PRICE.search(named.lower()):
            return True
        above = above.parent
    return False
