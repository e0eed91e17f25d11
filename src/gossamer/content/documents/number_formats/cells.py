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
from gossamer.content.documents.number_formats.display import display_value
from gossamer.content.documents.number_formats.workbook import Numbers

# Text by row and column, counted from 0.
Displayed: TypeAlias = Mapping[tuple[int, int], str]

_OLE: Final = b"\xd0\xcf\x11\xe0"
# Errors that reading a damaged file raises.
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


def read_displayed_cells(body: bytes) -> dict[str, Displayed]:
    """Return the displayed text of the cells of each sheet whose format has one; as far as *body* can be read."""
    cells: dict[str, Displayed] = {}
    # The workbook was read by others already: what is missing here stays as they wrote it.
    with suppress(*BROKEN):
        cells.update(_sheets(_numbers(body)))
    return cells


@cache
def read_built_in_formats() -> dict[int, str]:
    """Return the format codes that have no more than a number."""
    text = resources.files(__package__).joinpath("built_in.toml").read_text("utf-8")
    return {int(number): code for number, code in tomllib.loads(text)["codes"].items()}


def _numbers(body: bytes) -> Numbers:
    if body.startswith(_OLE):
        return xls.numbers(body)
    with_file = zipfile.ZipFile(io.BytesIO(body))
    return xlsb.numbers(with_file) if "xl/workbook.bin" in with_file.namelist() else xlsx.numbers(with_file)


def _sheets(numbers: Numbers) -> Iterator[tuple[str, Displayed]]:
    codes = {**read_built_in_formats(), **numbers.codes}
    by_style = {style: codes.get(identifier, "General") for style, identifier in enumerate(numbers.styles)}
    for name, cells in numbers.sheets:
        texts: dict[tuple[int, int], str] = {}
        for row, column, style, value in cells:
            code, text = by_style.get(style, "General"), None
            if isinstance(value, str):
                text = value
            elif code.lower() != "general":
                text = display_value(value, code, since_1904=numbers.since_1904)
                # Others would read a day that is none as one.
                text = f"{value:.15g}" if text is None else text
            if text is not None and len(text) <= _MAX_SHOWN:
                texts[row, column] = text
        yield name, texts
