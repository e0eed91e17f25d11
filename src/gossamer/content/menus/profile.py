"""The `menu` format: what a page's menu is, whose it is, and how surely it is one.

A page that marks up a `Menu` is believed. Elsewhere the page has to speak for a menu: by its own words, by the names of
its sections, by what its author calls the dishes, by who it belongs to. A shop's list is none.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

from gossamer.content.extraction.products import availability_of, price_of
from gossamer.content.locales import entry, words
from gossamer.content.menus.dishes import CALORIES, Amount, Dish, DishSection
from gossamer.content.menus.marked import find_marked_sections
from gossamer.content.menus.shown import MOST_NAME, find_shown_sections, kinds_of_dishes
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.structured import Embedded, Item, walk

_LEAST_CONFIDENCE: Final = 0.5
_MARKED: Final = 0.95
_LEAST_ITEMS: Final = 3
_MANY: Final = 6
_MOST_WORDS: Final = 4
_MOST_ITEMS: Final = 1_000
_MOST_TEXT: Final = 600
_NO_NAME: Final = "Menu"


def menu_of(page: PageMaterial) -> dict[str, Any] | None:
    """Return the menu of *page* in the shape of the `menu` format; None for a page that has none."""
    embedded = Embedded(page.document, page.base)
    merchant = next((item for item in walk(embedded.items) if item.is_a(words("menus", "merchants"))), None)
    sections, confidence = find_marked_sections(embedded), _MARKED
    if not sections:
        sections = find_shown_sections(page)
        confidence = _confidence(page, embedded, sections, merchant)
    if confidence < _LEAST_CONFIDENCE:
        return None
    amounts = (amount for section in sections for dish in section.dishes for amount in dish.prices)
    currencies = Counter(amount.currency for amount in amounts if amount.currency)
    currency = currencies.most_common(1)[0][0] if currencies else None
    menu = {
        "isMenu": True,
        "confidence": round(confidence, 2),
        "merchant": _merchant(embedded, merchant, page),
        "currency": currency,
        "sourceUrl": page.url,
        "sections": list(_sections(sections, currency, page.url)),
    }
    return {name: value for name, value in menu.items() if value is not None}


def _confidence(
    page: PageMaterial, embedded: Embedded, sections: Sequence[DishSection], merchant: Item | None
) -> float:
    """Return the confidence that the page shows a menu, from 0 to 1."""
    dishes = sum(len(section.dishes) for section in sections)
    if dishes < _LEAST_ITEMS:
        return 0.0
    names = {section.name.lower() for section in sections if section.name}
    courses = sum(_courses().search(name) is not None for name in names if len(name.split()) <= _MOST_WORDS)
    titles = " ".join(
        (page.url.lower().rpartition("//")[2], *embedded.meta.get("og:title", ()), *_titles(page))
    ).lower()
    is_named = _is_named(titles)
    amounts = [amount for section in sections for dish in section.dishes for amount in dish.prices]
    kinds = kinds_of_dishes(page)
    called = sum(count for kind, count in kinds.items() if _compile_dish_names().search(kind)) / max(1, kinds.total())
    text = page.text.lower()
    signs = (
        (0.3, merchant is not None),
        (0.4, is_named),
        (0.15, not is_named and _courses().search(titles) is not None),
        (0.45 * courses / max(2, len(names)), courses > 0),
        (0.3 * called, called > 0),
        (0.1, dishes >= _MANY),
        (0.1, len(names) > 1),
        # Numbers without a currency count many things.
        (-0.15, not any(amount.currency or amount.value % 1 for amount in amounts)),
        (-0.4, sum(word in text for word in words("menus", "shop")) > 1),
        (-0.3, any(item.is_a({"product", "productgroup"}) for item in walk(embedded.items))),
    )
    return max(0.0, min(_MARKED, sum(weight for weight, holds in signs if holds)))


def _is_named(text: str) -> bool:
    """Return whether *text* calls something a menu."""
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in words("menus", "names"))


@cache
def _courses() -> re.Pattern[str]:
    """Return the pattern of a section's name: a whole word, in the singular or the plural."""
    listed = "|".join(map(re.escape, sorted(words("menus", "courses"), key=len, reverse=True)))
    return re.compile(
        rf"(?<!\w)(?:{listed})\w{{0,3}}(?!\w)|{'|'.join(map(re.escape, words('menus', 'courses_within')))}"
    )


@cache
def _compile_dish_names() -> re.Pattern[str]:
    """Return the pattern of what authors call dishes: "p.fdm-item-title", "span.menu-name"."""
    return re.compile(rf"[.\-_](?:{'|'.join(map(re.escape, words('menus', 'called')))})(?![a-z])", re.IGNORECASE)


def _titles(page: PageMaterial) -> Iterator[str]:
    """Yield the titles of the page, and the headings of its content that are titles."""
    yield from (element.text for element in page.document.select("title")[:1])
    lines = (line.text for line in look(page).outline.lines if line.level == 1 and not line.part)
    yield from islice(lines, 2)


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
        details = {"name": merchant.text("name"), "type": merchant.kinds[0], "location": written}
        return {name: value for name, value in details.items() if value}
    names = (*embedded.meta.get("og:site_name", ()), *_sites(embedded), _of_title(page), page.url)
    return {"name": next(filter(None, names))[:MOST_NAME]}


def _sites(embedded: Embedded) -> Iterator[str]:
    kinds = {"website", "organization", "localbusiness"}
    yield from (item.text("name") for item in walk(embedded.items) if item.is_a(kinds))


def _of_title(page: PageMaterial) -> str:
    """Return the part of the page's title that does not speak of a menu: "Menu | The Fox" is that of The Fox."""
    title = next(iter(_titles(page)), "")
    parts = [part.strip() for part in re.split(r"\s[|–—-]\s|\s?[|]\s?", title) if part.strip()]  # noqa: RUF001
    others = [part for part in parts if not (_is_named(part.lower()) or _courses().fullmatch(part.lower()))]
    return next(iter(others or parts), "")


def _sections(sections: Sequence[DishSection], currency: str | None, url: str) -> Iterator[dict[str, Any]]:
    remaining_items = _MOST_ITEMS
    for number, section in enumerate(sections, 1):
        dishes = section.dishes[: max(0, remaining_items)]
        remaining_items -= len(dishes)
        if not dishes:
            continue
        items = [_item(dish, f"item-{number}-{at}", currency, url) for at, dish in enumerate(dishes, 1)]
        about = {"description": section.description[:_MOST_TEXT]} if section.description else {}
        yield {"id": f"section-{number}", "name": section.name[:MOST_NAME] or _NO_NAME, **about, "items": items}


def _item(dish: Dish, ident: str, currency: str | None, url: str) -> dict[str, Any]:
    calories = CALORIES.search(dish.text)
    item = {
        "id": ident,
        "name": dish.name[:MOST_NAME],
        "description": dish.description[:_MOST_TEXT] or None,
        "price": _price(dish.prices[0], currency) if dish.prices else None,
        "calories": dish.calories or (float(calories[1].replace(",", "").replace(".", "")) if calories else None),
        "url": dish.link or None,
    }
    always = {
        "availability": availability_of(dish.availability, is_priced=True),
        "sourceUrl": url,
        "images": [{"url": address} for address in dish.images],
        "dietary": list(dict.fromkeys((*dish.diets, *_diets(f"{dish.name} {dish.text}".lower())))),
        "optionGroups": list(_option_groups(dish, ident, currency)),
        "identifiers": {"merchantItemId": dish.ident} if dish.ident else {},
    }
    return {**{name: value for name, value in item.items() if value is not None}, **always}


def _option_groups(dish: Dish, ident: str, currency: str | None) -> Iterator[dict[str, Any]]:
    """Yield the sizes that a dish comes in, and what may be added to it."""
    if len(dish.prices) > 1 or any(amount.label for amount in dish.prices):
        options = [
            {"id": f"{ident}-size-{at}", "name": amount.label or f"{amount.value:g}", "price": _price(amount, currency)}
            for at, amount in enumerate(dish.prices, 1)
        ]
        yield {"id": f"{ident}-sizes", "name": "Size", "options": options}
    for number, extra in enumerate(dish.extras, 1):
        added = [
            {
                "id": f"{ident}-extra-{number}-{at}",
                "name": added_dish.name,
                **({"price": _price(added_dish.prices[0], currency)} if added_dish.prices else {}),
            }
            for at, added_dish in enumerate(extra.dishes, 1)
        ]
        yield {"id": f"{ident}-extras-{number}", "name": extra.name or "Extras", "options": added}


def _price(amount: Amount, currency: str | None) -> dict[str, Any]:
    is_bare = not any(letter.isalpha() or letter in "$€£¥₹" for letter in amount.printed)
    return price_of(amount.value, amount.currency or currency, "" if is_bare else amount.printed)


def _diets(text: str) -> Iterator[str]:
    for name, signs in entry("menus", "dietary").items():
        if any(sign in text for sign in signs):
            yield name
