"""Size check of compressed PDF parts, made before the parser unpacks them.

A file of a megabyte can unpack to gigabytes, twice over where a part is compressed twice. Here nothing is kept of what
is unpacked, and it ends at the limit. Pictures count only one by one: text is read without them, and a scanned book
may have hundreds of large ones.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

MOST_OF_ONE: Final = 128_000_000
MOST_OF_ALL: Final = 256_000_000
# Looking has to end, too; what comes behind is up to the limits of the process that reads it.
_MOST_PARTS: Final = 100_000
_MOST_LOOKED: Final = 2_000_000_000
_STREAM: Final = re.compile(rb"stream\r?\n")
_PICTURE: Final = re.compile(rb"/Subtype\s*/Image")
_DICTIONARY: Final = 1_000
_SLICE: Final = 65_536
_PIECE: Final = 1_000_000
_DEEPEST: Final = 4
# The first byte of a stream that is compressed with the usual settings (RFC 1950, section 2.2).
_ZLIB: Final = 0x78


class TooMuch(Exception):
    """Something unpacks to more than is read; the message says what."""


class _Layer:
    """The output of a layer of compression, in pieces; *size* is the number of bytes so far."""

    def __init__(self, compressed: Iterable[bytes | memoryview]) -> None:
        self._pieces = _unpack_stream(compressed)
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece = next(self._pieces)
        self.size += len(piece)
        if self.size > MOST_OF_ONE:
            raise TooMuch(
                f"A part of the PDF unpacks to more than {MOST_OF_ONE // 1_000_000} MB, the most that is read."
            )
        return piece


def check(body: bytes) -> None:
    """Raise TooMuch when parts of the PDF *body* unpack to more than is read."""
    total = looked = 0
    for match in islice(_STREAM.finditer(body), _MOST_PARTS):
        size = _size(memoryview(body)[match.end() :])
        looked += size
        if looked > _MOST_LOOKED:
            return
        if not _PICTURE.search(body, max(0, match.start() - _DICTIONARY), match.start()):
            total += size
        if total > MOST_OF_ALL:
            raise TooMuch(f"The PDF unpacks to more than {MOST_OF_ALL // 1_000_000} MB, the most that is read.")


def _size(compressed: memoryview) -> int:
    """Return the size in bytes of the largest layer that it unpacks to; 0 when it is not compressed."""
    source: Iterable[bytes | memoryview] = [compressed]
    layers: list[_Layer] = []
    for _ in range(_DEEPEST):
        layer = _Layer(source)
        layers.append(layer)
        first = next(layer, b"")
        source = chain([first], layer)
        if first[:1] != bytes([_ZLIB]):
            break
    # From the innermost: it draws on those around it, as far as it is compressed at all.
    for layer in reversed(layers):
        for _ in layer:
            pass
    return max(layer.size for layer in layers)


def _unpack_stream(compressed: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """Yield the unpacked bytes of *compressed* in small pieces; they end at the first damage."""
    unpacking = zlib.decompressobj()
    try:
        for part in compressed:
            for start in range(0, len(part), _SLICE):
                # In slices: the unused input is copied each time.
                rest: bytes | memoryview = part[start : start + _SLICE]
                while rest and not unpacking.eof:
                    if piece := unpacking.decompress(rest, _PIECE):
                        yield piece
                    rest = unpacking.unconsumed_tail
                if unpacking.eof:
                    return
    except zlib.error:
        return
