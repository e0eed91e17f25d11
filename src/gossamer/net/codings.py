"""Content codings: decoders that are fed piece by piece and give pieces of bounded size.

Libraries inflate without limiting what comes out; these decoders do, so that a small body cannot fill the memory.
"""

import zlib
from collections.abc import Iterator
from typing import Final, Protocol

import brotli  # type: ignore[import-untyped]
import zstandard

MAX_CODINGS: Final = 3
CODINGS: Final = frozenset({"gzip", "x-gzip", "deflate", "br", "zstd"})

_PIECE: Final = 65_536
# A zstd block of 4 bytes may stand for 128 kB, and its decoder takes no output limit, so it is fed in crumbs.
_ZSTD_STEP: Final = 512
_ZSTD_WINDOW: Final = 8 * 1024 * 1024  # what RFC 8878 asks a client to support, and no more
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"


class Damaged(Exception):
    """The data is not, or no longer, in the coding it is labelled with."""


class Decoder(Protocol):
    """Undoes one coding. *finished* is whether the data came to its end; what follows the end is ignored."""

    @property
    def finished(self) -> bool:
        """Return whether the data came to its end."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded bytes of *data*. Raises Damaged."""

    def flush(self) -> Iterator[bytes]:
        """Yield the decoded bytes left at the end."""


def codings_of(content_encoding: str) -> list[str]:
    """Return the codings of a `Content-Encoding` header, in the order in which they were applied."""
    return [name for part in content_encoding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]


def step_of(coding: str, widest: int) -> int:
    """Return the number of bytes to feed at once, *widest* at most."""
    return min(widest, _ZSTD_STEP) if coding == "zstd" else widest


def decoder_for(coding: str, head: bytes) -> Decoder | None:
    """Return the decoder for a body that starts with *head*, at least 4 bytes; None when it is not in *coding*."""
    match coding:
        case "gzip" | "x-gzip" if head.startswith(_GZIP):
            return _Zlib(16 + zlib.MAX_WBITS)
        case "deflate":
            # "deflate" means zlib, but some servers send the raw stream. A zlib header is a multiple of 31.
            wrapped = len(head) > 1 and head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:2]) % 31 == 0
            return _Zlib(zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)
        case "br":
            return _Brotli()
        case "zstd" if head.startswith(_ZSTD):
            return _Zstd()
    return None


class _Zlib:
    def __init__(self, window_bits: int) -> None:
        self._window_bits = window_bits
        self._decoder = zlib.decompressobj(window_bits)
        self._held = b""

    @property
    def finished(self) -> bool:
        return self._decoder.eof

    def feed(self, data: bytes) -> Iterator[bytes]:
        data, self._held = self._held + data, b""
        while data:
            if self._decoder.eof:
                # gzip may have several members; whatever else follows the end is padding.
                if data == _GZIP[:1]:
                    self._held = data
                if not data.startswith(_GZIP):
                    return
                self._decoder = zlib.decompressobj(self._window_bits)
            try:
                piece = self._decoder.decompress(data, _PIECE)
            except zlib.error as error:
                raise Damaged from error
            if piece:
                yield piece
            data = self._decoder.unused_data if self._decoder.eof else self._decoder.unconsumed_tail

    def flush(self) -> Iterator[bytes]:
        if not self._decoder.eof and (piece := self._decoder.flush()):
            yield piece


class _Brotli:
    def __init__(self) -> None:
        self._decoder = brotli.Decompressor()

    @property
    def finished(self) -> bool:
        return bool(self._decoder.is_finished())

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            # Asked again without input until nothing comes: it may hold output back and still accept more.
            while piece := self._decoder.process(data, output_buffer_limit=_PIECE):
                yield piece
                data = b""
        except brotli.error as error:
            raise Damaged from error

    def flush(self) -> Iterator[bytes]:
        return iter(())


class _Zstd:
    def __init__(self) -> None:
        self._decoder = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()

    @property
    def finished(self) -> bool:
        return bool(self._decoder.eof)

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._decoder.eof:
            return
        try:
            piece = self._decoder.decompress(data)
        except zstandard.ZstdError as error:
            raise Damaged from error
        if piece:
            yield piece

    def flush(self) -> Iterator[bytes]:
        return iter(())
