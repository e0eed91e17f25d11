"""Several things of which a page says the same: what each plan costs, the telephone number of each office.

A question that names one of them is about that one. One that names none is about all, unless the page is about one
thing and says it of that: the first of several is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.answering.questions import Kind, Question
from gossamer.content.page_model import Fact, Record, RecordList, Visible
from gossamer.content.page_model.others import leads_elsewhere
from gossamer.content.text.terms import content_terms, terms
from gossamer.content.values import prices

# What a page has several of is called so in questions, and not on each: "the Team plan", "the York office".
KINDS: Final = frozenset(
    terms(
        "plan tier package subscription edition option size variant membership office branch store ticket room course "
        "dish licence license one"
    )
)
_NO_LIST: Final = frozenset({Kind.DEFINITION, Kind.LIST, Kind.PERSON})
_CALLED: Final = ("title", "sku", "brand")
_PRICE: Final = "price"
_FEWEST: Final = 2
_MOST: Final = 12
_LONG: Final = 120
# What is asked beside the price of a thing, and is none of its prices.
_BESIDE: Final = frozenset(
    terms("shipping delivery deposit rrp msrp was old saving discount tax vat fee total subtotal")
)


@dataclass(frozen=True, slots=True)
class Named:
    """A value, and what it is a value of."""

    name: str
    fact: Fact

    @property
    def text(self) -> str:
        """Return both, as a line of an answer."""
        return f"{self.name}: {self.fact.text}"


def distinctive(asked: Question, title: frozenset[str]) -> frozenset[str]:
    """Return the terms of *asked* that tell one of several things from the others."""
    same = asked.implied | asked.generic | asked.light | title | KINDS
    if asked.kind is Kind.MONEY:
        same |= asked.alike.get(_PRICE, frozenset({_PRICE}))
    return frozenset(asked.terms) - same


def of_labels(visible: Visible, found: Fact, asked: Question, title: frozenset[str]) -> Sequence[Named]:
    """Return the values of the label of *found* under each heading of the page, if they differ and none was named."""
    if (
        asked.kind in _NO_LIST
        or not found.group
        or not frozenset(content_terms(found.group)).isdisjoint(frozenset(asked.terms) - title)
    ):
        return ()
    label = found.label.lower()
    alike = [fact for fact in visible.facts if fact.label.lower() == label and fact.group]
    told = list({fact.group: Named(fact.group, fact) for fact in reversed(alike)}.values())[::-1]
    return (_spoken_of(told, asked.text) or told) if _differ(told) else ()


def of_prices(visible: Visible, answer: str, asked: Question, title: frozenset[str]) -> Sequence[Named]:
    """Return the prices of the things that the page has side by side, of those that are named where any is.

    None where *answer*, which was found already, is no price of one of them: then it is that of the page's own thing.
    """
    if asked.kind is not Kind.MONEY:
        return ()
    wanted = distinctive(asked, title)
    for told in (*_priced_lists(visible.records), *_priced_labels(visible.facts)):
        of_wanted = [one for one in told if wanted <= _terms(one.name)] if wanted else told
        meant = _spoken_of(of_wanted, asked.text) or of_wanted
        if len(meant) == 1 and not answer:
            return meant
        if (_differ(meant) or (_differ(told) and len(meant) == 1 and not wanted)) and (
            not answer or any(_is_in(one.fact.text, answer) for one in told)
        ):
            return meant
    return ()


def _spoken_of(told: Sequence[Named], question: str) -> Sequence[Named]:
    """Return the one whose whole name *question* has, as "Phone A"; nothing when it has that of none, or of several."""
    whole = [one for one in told if re.search(rf"(?<!\w){re.escape(one.name)}(?!\w)", question, re.IGNORECASE)]
    alone = [one for one in whole if len(one.name) > 1 or one.name in question.split()]
    longest = max((len(one.name) for one in alone), default=0)
    found = [one for one in alone if len(one.name) == longest]
    return found if len(found) == 1 else ()


def _is_in(price: str, answer: str) -> bool:
    own = prices.price(price)
    return price in answer or (own is not None and own.printed in answer)


def _terms(name: str) -> frozenset[str]:
    return frozenset(terms(name))


def _differ(told: Sequence[Named]) -> bool:
    names, texts = {one.name.lower() for one in told}, {one.fact.text for one in told}
    return len(names) >= _FEWEST and len(texts) >= _FEWEST and len(told) <= _MOST


def _priced_lists(lists: Sequence[RecordList]) -> Iterator[list[Named]]:
    for records in lists:
        if records.is_aside or leads_elsewhere(records.heading):
            continue
        priced = [(record, fact) for record in records.records if (fact := _price_of(record)) is not None]
        told = [Named(name, fact) for record, fact in priced if (name := _called(record, fact))]
        if len(told) >= _FEWEST:
            yield told


def _priced_labels(facts: Sequence[Fact]) -> Iterator[list[Named]]:
    """Yield labels with prices under one heading: "Single room: €80", "Double room: €120"."""
    by_group: dict[str, list[Named]] = {}
    for fact in facts:
        own = _terms(fact.label)
        if _is_price(fact.text) and own.isdisjoint(_BESIDE) and not own <= {_PRICE}:
            by_group.setdefault(fact.group, []).append(Named(fact.label, fact))
    yield from (told for told in by_group.values() if len(told) >= _FEWEST)


def _price_of(record: Record) -> Fact | None:
    """Return what *record* costs: its price, or the only amount in it; None for what holds several things."""
    if "price 2" in record.cells:
        return None
    named = next((fact for name, fact in record.cells.items() if _PRICE in terms(name) and "old" not in name), None)
    amounts = [fact for fact in record.cells.values() if _is_price(fact.text)]
    if named is not None and _is_price(named.text):
        return named
    return amounts[0] if len(amounts) == 1 else None


def _is_price(text: str) -> bool:
    return len(text) <= _LONG and bool(prices.prices(text, limit=1)) and text.count(" ") <= len("per year")


def _called(record: Record, price: Fact) -> str:
    """Return what *record* is called: its title, or its first cell that has letters."""
    named = next((record.cells[name].text for name in _CALLED if name in record.cells), "")
    cells = (fact.text for fact in record.cells.values() if fact is not price and any(map(str.isalpha, fact.text)))
    name = named or next(cells, "")
    return name if len(name) <= _LONG and not _is_price(name) else ""
