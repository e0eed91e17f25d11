"""Numbers of Office Open XML workbooks (ECMA-376 part 1, section 18)."""

import zipfile
from collections.abc import Iterator
from typing import Any, Final
from xml.parsers import expat

from gossamer.content.documents.number_formats.workbook import Number, Numbers, part, sheet_part

_NOT_NUMERIC: Final = frozenset({"s", "str", "b", "e", "inlineStr", "d"})
_LETTERS: Final = 26


def numbers(archive: zipfile.ZipFile) -> Numbers:
    """Return the numbers in *archive*."""
    codes: dict[int, str] = {}
    styles: list[int] = []
    parents: list[str] = []
    for name, attributes, depth in _elements(part(archive, "xl/styles.xml")):
        del parents[depth:]
        parents.append(name)
        if name == "numFmt":
            codes[int(attributes["numFmtId"])] = attributes["formatCode"]
        elif name == "xf" and parents[-2:-1] == ["cellXfs"]:
            styles.append(int(attributes.get("numFmtId", 0)))
    sheets: list[tuple[str, str]] = []
    since_1904 = False
    for name, attributes, _ in _elements(part(archive, "xl/workbook.xml")):
        if name == "sheet":
            relation = next(
                (value for key, value in attributes.items() if key.rpartition(":")[2] == "id" and ":" in key), ""
            )
            sheets.append((attributes["name"], relation))
        elif name == "workbookPr":
            since_1904 = attributes.get("date1904") in {"1", "true"}
    targets = relations(archive, "xl/_rels/workbook.xml.rels")
    found = ((name, _cells(part(archive, sheet_part(targets[key])))) for name, key in sheets if key in targets)
    return Numbers(found, tuple(styles), codes, since_1904)


def relations(archive: zipfile.ZipFile, name: str) -> dict[str, str]:
    """Return the targets of the relations in the part *name*, by their identifiers."""
    return {
        attributes["Id"]: attributes["Target"]
        for element, attributes, _ in _elements(part(archive, name))
        if element == "Relationship"
    }


def _elements(xml: bytes) -> Iterator[tuple[str, dict[str, str], int]]:
    """Yield each element's local name, attributes and depth."""
    found: list[tuple[str, dict[str, str], int]] = []
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        found.append((name.rpartition(":")[2], attributes, depth))
        depth += 1

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = _parser(xml)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    if xml:
        parser.Parse(xml, True)  # noqa: FBT003
    yield from found


def _cells(xml: bytes) -> Iterator[Number]:
    """Yield the numeric cells of a sheet."""
    found: list[Number] = []
    cell: dict[str, str] = {}
    text: list[str] = []
    row, column = -1, -1

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal cell, row, column
        match name.rpartition(":")[2]:
            case "row":
                row, column = int(attributes["r"]) - 1 if "r" in attributes else row + 1, -1
            case "c":
                cell = attributes
                column = _column(attributes["r"]) if "r" in attributes else column + 1
            case "v":
                text.clear()
                parser.CharacterDataHandler = text.append

    def end(name: str) -> None:
        if name.rpartition(":")[2] == "v":
            parser.CharacterDataHandler = None
            if cell.get("t") not in _NOT_NUMERIC and "s" in cell:
                found.append(Number(row, column, int(cell["s"]), float("".join(text))))

    parser = _parser(xml)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    if xml:
        parser.Parse(xml, True)  # noqa: FBT003
    yield from found


def _parser(xml: bytes) -> Any:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    if b"<!DOCTYPE" in xml[:4096] or b"<!ENTITY" in xml:
        # No program writes one into a workbook.
        msg = "a document type"
        raise ValueError(msg)
    return parser


def _column(reference: str) -> int:
    column = 0
    for letter in reference.upper():
        if not "A" <= letter <= "Z":
            break
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return column - 1
