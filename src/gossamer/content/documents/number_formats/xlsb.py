"""Numbers of binary Office Open XML workbooks ([MS-XLSB])."""

import struct
import zipfile
from collections.abc import Iterator
from typing import Final

from gossamer.content.documents.number_formats.workbook import ERRORS, Number, Numbers, part, rk_number, sheet_part
from gossamer.content.documents.number_formats.xlsx import relations

_ROW, _RK, _ERROR, _REAL, _FORMULA, _WRONG_FORMULA = 0, 2, 3, 5, 9, 11
_FORMAT, _STYLE, _STYLES, _STYLES_END = 44, 47, 617, 618
_PROPERTIES, _SHEET = 153, 156
_MORE: Final = 0x80
_STYLE_BITS: Final = 0xFFFFFF


def numbers(archive: zipfile.ZipFile) -> Numbers:
    """Return the numbers in *archive*."""
    codes: dict[int, str] = {}
    styles: list[int] = []
    is_style = False
    for kind, data in _records(part(archive, "xl/styles.bin")):
        if kind == _FORMAT:
            codes[struct.unpack_from("<H", data)[0]] = _string(data, 2)[0]
        elif kind in {_STYLES, _STYLES_END}:
            is_style = kind == _STYLES
        elif kind == _STYLE and is_style:
            styles.append(struct.unpack_from("<H", data, 2)[0])
    targets = relations(archive, "xl/_rels/workbook.bin.rels")
    sheets: list[tuple[str, str]] = []
    since_1904 = False
    for kind, data in _records(part(archive, "xl/workbook.bin")):
        if kind == _PROPERTIES:
            since_1904 = bool(data[0] & 1)
        elif kind == _SHEET:
            relation, at = _string(data, 8)
            sheets.append((_string(data, at)[0], relation))
    sheet_cells = ((name, _cells(part(archive, sheet_part(targets[key])))) for name, key in sheets if key in targets)
    return Numbers(sheet_cells, tuple(styles), codes, since_1904)


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the type and content of each record; both are preceded by numbers of seven bits a byte."""
    at = 0
    while at < len(data):
        kind, at = data[at], at + 1
        if kind & _MORE:
            kind, at = (kind & 0x7F) | (data[at] & 0x7F) << 7, at + 1
        size = 0
        for shift in (0, 7, 14, 21):
            byte, at = data[at], at + 1
            size |= (byte & 0x7F) << shift
            if not byte & _MORE:
                break
        yield kind, data[at : at + size]
        at += size


def _string(data: bytes, at: int) -> tuple[str, int]:
    """Return the text at this place, and the place after it."""
    end = at + 4 + 2 * struct.unpack_from("<I", data, at)[0]
    return data[at + 4 : end].decode("utf-16-le", "replace"), end


def _cells(data: bytes) -> Iterator[Number]:
    """Yield the numeric cells of a sheet."""
    row = 0
    for kind, content in _records(data):
        if kind == _ROW:
            row = struct.unpack_from("<I", content)[0]
        elif kind in {_ERROR, _WRONG_FORMULA}:
            column, style, error = struct.unpack_from("<IIB", content)
            yield Number(row, column, style & _STYLE_BITS, ERRORS.get(error, ""))
        elif kind in {_RK, _REAL, _FORMULA}:
            column, style = struct.unpack_from("<II", content)
            packed = struct.unpack_from("<I", content, 8)[0] if kind == _RK else 0
            value = rk_number(packed) if kind == _RK else struct.unpack_from("<d", content, 8)[0]
            yield Number(row, column, style & _STYLE_BITS, value)
