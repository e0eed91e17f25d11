"""Lists of a table's rows: which rows are entries, and which column a field asks for."""

from typing import Any, Final

import pytest

from gossamer.content.extraction import extract
from gossamer.content.page_model import look
from tests.unit.content.extraction.material import material

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
FOOT: Final = "<tfoot><tr><td>Total</td><td>3</td><td>£30</td></tr></tfoot>"
BODY: Final = "<tbody><tr><td>Cup</td><td>1</td><td>£10</td></tr><tr><td>Pot</td><td>2</td><td>£20</td></tr></tbody>"
HEAD: Final = "<thead><tr><th>Article</th><th>Quantity</th><th>Price</th></tr></thead>"
GROUPED: Final = """<table><thead><tr><th rowspan=2>Article</th><th colspan=2>Price</th>
<th colspan=2>Weight (kg)</th></tr>
<tr><th>Net</th><th>Gross</th><th>Net</th><th>Shipped (kg)</th></tr></thead>
<tbody><tr><td>Cup</td><td>10.00</td><td>11.90</td><td>0.2</td><td>0.3</td></tr>
<tr><td>Pot</td><td>20.00</td><td>23.80</td><td>1.2</td><td>1.5</td></tr></tbody></table>"""


def _articles(table: str, **fields: Any) -> list[dict[str, Any]]:
    items = {"type": "object", "properties": {"article": TEXT, **fields}}
    schema = {"type": "object", "properties": {"articles": {"type": "array", "items": items}}}
    page = material(f"<title>Order</title><h1>Order</h1>{table}")
    found: list[dict[str, Any]] = extract(page, schema).value["articles"]
    return found


@pytest.mark.parametrize("parts", [HEAD + FOOT + BODY, HEAD + BODY + FOOT, BODY + FOOT], ids=["first", "last", "bare"])
def test_what_sums_a_table_up_is_none_of_its_entries(parts: str) -> None:
    [found] = look(material(f"<table>{parts}</table>")).records
    assert [next(iter(one.cells.values())).text for one in found.records] == ["Cup", "Pot"]


def test_what_sums_a_table_up_can_be_asked_for_by_itself() -> None:
    page = material(f"<title>Order</title><h1>Order</h1><table>{HEAD}{FOOT}{BODY}</table>")
    assert extract(page, {"type": "object", "properties": {"total_price": NUMBER}}).value == {"total_price": 30}


def test_rows_that_are_all_written_as_a_foot_are_entries() -> None:
    rows = BODY.replace("tbody", "tfoot")
    assert [one["article"] for one in _articles(f"<table>{HEAD}{rows}</table>", price=NUMBER)] == ["Cup", "Pot"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("gross", [11.9, 23.8]),
        ("priceGross", [11.9, 23.8]),
        ("gross_price", [11.9, 23.8]),
        ("shipped", [0.3, 1.5]),
        ("net_price", [10, 20]),
        ("weightNet", [0.2, 1.2]),
        ("net", [None, None]),
    ],
)
def test_a_column_under_two_headings_is_asked_for_by_the_last_or_by_both(field: str, values: list[Any]) -> None:
    assert [one[field] for one in _articles(GROUPED, **{field: NUMBER, "gross": NUMBER})] == values
