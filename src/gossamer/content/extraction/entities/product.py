"""Products: the price, the brand and the availability where a shop only shows them.

Of the many prices on a page the likeliest is taken: by the names of its elements, by what it stands in, and by how soon
it follows the product's name. The weights are in `locales/extraction.toml`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice
from typing import Final

import turbohtml

from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.entities.elements import around, is_aside, names, place, texts
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import entry, pattern, selector
from gossamer.content.page_model.naming import is_money
from gossamer.content.page_model.others import HEADINGS, MOST_HEADING, leads_elsewhere
from gossamer.content.text.names import same_words
from gossamer.content.values import prices
from gossamer.content.values.availability import availability, can_be_had, without_availability

_PRICED, _STRUCK, _FORMER, _BRANDS, _STOCK, _BUY = (
    selector("extraction", "product", "selectors", name)
    for name in ("priced", "struck", "former", "brand", "stock", "buy")
)
# By pattern: what it adds in the names of an element, and in those of an element around it.
_WEIGHTS: Final = [
    (pattern("extraction", "product", name), *pair) for name, pair in entry("extraction", "product", "weights").items()
]
_TAGS: Final[Mapping[str, float]] = entry("extraction", "product", "tags")
_PRICE_WORDS: Final = frozenset(entry("extraction", "product", "selectors", "priced")["words"].split())
_HIDDEN: Final = pattern("extraction", "product", "hidden")
_PICTURED: Final = pattern("extraction", "product", "pictured")
_STORE: Final = pattern("extraction", "product", "store")
_BESIDE_STOCK: Final = pattern("extraction", "stock", "beside")
_WORD: Final = re.compile(r"\w")
# "Brand: Acme".
_LABEL: Final = re.compile(r"\A[^:]{1,20}:\s{0,3}")
_UNSEEN: Final = frozenset({"script", "style", "input", "meta", "template"})
_MOST_PRICED: Final = 800
_MOST_LINES: Final = 2_000
_LONGEST: Final = 60
_SHORTEST_BRAND: Final = 2
_LONGEST_BRAND: Final = 40


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the page's values for *concept* of the product it sells."""
    read = _READERS.get(concept.name)
    if read is not None:
        yield from read(reading)


@dataclass(frozen=True, slots=True)
class _Priced:
    """A price that the page shows, its *position* among all of them, and its *weight* as that of the product."""

    weight: float
    position: int
    amount: Decimal
    candidate: Candidate


def _prices(reading: Reading) -> Iterator[Candidate]:
    """Yield the likeliest price of those in elements that are named for one; nothing when none is likely enough."""
    weight, _, best = max(_weigh_prices(reading), key=lambda weighed_price: weighed_price[:2], default=(0.0, 0, None))
    if best is not None and weight > 0:
        yield best.candidate


def plain_prices(reading: Reading) -> Iterator[Candidate]:
    """Yield the one amount that is a line of its own, where no element is named for a price."""
    lines = (line for line in islice(reading.visible.own_lines(), _MOST_LINES) if len(line) <= _LONGEST)
    price_lines = [line for line in lines if _is_own_price(line, reading.country)]
    if len(price_lines) == 1 and not _weigh_prices(reading):
        yield Candidate(price_lines[0], "line of the page", quote=price_lines[0])


def _is_own_price(line: str, country: str) -> bool:
    """Return whether *line* is one amount, with no other word than one for a price."""
    amounts = prices.prices(line, country=country, limit=2) if is_money(line) else []
    if len(amounts) != 1 or amounts[0].amount <= 0 or prices.is_of_else(line, country=country):
        return False
    return all(word in _PRICE_WORDS for word in same_words(line.replace(amounts[0].printed, " ")))


def _weigh_prices(reading: Reading) -> list[tuple[float, int, _Priced]]:
    """Return the prices in elements that are named for one, each with its weight and its place from the end."""
    weighed: list[_Priced] = []
    heading = -1
    elsewhere = ""
    for position, element in enumerate(reading.page.document.select(_PRICED)[:_MOST_PRICED]):
        if element.tag not in HEADINGS:
            weighed += _read_prices(element, position, -4.0 * bool(elsewhere), reading.country)
            continue
        if element.tag == "h1" and (heading < 0 or element == reading.heading):
            heading = position
        if leads_elsewhere(few_words(element, MOST_HEADING)):
            elsewhere = element.tag
        elif element.tag <= elsewhere:
            elsewhere = ""
    amounts = Counter(priced.amount for priced in weighed)
    # The first price after the heading is the nearest to it.
    after = [priced.position for priced in weighed if priced.position > heading]
    nearness = {position: max(0.0, 3 - rank / 2) for rank, position in enumerate(after)}
    return [
        (
            priced.weight + min(amounts[priced.amount], 4) / 4 + nearness.get(priced.position, 0.0),
            -priced.position,
            priced,
        )
        for priced in weighed
    ]


def _read_prices(element: turbohtml.Element, position: int, weight: float, country: str) -> Iterator[_Priced]:
    text = _figures(element)
    price = _price_of(text, element, country) if text else None
    if price is not None and price.amount > 0:
        weight += _weight(element) + (0.5 if price.currency else -0.5) - 1.5 * prices.is_of_part(text, country=country)
        printed = price.printed if price == prices.current(text, country=country) else text
        candidate = Candidate(printed, place(element), currency=price.currency, quote=text)
        yield _Priced(weight, position, price.amount, candidate)


def _figures(element: turbohtml.Element) -> str:
    """Return the text of *element* if it is short and has a figure, else nothing."""
    text = few_words(element, _LONGEST) if element.tag not in _UNSEEN else ""
    return text if any(map(str.isdigit, text)) else ""


def _price_of(text: str, element: turbohtml.Element, country: str) -> prices.Price | None:
    if prices.is_of_else(text, country=country):
        return None
    several = prices.prices(text, country=country, limit=2)
    if several:
        # Two different prices are an old and a new one, or a range: the elements inside say which.
        alone = len({price.amount for price in several}) == 1
        return several[0] if alone else prices.current(text, country=country)
    named = f"{names(element)} {element.attr('itemprop') or ''}".lower()
    return prices.price(text, country=country) if "price" in named or "prix" in named else None


def _weight(element: turbohtml.Element) -> float:
    """Return the score, as the product's price, of the names and places of *element* and the elements around it."""
    weight = 2.0 * (element.attr("itemprop") == "price") - 6.0 * (element.closest(_STRUCK) is not None)
    for depth, outer_element in enumerate(around(element)):
        if outer_element.tag in {"body", "html"}:
            break
        written = names(outer_element)
        weight += sum(pair[depth > 0] for name_pattern, *pair in _WEIGHTS if name_pattern.search(written))
        weight += _TAGS.get(outer_element.tag, 0.0) * (depth > 0)
        weight -= 2.0 * (outer_element.tag == "a" and (outer_element.attr("href") or "#")[:1] != "#")
    return weight


def _former(reading: Reading) -> Iterator[Candidate]:
    """Yield the price that is struck out beside the one that the page shows for its product."""
    best = next(chain(_prices(reading), plain_prices(reading)), None)
    now = prices.price(best.text, country=reading.country) if best is not None else None
    for element, _ in texts(reading, _FORMER, 0) if now is not None else ():
        text = _figures(element)
        beside = few_words(element.parent, 2 * _LONGEST) if element.parent is not None else ""
        was = prices.prices(text, country=reading.country, limit=2) if text and now and now.printed in beside else []
        if now and len(was) == 1 and was[0].amount > now.amount and not is_aside(element):
            yield Candidate(text, place(element), currency=was[0].currency, quote=text)


def _brands(reading: Reading) -> Iterator[Candidate]:
    """Yield a brand that is part of the product's name."""
    title = set(same_words(reading.heading.text if reading.heading is not None else reading.title))
    for element, words in texts(reading, _BRANDS, 2 * _LONGEST_BRAND):
        written = words or plain(element.attr("alt") or "")
        text = _STORE.sub(r"\1", _LABEL.sub("", written))[:_LONGEST_BRAND]
        if len(text) >= _SHORTEST_BRAND and set(same_words(text)) <= title:
            yield Candidate(text, place(element), quote=written)


def can_be_bought(reading: Reading) -> bool:
    """Return whether a button of the page that works offers to buy its own product."""
    return _buy(reading) is not None


def _buy(reading: Reading) -> turbohtml.Element | None:
    buttons = (
        button for button, _ in texts(reading, _BUY, 0) if not is_aside(button) and not _HIDDEN.search(names(button))
    )
    return next(buttons, None)


def _availabilities(reading: Reading) -> Iterator[Candidate]:
    """Yield the words of elements named for the stock, then a button to buy it, then the line that says it."""
    buy = _buy(reading)
    for element, text in texts(reading, _STOCK, 2 * _LONGEST):
        state = availability(text) if text and not _PICTURED.search(text) else None
        # Pages keep what they would say if the product were gone; while it can be bought that is not shown.
        if (
            state
            and (buy is None or can_be_had(state))
            and not _HIDDEN.search(names(element))
            and not is_aside(element)
        ):
            yield Candidate(text, place(element))
    if buy is not None:
        words = next(filter(None, (plain(buy.text[:200]), *map(buy.attr, ("value", "aria-label", "title")))), "")
        yield Candidate("add to cart", place(buy), quote=plain(words) or "add to cart")
    yield from _find_stated_stock(reading)


def _find_stated_stock(reading: Reading) -> Iterator[Candidate]:
    """Yield the line that says that the product is gone, else the first of those that agree that it is not."""
    lines = (line for line in islice(reading.visible.own_lines(), _MOST_LINES) if len(line) <= _LONGEST)
    lines_and_states = [(line, state) for line in lines if (state := availability(line)) and _is_of_stock(line)]
    sold_out_lines = [line for line, line_state in lines_and_states if not can_be_had(line_state)]
    # "SOLD OUT" of several products says nothing of this one.
    if len(sold_out_lines) == 1 or (
        lines_and_states and not sold_out_lines and len({line_state for _, line_state in lines_and_states}) == 1
    ):
        line = sold_out_lines[0] if sold_out_lines else lines_and_states[0][0]
        yield Candidate(line, "line of the page", quote=line)


def _is_of_stock(line: str) -> bool:
    """Return whether *line* says whether the product can be had, perhaps with its price, and nothing else."""
    return not _WORD.search(without_availability(_BESIDE_STOCK.sub("", line)))


_READERS: Final[Mapping[str, Callable[[Reading], Iterator[Candidate]]]] = {
    "price": _prices,
    "currency": _prices,
    "originalPrice": _former,
    "brand": _brands,
    "availability": _availabilities,
}
