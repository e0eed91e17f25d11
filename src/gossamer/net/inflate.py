"""Content codings undone with a limit, so that a small body cannot fill the memory.

The client does this itself because libraries inflate without asking how much comes out. A
label that is wrong, an unknown coding and a body cut short are everyday on the web: what can
be read is kept, and a warning says so.
"""

import asyncio
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import brotli  # type: ignore[import-untyped]
import zstandard

from gossamer.core.errors import TooLarge

MAX_CODINGS = 3

# Inflating this much takes about a millisecond; more is done off the loop.
_INLINE_LIMIT = 1_000_000
_STEP = 65_536
_INPUT_STEP = 16_384
_CRUMB = 64
_SMALL_BODY = 262_144
# A zstd block of 4 bytes may stand for 128 kB, and its decoder takes no output limit, so it is fed in crumbs.
_ZSTD_STEP = 512
_ZSTD_WINDOW = 8 * 1024 * 1024  # what RFC 8878 asks a client to support, and no more

# Takes the body and how many bytes of it to feed at a time.
_Pieces: TypeAlias = Callable[[bytes, int], Iterator[bytes]]


class _Broken(Exception):
    """The data is not, or no longer, in the coding it is labelled with."""


@dataclass(frozen=True, slots=True)
class Inflated:
    """A body without its codings, and a warning when not everything could be read."""

    body: bytes
    warning: str | None = None


async def inflate(body: bytes, content_encoding: str, *, limit: int) -> Inflated:
    """Return *body* without the codings of *content_encoding*; TooLarge when more than *limit* bytes come out."""
    codings = [name for part in content_encoding.lower().split(",") if (name := part.strip()) not in {"", "identity"}]
    if not codings or not body:
        return Inflated(body)
    if len(codings) > MAX_CODINGS:
        raise TooLarge(f"The page is compressed more than {MAX_CODINGS} times over.")
    inline = min(limit, _INLINE_LIMIT)
    if len(body) <= _INLINE_LIMIT:
        try:
            return _undone(body, codings, inline)
        except TooLarge:
            if inline == limit:
                raise
    return await asyncio.to_thread(_undone, body, codings, limit)


def _undone(body: bytes, codings: list[str], limit: int) -> Inflated:
    warning = None
    for coding in reversed(codings):
        pieces = _PIECES.get(coding)
        if pieces is None:
            return Inflated(body, f"The page has an unknown content coding, {coding[:40]!r}, and was taken as it is.")
        body, sound = _collected(pieces, body, limit)
        if not sound:
            warning = f"The page is labelled {coding} but could not be inflated to its end."
    return Inflated(body, warning)


def _collected(pieces: _Pieces, body: bytes, limit: int) -> tuple[bytes, bool]:
    """Return what *pieces* makes of *body* and whether it is whole; *body* itself when nothing comes of it."""
    collected, sound = _gathered(pieces(body, _INPUT_STEP), limit)
    if not sound:
        # A decoder that fails gives nothing of that step, so the way is gone again in crumbs, up to the fault.
        crumb = 1 if len(body) <= _SMALL_BODY else _CRUMB
        collected, _ = _gathered(pieces(body, crumb), limit)
    return (b"".join(collected), sound) if collected or sound else (body, False)


def _gathered(pieces: Iterator[bytes], limit: int) -> tuple[list[bytes], bool]:
    collected: list[bytes] = []
    size = 0
    try:
        for piece in pieces:
            size += len(piece)
            if size > limit:
                raise TooLarge(f"The page is larger than {limit // 1_000_000} MB when decompressed.")
            collected.append(piece)
    except _Broken:
        return collected, False
    return collected, True


def _zlib_pieces(body: bytes, step: int, window_bits: int) -> Iterator[bytes]:
    position = 0
    while position < len(body):
        decoder = zlib.decompressobj(window_bits)
        while position < len(body) and not decoder.eof:
            # Fed in slices: what is left over after each step is copied, and would be quadratic in the body.
            given = body[position : position + step]
            position += len(given)
            while given and not decoder.eof:
                try:
                    piece = decoder.decompress(given, _STEP)
                except zlib.error as error:
                    raise _Broken from error
                given = decoder.unconsumed_tail
                if piece:
                    yield piece
        if not decoder.eof and (piece := decoder.flush()):
            yield piece
        if not decoder.eof:
            raise _Broken
        position -= len(decoder.unused_data)
        # gzip may have several members; whatever else follows the end is padding.
        if not body.startswith(b"\x1f\x8b", position):
            return


def _gzip(body: bytes, step: int) -> Iterator[bytes]:
    return _zlib_pieces(body, step, 16 + zlib.MAX_WBITS)


def _deflate(body: bytes, step: int) -> Iterator[bytes]:
    # "deflate" means zlib, but some servers send the raw stream. A zlib header is a multiple of 31.
    wrapped = len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and int.from_bytes(body[:2]) % 31 == 0
    return _zlib_pieces(body, step, zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)


def _brotli(body: bytes, step: int) -> Iterator[bytes]:
    decoder = brotli.Decompressor()
    try:
        for start in range(0, len(body), step):
            given = body[start : start + step]
            # Asked again without input until nothing comes: it may hold output back and still accept more.
            while piece := decoder.process(given, output_buffer_limit=_STEP):
                yield piece
                given = b""
    except brotli.error as error:
        raise _Broken from error
    if not decoder.is_finished():
        raise _Broken


def _zstd(body: bytes, step: int) -> Iterator[bytes]:
    decoder = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
    step = min(step, _ZSTD_STEP)
    try:
        for start in range(0, len(body), step):
            if decoder.eof:
                return
            if piece := decoder.decompress(body[start : start + step]):
                yield piece
    except zstandard.ZstdError as error:
        raise _Broken from error
    if not decoder.eof:
        raise _Broken


_PIECES: dict[str, _Pieces] = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _brotli, "zstd": _zstd}
