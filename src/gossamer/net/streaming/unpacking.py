"""Content codings undone chunk by chunk, in pieces of bounded size.

What is damaged or cut short gives what came before; what is labelled as packed and is not is
taken as it is: both are everyday on the web.
"""

from collections.abc import AsyncGenerator, AsyncIterable, Iterator, Sequence
from contextlib import aclosing
from typing import Final

from gossamer.core.errors import TooLarge
from gossamer.net.codings import MAX_CODINGS, Damaged, Decoder, codings_of, decoder_for, step_of

# Fed in small steps, because a decoder that fails gives nothing of its step.
_STEP: Final = 8_192
_LONGEST_MARK: Final = 4


async def unpack_chunks(
    chunks: AsyncIterable[bytes], content_encoding: str, *, limit: int, packed_file: bool = False
) -> AsyncGenerator[bytes, None]:
    """Yield *chunks* without the codings of *content_encoding*, at most *limit* bytes in all.

    With *packed_file* a body that is itself a gzip file is opened too. Pieces have at most
    64 kB, or what one step of zstd gives. Raises TooLarge for more than three codings.
    """
    names = codings_of(content_encoding)
    if len(names) > MAX_CODINGS:
        raise TooLarge(f"The file is compressed more than {MAX_CODINGS} times over.")
    stages = [_Stage(name) for name in reversed(names)]
    if packed_file:
        stages.append(_Stage("gzip"))
    remaining = limit
    async with aclosing(_pieces(chunks, stages)) as pieces:
        async for piece in pieces:
            yield piece[:remaining]
            remaining -= len(piece)
            if remaining <= 0:
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
        self._decoder: Decoder | None = None
        self._passes = False
        self._gave = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the decoded bytes of *data*."""
        if self.over:
            return
        if self._decoder is None and not self._passes:
            data = self._begin(data)
        yield from self._decode_data(data)

    def flush(self) -> Iterator[bytes]:
        """Yield the decoded bytes left at the end."""
        if self.over:
            return
        if self._decoder is None and self._head:
            self._decide()
            head, self._head = self._head, b""
            yield from self._decode_data(head)
        if self._decoder is not None and not self.over:
            yield from self._decoder.flush()
        self.over = True

    def _begin(self, data: bytes) -> bytes:
        """Return the bytes to decode, empty until enough came to recognise their coding."""
        self._head += data
        if len(self._head) < _LONGEST_MARK:
            return b""
        self._decide()
        head, self._head = self._head, b""
        return head

    def _decide(self) -> None:
        self._decoder = decoder_for(self._coding, self._head)
        self._passes = self._decoder is None

    def _decode_data(self, data: bytes) -> Iterator[bytes]:
        if self._passes:
            if data:
                yield data
            return
        if self._decoder is None:
            return
        step = step_of(self._coding, _STEP)
        for start in range(0, len(data), step):
            chunk = data[start : start + step]
            try:
                for piece in self._decoder.feed(chunk):
                    self._gave = True
                    yield piece
            except Damaged:
                # Damaged from the first step on, it was never in that coding.
                self.over = self._gave
                self._passes = not self._gave
                self._decoder = None
                if self._passes:
                    yield data[start:]
                return
