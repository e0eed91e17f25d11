# ruff: noqa: E501 - pages in one piece
"""A list of the page fills a list of the schema only where its names say that it is the one."""

from typing import Any, Final

import pytest

from gossamer.content.extraction import extract
from gossamer.content.extraction.filling import NO_LIST
from tests.unit.content.extraction.material import material

TEXT: Final = {"type": "string"}
LAMP: Final = "<title>Lamp</title><h1>Lamp</h1><p>It gives light.</p>"
ITEMS: Final = "<li>Oak foot</li><li>Warm light</li><li>Long cord</li>"
ROWS: Final = "<tr><td>Energy in each of the servings</td><td>320 kcal</td></tr><tr><td>Fat in each of the servings</td><td>12 grams</td></tr><tr><td>Sugar in each of the servings</td><td>4 grams</td></tr>"
FOUND: Final = ["Oak foot", "Warm light", "Long cord"]


def _list(html: str, name: str, description: str = "", items: Any = TEXT) -> list[Any]:
    asked = {"type": "array", "items": items, "description": description}
    found = extract(material(f"<html lang=en>{html}"), {"type": "object", "properties": {name: asked}})
    value: list[Any] = found.value[name]
    assert value or found.missing[f"/{name}"] == NO_LIST
    return value


@pytest.mark.parametrize(
    "html",
    [
        f"<h2>Features</h2><ul>{ITEMS}</ul>",
        f"<h2>Key features</h2><ul>{ITEMS}</ul>",
        f"<h2>Features of this lamp</h2><ul>{ITEMS}</ul>",
        f"<h2>Features</h2><p>This is what it has.</p><ul>{ITEMS}</ul>",
        f"<h2>Merkmale</h2><ul>{ITEMS}</ul>",
        f"<p>Features:</p><ul>{ITEMS}</ul>",
        f'<ul aria-label="Features">{ITEMS}</ul>',
        f'<ul class="product-features__list">{ITEMS}</ul>',
        f'<div id="features"><ul>{ITEMS}</ul></div>',
        f"<h2>Features</h2><ul>{ITEMS}</ul><p>More words.</p><ul><li>By post</li><li>By van</li></ul>",
    ],
)
def test_a_list_is_bound_by_its_heading_its_label_or_its_authors_name_for_it(html: str) -> None:
    assert _list(LAMP + html, "features") == FOUND


@pytest.mark.parametrize(
    ("name", "heading", "description"),
    [
        ("usps", "Highlights", "Highlights of the product"),
        ("points", "Selling points", "The selling points, one per entry."),
        ("news", "What is new", "What is new in this version"),
        ("systems", "Supported systems", "Platforms"),
        ("contents", "What's in the box", "What's in the box"),
    ],
)
def test_a_list_is_bound_by_the_description_of_the_field(name: str, heading: str, description: str) -> None:
    assert _list(f"{LAMP}<h2>{heading}</h2><ul>{ITEMS}</ul>", name, description) == FOUND


@pytest.mark.parametrize("name", ["sizes", "steps", "colors", "certifications", "reviews", "tags", "links"])
@pytest.mark.parametrize(
    "html",
    [
        f"<ul>{ITEMS}</ul>",
        f"<h2>Features</h2><ul>{ITEMS}</ul>",
        f"<h2>Words per size</h2><ul>{ITEMS}</ul>",
        f'<ul class="text-size-lg tags-none">{ITEMS}</ul>',
    ],
)
def test_the_only_list_of_a_page_is_not_every_list(html: str, name: str) -> None:
    assert _list(LAMP + html, name) == []


@pytest.mark.parametrize(
    "between", ["<p>S, M, L</p>", "<div><button>S</button><button>M</button></div>", "<span>S</span> <span>M</span>"]
)
def test_a_heading_is_that_of_what_follows_it_and_not_of_the_list_behind(between: str) -> None:
    assert not {*FOUND} & {*_list(f"{LAMP}<h4>Sizes</h4>{between}<ul class=features>{ITEMS}</ul>", "sizes")}


@pytest.mark.parametrize(
    "html",
    [
        "<label>Size</label> <select><option value=''>Choose</option><option>S</option><option>M</option></select>",
        "<select name=attribute_size><option>S</option><option>M</option></select>",
        "<fieldset><legend>Size:</legend><label><input type=radio name=s> S</label><label><input type=radio name=s> M</label></fieldset>",
        "<div role=radiogroup aria-label=Sizes><input type=radio name=s id=a><label for=a>S</label><input type=radio name=s id=b><label for=b>M</label></div>",
        "<h4>Sizes</h4><div><button>S</button><button>M</button></div>",
    ],
    ids=["label", "name", "legend", "group", "buttons"],
)
def test_what_can_be_chosen_is_a_list_called_by_its_label(html: str) -> None:
    assert _list(f"{LAMP}{html}<ul>{ITEMS}</ul>", "sizes") == ["S", "M"]


@pytest.mark.parametrize("name", ["variants", "courses"])
def test_a_table_that_is_called_another_list_is_not_the_one(name: str) -> None:
    table = "<h3>Specifications</h3><table><tr><th>Name</th><th>Value</th></tr><tr><td>Weight</td><td>300 g</td></tr><tr><td>Wood</td><td>Oak</td></tr></table>"
    items = {"type": "object", "properties": {"name": TEXT, "value": TEXT}}
    assert _list(LAMP + table, name, items=items) == []
    assert len(_list(LAMP + table, "specifications", items=items)) == 2


def test_a_table_is_not_a_list_beside_the_one_that_it_is_called() -> None:
    table = "<h2>Prices</h2><table><tr><th>Type</th><th>Price</th></tr><tr><td>Adult</td><td>£5</td></tr><tr><td>Child</td><td>£3</td></tr></table>"
    listed = {"type": "array", "items": {"type": "object", "properties": {"type": TEXT, "price": {"type": "number"}}}}
    schema = {"type": "object", "properties": {"courses": listed, "prices": listed}}
    found = extract(material(f"<title>Pool</title><h1>Pool</h1>{table}"), schema).value
    assert found == {"courses": [], "prices": [{"type": "Adult", "price": 5}, {"type": "Child", "price": 3}]}


@pytest.mark.parametrize("heading", ["Nutrition", "Nutritional values per 100 g", "Nährwerte pro Portion"])
def test_ingredients_are_not_the_rows_of_a_table_of_nutrition(heading: str) -> None:
    rows = "<tr><th>Name</th><th>Amount</th></tr><tr><td>Fat</td><td>12 g</td></tr><tr><td>Salt</td><td>1 g</td></tr>"
    items = {"type": "object", "properties": {"name": TEXT, "amount": TEXT}}
    assert (
        _list(f"<title>Soup</title><h1>Soup</h1><h3>{heading}</h3><table>{rows}</table>", "ingredients", items=items)
        == []
    )


@pytest.mark.parametrize("heading", ["<h3>Nutrition per serving</h3>", ""])
@pytest.mark.parametrize("steps", ["<p>Melt the butter in a pan.</p><p>Cook the leeks until soft.</p>", ""])
def test_steps_are_not_the_rows_of_the_table_below_them(heading: str, steps: str) -> None:
    html = f"<title>Leek soup</title><h1>Leek soup</h1><h2>Method</h2>{steps}{heading}<table>{ROWS}</table>"
    assert _list(html, "steps") == (["Melt the butter in a pan.", "Cook the leeks until soft."] if steps else [])
