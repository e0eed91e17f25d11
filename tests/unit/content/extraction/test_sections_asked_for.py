"""Lists that ask for one part of a page: the main courses of a menu, the things that are like the page's own."""

from typing import Any, Final

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import json_ld, material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
DISHES: Final = (
    [("Soup", "5,00"), ("Salad", "6,00")],
    [("Stew", "9,00"), ("Pie", "8,00"), ("Roast", "12,00")],
    [("Cake", "4,00"), ("Ice", "3,00")],
)


def _asked(html: str, name: str, /, language: str = "en", **fields: Any) -> list[Any]:
    items = {"type": "object", "properties": fields or {"name": TEXT, "price": NUMBER}}
    schema = {"type": "object", "properties": {name: {"type": "array", "items": items}}}
    page = material(f"<html lang={language}><title>Cafe Nine</title><body>{html}</body></html>")
    found: list[Any] = extract(page, schema).value[name]
    return found


def _menu(*headings: str) -> str:
    sections = zip(headings, DISHES, strict=True)
    return "<h1>Cafe Nine</h1>" + "".join(
        f"<h2>{heading}</h2><ul>"
        + "".join(f"<li><b>{dish}</b> <span>with salt</span> <em>{price} €</em></li>" for dish, price in dishes)
        + "</ul>"
        for heading, dishes in sections
    )


def test_a_list_that_names_no_course_takes_all_sections() -> None:
    assert len(_asked(_menu("Starters", "Mains", "Desserts"), "dishes")) == 7


def _cards(heading: str, *names: str, tag: str = "section") -> str:
    cards = "".join(
        f"<div class=card><h4>{name}</h4><p>Acme</p><p>£{at}9.00</p></div>" for at, name in enumerate(names, 1)
    )
    return f"<{tag}><h2>{heading}</h2>{cards}</{tag}>"


@pytest.mark.parametrize("tag", ["section", "aside"])
@pytest.mark.parametrize("heading", ["You may also like", "Similar products", "Das könnte Ihnen auch gefallen"])
def test_things_like_the_pages_own_are_those_under_a_heading_that_says_so(heading: str, tag: str) -> None:
    html = f"<h1>Blue Kettle</h1><p>£20.00</p>{_cards(heading, 'Red Kettle', 'Pot', 'Pan', tag=tag)}"
    assert [one["name"] for one in _asked(html, "relatedProducts")] == ["Red Kettle", "Pot", "Pan"]


@pytest.mark.parametrize("name", ["nextLessons", "otherLessons", "lessons"])
def test_what_is_next_or_other_may_stand_under_any_heading(name: str) -> None:
    html = f"<h1>Rowing</h1>{_cards('Dates', 'Sculling', 'Sweep', 'Coxing')}"
    assert [one["name"] for one in _asked(html, name)] == ["Sculling", "Sweep", "Coxing"]


def test_things_like_the_pages_own_are_not_its_parts_nor_what_it_marks_up() -> None:
    marked = json_ld('{"@type": "Product", "name": "Blue Kettle", "offers": {"price": "20.00"}}')
    html = f"{marked}<h1>Blue Kettle</h1><p>£20.00</p>{_cards('Versions', 'Small', 'Large', 'Huge')}"
    assert _asked(html, "relatedProducts") == []


def test_steps_are_neither_the_ingredients_below_how_long_it_takes_nor_other_recipes() -> None:
    html = (
        "<h1>Leek tart</h1><div><span>Préparation</span><span>25 min</span></div>"
        "<h2>Ingrédients</h2><ul><li>200 g de farine</li><li>100 g de beurre</li><li>4 poireaux</li></ul>"
        "<h2>Étapes</h2><ol><li>Mélangez la farine et le beurre froid.</li><li>Faites fondre les poireaux.</li></ol>"
        "<aside><h2>Encore</h2><ul><li>Quiche au saumon et à l'aneth pour ce soir.</li></ul></aside>"
    )
    schema = {"properties": {one: {"type": "array", "items": TEXT} for one in ("ingredients", "steps")}}
    found = extract(material(f"<html lang=fr><title>Leek tart</title>{html}"), schema).value
    assert found["steps"] == ["Mélangez la farine et le beurre froid.", "Faites fondre les poireaux."]
    assert len(found["ingredients"]) == 3
