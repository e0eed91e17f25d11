"""Menus: sections of dishes or goods with prices, as a page marks them up or shows them.

A page that marks up a `Menu` is believed. Elsewhere records with a name and a price are candidates, and the page has to
speak for a menu: by its own words, by the names of its sections, by who it belongs to. A shop's list is none.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from gossamer.content.extraction.products import availability_of, price_of
from gossamer.content.locales import entry, words
from gossamer.content.page_model import Record, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.structured import Embedded, Item, Value, walk
from gossamer.content.values import prices
from gossamer.content.values.prices import Price

_LEAST_CONFIDENCE: Final = 0.55
_MARKED: Final = 0.95
_LEAST_ITEMS: Final = 3
_MANY, _SECTIONS = 6, 2
_MOST_ITEMS: Final = 1_000
_MOST_NAME, _MOST_TEXT, _MOST_LEVELS = 150, 600, 4
_NO_NAME: Final = "Menu"
_CALORIES: Final = re.compile(r"(\d{1,2}[.,]?\d{3}|\d{2,4})\s*k?cal", re.IGNORECASE)
# A price without its currency, as menus print them: at the end of a line, or as a line of its own.
_BARE: Final = re.compile(r"(?:^|[\s.·…])(\d{1,3}(?:[.,]\d{2})|\d{1,3})\s*(?:,-)?$")
_ENDS: Final = " .·…-–—:|*\t"  # noqa: RUF001 - as menus have them


@dataclass(frozen=True, slots=True)
class _Dish:
    name: str
    section: str
    price: Price | None = None
    amount: float | None = None
    text: str = ""
    description: str = ""
    link: str = ""
    images: tuple[str, ...] = ()
    availability: str | None = None
    calories: float | None = None
    diets: tuple[str, ...] = ()
    ident: str = ""


def menu_of(page: PageMaterial) -> dict[str, Any] | None:
    """Return the menu of *page* in the shape of the `menu` format; None for a page that has none."""
    embedded = Embedded(page.document, page.base)
    merchant = next((item for item in walk(embedded.items) if item.is_a(words("menus", "merchants"))), None)
    dishes, confidence = list(_marked(embedded)), _MARKED
    if not dishes:
        dishes = list(_shown(page))
        confidence = _confidence(page, embedded, dishes, merchant)
    if confidence < _LEAST_CONFIDENCE:
        return None
    currencies = Counter(dish.price.currency for dish in dishes if dish.price is not None and dish.price.currency)
    currency = currencies.most_common(1)[0][0] if currencies else None
    found = {
        "isMenu": True,
        "confidence": round(confidence, 2),
        "merchant": _merchant(embedded, merchant, page),
        "currency": currency,
        "sourceUrl": page.url,
        "sections": _sections(dishes[:_MOST_ITEMS], currency, page.url),
    }
    return {name: value for name, value in found.items() if value is not None}


def _marked(embedded: Embedded) -> Iterator[_Dish]:
    for item in embedded.items:
        for menu in walk([item]):
            if menu.is_a({"menu"}):
                yield from _of_section(menu, "", 0)
                return


def _of_section(item: Item, name: str, level: int) -> Iterator[_Dish]:
    for value in item.get("hasMenuItem"):
        if isinstance(value, Item) and (dish := _of_item(value, name or item.text("name") or _NO_NAME)):
            yield dish
    for value in item.get("hasMenuSection"):
        if isinstance(value, Item) and level < _MOST_LEVELS:
            yield from _of_section(value, value.text("name") or name, level + 1)


def _of_item(item: Item, section: str) -> _Dish | None:
    name = item.text("name").strip()
    if not name:
        return None
    offer = next((value for value in item.get("offers") if isinstance(value, Item)), None)
    written = offer.text("price", "lowPrice") if offer is not None else ""
    currency = offer.text("priceCurrency") if offer is not None else ""
    price = prices.price(written, hint=currency, machine=True) if written else None
    nutrition = next((value for value in item.get("nutrition") if isinstance(value, Item)), None)
    calories = _CALORIES.search(nutrition.text("calories")) if nutrition is not None else None
    return _Dish(
        name[:_MOST_NAME],
        section[:_MOST_NAME],
        price,
        text=item.text("description"),
        description=item.text("description")[:_MOST_TEXT],
        link=item.text("url"),
        images=tuple(filter(None, map(_address, item.get("image")))),
        availability=offer.text("availability") or None if offer is not None else None,
        calories=None if calories is None else float(calories[1].replace(",", "")),
        diets=tuple(_diet(str(value)) for value in item.get("suitableForDiet") if isinstance(value, str)),
        ident=item.text("identifier", "sku"),
    )


def _address(value: Value) -> str:
    return value.text("url", "contentUrl") if isinstance(value, Item) else value if isinstance(value, str) else ""


def _diet(written: str) -> str:
    """Return "https://schema.org/GlutenFreeDiet" as "gluten-free"."""
    name = written.rpartition("/")[2].removesuffix("Diet")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _shown(page: PageMaterial) -> Iterator[_Dish]:
    """Yield what the page shows as records with a name and a price, each once."""
    seen: set[tuple[str, str]] = set()
    for listed in look(page).records:
        if listed.is_aside:
            continue
        for record in listed.records:
            dish = _of_record(record, listed.heading)
            if dish is not None and (dish.name, dish.text) not in seen:
                seen.add((dish.name, dish.text))
                yield dish


def _of_record(record: Record, heading: str) -> _Dish | None:
    text = record.text
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [text.strip()]
    cell = record.cells.get("price")
    price = prices.price(cell.text if cell is not None else text)
    bare = None if price is not None else next((found for line in lines if (found := _BARE.search(line))), None)
    if price is None and bare is None:
        return None
    title = record.cells.get("title") or record.cells.get("name")
    name = title.text if title is not None else lines[0]
    printed = price.printed if price is not None else bare[1] if bare is not None else ""
    name = name.replace(printed, "").strip(_ENDS)
    if not any(map(str.isalpha, name)) or len(name) > _MOST_NAME:
        return None
    described = record.cells.get("description")
    description = described.text if described is not None else _rest(text, name, printed)
    section = next((fact.group for fact in record.cells.values() if fact.group), heading) or heading
    return _Dish(
        name,
        section.strip()[:_MOST_NAME],
        price,
        float(bare[1].replace(",", ".")) if bare is not None else None,
        text=text,
        description=description[:_MOST_TEXT],
        link=record.link,
        images=(record.image,) if record.image else (),
    )


def _rest(text: str, name: str, printed: str) -> str:
    """Return what a record says beside its name and its price."""
    rest = text.replace(name, "", 1).replace(printed, "", 1)
    return " ".join(rest.split()).strip(_ENDS)


def _confidence(page: PageMaterial, embedded: Embedded, dishes: Sequence[_Dish], merchant: Item | None) -> float:
    """Return how surely the page shows a menu, from 0 to 1."""
    if len(dishes) < _LEAST_ITEMS:
        return 0.0
    sections = {dish.section.lower() for dish in dishes if dish.section}
    courses = sum(_courses().search(section) is not None for section in sections)
    named = " ".join((page.url.lower().rpartition("//")[2], *embedded.meta.get("og:title", ()), _title(page))).lower()
    text = page.text.lower()
    signs = (
        (0.3, merchant is not None),
        (0.3, any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", named) for word in words("menus", "names"))),
        (0.45 * courses / max(_SECTIONS, len(sections)), courses > 0),
        (0.1, len(dishes) >= _MANY),
        (0.1, len(sections) > 1),
        (-0.4, sum(word in text for word in words("menus", "shop")) > 1),
        (-0.3, any(item.is_a({"product", "productgroup"}) for item in walk(embedded.items))),
    )
    return max(0.0, min(_MARKED, sum(weight for weight, holds in signs if holds)))


@cache
def _courses() -> re.Pattern[str]:
    """Return the pattern of a section's name: a whole word, in the singular or the plural."""
    listed = "|".join(map(re.escape, sorted(words("menus", "courses"), key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{listed})\w{{0,3}}(?!\w)")


def _title(page: PageMaterial) -> str:
    return " ".join(element.text for element in page.document.select("title, h1")[:3])


def _merchant(embedded: Embedded, merchant: Item | None, page: PageMaterial) -> dict[str, Any]:
    if merchant is not None and merchant.text("name"):
        place = next((value for value in merchant.get("address")), None)
        parts = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
        written = (
            place
            if isinstance(place, str)
            else ", ".join(filter(None, map(place.text, parts)))
            if isinstance(place, Item)
            else ""
        )
        found = {"name": merchant.text("name"), "type": merchant.kinds[0], "location": written}
        return {name: value for name, value in found.items() if value}
    names = (*embedded.meta.get("og:site_name", ()), _title(page).partition("|")[0].strip(), page.url)
    return {"name": next(filter(None, names))[:_MOST_NAME]}


def _sections(dishes: Sequence[_Dish], currency: str | None, url: str) -> list[dict[str, Any]]:
    by_name: dict[str, list[_Dish]] = {}
    for dish in dishes:
        by_name.setdefault(dish.section or _NO_NAME, []).append(dish)
    return [
        {
            "id": f"section-{number}",
            "name": name,
            "items": [_item(dish, f"item-{number}-{at}", currency, url) for at, dish in enumerate(held, 1)],
        }
        for number, (name, held) in enumerate(by_name.items(), 1)
    ]


def _item(dish: _Dish, ident: str, currency: str | None, url: str) -> dict[str, Any]:
    calories = _CALORIES.search(dish.text)
    found = {
        "id": ident,
        "name": dish.name,
        "description": dish.description or None,
        "price": _price(dish, currency),
        "calories": dish.calories or (float(calories[1].replace(",", "").replace(".", "")) if calories else None),
        "url": dish.link or None,
    }
    always = {
        "availability": availability_of(dish.availability, is_priced=True),
        "sourceUrl": url,
        "images": [{"url": address} for address in dish.images],
        "dietary": list(dict.fromkeys((*dish.diets, *_diets(f"{dish.name} {dish.text}".lower())))),
        "optionGroups": [],
        "identifiers": {"merchantItemId": dish.ident} if dish.ident else {},
    }
    return {**{name: value for name, value in found.items() if value is not None}, **always}


def _price(dish: _Dish, currency: str | None) -> dict[str, Any] | None:
    if dish.price is not None:
        is_bare = not any(letter.isalpha() or letter in "$€£¥₹" for letter in dish.price.printed)
        return price_of(
            float(dish.price.amount), dish.price.currency or currency, "" if is_bare else dish.price.printed
        )
    return None if dish.amount is None else price_of(dish.amount, currency)


def _diets(text: str) -> Iterator[str]:
    for name, signs in entry("menus", "dietary").items():
        if any(sign in text for sign in signs):
            yield name
