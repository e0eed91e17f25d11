"""Cells of a workbook whose numbers are displayed otherwise than they are kept."""

import io
import struct
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Final, TypeAlias
from xml.etree.ElementTree import ParseError

from gossamer.content.documents.number_formats import xls, xlsb, xlsx
from gossamer.content.documents.number_formats.display import displayed
from gossamer.content.documents.number_formats.workbook import Numbers

# Text by row and column, counted from 0.
Displayed: TypeAlias = Mapping[tuple[int, int], str]

_OLE: Final = b"\xd0\xcf\x11\xe0"
# What reading a damaged file raises.
BROKEN: Final = (
    OSError,
    ValueError,
    LookupError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    NotImplementedError,
)
_MAX_SHOWN: Final = 250


def displayed_cells(body: bytes) -> dict[str, Displayed]:
    """Return the displayed text of the cells of each sheet whose format has one; as far as *body* can be read."""
    found: dict[str, Displayed] = {}
    # The workbook was read by others already: what is missing here stays as they wrote it.
    with suppress(*BROKEN):
        found.update(_sheets(_numbers(body)))
    return found


def uncomputed_cells(body: bytes) -> dict[str, Displayed]:
    """Return the formulas of each sheet that have no value; as far as *body* can be read, and of xlsx only."""
    found: dict[str, Displayed] = {}
    with suppress(*BROKEN):
        if not body.startswith(_OLE):
            archive = zipfile.ZipFile(io.BytesIO(body))
            if "xl/workbook.xml" in archive.namelist():
                found.update(xlsx.uncomputed(archive))
    return found


@cache
def built_in() -> dict[int, str]:
    """Return the format codes that have no more than a number."""
    text = resources.files(__package__).joinpath("built_in.toml").read_text("utf-8")
    return {int(number): code for number, code in tomllib.loads(text)["codes"].items()}


def _numbers(body: bytes) -> Numbers:
    if body.startswith(_OLE):
        return xls.numbers(body)
    with_file = zipfile.ZipFile(io.BytesIO(body))
    return xlsb.numbers(with_file) if "xl/workbook.bin" in with_file.namelist() else xlsx.numbers(with_file)


def _sheets(numbers: Numbers) -> Iterator[tuple[str, Displayed]]:
    codes = {**built_in(), **numbers.codes}
    by_style = {style: codes.get(identifier, "General") for style, identifier in enumerate(numbers.styles)}
    # Without a format of its own no number has to be looked at.
    if all(code.lower() == "general" for code in by_style.values()):
        return
    for name, cells in numbers.sheets:
        texts = (
            (cell.row, cell.column, displayed(cell.value, code, since_1904=numbers.since_1904))
            for cell in cells
            if (code := by_style.get(cell.style, "General")).lower() != "general"
        )
        yield name, {(row, column): text for row, column, text in texts if text is not None and len(text) <= _MAX_SHOWN}
