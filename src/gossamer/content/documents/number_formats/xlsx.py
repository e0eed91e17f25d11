"""Parts of Office Open XML workbooks (ECMA-376 part 1, section 18): numbers, formulas and what they are related to."""

import io
import zipfile
from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from gossamer.content.documents.number_formats.workbook import Number, Numbers, part, sheet_part

_NOT_NUMERIC: Final = frozenset({"s", "str", "b", "inlineStr", "d"})
_LETTERS: Final = 26


class SheetCell(NamedTuple):
    """A cell of a sheet, counted from 0; *kind* is the type of its value, and None stands for what it does not have."""

    row: int
    column: int
    kind: str | None
    style: str | None
    value: str | None
    formula: str | None


def numbers(archive: zipfile.ZipFile) -> Numbers:
    """Return the numbers in *archive*."""
    formats = parse_xml(part(archive, "xl/styles.xml"))
    codes = {int(code.attrib["numFmtId"]): code.attrib["formatCode"] for code in formats.iterfind(".//{*}numFmt")}
    styles = tuple(int(style.get("numFmtId", 0)) for style in formats.iterfind("{*}cellXfs/{*}xf"))
    book = parse_xml(part(archive, "xl/workbook.xml"))
    since_1904 = any(about.get("date1904") in {"1", "true"} for about in book.iterfind(".//{*}workbookPr"))
    return Numbers(
        ((name, _numbers(part(archive, where))) for name, where in sheet_parts(archive)), styles, codes, since_1904
    )


def _numbers(xml: bytes) -> Iterator[Number]:
    for cell in cells(xml):
        if cell.value and cell.kind not in _NOT_NUMERIC:
            value = cell.value if cell.kind == "e" else float(cell.value)
            # A cell that names no style has none here, as in the programs that write such cells.
            yield Number(cell.row, cell.column, int(cell.style or -1), value)


def sheet_parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the name of each sheet with that of its part."""
    targets = relations(archive, "xl/_rels/workbook.xml.rels")
    for sheet in parse_xml(part(archive, "xl/workbook.xml")).iterfind(".//{*}sheet"):
        if (target := targets.get(find_relation(sheet))) is not None:
            yield sheet.attrib["name"], sheet_part(target)


def relations(archive: zipfile.ZipFile, name: str) -> dict[str, str]:
    """Return the targets of the relations in the part *name*, by their identifiers."""
    listed = parse_xml(part(archive, name)).iterfind(".//{*}Relationship")
    return {relation.attrib["Id"]: relation.attrib["Target"] for relation in listed}


def find_relation(element: ET.Element) -> str:
    """Return the identifier of the relation that *element* names, "" for none."""
    return next((value for key, value in element.items() if key.endswith("}id")), "")


def parse_xml(xml: bytes) -> ET.Element:
    """Return the root of a part; an empty one for a part that is not there."""
    return ET.XML(_refuse_doctype(xml)) if xml else ET.Element("")


def cells(xml: bytes) -> Iterator[SheetCell]:
    """Yield the cells of a sheet that are not empty. Rows and cells may say where they are, or follow the last."""
    row = -1
    for _, element in ET.iterparse(io.BytesIO(_refuse_doctype(xml))):  # noqa: S314 - it declares no entities
        space, _, name = element.tag.rpartition("}")
        if name != "row":
            continue
        row, column = int(element.get("r", row + 2)) - 1, -1
        prefix = f"{space}}}" if space else ""
        for cell in element:
            reference = cell.get("r")
            column = column + 1 if reference is None else column_of(reference)
            value, formula = cell.findtext(f"{prefix}v"), cell.findtext(f"{prefix}f")
            yield SheetCell(row, column, cell.get("t"), cell.get("s"), value, formula)
        element.clear()


def _refuse_doctype(xml: bytes) -> bytes:
    if b"<!DOCTYPE" in xml[:4096] or b"<!ENTITY" in xml:
        # No program writes one into an office file.
        msg = "a document type"
        raise ValueError(msg)
    return xml


def column_of(reference: str) -> int:
    """Return the column of a reference as "B2", counted from 0."""
    column = 0
    for letter in reference.upper():
        if not "A" <= letter <= "Z":
            break
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return column - 1
