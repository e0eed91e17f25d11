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
# Input is fed in steps of so many bytes. A decoder that fails gives nothing of that step, so the way is gone again
# with the step of the fault cut finer, and once more: three times in all, and hardly any of it byte by byte.
_WIDE = 16_384
_CUTS = (_WIDE, 128, 1)
# A zstd block of 4 bytes may stand for 128 kB, and its decoder takes no output limit, so it is fed in crumbs.
_ZSTD_STEP = 512
_ZSTD_WINDOW = 8 * 1024 * 1024  # what RFC 8878 asks a client to support, and no more

# Takes the body and says for each place in it how many bytes to feed next.
_Pieces: TypeAlias = Callable[[bytes, "_Pace"], Iterator[bytes]]


class _Broken(Exception):
    """The data is not, or no longer, in the coding it is labelled with.

    *at* is where the step began that was lost with the fault; None when nothing was lost.
    """

    def __init__(self, at: int | None = None) -> None:
        super().__init__()
        self.at = at


@dataclass(frozen=True, slots=True)
class _Pace:
    """Wide steps up to *fault*, and steps of *fine* bytes from there."""

    fault: int
    fine: int

    def step(self, place: int) -> int:
        """Return how many bytes to feed at *place*."""
        return min(_WIDE, self.fault - place) if place < self.fault else self.fine


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
            return _undone(body, codings, inline, save=False)
        except TooLarge:
            if inline == limit:
                raise
        except _Broken:
            # Saving what can be saved of a damaged body takes several times as long.
            pass
    return await asyncio.to_thread(_undone, body, codings, limit, save=True)


def _undone(body: bytes, codings: list[str], limit: int, *, save: bool) -> Inflated:
    warning = None
    for coding in reversed(codings):
        pieces = _PIECES.get(coding)
        if pieces is None:
            return Inflated(body, f"The page has an unknown content coding, {coding[:40]!r}, and was taken as it is.")
        body, sound = _collected(pieces, body, limit, save=save)
        if not sound:
            warning = f"The page is labelled {coding} but could not be inflated to its end."
    return Inflated(body, warning)


def _collected(pieces: _Pieces, body: bytes, limit: int, *, save: bool) -> tuple[bytes, bool]:
    """Return what *pieces* makes of *body* and whether it is whole; *body* itself when nothing comes of it.

    Raises _Broken for damage that costs something, unless what can be saved is to be saved.
    """
    collected: list[bytes] = []
    fault = 0
    for fine in _CUTS:
        collected = []
        try:
            _gather(pieces(body, _Pace(fault, fine)), collected, limit)
        except _Broken as broken:
            if broken.at is None:
                break
            if not save:
                raise
            fault = broken.at
        else:
            return b"".join(collected), True
    return (b"".join(collected), False) if collected else (body, False)


def _gather(pieces: Iterator[bytes], into: list[bytes], limit: int) -> None:
    """Add *pieces* to *into*, also those before a fault; TooLarge beyond *limit* bytes."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > limit:
            raise TooLarge(f"The page is larger than {limit // 1_000_000} MB when decompressed.")
        into.append(piece)


def _zlib_pieces(body: bytes, pace: _Pace, window_bits: int) -> Iterator[bytes]:
    position = 0
    while position < len(body):
        decoder = zlib.decompressobj(window_bits)
        while position < len(body) and not decoder.eof:
            # Fed in slices: what is left over after each step is copied, and would be quadratic in the body.
            start = position
            given = body[start : start + pace.step(start)]
            position += len(given)
            while given and not decoder.eof:
                try:
                    piece = decoder.decompress(given, _STEP)
                except zlib.error as error:
                    raise _Broken(start) from error
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


def _gzip(body: bytes, pace: _Pace) -> Iterator[bytes]:
    return _zlib_pieces(body, pace, 16 + zlib.MAX_WBITS)


def _deflate(body: bytes, pace: _Pace) -> Iterator[bytes]:
    # "deflate" means zlib, but some servers send the raw stream. A zlib header is a multiple of 31.
    wrapped = len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and int.from_bytes(body[:2]) % 31 == 0
    return _zlib_pieces(body, pace, zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)


def _brotli(body: bytes, pace: _Pace) -> Iterator[bytes]:
    decoder = brotli.Decompressor()
    for start, given in _steps(body, pace):
        try:
            # Asked again without input until nothing comes: it may hold output back and still accept more.
            piece = decoder.process(given, output_buffer_limit=_STEP)
            while piece:
                yield piece
                piece = decoder.process(b"", output_buffer_limit=_STEP)
        except brotli.error as error:
            raise _Broken(start) from error
    if not decoder.is_finished():
        raise _Broken


def _zstd(body: bytes, pace: _Pace) -> Iterator[bytes]:
    decoder = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
    for start, given in _steps(body, pace, most=_ZSTD_STEP):
        if decoder.eof:
            return
        try:
            piece = decoder.decompress(given)
        except zstandard.ZstdError as error:
            raise _Broken(start) from error
        if piece:
            yield piece
    if not decoder.eof:
        raise _Broken


def _steps(body: bytes, pace: _Pace, most: int = _STEP) -> Iterator[tuple[int, bytes]]:
    """Yield *body* in steps of at most *most* bytes, each with its place."""
    place = 0
    while place < len(body):
        given = body[place : place + min(most, pace.step(place))]
        yield place, given
        place += len(given)


_PIECES: dict[str, _Pieces] = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _brotli, "zstd": _zstd}
