"""Tables of workbooks have the cells that a spreadsheet program shows."""

import pytest

from gossamer.content.markdown import markdown_of
from tests.documents import Styled, workbook
from tests.unit.content.documents.conftest import Read
from tests.unit.content.documents.test_hidden import rewritten

pytestmark = pytest.mark.one_loop

SHEET = "xl/worksheets/sheet1.xml"


async def test_errors_and_days_that_are_none_are_shown_as_they_are(parse: Read) -> None:
    body = workbook({"Sheet": [["Days"], [Styled(-1.5, 1)], [Styled(45000, 1)], [7]]}, formats=["d/m/yyyy"])
    body = rewritten(body, SHEET, '<c r="A4">', '<c r="A4" t="e">')
    body = rewritten(body, SHEET, "<v>7</v>", "<v>#DIV/0!</v>")
    text = markdown_of((await parse(body)).html)
    assert text == "| Days |\n| --- |\n| -1.5 |\n| 15/3/2023 |\n| #DIV/0! |"


async def test_merged_cells_span_what_they_cover(parse: Read) -> None:
    body = workbook({"Sheet": [["Looms", "", "Price"], ["Oak", "new", 7]]})
    body = rewritten(body, SHEET, "</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>')
    assert '<th colspan="2">Looms</th><th>Price</th>' in (await parse(body)).html


async def test_one_empty_row_stands_for_all_between_two_parts_of_a_sheet(parse: Read) -> None:
    rows: list[list[object]] = [["a", "b"], *[[]] * 500, ["c", 1]]
    text = markdown_of((await parse(workbook({"Sheet": rows}))).html)
    assert text == "| a | b |\n| --- | --- |\n|  |  |\n| c | 1 |"


async def test_lines_of_a_cell_stay_lines(parse: Read) -> None:
    assert "<td>oak<br>new</td>" in (await parse(workbook({"Sheet": [["Loom"], ["oak\nnew"]]}))).html
