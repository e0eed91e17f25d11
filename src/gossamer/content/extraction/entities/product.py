# ruff: noqa: E501 - words of many languages, kept as tables
"""A product's price, brand and availability where a shop only shows them.

A price is told from the many on a page by how its elements are named, by what they stand in, and by how soon they come
after the product's name.
"""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.entities import stock
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import pattern
from gossamer.content.page_model.others import HEADINGS, MOST_HEADING, leads_elsewhere
from gossamer.content.text.names import same_words
from gossamer.content.values import prices
from gossamer.content.values.availability import availability, can_be_had

_PRICED: Final = ",".join(
    ["h1", "h2", "h3", "h4", "ins", "[itemprop=price]", "[data-price]"]
    + [
        f'[{where}*="{word}" i]'
        for word in ("price", "prix", "precio", "preis", "prezzo", "preco", "cena", "prijs", "pris-", "amount")
        for where in ("class", "id")
    ]
)
_MAX_LOOKED_AT: Final = 800
_MAX_TEXT: Final = 60
_ABOVE: Final = 9
_GOOD: Final = pattern("extraction", "product", "good")
_OLD: Final = pattern("extraction", "product", "old")
_ELSE: Final = pattern("extraction", "product", "else")
_ASIDE: Final = pattern("extraction", "product", "aside")
_NEAR: Final = pattern("extraction", "product", "near")
_STRUCK: Final = "del, s, strike"
_STRUCK_BY_STYLE: Final = '[style*="line-through" i]'
_FORMER: Final = (
    f'{_STRUCK}, {_STRUCK_BY_STYLE}, [class*="old" i], [class*="was" i], [class*="strike" i], [class*="regular" i]'
)
_ENOUGH: Final = 0.0
_BRANDS: Final = '[itemprop="brand"], #bylineInfo, [class*="brand" i], [class*="manufacturer" i], [class*="marca" i], [class*="marque" i]'
_STOCK: Final = '[class*="availab" i], [id*="availab" i], [class*="stock" i], [id*="stock" i], [class*="sold-out" i], [class*="soldout" i]'
_BUY: Final = ",".join(
    f'{tag}[{where}*="{word}" i]:not([disabled])'
    for word in (
        "addtocart",
        "add-to-cart",
        "add_to_cart",
        "addtobag",
        "add-to-bag",
        "addtobasket",
        "add-to-basket",
        "buynow",
        "buy-now",
    )
    for where in ("id", "class", "name")
    for tag in ("button", "input")
)
_HIDDEN: Final = re.compile(r"hidden|hide|d-none|template")
# What cannot be had here is a picture.
_PICTURED: Final = re.compile(
    r"\b(?:images?|photos?|pictures?|videos?|previews?|bild|imagen|immagine)\b", re.IGNORECASE
)
_MAX_BUTTONS: Final = 40
# "Brand: Acme", "Visit the Acme Store".
_LABEL: Final = re.compile(r"\A[^:]{1,20}:\s{0,3}")
_STORE: Final = re.compile(
    r"\A(?:visit the|besuchen sie den|besuche den|visita lo store di|visiter la boutique|visita la tienda de|bezoek de)\s"
    r"(.{1,60}?)(?:[\s-]store|-winkel)?\Z",
    re.IGNORECASE,
)
_MADE_BY: Final = re.compile(r"(?:by|from|made by|brand):? ([^\W\d_].{1,39})", re.IGNORECASE)
_TITLE_PARTS: Final = re.compile(r"\s+[|\-\u2013\u2014:·»]\s+")
_SHORTEST_BRAND: Final = 2
_LONGEST_BRAND: Final = 40


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the product it sells."""
    match concept.name:
        case "price" | "currency":
            best = _price(reading)
            if best is not None:
                yield best
        case "originalPrice":
            yield from _former(reading)
        case "brand":
            yield from _brands(reading)
        case "availability":
            yield from _availabilities(reading)
            yield from stock.gone(reading)
        case _:
            return


def _price(reading: Reading) -> Candidate | None:
    """Return the price that the page shows for its product, None when no element is likely enough."""
    found: list[tuple[float, int, Decimal, Candidate]] = []
    heading = -1
    elsewhere = ""
    for at, element in enumerate(reading.page.document.select(_PRICED)[:_MAX_LOOKED_AT]):
        if element.tag in HEADINGS:
            if element.tag == "h1":
                heading = at if heading < 0 or element == reading.heading else heading
            if leads_elsewhere(few_words(element, MOST_HEADING)):
                elsewhere = element.tag
            elif element.tag <= elsewhere:
                elsewhere = ""
            continue
        text = _short_text(element)
        if text and (price := _price_of(text, element, reading.country)) is not None and price.amount > 0:
            weight = _weight(element) + (0.5 if price.currency else -0.5) - 4 * bool(elsewhere)
            weight -= 1.5 * prices.is_of_part(text, country=reading.country)
            said = price.printed if price == prices.current(text, country=reading.country) else text
            shown = Candidate(said, _place(element), currency=price.currency, quote=text)
            found.append((weight, at, price.amount, shown))
    amounts = Counter(amount for _, _, amount, _ in found)
    after = [at for _, at, _, _ in found if at > heading]
    weighed = [
        (weight + min(amounts[amount], 4) / 4 + _nearness(at, after), -at, candidate)
        for weight, at, amount, candidate in found
    ]
    best = max(weighed, key=lambda one: one[:2], default=None)
    return best[2] if best is not None and best[0] > _ENOUGH else None


def _former(reading: Reading) -> Iterator[Candidate]:
    """Yield the price that is struck out beside the one that the page shows for its product."""
    best = _price(reading)
    now = prices.price(best.text, country=reading.country) if best is not None else None
    if best is None or now is None:
        return
    for element in reading.page.document.select(_FORMER)[:_MAX_BUTTONS]:
        text = _short_text(element)
        holder = element.parent
        beside = few_words(holder, 2 * _MAX_TEXT) if holder is not None else ""
        was = prices.prices(text, country=reading.country, limit=2) if text and now.printed in beside else []
        if len(was) == 1 and was[0].amount > now.amount and not _is_aside(element):
            yield Candidate(text, _place(element), currency=was[0].currency, quote=text)


def _short_text(element: turbohtml.Element) -> str:
    if element.tag in {"script", "style", "input", "meta", "template"}:
        return ""
    text = few_words(element, _MAX_TEXT)
    return text if any(map(str.isdigit, text)) else ""


def _price_of(text: str, element: turbohtml.Element, country: str) -> prices.Price | None:
    if prices.is_of_else(text, country=country):
        return None
    several = prices.prices(text, country=country, limit=2)
    if several:
        # Two different prices are an old and a new one, or a range: the elements inside say which.
        alone = len({one.amount for one in several}) == 1
        return several[0] if alone else prices.current(text, country=country)
    named = f"{element.attr('class') or ''} {element.attr('id') or ''} {element.attr('itemprop') or ''}".lower()
    return prices.price(text, country=country) if "price" in named or "prix" in named else None


def _weight(element: turbohtml.Element) -> float:
    names = _names(element)
    weight = 1.0 * bool(_GOOD.search(names)) - 4 * bool(_OLD.search(names)) - 4 * bool(_ELSE.search(names))
    if element.attr("itemprop") == "price":
        weight += 2
    if element.closest(_STRUCK) is not None or _is_struck(element):
        weight -= 6
    if element.tag == "a" and (element.attr("href") or "#")[:1] != "#":
        weight -= 2
    above: turbohtml.Node | None = element.parent
    for _ in range(_ABOVE):
        if not isinstance(above, turbohtml.Element) or above.tag in {"body", "html"}:
            break
        names = _names(above)
        weight += _weight_of(above, names)
        above = above.parent
    return weight


def _weight_of(above: turbohtml.Element, names: str) -> float:
    weight = 0.3 * bool(_NEAR.search(names)) - 2 * bool(_ASIDE.search(names))
    if above.tag in {"li", "aside", "footer", "nav"}:
        weight -= 1.5
    if above.tag == "a" and (above.attr("href") or "#")[:1] != "#":
        weight -= 2
    if above.tag == "form":
        weight += 1
    return weight - 2 * bool(_OLD.search(names)) - 2 * bool(_ELSE.search(names))


def _is_struck(element: turbohtml.Element) -> bool:
    """Return whether a style written on *element*, or on what it stands in, strikes it out."""
    styled = element.closest(_STRUCK_BY_STYLE)
    return styled is not None and len(few_words(styled, _MAX_TEXT)) > 0


def _names(element: turbohtml.Element) -> str:
    return f"{element.attr('class') or ''} {element.attr('id') or ''}".lower()[:200]


def _nearness(at: int, after: list[int]) -> float:
    """Return how soon a price comes after the product's name: 3 for the first, less for each that comes before it."""
    return max(0.0, 3 - 0.5 * after.index(at)) if at in after else 0.0


def _place(element: turbohtml.Element) -> str:
    name = element.attr("id") or (element.attr("class") or "").partition(" ")[0]
    return f"{element.tag} {name}".strip()


def _brands(reading: Reading) -> Iterator[Candidate]:
    """Yield what is shown as a brand and is part of the product's name, or stands alone by its heading."""
    title = set(same_words(reading.heading.text if reading.heading is not None else reading.title))
    for element in reading.page.document.select(_BRANDS)[:40]:
        written = few_words(element, 2 * _LONGEST_BRAND) or plain(element.attr("alt") or "")
        text = _STORE.sub(r"\1", _LABEL.sub("", written))[:_LONGEST_BRAND]
        if len(text) >= _SHORTEST_BRAND and set(same_words(text)) <= title:
            yield Candidate(text, _place(element), quote=written)
    parts = {same_words(part) for part in _TITLE_PARTS.split(reading.title)[1:]}
    for line in islice(reading.visible.own_lines(), _MAX_BUTTONS):
        # "by Utvei", of a page whose title ends with it: of a book it would be who wrote it.
        made = _MADE_BY.fullmatch(line)
        if made is not None and same_words(made.group(1)) in parts:
            yield Candidate(made.group(1), "line of the page", quote=line)


def can_be_bought(reading: Reading) -> bool:
    """Return whether the page offers to buy its product: a button for it works, and stands not by another product."""
    return _buy(reading) is not None


def _buy(reading: Reading) -> turbohtml.Element | None:
    buttons = reading.page.document.select(_BUY)[:_MAX_BUTTONS]
    return next((one for one in buttons if not _is_aside(one) and not _HIDDEN.search(_names(one))), None)


def _availabilities(reading: Reading) -> Iterator[Candidate]:
    document = reading.page.document
    buy = _buy(reading)
    for element in document.select(_STOCK)[:40]:
        text = few_words(element, 2 * _MAX_TEXT)
        said = availability(text) if text else None
        # Pages keep what they would say if the product were gone; while it can be bought that is not shown.
        if (
            said
            and not _PICTURED.search(text)
            and (buy is None or can_be_had(said))
            and not _HIDDEN.search(_names(element))
            and not _is_aside(element)
        ):
            yield Candidate(text, _place(element))
    if buy is not None:
        text = plain(buy.text[:200]) or buy.attr("value") or buy.attr("aria-label") or buy.attr("title") or ""
        yield Candidate("add to cart", _place(buy), quote=plain(text) or "add to cart")


def _is_aside(element: turbohtml.Element) -> bool:
    above: turbohtml.Node | None = element
    for _ in range(_ABOVE):
        if not isinstance(above, turbohtml.Element):
            break
        if _ASIDE.search(_names(above)) or above.tag in {"footer", "nav", "aside"}:
            return True
        above = above.parent
    return False
