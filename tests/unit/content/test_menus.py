"""Menus, as pages mark them up and as they show them."""

from typing import Any

import pytest
from firecrawl.v2.types import MenuProfile

from gossamer.content.menus import menu_of
from gossamer.content.page_view import Selection
from tests.unit.content.pages import view

MARKED = """<script type="application/ld+json">{"@type":"Restaurant","name":"Da Nino",
"address":{"streetAddress":"Via Po 1","addressLocality":"Turin"},"hasMenu":{"@type":"Menu","hasMenuSection":[
 {"@type":"MenuSection","name":"Primi","hasMenuItem":[
  {"@type":"MenuItem","name":"Gnocchi","description":"With butter and sage",
   "offers":{"price":"12.50","priceCurrency":"EUR"},
   "suitableForDiet":"https://schema.org/VegetarianDiet",
   "nutrition":{"@type":"NutritionInformation","calories":"640 cal"}},
  {"@type":"MenuItem","name":"Tajarin","offers":{"price":"14","priceCurrency":"EUR","availability":"https://schema.org/SoldOut"}}]},
 {"@type":"MenuSection","name":"Dolci","hasMenuItem":{"@type":"MenuItem","name":"Bonet"}}]}}</script>"""
DISHES = {
    "Starters": [("Soup", "5.50"), ("Olives", "4.00")],
    "Mains": [("Steak frites (GF)", "19.00"), ("Risotto", "15.00")],
}
CARDS = "<title>Menu | The Fox</title>" + "".join(
    f"<section><h2>{section}</h2>"
    + "".join(
        f'<div class="item"><h3>{name}</h3><p class="description">Good {name.lower()}.</p>'
        f'<span class="price">£{price}</span></div>'
        for name, price in dishes
    )
    + "</section>"
    for section, dishes in DISHES.items()
)
BARE = "<title>Speisekarte</title><h1>Gasthof</h1>" + "".join(
    f"<h2>{section}</h2><ul>" + "".join(f"<li>{name} ..... {price}</li>" for name, price in dishes) + "</ul>"
    for section, dishes in (
        ("Vorspeisen", [("Suppe", "5,50"), ("Salat", "6,90")]),
        ("Desserts", [("Eis", "4,20"), ("Kuchen", "3,90")]),
    )
)
SHOP = "<title>Kettles</title><h2>Kettles</h2>" + "".join(
    f'<div class="card"><h3>{name} kettle</h3><span class="price">£{price}</span><button>Add to cart</button></div>'
    for name, price in [
        ("Red", 31),
        ("Green", 28),
        ("Black", 19),
        ("Grey", 22),
        ("Blue", 24),
        ("White", 25),
        ("Pink", 26),
    ]
)


def menu(html: str) -> Any:
    return menu_of(view(html).material(Selection(main_only=False)))


def names(found: Any) -> dict[str, list[str]]:
    return {section["name"]: [item["name"] for item in section["items"]] for section in found["sections"]}


def test_a_marked_up_menu_is_believed() -> None:
    found = menu(MARKED)
    assert names(found) == {"Primi": ["Gnocchi", "Tajarin"], "Dolci": ["Bonet"]}
    assert found["merchant"] == {"name": "Da Nino", "type": "Restaurant", "location": "Via Po 1, Turin"}
    [gnocchi, tajarin] = found["sections"][0]["items"]
    assert gnocchi["price"] == {"amount": 12.5, "currency": "EUR"}
    assert (gnocchi["calories"], gnocchi["dietary"]) == (640.0, ["vegetarian"])
    assert tajarin["availability"]["inStock"] is False


@pytest.mark.parametrize(("html", "currency"), [(CARDS, "GBP"), (BARE, None)])
def test_dishes_with_prices_under_headings_are_a_menu(html: str, currency: str | None) -> None:
    found = menu(html)
    assert (found["isMenu"], found.get("currency"), len(found["sections"])) == (True, currency, 2)
    assert [len(section["items"]) for section in found["sections"]] == [2, 2]


def test_a_dish_has_its_price_its_description_and_its_diet() -> None:
    found = menu(CARDS)
    assert names(found) == {"Starters": ["Soup", "Olives"], "Mains": ["Steak frites (GF)", "Risotto"]}
    [soup, _], [steak, _] = (section["items"] for section in found["sections"])
    assert soup["price"] == {"amount": 5.5, "currency": "GBP", "formatted": "£5.50"}
    assert soup["description"] == "Good soup."
    assert steak["dietary"] == ["gluten-free"]


def test_prices_without_a_currency_are_read_in_the_pages_notation() -> None:
    items = [item for section in menu(BARE)["sections"] for item in section["items"]]
    assert [(item["name"], item["price"]["amount"]) for item in items] == [
        ("Suppe", 5.5),
        ("Salat", 6.9),
        ("Eis", 4.2),
        ("Kuchen", 3.9),
    ]


@pytest.mark.parametrize(
    "html", [SHOP, "<h1>Menu</h1><p>Opening soon.</p>", "<title>Menu</title><nav><a href=/>Home</a></nav>"]
)
def test_a_shop_and_a_page_without_dishes_have_no_menu(html: str) -> None:
    assert menu(html) is None


@pytest.mark.parametrize("html", [MARKED, CARDS])
def test_the_client_reads_it(html: str) -> None:
    assert MenuProfile.model_validate(menu(html)).sections
