"""Records that repeat are found, with cells named as people would, whatever they are made of."""

import pytest

from gossamer.content.page_model import RecordList, look, records
from tests.costs import cost
from tests.unit.content.extraction.material import material as as_parsed
from tests.unit.content.page_model.test_facts import material
from tests.unit.content.test_hostile_pages import PAGES, PLAIN_PAGES, plain_page_cost

CARD = (
    "<{tag} class='card {more}'><a href=/p/{n}><img src=/i/{n}.png></a><h3><a href=/p/{n}>Kettle {n}</a></h3>"
    "<s class=price>€ {n}9.00</s> <span class=price>€ {n}5.00</span><span class=rating>4.{n} of 5</span>"
    "<time datetime=2025-01-0{n}>January {n}</time></{tag}>"
)


def cards(first: int, last: int, tag: str) -> str:
    return "".join(CARD.format(n=n, tag=tag, more="featured" if n == first else "") for n in range(first, last))


def values(found: RecordList, name: str) -> list[str]:
    return [record.cells[name].text for record in found.records if name in record.cells]


@pytest.mark.parametrize(
    "html",
    [
        f"<div class=grid>{cards(1, 5, 'div')}</div>",
        f"<div><div class=row>{cards(1, 3, 'div')}</div><div class=row>{cards(3, 5, 'div')}</div></div>",
        f"<ul>{cards(1, 5, 'li')}</ul>",
        f"<section>{cards(1, 5, 'article')}</section>",
    ],
    ids=["grid", "rows of cards", "list", "articles"],
)
def test_cards_are_records_with_named_cells(html: str) -> None:
    [found] = records(material(f"<h2>Kettles</h2>{html}"))
    assert found.heading == "Kettles"
    assert values(found, "title") == ["Kettle 1", "Kettle 2", "Kettle 3", "Kettle 4"]
    assert values(found, "price") == ["€ 15.00", "€ 25.00", "€ 35.00", "€ 45.00"]
    assert values(found, "old price") == ["€ 19.00", "€ 29.00", "€ 39.00", "€ 49.00"]
    assert values(found, "rating") == ["4.1 of 5", "4.2 of 5", "4.3 of 5", "4.4 of 5"]
    assert values(found, "date") == ["2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04"]
    assert found.records[1].link == "https://example.org/p/2"
    assert found.records[1].image == "https://example.org/i/2.png"
    assert found.records[1].cells["title"].place == f"{found.place}, item 2, title"


def test_rows_of_a_table_have_cells_by_heading() -> None:
    html = (
        "<table><tr><th>Name</th><th>Price</th></tr><tr><td><a href=/a>Small</a></td><td>€ 5</td></tr>"
        "<tr><td>Large</td><td>€ 9</td></tr></table>"
    )
    [found] = records(material(html))
    assert values(found, "Price") == ["€ 5", "€ 9"]
    assert found.records[1].cells["Price"].place == "table 1, row 2, Price"
    assert found.records[0].link == "https://example.org/a"


def test_a_first_row_of_words_over_numbers_heads_a_table() -> None:
    html = "<table><tr><td>Year<td>Sales<td>Staff<tr><td>2023<td>10<td>4<tr><td>2024<td>12<td>5</table>"
    [found] = records(material(html))
    assert [{name: fact.text for name, fact in one.cells.items()} for one in found.records] == [
        {"Year": "2023", "Sales": "10", "Staff": "4"},
        {"Year": "2024", "Sales": "12", "Staff": "5"},
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<h3>Ingredients</h3><ul><li>2 eggs</li><li>100 g <b>flour</b></li><li>salt</li></ul>",
        "<div class=section-title>Ingredients</div><div><div>2 eggs</div><div>100 g flour</div><div>salt</div></div>",
    ],
    ids=["list", "boxes"],
)
def test_plain_items_are_listed_under_their_heading(html: str) -> None:
    [found] = [one for one in records(material(f"<h1>Cake</h1>{html}")) if one.heading == "Ingredients"]
    assert [record.text for record in found.records] == ["2 eggs", "100 g flour", "salt"]


def test_menus_and_footers_are_no_records() -> None:
    links = "<ul><li><a href=/a>Home page</a><li><a href=/b>All products</a><li><a href=/c>Contact us</a></ul>"
    assert (
        records(material(f"<nav>{links}</nav><main><h1>T</h1><p>Text.</p>{links}</main><footer>{links}</footer>")) == ()
    )


@pytest.mark.parametrize(
    "name", ["a hundred thousand boxes deep", "a table that spans a billion cells", "twenty thousand lists deep"]
)
def test_a_page_built_to_hurt_costs_no_more_than_some_plain_ones(name: str) -> None:
    page = as_parsed(PAGES[name])
    assert cost(lambda: look(page)) < PLAIN_PAGES * plain_page_cost()


def test_labels_are_not_multiplied_by_their_values() -> None:
    page = as_parsed("<dl>" + "<dt>a</dt>" * 20_000 + "".join(f"<dd>{n}</dd>" for n in range(5_000)) + "</dl>")
    assert len(look(page).facts) <= 2_000
