"""Numbers of Office Open XML workbooks (ECMA-376 part 1, section 18)."""

import zipfile
from collections.abc import Iterable, Iterator
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
    for name, attributes, depth in elements(part(archive, "xl/styles.xml")):
        del parents[depth:]
        parents.append(name)
        if name == "numFmt":
            codes[int(attributes["numFmtId"])] = attributes["formatCode"]
        elif name == "xf" and parents[-2:-1] == ["cellXfs"]:
            styles.append(int(attributes.get("numFmtId", 0)))
    sheets, since_1904 = _sheets(archive)
    found = ((name, _cells(part(archive, where))) for name, where in _parts(archive, sheets))
    return Numbers(found, tuple(styles), codes, since_1904)


def sheet_parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the name of each sheet with that of its part."""
    return _parts(archive, _sheets(archive)[0])


def _parts(archive: zipfile.ZipFile, sheets: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    targets = relations(archive, "xl/_rels/workbook.xml.rels")
    return ((name, sheet_part(targets[key])) for name, key in sheets if key in targets)


def _sheets(archive: zipfile.ZipFile) -> tuple[list[tuple[str, str]], bool]:
    """Return the names of sheets with their relations, and whether days are counted since 1904."""
    sheets: list[tuple[str, str]] = []
    since_1904 = False
    for name, attributes, _ in elements(part(archive, "xl/workbook.xml")):
        if name == "sheet":
            relation = next(
                (value for key, value in attributes.items() if key.rpartition(":")[2] == "id" and ":" in key), ""
            )
            sheets.append((attributes["name"], relation))
        elif name == "workbookPr":
            since_1904 = attributes.get("date1904") in {"1", "true"}
    return sheets, since_1904


def uncomputed(archive: zipfile.ZipFile) -> Iterator[tuple[str, dict[tuple[int, int], str]]]:
    """Yield the formulas of each sheet by row and column, those without a value: no program has computed them."""
    for name, where in sheet_parts(archive):
        if b"<f" in (xml := part(archive, where)):
            yield name, {place: f"={text}" for place, (text, has_value) in formulas(xml).items() if not has_value}


def relations(archive: zipfile.ZipFile, name: str) -> dict[str, str]:
    """Return the targets of the relations in the part *name*, by their identifiers."""
    return {
        attributes["Id"]: attributes["Target"]
        for element, attributes, _ in elements(part(archive, name))
        if element == "Relationship"
    }


def elements(xml: bytes) -> Iterator[tuple[str, dict[str, str], int]]:
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


def texts_in(xml: bytes, name: str, *, of: str = "") -> list[str]:
    """Return the text in each element *name*; only that of the elements *of* in it, if it is said."""
    found: list[str] = []
    depth = 0

    def start(tag: str, _: dict[str, str]) -> None:
        nonlocal depth
        match tag.rpartition(":")[2]:
            case local if local == name:
                found.append("")
                depth += not of
            case local if local == of and found:
                depth += 1

    def end(tag: str) -> None:
        nonlocal depth
        if tag.rpartition(":")[2] == (of or name):
            depth -= 1

    def text(some: str) -> None:
        if depth:
            found[-1] += some

    parser = _parser(xml)
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    if xml:
        parser.Parse(xml, True)  # noqa: FBT003
    return found


class _Place:
    """Where in a sheet its parser is, counted from 0. Rows and cells may say where they are, or follow the last."""

    def __init__(self) -> None:
        self.row = self.column = -1

    def to_row(self, attributes: dict[str, str]) -> None:
        self.row, self.column = int(attributes["r"]) - 1 if "r" in attributes else self.row + 1, -1

    def to_cell(self, attributes: dict[str, str]) -> None:
        self.column = column_of(attributes["r"]) if "r" in attributes else self.column + 1


def _cells(xml: bytes) -> Iterator[Number]:
    """Yield the numeric cells of a sheet."""
    found: list[Number] = []
    cell: dict[str, str] = {}
    text: list[str] = []
    place = _Place()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal cell
        match name.rpartition(":")[2]:
            case "row":
                place.to_row(attributes)
            case "c":
                cell = attributes
                place.to_cell(attributes)
            case "v":
                text.clear()
                parser.CharacterDataHandler = text.append

    def end(name: str) -> None:
        if name.rpartition(":")[2] == "v":
            parser.CharacterDataHandler = None
            if cell.get("t") not in _NOT_NUMERIC and "s" in cell:
                found.append(Number(place.row, place.column, int(cell["s"]), float("".join(text))))

    parser = _parser(xml)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    if xml:
        parser.Parse(xml, True)  # noqa: FBT003
    yield from found


def formulas(xml: bytes) -> dict[tuple[int, int], tuple[str, bool]]:
    """Return the formulas of a sheet by row and column, and whether each has a value."""
    found: dict[tuple[int, int], tuple[str, bool]] = {}
    text: list[str] = []
    place, has_value = _Place(), False

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal has_value
        match name.rpartition(":")[2]:
            case "row":
                place.to_row(attributes)
            case "c":
                place.to_cell(attributes)
                # A text may be empty.
                has_value = attributes.get("t") == "str"
                text.clear()
            case "f":
                parser.CharacterDataHandler = text.append
            case "v" | "t":
                parser.CharacterDataHandler = value

    def value(_: str) -> None:
        nonlocal has_value
        has_value = True

    def end(name: str) -> None:
        parser.CharacterDataHandler = None
        if name.rpartition(":")[2] == "c" and text:
            found[place.row, place.column] = ("".join(text), has_value)
            text.clear()

    parser = _parser(xml)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(xml, True)  # noqa: FBT003
    return found


def _parser(xml: bytes) -> Any:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    if b"<!DOCTYPE" in xml[:4096] or b"<!ENTITY" in xml:
        # No program writes one into a workbook.
        msg = "a document type"
        raise ValueError(msg)
    return parser


def column_of(reference: str) -> int:
    """Return the column of a reference as "B2", counted from 0."""
    column = 0
    for letter in reference.upper():
        if not "A" <= letter <= "Z":
            break
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return column - 1
