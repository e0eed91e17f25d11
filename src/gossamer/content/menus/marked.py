"""Menus that a page marks up as a schema.org `Menu`, in JSON-LD, microdata or RDFa."""

import html
import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.menus.dishes import CALORIES, Amount, Dish, DishSection
from gossamer.content.structured import Embedded, Item, Value, walk
from gossamer.content.values import prices

_MOST_LEVELS: Final = 4


def find_marked_sections(embedded: Embedded) -> list[DishSection]:
    """Return the sections of the first menu that has dishes; none where nothing is marked up."""
    for menu in walk(embedded.items):
        if menu.is_a({"menu"}) and (sections := [section for section in _sections(menu, "", 0) if section.dishes]):
            return sections
    return []


def _sections(item: Item, name: str, level: int) -> Iterator[DishSection]:
    dishes = [dish for value in item.get("hasMenuItem") if isinstance(value, Item) and (dish := _dish(value))]
    yield DishSection(name or _text(item, "name"), _text(item, "description"), dishes)
    for value in item.get("hasMenuSection"):
        if isinstance(value, Item) and level < _MOST_LEVELS:
            yield from _sections(value, _text(value, "name") or name, level + 1)


def _dish(item: Item) -> Dish | None:
    name = _text(item, "name")
    if not name:
        return None
    offers = [value for value in item.get("offers") if isinstance(value, Item)]
    nutrition = next((value for value in item.get("nutrition") if isinstance(value, Item)), None)
    calories = CALORIES.search(nutrition.text("calories")) if nutrition is not None else None
    extras = [value for value in item.get("menuAddOn") if isinstance(value, Item)]
    return Dish(
        name,
        _text(item, "description"),
        tuple(filter(None, map(_amount, offers))),
        text=_text(item, "description"),
        link=item.text("url"),
        images=tuple(filter(None, map(_address, item.get("image")))),
        availability=next((text for offer in offers if (text := offer.text("availability"))), None),
        calories=None if calories is None else float(calories[1].replace(",", "")),
        diets=tuple(_diet(value) for value in item.get("suitableForDiet") if isinstance(value, str)),
        ident=item.text("identifier", "sku"),
        extras=tuple(_extras(extras)),
    )


def _extras(items: list[Item]) -> Iterator[DishSection]:
    """Yield additions to a dish: a section of things, or things themselves."""
    own_section = DishSection("", dishes=[dish for item in items if item.is_a({"menuitem"}) and (dish := _dish(item))])
    sections = (section for item in items if not item.is_a({"menuitem"}) for section in _sections(item, "", 0))
    yield from (section for section in (own_section, *sections) if section.dishes)


def _amount(offer: Item) -> Amount | None:
    price = prices.price(offer.text("price", "lowPrice"), hint=offer.text("priceCurrency"), machine=True)
    if price is None:
        return None
    quantity = next((value for value in offer.get("eligibleQuantity")), None)
    label = _text(offer, "name") or (_text(quantity, "name") if isinstance(quantity, Item) else "")
    return Amount(float(price.amount), price.currency, label=label)


def _text(item: Item, name: str) -> str:
    # Generators of JSON-LD often escape it as HTML.
    return " ".join(html.unescape(item.text(name)).split())


def _address(value: Value) -> str:
    return value.text("url", "contentUrl") if isinstance(value, Item) else value if isinstance(value, str) else ""


def _diet(written: str) -> str:
    """Return "https://schema.org/GlutenFreeDiet" as "gluten-free"."""
    name = written.rpartition("/")[2].removesuffix("Diet")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
