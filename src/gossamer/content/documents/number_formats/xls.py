"""Numbers of old Excel workbooks: records of BIFF8 ([MS-XLS])."""

import io
import struct
from collections.abc import Iterator
from typing import Final

import olefile

from gossamer.content.documents.number_formats.workbook import ERRORS, Number, Numbers, rk_number

_BEGIN, _SHEET, _DATES, _FORMAT, _STYLE = 0x809, 0x85, 0x22, 0x41E, 0xE0
_FORMULA, _NUMBER, _RK, _RKS, _END, _ERROR = 0x06, 0x203, 0x27E, 0xBD, 0x0A, 0x205
_BIFF8: Final = 0x600
_NO_NUMBER: Final = 0xFFFF
_WIDE: Final = 1
_IS_ERROR: Final = 2


def numbers(body: bytes) -> Numbers:
    """Return the numbers of the workbook in *body*; none for one of an older version."""
    with olefile.OleFileIO(io.BytesIO(body)) as file:
        stream = file.openstream("Workbook").read()
    codes: dict[int, str] = {}
    styles: list[int] = []
    sheets: list[tuple[str, int]] = []
    since_1904 = False
    for kind, data in _records(stream, 0):
        if kind == _BEGIN and struct.unpack_from("<H", data)[0] != _BIFF8:
            return Numbers(())
        if kind == _FORMAT:
            identifier, length, flags = struct.unpack_from("<HHB", data)
            codes[identifier] = _text(data[5:], length, flags)
        elif kind == _STYLE:
            styles.append(struct.unpack_from("<H", data, 2)[0])
        elif kind == _SHEET:
            place, _, length, flags = struct.unpack_from("<IHBB", data)
            sheets.append((_text(data[8:], length, flags), place))
        elif kind == _DATES:
            since_1904 = data[0] == 1
    return Numbers(((name, _cells(stream, place)) for name, place in sheets), tuple(styles), codes, since_1904)


def _text(data: bytes, length: int, flags: int) -> str:
    return data[: 2 * length].decode("utf-16-le", "replace") if flags & _WIDE else data[:length].decode("latin-1")


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield the type and content of each record of the part that begins at this place."""
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        if kind == _END:
            return
        yield kind, stream[at + 4 : at + 4 + size]
        at += 4 + size


def _cells(stream: bytes, place: int) -> Iterator[Number]:
    """Yield the numeric cells of the sheet that begins at this place."""
    for kind, data in _records(stream, place):
        if kind == _NUMBER or (kind == _FORMULA and struct.unpack_from("<H", data, 12)[0] != _NO_NUMBER):
            yield Number(*struct.unpack_from("<HHHd", data))
        elif (kind == _FORMULA and data[6] == _IS_ERROR) or (kind == _ERROR and data[7]):
            row, column, style = struct.unpack_from("<HHH", data)
            yield Number(row, column, style, ERRORS.get(data[8 if kind == _FORMULA else 6], ""))
        elif kind == _RK:
            row, column, style, packed = struct.unpack_from("<HHHI", data)
            yield Number(row, column, style, rk_number(packed))
        elif kind == _RKS:
            row, first = struct.unpack_from("<HH", data)
            for index, (style, packed) in enumerate(struct.iter_unpack("<HI", data[4:-2])):
                yield Number(row, first + index, style, rk_number(packed))
