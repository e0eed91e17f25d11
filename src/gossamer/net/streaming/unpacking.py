"""Content codings undone chunk by chunk, in pieces of bounded size.

What is damaged or cut short gives what came before; what is labelled as packed and is not is
taken as it is: both are everyday on the web.
"""

import zlib
from collections.abc import AsyncGenerator, AsyncIterable, Iterator, Sequence
from contextlib import aclosing
from typing import Protocol

import brotli  # type: ignore[import-untyped]
import zstandard

from gossamer.core.errors import TooLarge

MAX_CODINGS = 3

_PIECE = 65_536
# Fed in small steps, because a decoder that fails gives nothing of its step.
_STEP = 8_192
# A zstd block of 4 bytes may stand for 128 kB, and its decoder takes no output limit, so it is fed in crumbs.
_ZSTD_STEP = 512
_ZSTD_WINDOW = 8 * 1024 * 1024  # what RFC 8878 asks a client to support, and no more
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


class _Damaged(Exception):
    """No more can be read."""


class _Decoder(Protocol):
    """Undoes one coding: `feed` yields what comes of the next bytes, `flush` what is left at the end.

    `feed` raises _Damaged when the data is not, or no longer, in that coding.
    """

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield pieces."""

    def flush(self) -> Iterator[bytes]:
        """Yield the last pieces."""


async def unpacked(
    chunks: AsyncIterable[bytes], content_encoding: str, *, limit: int, packed_file: bool = False
) -> AsyncGenerator[bytes, None]:
    """Yield *chunks* without the codings of *content_encoding*, at most *limit* bytes in all.

    With *packed_file* a body that is itself a gzip file is opened too. Pieces have at most
    64 kB, or what one step of zstd gives. Raises TooLarge for more than three codings.
    """
    names = [name for part in content_encoding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]
    if len(names) > MAX_CODINGS:
        raise TooLarge(f"The file is compressed more than {MAX_CODINGS} times over.")
    stages = [_Stage(name) for name in reversed(names)]
    if packed_file:
        stages.append(_Stage("gzip"))
    left = limit
    async with aclosing(_pieces(chunks, stages)) as pieces:
        async for piece in pieces:
            yield piece[:left]
            left -= len(piece)
            if left <= 0:
                return


async def _pieces(chunks: AsyncIterable[bytes], stages: Sequence["_Stage"]) -> AsyncGenerator[bytes, None]:
    async for chunk in chunks:
        for piece in _through(stages, chunk):
            yield piece
        if any(stage.over for stage in stages):
            break
    for number, stage in enumerate(stages, start=1):
        for last in stage.flush():
            for piece in _through(stages[number:], last):
                yield piece


def _through(stages: Sequence["_Stage"], data: bytes) -> Iterator[bytes]:
    if not stages:
        yield data
        return
    for piece in stages[0].feed(data):
        yield from _through(stages[1:], piece)


class _Stage:
    """One coding of a body: looks at the first bytes, then undoes it or lets everything pass.

    *over* is true once nothing more can come.
    """

    def __init__(self, coding: str) -> None:
        self.over = False
        self._coding = coding
        self._head = b""
        self._decoder: _Decoder | None = None
        self._passes = False
        self._gave = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield what comes of *data*."""
        if self.over:
            return
        if self._decoder is None and not self._passes:
            data = self._begin(data)
        yield from self._decoded(data)

    def flush(self) -> Iterator[bytes]:
        """Yield what is left at the end."""
        if self.over:
            return
        if self._decoder is None and self._head:
            self._decide()
            head, self._head = self._head, b""
            yield from self._decoded(head)
        if self._decoder is not None and not self.over:
            yield from self._decoder.flush()
        self.over = True

    def _begin(self, data: bytes) -> bytes:
        """Return what is to be decoded, empty until enough came to see what it is."""
        self._head += data
        if len(self._head) < len(_ZSTD):
            return b""
        self._decide()
        head, self._head = self._head, b""
        return head

    def _decide(self) -> None:
        self._decoder = _decoder_for(self._coding, self._head)
        self._passes = self._decoder is None

    def _decoded(self, data: bytes) -> Iterator[bytes]:
        if self._passes:
            if data:
                yield data
            return
        if self._decoder is None:
            return
        step = _ZSTD_STEP if self._coding == "zstd" else _STEP
        for start in range(0, len(data), step):
            given = data[start : start + step]
            try:
                for piece in self._decoder.feed(given):
                    self._gave = True
                    yield piece
            except _Damaged:
                # Damaged from the first step on, it was never in that coding.
                self.over = self._gave
                self._passes = not self._gave
                self._decoder = None
                if self._passes:
                    yield data[start:]
                return


def _decoder_for(coding: str, head: bytes) -> _Decoder | None:
    """Return the decoder for a body that starts with *head*, or None when it is not in *coding*."""
    match coding:
        case "gzip" | "x-gzip" if head.startswith(_GZIP):
            return _Zlib(16 + zlib.MAX_WBITS)
        case "deflate":
            # "deflate" means zlib, but some servers send the raw stream. A zlib header is a multiple of 31.
            wrapped = head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:2]) % 31 == 0
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
                raise _Damaged from error
            if piece:
                yield piece
            data = self._decoder.unused_data if self._decoder.eof else self._decoder.unconsumed_tail

    def flush(self) -> Iterator[bytes]:
        if not self._decoder.eof and (piece := self._decoder.flush()):
            yield piece


class _Brotli:
    def __init__(self) -> None:
        self._decoder = brotli.Decompressor()

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            # Asked again without input until nothing comes: it may hold output back and still accept more.
            while piece := self._decoder.process(data, output_buffer_limit=_PIECE):
                yield piece
                data = b""
        except brotli.error as error:
            raise _Damaged from error

    def flush(self) -> Iterator[bytes]:
        return iter(())


class _Zstd:
    def __init__(self) -> None:
        self._decoder = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()

    def feed(self, data: bytes) -> Iterator[bytes]:
        if self._decoder.eof:
            return
        try:
            piece = self._decoder.decompress(data)
        except zstandard.ZstdError as error:
            raise _Damaged from error
        if piece:
            yield piece

    def flush(self) -> Iterator[bytes]:
        return iter(())
