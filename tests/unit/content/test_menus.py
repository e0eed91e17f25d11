"""Menus, as pages mark them up and as they show them."""

from pathlib import Path
from typing import Any, Final

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


PAGES: Final = Path(__file__).parent / "menu_pages"
# Pages as builders of sites, plugins and ordering services make them: sections with names and first prices of dishes.
SHOWN: Final[dict[str, dict[str, list[tuple[str, float]]]]] = {
    "squarespace": {
        "Snacks": [("House Focaccia", 9), ("Castelvetrano Olives (vg)", 7), ("Oysters", 21)],
        "From the Hearth": [("Half Chicken", 28), ("Whole Branzino", 41), ("Maitake Mushroom", 24)],
        "Sweets": [("Olive Oil Cake", 11), ("Sorbet", 8)],
    },
    "fdm_german": {
        "Vorspeisen": [("Kürbissuppe", 6.5), ("Rindertatar", 14.9)],
        "Vom Herd": [("Zwiebelrostbraten", 24.8), ("Käsespätzle", 13.5), ("Forelle Müllerin", 21)],
        "Getränke": [("Pils vom Fass", 3.4), ("Apfelschorle", 3.9)],
    },
    "toast": {
        "Appetizers": [("Spring Rolls (4)", 7.95), ("Chicken Satay", 10.5)],
        "Noodles": [("Pad Thai", 15.95), ("Drunken Noodles", 16.5), ("Khao Soi", 17.95)],
        "Curries": [("Green Curry", 16.95), ("Massaman Curry", 17.5)],
    },
    "jsonld": {
        "Small plates": [("Seafood chowder", 8.5), ("Beetroot hummus", 7.5)],
        "Large plates": [("Fish & chips", 18)],
        "Drinks": [("House red", 7)],
    },
    "microdata": {"Primi": [("Cacio e pepe", 12), ("Ravioli di zucca", 13.5)], "Dolci": [("Tiramisù", 6)]},
    "table_french": {
        "Entrées": [("Œuf mayonnaise", 7), ("Soupe à l'oignon", 9), ("Terrine de campagne", 10)],
        "Plats": [("Quenelle de brochet", 19), ("Entrecôte", 26)],
        "Vins": [("Beaujolais Villages 2023", 5.5), ("Côtes du Rhône 2022", 6), ("Mâcon-Villages 2023", 6.5)],
    },
    "dotted_pub": {
        "To Start": [("Soup of the day", 6.5), ("Whitebait", 7.95), ("Scotch egg", 8)],
        "Pub Classics": [
            ("Fish & chips", 15.5),
            ("Steak & ale pie", 16.25),
            ("Ploughman's", 13),
            ("Chickpea curry", 14),
        ],
        "Puddings": [("Sticky toffee pudding", 7.5), ("Cheese board", 10)],
    },
    "elementor_spanish": {
        "Para picar": [("Croquetas de jamón", 9.5), ("Patatas bravas", 6.8), ("Boquerones en vinagre", 8.9)],
        "Segundos": [("Rabo de toro", 17), ("Merluza a la plancha", 16.5)],
    },
    "coffee_sizes": {
        "Espresso": [("Flat White", 4.5), ("Long Black", 4.2), ("Mocha", 5)],
        "Filter": [("Batch Brew", 4.8), ("Pour Over", 7)],
        "Not Coffee": [("Hot Chocolate", 5), ("Chai Latte", 5)],
    },
    "japanese": {
        "ラーメン": [("醤油ラーメン", 850), ("味噌ラーメン", 900), ("特製つけ麺", 1100)],
        "サイドメニュー": [("餃子(6個)", 450), ("チャーシュー丼", 400)],
        "ドリンク": [("生ビール", 550), ("ウーロン茶", 250)],
    },
    "columns_pl": {
        "Zupy": [("Żurek z jajkiem", 14), ("Barszcz czerwony", 10)],
        "Pierogi": [("Ruskie (8 szt.)", 22), ("Z mięsem (8 szt.)", 25)],
    },
    "flat_headings": {
        "Mezze": [("Hummus", 8), ("Baba Ganoush", 9), ("Falafel", 10)],
        "Wraps": [("Lamb Shawarma", 15), ("Halloumi", 13)],
    },
    "dl": {
        "Sushi Rolls": [("California Roll", 8.95), ("Spicy Tuna", 9.95)],
        "Bento Boxes": [("Teriyaki Chicken", 14.5), ("Salmon", 16.5)],
    },
    "brlist": {
        "PIZZAS": [("Margherita", 8.5), ("Marinara", 7.5), ("Quattro Formaggi", 10), ("Diavola", 9.75)],
        "PASTA": [("Spaghetti Carbonara", 10.5), ("Lasagne", 11)],
        "DESSERTS": [("Tiramisu", 5.5), ("Panna Cotta", 5)],
    },
    "winelist": {
        "White Wine": [("Soave Classico, Pieropan 2023", 9), ("Riesling Kabinett, Dönnhoff 2022", 12)],
        "Cocktails": [("Negroni", 13), ("Paloma", 12), ("House Spritz", 11)],
    },
    "single": {"Soup": [("Tomato soup", 5)], "Sandwiches": [("BLT", 7.5), ("Club", 8.5)]},
}


def of_page(name: str) -> Any:
    return menu((PAGES / f"{name}.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SHOWN)
def test_a_menu_of_a_site_has_its_sections_dishes_and_prices(name: str) -> None:
    found = of_page(name)
    assert {
        section["name"]: [(item["name"], item["price"]["amount"]) for item in section["items"]]
        for section in found["sections"]
    } == SHOWN[name]
    assert MenuProfile.model_validate(found).merchant.name


@pytest.mark.parametrize("page", sorted(PAGES.glob("none_*.html")), ids=lambda page: page.stem)
def test_a_shop_plans_rooms_tickets_a_salon_and_a_review_are_no_menu(page: Path) -> None:
    assert menu(page.read_text(encoding="utf-8")) is None


@pytest.mark.parametrize(
    ("name", "dish", "sizes"),
    [
        ("squarespace", "Oysters", [("half dozen", 21), ("dozen", 40)]),
        ("fdm_german", "Pils vom Fass", [("0,3 l", 3.4), ("0,5 l", 4.6)]),
        ("coffee_sizes", "Mocha", [("S", 5), ("L", 6)]),
        ("table_french", "Côtes du Rhône 2022", [("Verre 12 cl", 6), ("Bouteille", 30)]),
        ("winelist", "Soave Classico, Pieropan 2023", [("glass", 9), ("bottle", 42)]),
        ("jsonld", "House red", [("Glass", 7), ("Bottle", 28)]),
    ],
)
def test_a_dish_in_several_sizes_has_a_price_for_each(name: str, dish: str, sizes: list[tuple[str, float]]) -> None:
    items = {item["name"]: item for section in of_page(name)["sections"] for item in section["items"]}
    [group] = items[dish]["optionGroups"]
    assert [(option["name"], option["price"]["amount"]) for option in group["options"]] == sizes


def test_what_may_be_added_to_a_dish_is_a_group_of_its_own() -> None:
    [fish] = of_page("jsonld")["sections"][1]["items"]
    [group] = fish["optionGroups"]
    assert (group["name"], [option["name"] for option in group["options"]]) == ("Add", ["Mushy peas"])


def test_notes_belong_to_their_section_and_descriptions_to_their_dish() -> None:
    sections = {section["name"]: section for section in of_page("fdm_german")["sections"]}
    assert sections["Vorspeisen"]["description"] == "Dazu reichen wir Bauernbrot."
    assert [item.get("description") for item in sections["Vom Herd"]["items"]] == [
        "mit handgeschabten Spätzle",
        "Bergkäse, Röstzwiebeln, kleiner Salat",
        "Petersilienkartoffeln, Mandelbutter",
    ]
    assert of_page("toast")["sections"][1]["items"][2]["availability"]["inStock"] is False
    assert of_page("toast")["sections"][0]["items"][0]["images"] == [
        {"url": "https://example.org/img/spring-rolls.jpg"}
    ]


@pytest.mark.parametrize(
    ("name", "merchant"), [("fdm_german", "Gasthaus zur Linde"), ("japanese", "麺屋たけ"), ("winelist", "Bar Nove")]
)
def test_the_merchant_is_who_the_page_belongs_to(name: str, merchant: str) -> None:
    assert of_page(name)["merchant"]["name"] == merchant
