"""Content codings undone with a limit, so that a small body cannot fill the memory.

The client does this itself because libraries inflate without asking how much comes out. A
label that is wrong, an unknown coding and a body cut short are everyday on the web: what can
be read is kept, and a warning says so.
"""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass

from gossamer.core.errors import TooLarge
from gossamer.net.codings import CODINGS, MAX_CODINGS, Damaged, codings_of, decoder_for, step_of

# Inflating this much takes about a millisecond; more is done off the loop.
_INLINE_LIMIT = 1_000_000
# Input is fed in steps of so many bytes. A decoder that fails gives nothing of that step, so the way is gone again
# with the step of the fault cut finer, and once more: three times in all, and hardly any of it byte by byte.
_WIDE = 16_384
_CUTS = (_WIDE, 128, 1)
# Bytes that packed data is full of, and that text, in whatever charset without them, does not have.
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_PLAIN = "The page is labelled {coding} but is not compressed; it was taken as it is."
_DAMAGED = "The page is labelled {coding} but could not be inflated to its end."


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
        """Return the number of bytes to feed at *place*."""
        return min(_WIDE, self.fault - place) if place < self.fault else self.fine


@dataclass(frozen=True, slots=True)
class Inflated:
    """A body without its codings, and a warning when not everything could be read."""

    body: bytes
    warning: str | None = None


async def inflate(body: bytes, content_encoding: str, *, limit: int) -> Inflated:
    """Return *body* without the codings of *content_encoding*; TooLarge when more than *limit* bytes come out."""
    codings = codings_of(content_encoding)
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
        if coding not in CODINGS:
            return Inflated(body, f"The page has an unknown content coding, {coding[:40]!r}, and was taken as it is.")
        undone, sound = _collect_pieces(coding, body, limit, save=save)
        if not sound:
            # Only damage gives less than there was; a body that was never packed is whole.
            is_plain = undone == body and not _CONTROLS.search(body, 0, _WIDE)
            warning = (_PLAIN if is_plain else _DAMAGED).format(coding=coding)
        body = undone
    return Inflated(body, warning)


def _collect_pieces(coding: str, body: bytes, limit: int, *, save: bool) -> tuple[bytes, bool]:
    """Return *body* without *coding* and whether it is whole; *body* itself when nothing comes of it.

    Raises _Broken for damage that costs something, unless what can be saved is to be saved.
    """
    collected: list[bytes] = []
    fault = 0
    for fine in _CUTS:
        collected = []
        try:
            _gather(_pieces(coding, body, _Pace(fault, fine)), collected, limit)
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


def _pieces(coding: str, body: bytes, pace: _Pace) -> Iterator[bytes]:
    """Yield *body* without *coding*, in pieces. Raises _Broken."""
    decoder = decoder_for(coding, body)
    if decoder is None:
        raise _Broken
    place = 0
    while place < len(body):
        chunk = body[place : place + step_of(coding, pace.step(place))]
        try:
            yield from decoder.feed(chunk)
        except Damaged as error:
            raise _Broken(place) from error
        place += len(chunk)
    yield from decoder.flush()
    if not decoder.finished:
        raise _Broken
