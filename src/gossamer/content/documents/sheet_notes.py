"""What cells of Office Open XML workbooks have beside their values: where they lead, and comments on them.

Runs in the confined child only.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from gossamer.content.documents.number_formats import xlsx
from gossamer.content.documents.number_formats.cells import BROKEN, Displayed
from gossamer.content.documents.number_formats.workbook import part

_CELLS: Final = re.compile(rb"<(?:\w+:)?sheetData[ >].*</(?:\w+:)?sheetData>", re.DOTALL)
# HYPERLINK("address", "text") or HYPERLINK("address"), in which a quote is written twice; no address that is computed.
_FORMULA: Final = re.compile(
    r'(?i)\s*HYPERLINK\(\s*"(?P<address>(?:[^"]|"")*)"\s*(?:\)|[,;])\s*(?:"(?P<text>(?:[^"]|"")*)"\s*\))?'
)
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
# How spreadsheet programs write a conversation for older ones.
_THREADED: Final = re.compile(r"(?s)^\[Threaded comment\].*?\n\s*(?:Comment:)\s*")
_MOST_COMMENTS: Final = 500
_LONGEST: Final = 2_000
_MOST_CELLS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on the cell at *reference* ("B2"); *author* may be ""."""

    reference: str
    author: str
    text: str


@dataclass(frozen=True, slots=True)
class SheetNotes:
    """The addresses that cells lead to, by row and column from 0, texts of cells without a value, and comments.

    No program has computed those cells: their text is that of their link, or their formula.
    """

    links: Displayed = field(default_factory=dict)
    texts: Displayed = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()


def sheet_notes(body: bytes) -> Mapping[str, SheetNotes]:
    """Return the notes of each sheet, which its cells have beside their values, as far as *body* can be read."""
    notes: dict[str, SheetNotes] = {}
    with suppress(*BROKEN):
        archive = zipfile.ZipFile(io.BytesIO(body))
        if "xl/workbook.xml" in archive.namelist():
            for name, where in xlsx.sheet_parts(archive):
                notes[name] = _of_sheet(archive, where)
    return notes


def _of_sheet(archive: zipfile.ZipFile, where: str) -> SheetNotes:
    xml = part(archive, where)
    folder, name = posixpath.split(where)
    targets = xlsx.relations(archive, f"{folder}/_rels/{name}.rels")
    links = dict(_hyperlinks(xml, targets))
    texts: dict[tuple[int, int], str] = {}
    for cell in xlsx.cells(xml) if b"<f" in xml else ():
        place, written = (cell.row, cell.column), _FORMULA.match(cell.formula or "")
        if written:
            links[place] = written["address"].replace('""', '"')
        # A value that is text may be empty.
        if cell.formula and not cell.value and cell.kind not in {"str", "inlineStr"}:
            texts[place] = (written["text"] or written["address"]).replace('""', '"') if written else f"={cell.formula}"
    comments = next((target for target in targets.values() if re.search(r"(?:^|/)comments?\d*\.xml$", target)), "")
    about = tuple(_comments(part(archive, _beside(folder, comments)))) if comments else ()
    return SheetNotes(links, texts, about)


def _beside(folder: str, target: str) -> str:
    return target.removeprefix("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")


def _hyperlinks(xml: bytes, targets: Mapping[str, str]) -> Iterator[tuple[tuple[int, int], str]]:
    if b"hyperlink" not in xml:
        return
    for link in xlsx.parse_xml(_CELLS.sub(b"", xml)).iterfind(".//{*}hyperlink"):
        # Others lead to another place in the workbook.
        if not (target := targets.get(xlsx.find_relation(link), "#")).startswith("#"):
            for place in _cells(link.get("ref", "")):
                yield place, target


def _cells(reference: str) -> Iterator[tuple[int, int]]:
    """Yield the cells of a reference as "B2" or "B2:B9", by row and column from 0."""
    corners = _REFERENCE.findall(reference)
    if not corners:
        return
    (first, top), (last, bottom) = corners[0], corners[-1]
    columns, rows = range(xlsx.column_of(first), xlsx.column_of(last) + 1), range(int(top) - 1, int(bottom))
    if len(columns) * len(rows) <= _MOST_CELLS:
        yield from ((row, column) for row in rows for column in columns)


def _comments(xml: bytes) -> Iterator[Comment]:
    tree = xlsx.parse_xml(xml)
    authors = ["".join(author.itertext()) for author in tree.iterfind(".//{*}author")]
    for comment in islice(tree.iterfind(".//{*}comment"), _MOST_COMMENTS):
        number = comment.get("authorId", "")
        author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
        text = "".join(run.text or "" for run in comment.iterfind(".//{*}t"))
        plain = _THREADED.sub("", text).strip().removeprefix(f"{author}:").strip()[:_LONGEST]
        if plain:
            # A conversation is noted under an identifier.
            yield Comment(comment.get("ref", ""), "" if author.startswith("tc={") else author.strip(), plain)
