"""Numbers of workbooks as they are displayed: format codes, and the cells of the three kinds of files."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.documents.number_formats.cells import read_displayed_cells
from gossamer.content.documents.number_formats.display import display_value
from tests import documents


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1234.5, "0", "1235"),
        (1234.567, "#,##0.00", "1,234.57"),
        (-1234.567, "#,##0.00", "-1,234.57"),
        (1234567, "#,##0,", "1,235"),
        (0.125, "0.0%", "12.5%"),
        (0.5, "#.##", ".5"),
        (5, "0000", "0005"),
        (-0.001, "0.0", "0.0"),
        (5551234, "000-0000", "555-1234"),
        (12, '0 "pcs."', "12 pcs."),
        (9.5, "[$€-407] #,##0.00", "€ 9.50"),
        (-9.5, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "($9.50)"),
        (0, '0.0;-0.0;"none"', "none"),
        (7, "[<10]0.0;[>=10]0", "7.0"),
        (12, "[<10]0.0;[>=10]0", "12"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (12345.678, "##0.0E+0", "12.3E+3"),
        (0.00012, "0.0E-0", "1.2E-4"),
        (9.999, "0.0E+0", "1.0E+1"),
        (1e300, "0.0E+0", "1.0E+300"),
        (12345678901234567890, "0." + 30 * "0", "12345678901234600000." + 30 * "0"),
        (2.25, "# ?/?", "2 1/4"),
        (2.3, "# ?/8", "2 2/8"),
        (0.75, "?/?", "3/4"),
        (3, "# ??/??", "3 "),
        (45_000, "m/d/yy", "3/15/23"),
        (45_000, "yyyy-mm-dd", "2023-03-15"),
        (45_000, "dddd, d. mmmm yyyy", "Wednesday, 15. March 2023"),
        (45_000.75, "d-mmm-yy h:mm AM/PM", "15-Mar-23 6:00 PM"),
        (0.506_25, "h:mm", "12:09"),
        (0.006_25, "mm:ss", "09:00"),
        (0.000_012, "mm:ss.0", "00:01.0"),
        (1.5, "[h]:mm:ss", "36:00:00"),
        (60, "m/d/yyyy", "2/29/1900"),
        (1, "m/d/yyyy", "1/1/1900"),
        (3, '[Blue]General" kg"', "3 kg"),
    ],
)
def test_a_number_is_displayed_as_its_format_says(value: float, code: str, text: str) -> None:
    assert display_value(value, code) == text


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (3, "General"),
        (3, "@"),
        (-1, "m/d/yy"),
        (1e300, "m/d/yy"),
        (1e300, "0.00"),
        (float("nan"), "0"),
        (5, "[<1]0;[<2]0"),
        (1, "0/"),
    ],
)
def test_a_format_that_says_nothing_of_a_number_leaves_it_alone(value: float, code: str) -> None:
    assert display_value(value, code) is None


@given(st.floats(), st.text('#0?.,%/E+-@;[]hmsdyAP$"\\\\<>=19_*ab ', max_size=40))
def test_any_format_of_any_number_is_displayed_or_left_alone(value: float, code: str) -> None:
    text = display_value(value, code)
    assert text is None or len(text) < 1_000


def test_days_are_counted_from_1904_where_the_workbook_says_so() -> None:
    assert display_value(43_538, "m/d/yy", since_1904=True) == "3/15/23"


def test_cells_of_a_workbook_have_the_format_of_their_style() -> None:
    book = documents.workbook(
        {"Prices": [["Silk", 3], [documents.Styled(0.5, 1), documents.Styled(45_000, 2)]]}, formats=["0%", "m/d/yy"]
    )
    assert read_displayed_cells(book) == {"Prices": {(1, 0): "50%", (1, 1): "3/15/23"}}


def biff12(kind: int, content: bytes = b"") -> bytes:
    """Return a record of a binary workbook."""
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return number + bytes([len(content)]) + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def test_cells_of_a_binary_workbook_are_read() -> None:
    styles = biff12(44, struct.pack("<H", 164) + wide("0.00")) + biff12(617)
    styles += biff12(47, struct.pack("<HH", 0, 0)) + biff12(47, struct.pack("<HH", 0, 164)) + biff12(618)
    cells = biff12(0, struct.pack("<I", 4)) + biff12(5, struct.pack("<IId", 2, 1, 1.5))
    cells += biff12(2, struct.pack("<III", 3, 1, 7 << 2 | 2)) + biff12(9, struct.pack("<IId", 4, 0, 1.5))
    related = "<Relationship Id='s1' Target='worksheets/sheet1.bin'/>"
    book = documents.archive(
        {
            "xl/workbook.bin": biff12(156, struct.pack("<II", 0, 1) + wide("s1") + wide("Prices")),
            "xl/_rels/workbook.bin.rels": f"<Relationships>{related}</Relationships>",
            "xl/styles.bin": styles,
            "xl/worksheets/sheet1.bin": cells,
        }
    )
    assert read_displayed_cells(book) == {"Prices": {(4, 2): "1.50", (4, 3): "7.00"}}


def biff8(kind: int, content: bytes = b"") -> bytes:
    """Return a record of an old workbook."""
    return struct.pack("<HH", kind, len(content)) + content


def test_cells_of_an_old_workbook_are_read() -> None:
    begin, end = biff8(0x809, struct.pack("<HH", 0x600, 5)), biff8(0x0A)
    code = b"0.00"
    globals_ = begin + biff8(0x22, struct.pack("<H", 0)) + biff8(0x41E, struct.pack("<HHB", 164, len(code), 0) + code)
    globals_ += b"".join(biff8(0xE0, struct.pack("<HH", 0, format_)) for format_ in (0, 164))
    name = b"Prices"
    place = len(globals_) + 4 + 8 + len(name) + len(end)
    globals_ += biff8(0x85, struct.pack("<IHBB", place, 0, len(name), 0) + name) + end
    sheet = begin + biff8(0x203, struct.pack("<HHHd", 0, 1, 1, 1.5))
    sheet += biff8(0x27E, struct.pack("<HHHI", 1, 1, 1, 7 << 2 | 2))
    sheet += biff8(0xBD, struct.pack("<HHHIHIH", 2, 0, 1, 250 << 2 | 3, 0, 1, 1))
    sheet += biff8(0x06, struct.pack("<HHHd", 3, 0, 1, 2.25) + bytes(8))
    sheet += biff8(0x06, struct.pack("<HHH", 4, 0, 1) + b"\0\0\0\0\0\0\xff\xff" + bytes(8))
    sheet += biff8(0x06, struct.pack("<HHH", 5, 0, 1) + b"\x02\0\x07\0\0\0\xff\xff" + bytes(8))
    sheet += (
        biff8(0x205, struct.pack("<HHHBB", 6, 0, 1, 42, 1)) + biff8(0x205, struct.pack("<HHHBB", 7, 0, 1, 1, 0)) + end
    )
    assert read_displayed_cells(documents.compound_file({"Workbook": globals_ + sheet})) == {
        "Prices": {(0, 1): "1.50", (1, 1): "7.00", (2, 0): "2.50", (3, 0): "2.25", (5, 0): "#DIV/0!", (6, 0): "#N/A"}
    }


@pytest.mark.parametrize(
    "body",
    [
        b"no workbook",
        b"\xd0\xcf\x11\xe0" + bytes(600),
        documents.archive({"xl/workbook.xml": "<workbook>", "xl/styles.xml": "<styleSheet>"}),
        documents.archive({"xl/styles.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><styleSheet>&b;</styleSheet>"}),
        documents.archive({"xl/workbook.bin": b"\x9c\x01\x04abcd", "xl/styles.bin": b"\x2c\xff\xff\xff\xff"}),
    ],
)
def test_a_damaged_workbook_has_no_displayed_cells(body: bytes) -> None:
    assert read_displayed_cells(body) == {}
