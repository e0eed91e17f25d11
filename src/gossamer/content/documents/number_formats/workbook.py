"""A workbook's numbers, whichever container they come from."""

import struct
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

# Bytes of a part of a workbook, unpacked.
_MAX_PART: Final = 100_000_000
# Errors of formulas, by their numbers in binary workbooks.
ERRORS: Final = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_RK_PER_CENT: Final = 1
_RK_INTEGER: Final = 2


class Number(NamedTuple):
    """A numeric cell, counted from 0; *style* is the index of its style. A formula in error has its text as *value*."""

    row: int
    column: int
    style: int
    value: float | str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of each sheet by its name.

    *styles* has the identifier of each style's format, *codes* the format codes that the workbook defines itself.
    """

    sheets: Iterable[tuple[str, Iterable[Number]]]
    styles: tuple[int, ...] = ()
    codes: Mapping[int, str] = field(default_factory=dict)
    since_1904: bool = False


def part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the part *name* of *archive*; empty where there is none."""
    try:
        with archive.open(name) as file:
            return file.read(_MAX_PART)
    except KeyError:
        return b""


def sheet_part(target: str) -> str:
    """Return the name of a part that a relation of the workbook leads to."""
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def rk_number(packed: int) -> float:
    """Return the number in the 32 bits *packed*: an integer or the upper half of a double, in hundredths or not."""
    if packed & _RK_INTEGER:
        value = float((packed >> 2) - (1 << 30 if packed & 0x80000000 else 0))
    else:
        value = float(struct.unpack("<d", struct.pack("<Q", (packed & 0xFFFFFFFC) << 32))[0])
    return value / 100 if packed & _RK_PER_CENT else value
