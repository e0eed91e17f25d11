"""A price beside one that is struck out: "~~$229.00~~ **$179.00**"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import turbohtml

from gossamer.content.extraction.candidates import Candidate, few_words
from gossamer.content.extraction.reading import Reading
from gossamer.content.page_model.others import HEADINGS, MOST_HEADING, leads_elsewhere
from gossamer.content.values import prices

_STRUCK: Final = 'h1, h2, h3, h4, del, s, strike, [style*="line-through" i]'
_MAX_LOOKED_AT: Final = 200
_MAX_TEXT: Final = 60
_UP: Final = 2
# "Now", "incl. VAT"; in a sentence another thing may be sold.
_MOST_WORDS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Sale:
    """What is asked *now* and what was asked before (*was*)."""

    now: Candidate
    was: Candidate
    amounts: tuple[Decimal, Decimal]


def sale(reading: Reading) -> Sale | None:
    """Return the only sale that the page shows of its own thing; None when it shows none, or several."""
    found = list(_shown(reading))
    return found[0] if found and len({one.amounts for one in found}) == 1 else None


def _shown(reading: Reading) -> Iterator[Sale]:
    elsewhere = ""
    for element in reading.page.document.select(_STRUCK)[:_MAX_LOOKED_AT]:
        if element.tag in HEADINGS:
            if leads_elsewhere(few_words(element, MOST_HEADING)):
                elsewhere = element.tag
            elif element.tag <= elsewhere:
                elsewhere = ""
        elif not elsewhere and element.closest("nav, footer, aside, li, a[href], tr") is None:
            one = _of(element, reading.country)
            if one is not None:
                yield one


def _of(element: turbohtml.Element, country: str) -> Sale | None:
    text = few_words(element, _MAX_TEXT)
    was = prices.prices(text, country=country, limit=2) if text else []
    holder = element.parent
    for _ in range(_UP):
        if len(was) != 1 or not isinstance(holder, turbohtml.Element):
            break
        beside = few_words(holder, 2 * _MAX_TEXT)
        others = [one for one in prices.prices(beside, country=country) if one.amount != was[0].amount]
        if others:
            now = others[0]
            is_sale = len({one.amount for one in others}) == 1 and 0 < now.amount < was[0].amount
            rest = beside.replace(was[0].printed, " ").replace(now.printed, " ")
            is_said_alone = len(_WORD.findall(rest)) <= _MOST_WORDS
            if not is_sale or not is_said_alone or prices.is_of_else(f"{rest} {now.printed}", country=country):
                return None
            return Sale(
                Candidate(now.printed, f"beside {element.tag}", currency=now.currency, quote=beside),
                Candidate(was[0].printed, element.tag, currency=was[0].currency, quote=beside),
                (now.amount, was[0].amount),
            )
        holder = holder.parent
    return None
